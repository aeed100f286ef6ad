"""Products of irrationals that fill their field, by one long multiplication (Kronecker substitution).

In a field spanned by the roots of k coprime numbers, a number is a polynomial of degree at most 1 in each of
k variables. Both operands are laid out in slots of equal width inside one integer, 3**k slots, multiplied at
once, and every square of a variable is replaced by its number, for all slots together. gmpy2 so does the work
of all term pairs in a few calls.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import gmpy2
from gmpy2 import mpz

from ajisai.numbers.surd import coprime_base

_LEAST_PAIRS = 40  # below, and with more slots than pairs, the layout costs more than it saves


class Layout(NamedTuple):
    """Where the terms of two operands and of their product stand."""

    base: tuple[mpz, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    answer: tuple[int, ...]
    radicands: tuple[mpz, ...]
    growth: int  # bits by which a slot can outgrow a product of two coefficients


def dense_layout(left: tuple[mpz, ...], right: tuple[mpz, ...]) -> Layout | None:
    """The layout of a product of terms with these radicands; None where it would not pay."""
    if len(left) * len(right) < _LEAST_PAIRS:
        return None
    base = sorted(coprime_base(left + right))
    if 3 ** len(base) > len(left) * len(right):
        return None

    def bits(radicand: mpz) -> int:
        return sum(1 << i for i, element in enumerate(base) if radicand % element == 0)

    def slot(bits: int) -> int:
        return sum(3**i for i in range(len(base)) if bits >> i & 1)

    def radicand_of(bits: int) -> mpz:
        return _product(element for i, element in enumerate(base) if bits >> i & 1)

    one, two = [bits(d) for d in left], [bits(d) for d in right]
    reached = sorted({a ^ b for a in one for b in two}, key=radicand_of)
    growth = min(len(left), len(right)).bit_length() + sum((p + 1).bit_length() for p in base) + 2
    return Layout(
        tuple(base),
        tuple(map(slot, one)),
        tuple(map(slot, two)),
        tuple(map(slot, reached)),
        tuple(map(radicand_of, reached)),
        growth,
    )


def _product(numbers: Iterable[mpz]) -> mpz:
    answer = mpz(1)
    for number in numbers:
        answer *= number
    return answer


@lru_cache(maxsize=32)
def _masks(variables: int, width: int) -> tuple[mpz, mpz, tuple[tuple[mpz, mpz], ...]]:
    """Half a slot, that in every slot, and for each variable the slots that hold its square."""
    half = mpz(1) << (width - 1)
    slots = 3**variables
    every = gmpy2.pack([half] * slots, width)
    full = (mpz(1) << width) - 1
    squares = []
    for i in range(variables):
        mask = gmpy2.pack([full if slot // 3**i % 3 == 2 else mpz(0) for slot in range(slots)], width)
        squares.append((mask, every & mask))
    return half, every, tuple(squares)


def dense_product(layout: Layout, a: tuple[mpz, ...], b: tuple[mpz, ...], bits: int) -> list[mpz]:
    """The coefficients of a product, one for each radicand of the layout; some may be zero.

    ``a`` and ``b`` are the operands' coefficients; ``bits`` are those of the widest of each, together.
    """
    width = (bits + layout.growth + 31) & -32
    half, every, squares = _masks(len(layout.base), width)
    packed = _packed(a, layout.left, width) * _packed(b, layout.right, width)
    # Slots hold signed numbers: half a slot is added to each wherever they are taken apart.
    for i, number in enumerate(layout.base):
        mask, halves = squares[i]
        square = ((packed + every) & mask) - halves
        packed += number * (square >> (2 * width * 3**i)) - square
    packed += every
    full = (half << 1) - 1
    return [(packed >> place * width & full) - half for place in layout.answer]


def _packed(values: tuple[mpz, ...], places: tuple[int, ...], width: int) -> mpz:
    return sum([value << place * width for value, place in zip(values, places, strict=True)])  # type: ignore[return-value]
