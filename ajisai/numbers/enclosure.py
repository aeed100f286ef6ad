"""Decides sign, floor and rounding of an irrational by refining an interval around it.

Zero is decided by the normal form (an irrational is never zero), so that a refinement must end. Every
refinement is charged to numericWork before it is made, and doubles the precision.
"""

from __future__ import annotations

from collections.abc import Iterator

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.costs import TERM, limbs_of_bits
from ajisai.numbers.surd import Surd

_FIRST_BITS = 64


def _integer_terms(a: Surd) -> tuple[mpz, list[tuple[int, mpz]]]:
    """A common denominator D, and for every term of D·a its sign and its square."""
    denominator = mpz(1)
    for _, c in a._terms:
        denominator = gmpy2.lcm(denominator, c.denominator)
    squares = []
    for d, c in a._terms:
        numerator = c.numerator * (denominator // c.denominator)
        squares.append((1 if numerator > 0 else -1, numerator * numerator * d))
    return denominator, squares


def enclosures(a: Surd, meter: Meter | None) -> Iterator[tuple[mpz, mpz, mpz, int]]:
    """Ever narrower ``(low, high, D, k)`` with ``low < a·D·2**k < high``; ``k`` may be negative."""
    denominator, squares = _integer_terms(a)
    size = max(square.bit_length() for _, square in squares)
    bits = _FIRST_BITS
    while True:
        if meter is not None:
            meter.charge_numeric(TERM * len(squares) * limbs_of_bits(bits) ** 2)
        k = bits - size // 2
        low = high = mpz(0)
        for sign, square in squares:
            root = gmpy2.isqrt(square << (2 * k) if k >= 0 else square >> (-2 * k))
            if sign > 0:
                low += root
                high += root + 1
            else:
                low -= root + 1
                high -= root
        yield low, high, denominator, k
        bits *= 2


def sign_of(a: Surd, meter: Meter) -> int:
    """1 or -1."""
    positive = [c > 0 for _, c in a._terms]
    if all(positive):
        meter.charge_numeric(1)
        return 1
    if not any(positive):
        meter.charge_numeric(1)
        return -1
    for low, high, _, _ in enclosures(a, meter):
        if low >= 0:
            return 1
        if high <= 0:
            return -1
    raise AssertionError("unreachable")


def floor_of_scaled(a: Surd, scale: mpz, shift: mpq, meter: Meter) -> mpz:
    """``floor(a·scale + shift)`` for a positive integer ``scale`` and a rational ``shift``."""
    for low, high, denominator, k in enclosures(a, meter):
        if k < 0:
            continue
        unit = (denominator * shift.denominator) << k
        offset = (denominator * shift.numerator) << k
        one = (low * scale * shift.denominator + offset) // unit
        two = (high * scale * shift.denominator + offset) // unit
        if one == two:
            return one
    raise AssertionError("unreachable")


def approximation(a: Surd) -> mpq:
    """A rational within ``2**-64`` of the number, relatively; the same on every machine (LANG.NODES)."""
    for low, high, denominator, k in enclosures(a, None):
        if (low > 0 or high < 0) and (high - low) << 65 <= min(abs(low), abs(high)):
            middle = low + high
            return mpq(middle, (2 * denominator) << k) if k >= 0 else mpq(middle << -k, 2 * denominator)
    raise AssertionError("unreachable")
