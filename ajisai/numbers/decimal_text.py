"""From number to text: the display, the lexeme of STR, the decimals of FORMAT (LANG.VALUES.DISPLAY)."""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.arithmetic import Number, sign
from ajisai.numbers.costs import int_mul_price
from ajisai.numbers.enclosure import floor_of_scaled
from ajisai.numbers.rational import Point
from ajisai.numbers.surd import Surd
from ajisai.numbers.surd_arithmetic import bits_of, widest

_HALF = mpq(1, 2)


def _pair(a: Any) -> str:
    return f"{a.numerator}/{a.denominator}"


def display(a: Number) -> str:
    """The one text of a number: ``n/d``, or the terms of an irrational in ascending radicand."""
    if type(a) is not Surd:
        return _pair(a)
    parts: list[str] = []
    for d, c in a._terms:
        if d == 1:
            text = _pair(c)
        elif c == 1 or c == -1:
            text = f"sqrt({d})" if c > 0 else f"-sqrt({d})"
        else:
            text = f"{_pair(c)}*sqrt({d})"
        parts.append("+" + text if parts and c > 0 else text)
    return "".join(parts)


def lexeme(a: Number) -> str | None:
    """The text of STR: ``42``, ``1/3``, ``1/0``; None for an irrational."""
    if type(a) is Surd:
        return None
    return a.digits() if type(a) is mpz else _pair(a)


def format_decimal(a: Number, digits: int, meter: Meter) -> str | None:
    """Decimal text with exactly ``digits >= 0`` digits after the point; None for a point over zero.

    Raises:
        Failure: bigintBits, when the digits would not fit, before any is computed.
    """
    if type(a) is Point:
        return None
    digits = int(digits)
    own = widest(a._terms) if type(a) is Surd else bits_of(a)
    bits = own + digits * 33219280949 // 10**10 + 1
    meter.check_bits(min(bits, 10**15))
    meter.charge_numeric(int_mul_price(bits, bits))
    scale = mpz(10) ** digits
    if type(a) is Surd:
        negative = sign(a, meter) < 0
        scaled = abs(floor_of_scaled(a, scale, _HALF, meter))
    else:
        n, d = a.numerator, a.denominator
        negative = n < 0
        scaled = (2 * abs(n) * scale + d) // (2 * d)
    text = scaled.digits().rjust(digits + 1, "0")
    if digits:
        text = f"{text[:-digits]}.{text[-digits:]}"
    return "-" + text if negative and scaled else text
