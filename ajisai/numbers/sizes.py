"""How large a number is, and its admission under the ceiling ``bigintBits``."""

from __future__ import annotations

from typing import Final, TypeVar

from gmpy2 import mpz

from ajisai.bounds import Meter
from ajisai.numbers.rational import Rational

_Fits = TypeVar("_Fits", mpz, Rational)

OBSERVED_CAP: Final = 10**15
"""A predicted size beyond this is reported as this: it may itself have thousands of digits."""


def bits_of(c: Rational) -> int:
    """Bits of a finite rational: of the wider of its numerator and denominator."""
    if type(c) is mpz:
        return c.bit_length()
    return max(c.numerator.bit_length(), c.denominator.bit_length())


def admit_bits(bits: int, meter: Meter) -> None:
    """Refuse a result of so many bits when the ceiling is lower."""
    if bits > meter.bigint_bits:
        meter.check_bits(int(min(bits, OBSERVED_CAP)))


def admitted(c: _Fits, meter: Meter) -> _Fits:
    """The same rational, once its size is known to be admitted."""
    bits = bits_of(c)
    if bits > meter.bigint_bits:
        meter.check_bits(bits)
    return c


def least_power_bits(base: mpz, exponent: int) -> int:
    """A lower bound of the bits of ``base**exponent`` (both at least 1), found without computing it.

    The binary logarithm is taken from below to 32 fraction bits by squaring a truncated mantissa; the bound
    falls short by at most one bit for exponents below ``2**31``.
    """
    whole = base.bit_length() - 1
    mantissa = base << (128 - whole) if whole <= 128 else base >> (whole - 128)
    fraction = 0
    for _ in range(32):
        mantissa = (mantissa * mantissa) >> 128
        fraction <<= 1
        if mantissa >> 129:
            fraction |= 1
            mantissa >>= 1
    return ((exponent * ((whole << 32) + fraction)) >> 32) + 1
