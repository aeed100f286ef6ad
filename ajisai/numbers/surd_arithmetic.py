"""Sums, products and inverses of irrationals. Every result is in normal form."""

from __future__ import annotations

from operator import add, itemgetter, sub
from typing import Any, Final

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.bounds import Meter, Price
from ajisai.numbers.costs import SURD, TERM, int_add_price, int_mul_price, limbs_of_bits, term_pair_price
from ajisai.numbers.planned_product import planned_product
from ajisai.numbers.rational import Rational
from ajisai.numbers.sizes import admit_bits, bits_of
from ajisai.numbers.surd import Surd, built, coprime_base, surd_from_columns, surd_from_integers

_ONE = mpz(1)
_RATIONAL = (_ONE,)
_NARROW_BITS = 60  # an integer of so many bits is its own hash
BASE: Final[Price] = 16
"""One pair of radicands while a coprime base is refined, per product of limbs."""


def admit(a: Rational | Surd, meter: Meter) -> Rational | Surd:
    """The same number, once its size is within ``algebraicTerms`` and ``bigintBits``.

    A radicand counts as a coefficient does.
    """
    if type(a) is Surd:
        if len(a._radicands) > meter.algebraic_terms:
            meter.check_terms(len(a._radicands))
        if a._bits > meter.bigint_bits:
            admit_bits(a._bits, meter)
    else:
        admit_bits(bits_of(a), meter)
    return a


def negated(a: Surd) -> Surd:
    """``-a``."""
    return a.flipped(lambda _: True)


def _parts(a: Rational | Surd) -> tuple[tuple[mpz, ...], tuple[Rational, ...], int, bool]:
    """Radicands, coefficients, widest bits, and whether every coefficient is an integer."""
    if type(a) is Surd:
        return a._radicands, a._coefficients, a._bits, a._integral
    return _RATIONAL, (a,), bits_of(a), type(a) is mpz


def total(a: Rational | Surd, b: Rational | Surd, negate: bool, meter: Meter) -> Rational | Surd:
    """``a + b``, or ``a - b`` when ``negate``; at least one is irrational. Its size is not checked."""
    left, one, wide, whole = _parts(a)
    right, two, other, also = _parts(b)
    price = int_add_price(wide, other) if whole and also else int_mul_price(wide, other)
    meter.charge_numeric(SURD + TERM * (len(left) + len(right)) * price)
    if left == right:
        if whole and also:
            sums = list(map(sub if negate else add, one, two))
            return surd_from_integers(left, sums, left[-1].bit_length())
        return surd_from_columns(left, list(map(sub if negate else add, one, two)))
    if negate:
        two = tuple([-c for c in two])
    if right == _RATIONAL:  # joins in front
        if left[0] == 1:
            return surd_from_columns(left, (one[0] + two[0], *one[1:]))
        return surd_from_columns((_ONE, *left), (two[0], *one))
    # Two ascending runs: Python's sort merges them in one pass.
    terms = sorted([*zip(left, one, strict=True), *zip(right, two, strict=True)], key=itemgetter(0))
    radicands: list[mpz] = []
    coefficients: list[Rational] = []
    for radicand, factor in terms:
        if radicands and radicands[-1] == radicand:
            coefficients[-1] += factor
        else:
            radicands.append(radicand)
            coefficients.append(factor)
    return surd_from_columns(radicands, coefficients)


def _charge_product(a: Surd, b: Surd, meter: Meter) -> None:
    pairs = len(a._radicands) * len(b._radicands)
    meter.charge_numeric(SURD + pairs * term_pair_price(a._bits, b._bits, a._integral and b._integral))


def multiply(a: Rational | Surd, b: Rational | Surd, meter: Meter) -> Rational | Surd:
    """``a · b``."""
    if type(a) is Surd and type(b) is Surd:
        _charge_product(a, b, meter)
        return admit(_product(a, b), meter)
    surd, factor = (a, b) if type(a) is Surd else (b, a)
    if type(surd) is not Surd or type(factor) is Surd:
        raise TypeError("one factor must be irrational")
    price = int_mul_price(surd._bits, bits_of(factor))
    meter.charge_numeric(SURD + TERM * len(surd._radicands) * price)
    return admit(_scaled_by(surd, factor), meter)


