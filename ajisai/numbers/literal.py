"""From text to number: the one grammar of literals, of NUM and of JSON numbers (LANG.SOURCE.NUMBERS)."""

from __future__ import annotations

import re
from typing import Final

from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.bounds.meter import refuse
from ajisai.numbers.arithmetic import Number
from ajisai.numbers.rational import normal, ratio_of

NUMBER_REGEX: Final = r"[+-]?[0-9]+(?:/[0-9]+|(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
"""The grammar as source text, to be anchored at both ends. Its digits are ASCII."""

NUMBER_PATTERN: Final = re.compile(NUMBER_REGEX)
"""The grammar compiled, for ``fullmatch``."""

_PARTS = re.compile(r"([+-]?)([0-9]+)(?:/([0-9]+)|(?:\.([0-9]+))?(?:[eE]([+-]?)([0-9]+))?)")
_EXPONENT_DIGITS = 15  # a longer exponent counts as 10**15, past any ceiling: it is never read


def parse_number(text: str, meter: Meter) -> Number | None:
    """The number that ``text`` spells, None when the whole of it does not match the grammar.

    Raises:
        Failure: numericLiteralDigits, decided from the text before any number is built.
    """
    match = _PARTS.fullmatch(text)
    if match is None:
        return None
    sign, whole, under, fraction, exponent_sign, exponent = match.groups()
    if under is not None:
        _admit_digits(max(len(whole), len(under)), meter)
        return ratio_of(_integer(sign, whole), mpz(under))
    if fraction is None and exponent is None:
        _admit_digits(len(whole), meter)
        return _integer(sign, whole)
    fraction = fraction or ""
    mantissa = whole + fraction
    if not mantissa.strip("0"):
        _admit_digits(len(mantissa), meter)
        return mpz(0)
    # The value is mantissa · 10**shift: digits of the numerator or of the denominator that this spells.
    shift = _exponent(exponent_sign, exponent) - len(fraction)
    _admit_digits(len(mantissa) + shift if shift >= 0 else max(len(mantissa), 1 - shift), meter)
    scale = mpz(10) ** abs(shift)
    number = _integer(sign, mantissa)
    return number * scale if shift >= 0 else normal(mpq(number, scale))


def _integer(sign: str, digits: str) -> mpz:
    return -mpz(digits) if sign == "-" else mpz(digits)


def _exponent(sign: str | None, digits: str | None) -> int:
    significant = (digits or "0").lstrip("0") or "0"
    size = int(significant) if len(significant) <= _EXPONENT_DIGITS else 10**_EXPONENT_DIGITS
    return -size if sign == "-" else size


def _admit_digits(digits: int, meter: Meter) -> None:
    limit = meter.limits.numeric_literal_digits
    if digits > limit:
        refuse("numericLiteralDigits", limit, digits)
