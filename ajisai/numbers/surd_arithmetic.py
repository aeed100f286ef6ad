"""Sums, products and inverses of irrationals. Every result is in normal form."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, neg, sub

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.costs import TERM, limbs_of_bits, term_pair_price
from ajisai.numbers.dense_product import MOST_TERMS, coprime_base, dense_product
from ajisai.numbers.rational import Rational
from ajisai.numbers.sizes import admit_bits, bits_of
from ajisai.numbers.surd import Surd, surd_from_columns, surd_from_terms

_ONE = mpz(1)
_RATIONAL = (_ONE,)
_BASE = 16  # units per pair of radicands while a coprime base is refined


def admit(a: Rational | Surd, meter: Meter) -> Rational | Surd:
    """The same number, once its size is within ``algebraicTerms`` and ``bigintBits``.

    A radicand counts as a coefficient does.
    """
    if type(a) is Surd:
        if len(a._radicands) > meter.algebraic_terms:
            meter.check_terms(len(a._radicands))
        admit_bits(a._bits, meter)
    else:
        admit_bits(bits_of(a), meter)
    return a


def negated(a: Surd) -> Surd:
    """``-a``."""
    answer: Surd = surd_from_columns(a._radicands, list(map(neg, a._coefficients)))
    return answer


def total(a: Rational | Surd, b: Rational | Surd, negate: bool, meter: Meter) -> Rational | Surd:
    """``a + b``, or ``a - b`` when ``negate``; at least one is irrational. Its size is not checked."""
    left, one = (a._radicands, a._coefficients) if type(a) is Surd else (_RATIONAL, (a,))
    right, two = (b._radicands, b._coefficients) if type(b) is Surd else (_RATIONAL, (b,))
    wide = limbs_of_bits(a._bits if type(a) is Surd else bits_of(a))
    other = limbs_of_bits(b._bits if type(b) is Surd else bits_of(b))
    whole = (type(a) is mpz or (type(a) is Surd and a._integral)) and (
        type(b) is mpz or (type(b) is Surd and b._integral)
    )
    meter.charge_numeric(TERM * (len(left) + len(right)) * (max(wide, other) if whole else wide * other))
    operation = sub if negate else add
    if left == right:
        return surd_from_columns(left, list(map(operation, one, two)))
    if len(right) == 1 and right[0] == 1:  # a rational joins in front
        if left[0] == 1:
            return surd_from_columns(left, (operation(one[0], two[0]), *one[1:]))
        return surd_from_columns((_ONE, *left), (-two[0] if negate else two[0], *one))
    sums = dict(zip(left, one, strict=True))
    for radicand, factor in zip(right, two, strict=True):
        old = sums.get(radicand)
        if old is None:
            sums[radicand] = -factor if negate else factor
        else:
            sums[radicand] = operation(old, factor)
    return surd_from_terms(sums)


def charge_product(a: Surd, b: Surd, meter: Meter) -> None:
    """Charge ``a · b``, by term pairs."""
    pairs = len(a._radicands) * len(b._radicands)
    meter.charge_numeric(pairs * term_pair_price(a._bits, b._bits))


def product(a: Surd, b: Surd) -> Rational | Surd:
    """``a · b``, neither charged nor checked."""
    left, right = a._radicands, b._radicands
    if left == right and (len(left) == 1 or (len(left) == 2 and left[0] == 1)):
        return _quadratic(left, a._coefficients, b._coefficients)
    if a._integral and b._integral:
        dense = dense_product(left, a._coefficients, right, b._coefficients, a._bits + b._bits)
        if dense is not None:
            return surd_from_columns(*dense)
    elif 2 < len(left) <= MOST_TERMS and 2 < len(right) <= MOST_TERMS:
        below, one, bits = a.scaled()
        under, two, more = b.scaled()
        dense = dense_product(left, one, right, two, bits + more)
        if dense is not None:
            common = below * under
            return surd_from_columns(dense[0], [mpq(c, common) for c in dense[1]])
    return _sparse(left, a._coefficients, right, b._coefficients)


def _quadratic(radicands: tuple[mpz, ...], a: Sequence[Rational], b: Sequence[Rational]) -> Rational | Surd:
    d = radicands[-1]
    if len(radicands) == 1:
        return surd_from_columns(_RATIONAL, (a[0] * b[0] * d,))
    (p, q), (r, s) = a, b
    return surd_from_columns(radicands, (p * r + q * s * d, p * s + q * r))


def _sparse(
    left: Sequence[mpz], a: Sequence[Rational], right: Sequence[mpz], b: Sequence[Rational]
) -> Rational | Surd:
    sums: dict[mpz, Rational] = {}
    get = sums.get
    gcd = gmpy2.gcd
    terms = list(zip(right, b, strict=True))
    for d, c in zip(left, a, strict=True):
        for e, f in terms:
            common = gcd(d, e)
            if common == 1:
                radicand, factor = d * e, c * f
            else:
                radicand, factor = (d // common) * (e // common), c * f * common
            old = get(radicand)
            sums[radicand] = factor if old is None else old + factor
    return surd_from_terms(sums)


def multiply(a: Rational | Surd, b: Rational | Surd, meter: Meter) -> Rational | Surd:
    """``a · b``; at least one is irrational."""
    if type(a) is Surd and type(b) is Surd:
        charge_product(a, b, meter)
        return admit(product(a, b), meter)
    surd, factor = (a, b) if type(a) is Surd else (b, a)
    meter.charge_numeric(
        TERM * len(surd._radicands) * limbs_of_bits(surd._bits) * limbs_of_bits(bits_of(factor))
    )
    return admit(scaled_by(surd, factor), meter)


def scaled_by(a: Surd, factor: Rational) -> Rational | Surd:
    """``a · factor`` for a rational factor, neither charged nor checked."""
    if not factor:
        return mpz(0)
    return surd_from_columns(a._radicands, [c * factor for c in a._coefficients])


def inverse(a: Surd, meter: Meter) -> Rational | Surd:
    """``1 / a``, by multiplying with conjugates over one element of a coprime base at a time.

    Replacing ``√b`` by ``-√b`` for one element ``b`` of the base is an automorphism of the field, because the
    elements are coprime and square-free; ``a`` times that conjugate holds ``√b`` no more. The last norm is
    rational. Nothing is factored. The size of the answer is not checked.
    """
    # The common denominator may be as long as all denominators together: its room is paid for here.
    meter.charge_numeric(_BASE * len(a._radicands) ** 2 * limbs_of_bits(a._bits) ** 2)
    below, integers, _ = a.scaled()
    norm: Rational | Surd = surd_from_columns(a._radicands, integers)
    cofactor: Rational | Surd | None = None
    for element in coprime_base(a._radicands):
        if type(norm) is not Surd:
            break
        flipped = [c if d % element else -c for d, c in zip(norm._radicands, norm._coefficients, strict=True)]
        conjugate = surd_from_columns(norm._radicands, flipped)
        if conjugate == norm:
            continue
        charge_product(norm, conjugate, meter)
        if cofactor is None:
            cofactor = conjugate
        else:  # never rational: the number times it holds no root of the elements so far
            charge_product(cofactor, conjugate, meter)
            cofactor = product(cofactor, conjugate)
        norm = product(norm, conjugate)
    return scaled_by(cofactor, mpq(below, norm))
