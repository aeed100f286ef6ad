"""Prices of arithmetic in units of numericWork (LANG.CEILINGS.NUMERIC-WORK).

One unit is the time of one scalar operation on integers of one 64-bit limb, interpreter included.
"""

from __future__ import annotations

from typing import Final

SINGLE_LIMB: Final = 64
"""Bits of a limb: integers up to this many bits cost the least."""

FRACTION: Final = 4
"""A fraction operation is three products and a gcd."""

TERM_PAIR: Final = 6
"""One pair of terms in a product of irrationals: a gcd, two exact divisions, two products, a dict update."""

TERM: Final = 4
"""One term in a sum of irrationals, or one term in one refinement of an enclosure."""


def limbs_of_bits(bits: int) -> int:
    """64-bit limbs that hold so many bits, at least 1."""
    return (bits + 63) >> 6 or 1


def int_add_price(bits_a: int, bits_b: int) -> int:
    """A sum, difference or comparison of two integers of so many bits."""
    bits = bits_a if bits_a > bits_b else bits_b
    return 1 if bits <= SINGLE_LIMB else (bits + 63) >> 6


def int_mul_price(bits_a: int, bits_b: int) -> int:
    """A product, quotient or gcd of two integers of so many bits."""
    return limbs_of_bits(bits_a) * limbs_of_bits(bits_b)


def fraction_price(bits_a: int, bits_b: int) -> int:
    """Any operation on two fractions whose larger halves have so many bits."""
    return FRACTION * limbs_of_bits(bits_a) * limbs_of_bits(bits_b)


def power_price(bits: int) -> int:
    """An integer power of so many result bits by repeated squaring: limb products n²/4 + n²/16 + …"""
    limbs = limbs_of_bits(bits)
    return 1 + limbs * limbs // 3
