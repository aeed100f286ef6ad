"""From number to text: the display, the lexeme of STR, the decimals of FORMAT (LANG.VALUES.DISPLAY)."""

from __future__ import annotations

from gmpy2 import mpz

from ajisai.bounds import Meter
from ajisai.numbers.arithmetic import Number, sign
from ajisai.numbers.costs import FRACTION, SURD, bulk_price, int_mul_price
from ajisai.numbers.enclosure import rounded
from ajisai.numbers.rational import Point, Rational
from ajisai.numbers.sizes import admit_bits, bits_of
from ajisai.numbers.surd import Surd


def _pair(a: Rational | Point) -> str:
    return f"{a.numerator.digits()}/{a.denominator.digits()}"


def display(a: Number) -> str:
    """The one text of a number: ``n/d``, or the terms of an irrational in ascending radicand."""
    if type(a) is not Surd:
        return _pair(a)
    parts: list[str] = []
    for d, c in a.terms:
        if d == 1:
            text = _pair(c)
        elif c == 1 or c == -1:
            text = f"sqrt({d.digits()})" if c > 0 else f"-sqrt({d.digits()})"
        else:
            text = f"{_pair(c)}*sqrt({d.digits()})"
        parts.append("+" + text if parts and c > 0 else text)
    return "".join(parts)


def lexeme(a: Number) -> str | None:
    """The text of STR: ``42``, ``1/3``, ``1/0``; None for an irrational, which has no literal."""
    if type(a) is Surd:
        return None
    return a.digits() if type(a) is mpz else _pair(a)


def _whole_bits(a: Rational | Surd) -> int:
    """Bits of the whole part, within one or two, without finding it."""
    if type(a) is Surd:
        return max(_whole_bits(c) + d.bit_length() // 2 for d, c in a.terms)
    return max(0, a.numerator.bit_length() - a.denominator.bit_length() + (a.denominator == 1))


def format_decimal(a: Number, digits: int, meter: Meter) -> str | None:
    """Decimal text with exactly ``digits >= 0`` digits after the point; None for a point over zero.

    Rounded half away from zero; a minus sign only when the rounded text is not zero (LANG.WORDS.FORMAT).

    Raises:
        Failure: bigintBits, when the digits before and after the point would not fit, before any is found;
            numericWork.
    """
    if type(a) is Point:
        return None
    digits = int(digits)
    scale_bits = digits and digits * 33219280949 // 10**10 + 1  # log2(10), from above
    admit_bits(_whole_bits(a) + scale_bits, meter)
    own = a._bits if type(a) is Surd else bits_of(a)
    meter.charge_numeric(FRACTION * int_mul_price(own, scale_bits) + bulk_price(own + scale_bits))
    scale = mpz(10) ** digits
    if type(a) is Surd:
        meter.charge_numeric(2 * SURD)
        negative = sign(a, meter) < 0
        size = abs(rounded(a, scale, meter, half=True))
    else:
        n, d = a.numerator, a.denominator
        negative = n < 0
        size = (2 * abs(n) * scale + d) // (2 * d)
    text = size.digits().rjust(digits + 1, "0")
    if digits:
        text = f"{text[:-digits]}.{text[-digits:]}"
    return "-" + text if negative and size else text