def _scaled_by(a: Surd, factor: Rational) -> Rational | Surd:
    return surd_from_columns(a._radicands, [c * factor for c in a._coefficients])


def _product(a: Surd, b: Surd) -> Rational | Surd:
    radicands = a._radicands
    if len(radicands) <= 2 and radicands == b._radicands and (len(radicands) == 1 or radicands[0] == 1):
        return _quadratic_product(a, b)
    planned = planned_product(a, b)
    return _sparse_product(a, b) if planned is None else planned


def _quadratic_product(a: Surd, b: Surd) -> Rational | Surd:
    """Of two numbers ``p + q·√d`` with the same ``d``, both with or both without the rational term."""
    radicands = a._radicands
    d = radicands[-1]
    if len(radicands) == 1:
        return surd_from_columns(_RATIONAL, (a._coefficients[0] * b._coefficients[0] * d,))
    p, q = a._coefficients
    r, s = b._coefficients
    rational: Any = p * r + q * s * d
    root: Any = p * s + q * r
    if a._integral and b._integral and rational and root:
        bits = max(d.bit_length(), rational.bit_length(), root.bit_length())
        return built(radicands, (rational, root), bits, True)
    return surd_from_columns(radicands, (rational, root))


def _sparse_product(a: Surd, b: Surd) -> Rational | Surd:
    # Python hashes an integer by a public modulus, so that wide radicands could be chosen to collide; the
    # hash of their bytes is seeded.
    narrow = a._radicands[-1].bit_length() + b._radicands[-1].bit_length() <= _NARROW_BITS
    sums: dict[mpz | bytes, Rational] = {}
    get = sums.get
    gcd = gmpy2.gcd
    terms = b.terms
    for d, c in a.terms:
        for e, f in terms:
            common = gcd(d, e)
            factor = c * f
            if common == 1:
                radicand = d * e
            else:
                radicand = (d // common) * (e // common)
                factor *= common
            key = radicand if narrow else gmpy2.to_binary(radicand)
            old = get(key)
            sums[key] = factor if old is None else old + factor
    found = [
        (mpz(gmpy2.from_binary(key)) if isinstance(key, bytes) else key, c) for key, c in sums.items() if c
    ]
    found.sort(key=itemgetter(0))
    return surd_from_columns([d for d, _ in found], [c for _, c in found])


def inverse(a: Surd, meter: Meter) -> Rational | Surd:
    """``1 / a``, by multiplying with conjugates over one element of a coprime base at a time.

    Replacing ``√b`` by ``-√b`` for one element ``b`` of the base is an automorphism of the field, because the
    elements are coprime and square-free; ``a`` times that conjugate holds ``√b`` no more. The last norm is
    rational. Nothing is factored. The size of the answer is not checked.
    """
    # The common denominator may be as wide as all denominators together: its room is paid for here.
    meter.charge_numeric(SURD + BASE * len(a._radicands) ** 2 * limbs_of_bits(a._bits) ** 2)
    below, integers, _ = a.scaled()
    norm = surd_from_columns(a._radicands, integers)
    cofactor: Rational | Surd = below
    for element in coprime_base(a._radicands):
        if type(norm) is not Surd:
            break
        conjugate = norm.flipped(lambda d, element=element: d % element == 0)  # type: ignore[misc]
        if conjugate == norm:
            continue
        cofactor = _charged_product(cofactor, conjugate, meter)
        norm = _charged_product(norm, conjugate, meter)
    if type(norm) is Surd or type(cofactor) is not Surd:
        raise AssertionError("the last norm is rational, and the product of the conjugates is not")
    return _scaled_by(cofactor, 1 / mpq(norm))


def _charged_product(a: Rational | Surd, b: Surd, meter: Meter) -> Rational | Surd:
    if type(a) is not Surd:
        return _scaled_by(b, a)
    _charge_product(a, b, meter)
    return _product(a, b)
