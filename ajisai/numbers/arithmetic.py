"""The four operations: the pair formulas of LANG.NUMBERS.OPERATIONS, for every pair of numbers."""

from __future__ import annotations

from typing import Any

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.costs import SINGLE_LIMB, fraction_price, int_add_price, int_mul_price
from ajisai.numbers.enclosure import sign_of
from ajisai.numbers.rational import INFINITY, NULLITY, Point, Rational, normal
from ajisai.numbers.surd import Surd, surd_of
from ajisai.numbers.surd_arithmetic import bits_of, combine, inverse, multiply, terms_of

Number = mpz | mpq | Point | Surd
"""Any number of the language, in its one representation."""


def is_number(v: object) -> bool:
    """Whether a value of the engine is a number."""
    kind = type(v)
    return kind is mpz or kind is mpq or kind is Surd or kind is Point


def _checked(value: Rational, meter: Meter) -> Rational:
    bits = bits_of(value)
    if bits > meter.bigint_bits:
        meter.check_bits(bits)
    return value


def sign(a: Number, meter: Meter) -> int:
    """-1, 0 or 1; that of a point is the sign of its numerator."""
    if type(a) is Surd:
        return sign_of(a, meter)
    top = a.numerator
    return (top > 0) - (top < 0)


def neg(a: Number) -> Number:
    """``-a``."""
    if type(a) is Surd:
        return surd_of({d: -c for d, c in a._terms})
    if type(a) is Point:
        return Point(-a.numerator)
    return -a


def add(a: Any, b: Any, meter: Meter) -> Number:
    """``a + b`` (LANG.NUMBERS.ADD)."""
    if type(a) is mpz and type(b) is mpz:
        m, n = a.bit_length(), b.bit_length()
        if m <= SINGLE_LIMB and n <= SINGLE_LIMB:
            meter.charge_numeric(1)
            return _checked(a + b, meter)
        meter.charge_numeric(int_add_price(m, n))
        return _checked(a + b, meter)
    return _sum(a, b, False, meter)


def sub(a: Any, b: Any, meter: Meter) -> Number:
    """``a - b`` (LANG.NUMBERS.SUB)."""
    if type(a) is mpz and type(b) is mpz:
        meter.charge_numeric(int_add_price(a.bit_length(), b.bit_length()))
        return _checked(a - b, meter)
    return _sum(a, b, True, meter)


def _sum(a: Any, b: Any, negate: bool, meter: Meter) -> Number:
    if type(a) is Point or type(b) is Point:
        meter.charge_numeric(1)
        if type(a) is not Point:
            return neg(b) if negate else b
        return NULLITY if type(b) is Point else a
    if type(a) is Surd or type(b) is Surd:
        return combine(terms_of(a), terms_of(b), negate, meter)
    meter.charge_numeric(fraction_price(bits_of(a), bits_of(b)))
    total = a - b if negate else a + b
    return _checked(normal(total), meter)


def mul(a: Any, b: Any, meter: Meter) -> Number:
    """``a · b`` (LANG.NUMBERS.MUL)."""
    if type(a) is mpz and type(b) is mpz:
        m, n = a.bit_length(), b.bit_length()
        if m + n - 1 > meter.bigint_bits and m and n:
            meter.check_bits(m + n - 1)
        meter.charge_numeric(int_mul_price(m, n))
        return _checked(a * b, meter)
    if type(a) is Point or type(b) is Point:
        meter.charge_numeric(1)
        if a is NULLITY or b is NULLITY:
            return NULLITY
        return Point(sign(a, meter) * sign(b, meter))
    if type(a) is Surd or type(b) is Surd:
        return multiply(terms_of(a), terms_of(b), meter)
    meter.charge_numeric(fraction_price(bits_of(a), bits_of(b)))
    return _checked(normal(a * b), meter)


def reciprocal(a: Any, meter: Meter) -> Number:
    """``1 / a``: the pair turned over, its sign moved to the numerator."""
    if type(a) is Surd:
        return inverse(a, meter)
    if type(a) is Point:
        return NULLITY if a is NULLITY else mpz(0)
    return normal(1 / mpq(a)) if a else INFINITY


def div(a: Any, b: Any, meter: Meter) -> Number:
    """``a / b``, total: the product with the reciprocal (LANG.NUMBERS.DIV)."""
    if (type(a) is mpz or type(a) is mpq) and (type(b) is mpz or type(b) is mpq) and b:
        meter.charge_numeric(fraction_price(bits_of(a), bits_of(b)))
        return _checked(normal(mpq(a, b) if type(a) is mpz and type(b) is mpz else a / b), meter)
    return mul(a, reciprocal(b, meter), meter)


def gcd(a: Number, b: Number, meter: Meter) -> mpz | None:
    """The non-negative greatest common divisor of two integers; None for anything else (LANG.NUMBERS.GCD)."""
    if type(a) is not mpz or type(b) is not mpz:
        return None
    meter.charge_numeric(int_mul_price(a.bit_length(), b.bit_length()))
    return gmpy2.gcd(a, b)


def ratio(a: Number) -> tuple[mpz, mpz] | None:
    """Numerator and denominator of the reduced pair; None for an irrational (LANG.NUMBERS.RATIO)."""
    return None if type(a) is Surd else (a.numerator, a.denominator)
