"""Prices of arithmetic in units of numericWork (LANG.CEILINGS).

A scalar operation on integers of one 64-bit limb is one unit, and so pays for its lane or its step too. The
figures beside the constants were taken with ``python -m benchmarks.calibration`` (CPython 3.11, gmpy2 2.3): a
unit of anything else stands for 75 ns at most, and a price may be higher than its work.
"""

from __future__ import annotations

from typing import Final

from ajisai.bounds import Price

LIMB_BITS: Final = 64
"""Bits of a limb. Integers up to this many bits cost the least."""

FRACTION: Final[Price] = 6
"""A fraction operation: up to three products and a gcd; 0.4 to 0.9 µs."""

SURD: Final[Price] = 28
"""What any operation on an irrational takes beside its terms; 1.2 to 2 µs."""

TERM: Final[Price] = 10
"""One term of a sum of irrationals, or one term in one refinement of an enclosure; 0.3 to 0.6 µs."""

TERM_PAIR: Final[Price] = 9
"""One pair of terms in a product of irrationals beside the product of the coefficients; 0.5 to 1.2 µs in all,
or 0.06 to 0.12 µs where the terms fill their field."""

RADICAND: Final[Price] = 18
"""What the square-free part of an integer takes before anything is divided; 0.9 µs."""

BULK: Final[Price] = 64
"""Limb products of one unit inside a single long gmpy2 call (roots, tests, text), where nothing else runs."""

POWER: Final[Price] = 3
"""Squared limbs of a power of one unit: repeated squaring takes n²/4 + n²/16 + … limb products."""


def limbs_of_bits(bits: int) -> int:
    """64-bit limbs that hold so many bits, at least 1."""
    return (bits + 63) >> 6 or 1


def int_add_price(bits_a: int, bits_b: int) -> int:
    """A sum, difference or comparison of two integers of so many bits: the limbs of the wider."""
    return ((bits_a if bits_a > bits_b else bits_b) + 63) >> 6 or 1


def int_mul_price(bits_a: int, bits_b: int) -> int:
    """A product or gcd of two integers of so many bits: their limb products."""
    return ((bits_a + 63) >> 6 or 1) * ((bits_b + 63) >> 6 or 1)


def fraction_price(bits_a: int, bits_b: int) -> int:
    """Any operation on two fractions whose wider halves have so many bits, and a quotient of integers."""
    return FRACTION * ((bits_a + 63) >> 6 or 1) * ((bits_b + 63) >> 6 or 1)


def term_pair_price(bits_a: int, bits_b: int, whole: bool) -> int:
    """One pair of terms whose radicands and coefficients have at most so many bits; ``whole``: integers."""
    limbs = ((bits_a + 63) >> 6 or 1) * ((bits_b + 63) >> 6 or 1)
    return TERM_PAIR + (limbs if whole else FRACTION * limbs)


def rounding_price(bits: int) -> int:
    """Floor or rounding of a fraction whose wider half has so many bits: one division."""
    return FRACTION * limbs_of_bits(bits)


def bulk_price(bits: int) -> int:
    """One quadratic gmpy2 call on an operand of so many bits: a root, a square test, decimal text."""
    limbs = (bits + 63) >> 6
    return 1 + limbs * limbs // BULK


def power_price(bits: int) -> int:
    """An integer power of so many result bits by repeated squaring."""
    limbs = limbs_of_bits(bits)
    return 1 + limbs * limbs // POWER
