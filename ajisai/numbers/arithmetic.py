"""The four operations: the pair formulas of LANG.NUMBERS.OPERATIONS, for every pair of numbers.

Each function charges numericWork before it computes. A result's size is checked exactly: where its bits are
not known beforehand it is built first, at most twice as wide as operands that the ceiling admitted.
"""

from __future__ import annotations

from typing import TypeAlias

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.costs import FRACTION, LIMB_BITS, fraction_price, int_add_price, int_mul_price
from ajisai.numbers.enclosure import sign_of
from ajisai.numbers.rational import INFINITY, NULLITY, Point, Rational, normal
from ajisai.numbers.sizes import admit_bits, admitted
from ajisai.numbers.surd import Surd
from ajisai.numbers.surd_arithmetic import admit, inverse, multiply, negated, total

Number: TypeAlias = mpz | mpq | Point | Surd
"""Any number of the language, in its one representation."""

_KINDS = frozenset((mpz, mpq, Point, Surd))


def is_number(v: object) -> bool:
    """Whether a value of the engine is a number."""
    return type(v) in _KINDS


def sign(a: Number, meter: Meter) -> int:
    """-1, 0 or 1; that of a point is the sign of its numerator."""
    if type(a) is Surd:
        return sign_of(a, meter)
    top = a.numerator
    return (top > 0) - (top < 0)


def neg(a: Number) -> Number:
    """``-a``: the numerator with its sign changed."""
    if type(a) is Surd:
        return negated(a)
    if type(a) is Point:
        return Point(-a.numerator)
    return -a


def add(a: Number, b: Number, meter: Meter) -> Number:
    """``a/b + c/d = (ad + bc) / bd``.

    Raises:
        Failure: numericWork, bigintBits or algebraicTerms; so do the functions below.
    """
    if type(a) is mpz and type(b) is mpz:
        bits, other = a.bit_length(), b.bit_length()
        if bits < LIMB_BITS > other and meter.bigint_bits >= LIMB_BITS:
            meter.charge_numeric(1)
            return a + b
        meter.charge_numeric(int_add_price(bits, other))
        return admitted(a + b, meter)
    if type(a) is Point or type(b) is Point:
        meter.charge_numeric(1)
        return (NULLITY if type(b) is Point else a) if type(a) is Point else b
    if type(a) is Surd or type(b) is Surd:
        return admit(total(a, b, False, meter), meter)
    fits = charge_fractions(a, b, meter)
    answer = normal(a + b)
    return answer if fits else admitted(answer, meter)


def sub(a: Number, b: Number, meter: Meter) -> Number:
    """``a/b - c/d = (ad - bc) / bd``."""
    if type(a) is mpz and type(b) is mpz:
        bits, other = a.bit_length(), b.bit_length()
        if bits < LIMB_BITS > other and meter.bigint_bits >= LIMB_BITS:
            meter.charge_numeric(1)
            return a - b
        meter.charge_numeric(int_add_price(bits, other))
        return admitted(a - b, meter)
    if type(a) is Point or type(b) is Point:
        meter.charge_numeric(1)
        return (NULLITY if type(b) is Point else a) if type(a) is Point else neg(b)
    if type(a) is Surd or type(b) is Surd:
        return admit(total(a, b, True, meter), meter)
    fits = charge_fractions(a, b, meter)
    answer = normal(a - b)
    return answer if fits else admitted(answer, meter)


def mul(a: Number, b: Number, meter: Meter) -> Number:
    """``a/b · c/d = ac / bd``."""
    if type(a) is mpz and type(b) is mpz:
        bits, other = a.bit_length(), b.bit_length()
        if bits + other <= LIMB_BITS <= meter.bigint_bits:
            meter.charge_numeric(1)
            return a * b
        if bits and other:
            admit_bits(bits + other - 1, meter)
        meter.charge_numeric(int_mul_price(bits, other))
        return admitted(a * b, meter)
    if type(a) is Point or type(b) is Point:
        meter.charge_numeric(1)
        if a is NULLITY or b is NULLITY:
            return NULLITY
        return Point(sign(a, meter) * sign(b, meter))
    if type(a) is Surd or type(b) is Surd:
        return multiply(a, b, meter)
    fits = charge_fractions(a, b, meter)
    answer = normal(a * b)
    return answer if fits else admitted(answer, meter)


def div(a: Number, b: Number, meter: Meter) -> Number:
    """``a/b ÷ c/d = a/b · d/c``, the sign of d/c moved to its numerator.

    Total: ``x ÷ 0`` is sign(x)/0 and ``x ÷ 1/0`` is 0.
    """
    if type(a) is mpz and type(b) is mpz and b:
        meter.charge_numeric(fraction_price(a.bit_length(), b.bit_length()))
        return admitted(normal(mpq(a, b)), meter)
    if type(b) is Point or not b:
        return mul(a, reciprocal(b, meter), meter)
    if type(a) is Point:  # of the divisor only the sign matters, which its reciprocal shares
        return mul(a, b, meter)
    if type(b) is Surd:
        turned = inverse(b, meter)
        return admit(turned, meter) if a == 1 else mul(turned, a, meter)
    if type(a) is Surd:
        return multiply(a, normal(1 / mpq(b)), meter)
    fits = charge_fractions(a, b, meter)
    answer = normal(mpq(a) / b)
    return answer if fits else admitted(answer, meter)


def reciprocal(a: Number, meter: Meter) -> Number:
    """``d/c`` of ``c/d``, its sign moved to the numerator. Only that of an irrational is charged."""
    if type(a) is Surd:
        return admit(inverse(a, meter), meter)
    if type(a) is Point:
        return NULLITY if a is NULLITY else mpz(0)
    return normal(1 / mpq(a)) if a else INFINITY


def charge_fractions(a: Rational, b: Rational, meter: Meter) -> bool:
    """Charge an operation on two rationals; whether any result of it is sure to fit ``bigintBits``."""
    if type(a) is mpz:
        wide = a.bit_length()
    else:
        wide, bits = a.numerator.bit_length(), a.denominator.bit_length()
        if bits > wide:
            wide = bits
    if type(b) is mpz:
        other = b.bit_length()
    else:
        other, bits = b.numerator.bit_length(), b.denominator.bit_length()
        if bits > other:
            other = bits
    # ``fraction_price``, without a call
    meter.charge_numeric(FRACTION * ((wide + 63) >> 6 or 1) * ((other + 63) >> 6 or 1))
    return wide + other < meter.bigint_bits


def gcd(a: Number, b: Number, meter: Meter) -> mpz | None:
    """The non-negative greatest common divisor of two integers; None for anything else (LANG.NUMBERS.GCD)."""
    if type(a) is not mpz or type(b) is not mpz:
        return None
    meter.charge_numeric(int_mul_price(a.bit_length(), b.bit_length()))
    return gmpy2.gcd(a, b)


def ratio(a: Number) -> tuple[mpz, mpz] | None:
    """Numerator and denominator of the reduced pair; None for an irrational (LANG.NUMBERS.RATIO)."""
    return None if type(a) is Surd else (a.numerator, a.denominator)
