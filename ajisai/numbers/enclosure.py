"""Decides sign, floor and rounding of an irrational by refining an interval around it.

Zero is decided by the normal form (an irrational is never zero), so that a refinement must end. Each one is
charged to numericWork before it is made; the next has twice the precision.
"""

from __future__ import annotations

from collections.abc import Iterator

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.costs import SURD, TERM, bulk_price, int_mul_price
from ajisai.numbers.surd import Surd

_FIRST_BITS = 64  # one limb decides most comparisons
_RELATIVE_BITS = 64  # of an approximation


class Enclosures:
    """Ever narrower intervals around an irrational.

    A term ``(p/q)·√d`` is the root of ``p²d / q²``, so that its floor at any binary precision is one integer
    root; the sum of the floors is off by less than the number of terms.
    """

    __slots__ = ("_meter", "_squares", "size")

    def __init__(self, a: Surd, meter: Meter | None) -> None:
        terms = len(a._radicands)
        if meter is not None:
            meter.charge_numeric(SURD + terms * bulk_price(2 * a._bits))
        self._meter = meter
        self._squares: list[tuple[bool, mpz, mpz]] = []
        size = None
        for d, c in zip(a._radicands, a._coefficients, strict=True):
            p, q = c.numerator, c.denominator
            top, under = p * p * d, q * q
            self._squares.append((p > 0, top, under))
            bits = (top.bit_length() - under.bit_length() + 3) >> 1
            size = bits if size is None or bits > size else size
        self.size: int = size  # type: ignore[assignment]  # every |term| is below 2**size

    def at(self, k: int) -> tuple[mpz, mpz]:
        """``(low, high)`` with ``low < a·2**k < high``, or ``low == a·2**k`` of a rational; k of any sign."""
        if self._meter is not None:
            self._meter.charge_numeric(len(self._squares) * (TERM + bulk_price(max(1, self.size + k))))
        low, above, below = mpz(0), 0, 0
        for positive, top, under in self._squares:
            shifted = top << (2 * k) if k >= 0 else top >> (-2 * k)
            root = gmpy2.isqrt(shifted if under == 1 else shifted // under)
            if positive:
                low += root
                above += 1
            else:
                low -= root
                below += 1
        return low - below, low + above

    def refined(self, k: int) -> Iterator[tuple[mpz, mpz, int]]:
        """``(low, high, k)`` from the binary precision ``k`` on, without end."""
        while True:
            yield *self.at(k), k
            k = 2 * max(k + self.size, _FIRST_BITS) - self.size


def sign_of(a: Surd, meter: Meter | None) -> int:
    """1 or -1, decided exactly (LANG.NUMBERS.ORDER)."""
    coefficients = a._coefficients
    negative = [c < 0 for c in coefficients]
    if True not in negative or False not in negative:
        if meter is not None:
            meter.charge_numeric(len(negative))
        return -1 if negative[0] else 1
    if len(negative) == 2:
        (d, e), (c, f) = a._radicands, coefficients
        if meter is not None:
            meter.charge_numeric(TERM * int_mul_price(3 * a._bits, 3 * a._bits))
        first_is_larger = c * c * d > f * f * e
        return -1 if negative[0] is first_is_larger else 1
    enclosures = Enclosures(a, meter)
    for low, high, _ in enclosures.refined(_FIRST_BITS - enclosures.size):
        if low >= 0:
            return 1
        if high <= 0:
            return -1
    raise AssertionError("a refinement has no end")


def rounded(a: Surd, scale: mpz, meter: Meter | None, *, half: bool) -> mpz:
    """``floor(a·scale)`` for a positive integer ``scale``, or ``floor(a·scale + 1/2)`` with ``half``."""
    extra = 1 if half else 0
    for low, high, k in Enclosures(a, meter).refined(scale.bit_length() + _FIRST_BITS // 2):
        offset = mpz(extra) << k
        one = ((low * scale << extra) + offset) >> (k + extra)
        if one == ((high * scale << extra) + offset) >> (k + extra):
            return one
    raise AssertionError("a refinement has no end")


def approximation(a: Surd) -> mpq:
    """A rational within ``2**-64`` of the number, relatively; the same on every machine (LANG.NODES).

    Its numerator is short, and its denominator a power of two.
    """
    enclosures = Enclosures(a, None)
    for low, high, k in enclosures.refined(_RELATIVE_BITS + 8 - enclosures.size):
        # To a quarter of the error that is allowed; cutting the middle below adds less than another.
        if (low > 0 or high < 0) and (high - low) << (_RELATIVE_BITS + 2) <= min(abs(low), abs(high)):
            middle = low + high
            excess = max(0, middle.bit_length() - _RELATIVE_BITS - 4)
            middle >>= excess
            k += 1 - excess
            return mpq(middle, mpz(1) << k) if k >= 0 else mpq(middle << -k)
    raise AssertionError("a refinement has no end")
