"""Order, floor and rounding (LANG.NUMBERS.ORDER, LANG.NUMBERS.ROUNDING)."""

from __future__ import annotations

from gmpy2 import mpz

from ajisai.bounds import Meter
from ajisai.numbers.arithmetic import Number, charge_fractions, sign
from ajisai.numbers.costs import SURD, int_add_price, rounding_price
from ajisai.numbers.enclosure import rounded
from ajisai.numbers.rational import NULLITY, Point
from ajisai.numbers.sizes import bits_of
from ajisai.numbers.surd import Surd
from ajisai.numbers.surd_arithmetic import total

_ONE = mpz(1)


def compare(a: Number, b: Number, meter: Meter) -> int | None:
    """-1, 0 or 1 as ``a`` is below, equal to or above ``b``; None when a 0/0 is among them."""
    if type(a) is mpz and type(b) is mpz:
        meter.charge_numeric(int_add_price(a.bit_length(), b.bit_length()))
        return (a > b) - (a < b)
    if type(a) is Point or type(b) is Point:
        meter.charge_numeric(1)
        if a is NULLITY or b is NULLITY:
            return None
        left = a.numerator if type(a) is Point else 0
        right = b.numerator if type(b) is Point else 0
        return (left > right) - (left < right)
    if type(a) is Surd or type(b) is Surd:
        if a == b:
            meter.charge_numeric(SURD)
            return 0
        return sign(total(a, b, True, meter), meter)
    charge_fractions(a, b, meter)
    return (a > b) - (a < b)


def floor(a: Number, meter: Meter) -> Number:
    """The greatest integer not above ``a``; a point over zero is its own floor."""
    if type(a) is mpz or type(a) is Point:
        meter.charge_numeric(1)
        return a
    if type(a) is Surd:
        return rounded(a, _ONE, meter, half=False)
    meter.charge_numeric(rounding_price(bits_of(a)))
    return a.numerator // a.denominator


def round_half_away(a: Number, meter: Meter) -> Number:
    """The nearest integer, ties away from zero; a point over zero is its own rounding."""
    if type(a) is mpz or type(a) is Point:
        meter.charge_numeric(1)
        return a
    if type(a) is Surd:
        return rounded(a, _ONE, meter, half=True)  # an irrational has no ties
    meter.charge_numeric(rounding_price(bits_of(a)))
    n, d = a.numerator, a.denominator
    size = (2 * abs(n) + d) // (2 * d)
    return -size if n < 0 else size
