"""Sums, products and inverses of irrationals. Every result is in normal form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.costs import TERM, TERM_PAIR, limbs_of_bits
from ajisai.numbers.rational import Rational
from ajisai.numbers.surd import Surd, surd_of

Terms = Sequence[tuple[mpz, Rational]]
_ONE = mpz(1)


def terms_of(a: Rational | Surd) -> Terms:
    """The terms of a finite number: a rational is one term of radicand 1, zero has none."""
    if type(a) is Surd:
        return a._terms
    return ((_ONE, a),) if a else ()


def bits_of(c: Rational) -> int:
    """Bits of the larger half of a rational."""
    if type(c) is mpz:
        return c.bit_length()  # type: ignore[no-any-return]
    return max(c.numerator.bit_length(), c.denominator.bit_length())


def widest(terms: Terms) -> int:
    """Bits of the widest coefficient or radicand."""
    return max((max(bits_of(c), d.bit_length()) for d, c in terms), default=0)


def admitted(a: Rational | Surd, meter: Meter) -> Rational | Surd:
    """The same number, once its size is known to be within ``algebraicTerms`` and ``bigintBits``."""
    if type(a) is Surd:
        meter.check_terms(len(a._terms))
        meter.check_bits(max(bits_of(c) for _, c in a._terms))
    else:
        meter.check_bits(bits_of(a))
    return a


def combine(a: Terms, b: Terms, negate: bool, meter: Meter) -> Rational | Surd:
    """``a + b``, or ``a - b`` when ``negate``."""
    limbs = limbs_of_bits(max(widest(a), widest(b)))
    meter.charge_numeric(TERM * (len(a) + len(b)) * limbs)
    total = dict(a)
    for radicand, factor in b:
        old = total.get(radicand)
        if negate:
            total[radicand] = -factor if old is None else old - factor
        else:
            total[radicand] = factor if old is None else old + factor
    return admitted(surd_of(total), meter)


def _charge_product(a: Terms, b: Terms, meter: Meter) -> None:
    pairs = len(a) * len(b)
    meter.charge_numeric(TERM_PAIR * pairs * limbs_of_bits(widest(a)) * limbs_of_bits(widest(b)))


def _product(a: Terms, b: Terms) -> dict[mpz, Rational]:
    total: dict[mpz, Rational] = {}
    get = total.get
    gcd = gmpy2.gcd
    for d, c in a:
        for e, f in b:
            common = gcd(d, e)
            if common == 1:
                radicand, factor = d * e, c * f
            else:
                radicand, factor = (d // common) * (e // common), c * f * common
            old = get(radicand)
            total[radicand] = factor if old is None else old + factor
    return total


def multiply(a: Terms, b: Terms, meter: Meter) -> Rational | Surd:
    """``a · b``."""
    _charge_product(a, b, meter)
    return admitted(surd_of(_product(a, b)), meter)


def coprime_base(numbers: Iterable[mpz]) -> list[mpz]:
    """Pairwise coprime numbers above 1 of which every one of the square-free ``numbers`` is a product."""
    base: list[mpz] = []
    for number in numbers:
        todo = [number]
        while todo:
            rest = todo.pop()
            refined: list[mpz] = []
            for known in base:
                common = gmpy2.gcd(rest, known)
                if common == 1:
                    refined.append(known)
                    continue
                rest //= common
                refined.append(common)
                if known != common:
                    refined.append(known // common)
            if rest > 1:
                refined.append(rest)
            base = refined
    return base


def inverse(a: Surd, meter: Meter) -> Rational | Surd:
    """``1 / a``, by multiplying with conjugates over one element of a coprime base at a time.

    Replacing ``√b`` by ``-√b`` for a base element ``b`` is an automorphism, since the elements are coprime
    and square-free; ``a`` times that conjugate no longer holds ``√b``. No radicand is factored.
    """
    radicands = [d for d, _ in a._terms if d > 1]
    meter.charge_numeric(len(radicands) ** 2 * limbs_of_bits(widest(a._terms)) ** 2)
    norm: Terms = a._terms
    cofactor: Terms = ((_ONE, _ONE),)
    for element in coprime_base(radicands):
        conjugate = [(d, c if d % element else -c) for d, c in norm]
        _charge_product(cofactor, conjugate, meter)
        cofactor = terms_of(surd_of(_product(cofactor, conjugate)))
        _charge_product(norm, conjugate, meter)
        norm = terms_of(surd_of(_product(norm, conjugate)))
    scale = 1 / mpq(norm[0][1])
    return admitted(surd_of({d: c * scale for d, c in cofactor}), meter)
