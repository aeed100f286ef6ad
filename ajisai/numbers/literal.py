"""From text to number: the one grammar of literals, NUM and JSON numbers (LANG.SOURCE.NUMBERS)."""

from __future__ import annotations

import re
from typing import Final

from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.bounds.meter import refuse
from ajisai.numbers.arithmetic import Number
from ajisai.numbers.rational import normal, ratio_of

NUMBER_REGEX: Final = r"[+-]?[0-9]+(?:/[0-9]+|(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
"""The grammar as source text; use it anchored at both ends."""

NUMBER_PATTERN: Final = re.compile(NUMBER_REGEX)
"""The grammar compiled, for ``fullmatch``."""

_PARTS = re.compile(r"([+-]?)([0-9]+)(?:/([0-9]+)|(?:\.([0-9]+))?(?:[eE]([+-]?)([0-9]+))?)")
_LONG_EXPONENT = 15  # digits; a longer exponent counts as 10**15


def parse_number(text: str, meter: Meter) -> Number | None:
    """The number that ``text`` spells, None when it is not in the grammar.

    Raises:
        Failure: numericLiteralDigits, decided from the text before any number is built.
    """
    match = _PARTS.fullmatch(text)
    if match is None:
        return None
    minus, whole, under, fraction, exponent_sign, exponent_digits = match.groups()
    if under is not None:
        _admit(max(len(whole), len(under)), meter)
        number = ratio_of(mpz(whole), mpz(under))
        top = mpz(whole)
        return ratio_of(-top if minus == "-" else top, mpz(under)) if number else number
    fraction = fraction or ""
    mantissa = whole + fraction
    if not mantissa.strip("0"):
        _admit(len(mantissa), meter)
        return mpz(0)
    significant = (exponent_digits or "").lstrip("0")
    exponent = 10**_LONG_EXPONENT if len(significant) > _LONG_EXPONENT else int(significant or "0")
    if exponent_sign == "-":
        exponent = -exponent
    shift = exponent - len(fraction)
    _admit(len(mantissa) + shift if shift >= 0 else max(len(mantissa), 1 - shift), meter)
    top = mpz(mantissa)
    if minus == "-":
        top = -top
    power = mpz(10) ** abs(shift)
    return top * power if shift >= 0 else normal(mpq(top, power))


def _admit(digits: int, meter: Meter) -> None:
    limit = meter.limits.numeric_literal_digits
    if digits > limit:
        refuse("numericLiteralDigits", limit, digits)
