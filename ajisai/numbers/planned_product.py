"""Products of irrationals whose radicands have met before.

Which radicand a pair of terms goes to, and with what factor, depends on the radicands alone. For operands of
moderate size that is found once and kept; a further product of such terms only combines integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.numbers.dense_product import Layout, dense_layout, dense_product
from ajisai.numbers.rational import Rational
from ajisai.numbers.surd import Surd, surd_from_columns

# These bound what is kept: 128 plans of at most 4096 pairs.
_MOST_PLANS = 128
_MOST_TERMS = 64
_MOST_RADICAND_BITS = 30  # a product of two is then its own hash: none can be chosen to collide

_MOST_BITS = 2048  # of two coefficients: wider ones gain nothing from a common denominator


class _Pairs(NamedTuple):
    """For every term of the left operand, where its pair with each right term goes, and times what."""

    radicands: tuple[mpz, ...]
    rows: tuple[tuple[tuple[int, mpz | None], ...], ...]


_Plan: TypeAlias = Layout | _Pairs


@lru_cache(maxsize=_MOST_PLANS)
def _plan(left: tuple[mpz, ...], right: tuple[mpz, ...]) -> _Plan:
    layout = dense_layout(left, right)
    if layout is not None:
        return layout
    commons = [[gmpy2.gcd(d, e) for e in right] for d in left]
    products = [
        [(d // common) * (e // common) for e, common in zip(right, row, strict=True)]
        for d, row in zip(left, commons, strict=True)
    ]
    radicands = sorted({radicand for row in products for radicand in row})
    place = {radicand: index for index, radicand in enumerate(radicands)}
    return _Pairs(
        tuple(radicands),
        tuple(
            tuple(
                (place[radicand], None if common == 1 else common)
                for radicand, common in zip(*row, strict=True)
            )
            for row in zip(products, commons, strict=True)
        ),
    )


def planned_product(a: Surd, b: Surd) -> Rational | Surd | None:
    """``a · b``, or None for operands too large to keep a plan for."""
    left, right = a._radicands, b._radicands
    if (
        max(len(left), len(right)) > _MOST_TERMS
        or max(left[-1], right[-1]).bit_length() > _MOST_RADICAND_BITS
    ):
        return None
    below, one, bits = a.scaled()
    under, two, more = b.scaled()
    if bits + more > _MOST_BITS:
        return None
    plan = _plan(left, right)
    integers = (
        dense_product(plan, one, two, bits + more) if isinstance(plan, Layout) else _by_pairs(plan, one, two)
    )
    common = below * under
    coefficients: Sequence[Rational] = integers if common == 1 else [mpq(c, common) for c in integers]
    return surd_from_columns(plan.radicands, coefficients)


def _by_pairs(plan: _Pairs, a: tuple[mpz, ...], b: tuple[mpz, ...]) -> list[mpz]:
    sums = [mpz(0)] * len(plan.radicands)
    for c, row in zip(a, plan.rows, strict=True):
        for f, (place, common) in zip(b, row, strict=True):
            sums[place] += c * f if common is None else c * f * common
    return sums
