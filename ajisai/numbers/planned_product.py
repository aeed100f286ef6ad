"""Products of irrationals whose radicands have met before.

Which radicand a pair of terms goes to, and with what factor, depends on the radicands alone. For operands of
moderate size that is found once and kept; a further product of such terms only combines integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter, mul
from typing import NamedTuple, TypeAlias

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.numbers.dense_product import Layout, dense_layout, dense_product
from ajisai.numbers.rational import Rational
from ajisai.numbers.surd import Surd, surd_from_columns, surd_from_integers

_ZERO = mpz(0)

# These bound what is kept: 128 plans of at most 4096 pairs.
_MOST_PLANS = 128
_MOST_TERMS = 64
_MOST_RADICAND_BITS = 30  # a product of two is then its own hash: none can be chosen to collide

_MOST_BITS = 2048  # of two coefficients: wider ones gain nothing from a common denominator


class _Pairs(NamedTuple):
    """All pairs of a left and a right term, those of one radicand of the product side by side.

    ``left`` and ``right`` pick their coefficients out of those of the operands; ``factors`` are what is taken
    out of the roots, and ``groups`` the pairs of each radicand.
    """

    radicands: tuple[mpz, ...]
    left: Callable[[tuple[mpz, ...]], Iterable[mpz]]
    right: Callable[[tuple[mpz, ...]], Iterable[mpz]]
    factors: tuple[mpz, ...]
    groups: tuple[slice, ...]


_Plan: TypeAlias = Layout | _Pairs


@lru_cache(maxsize=_MOST_PLANS)
def _plan(left: tuple[mpz, ...], right: tuple[mpz, ...]) -> _Plan:
    layout = dense_layout(left, right)
    return _pairs(left, right) if layout is None else layout


def _pairs(left: tuple[mpz, ...], right: tuple[mpz, ...]) -> _Pairs:
    found: dict[mpz, list[tuple[int, int, mpz]]] = {}
    for i, d in enumerate(left):
        for j, e in enumerate(right):
            common = gmpy2.gcd(d, e)
            found.setdefault((d // common) * (e // common), []).append((i, j, common))
    radicands = sorted(found)
    ends = list(accumulate(len(found[radicand]) for radicand in radicands))
    ones, twos, factors = zip(*[pair for radicand in radicands for pair in found[radicand]], strict=True)
    return _Pairs(
        tuple(radicands),
        _picker(ones),
        _picker(twos),
        factors,
        tuple(map(slice, [0, *ends], ends)),
    )


def _picker(places: tuple[int, ...]) -> Callable[[tuple[mpz, ...]], Iterable[mpz]]:
    return itemgetter(*places) if len(places) > 1 else lambda values: (values[places[0]],)


def planned_product(a: Surd, b: Surd) -> Rational | Surd | None:
    """``a · b``, or None for operands too large to keep a plan for."""
    left, right = a._radicands, b._radicands
    if (
        len(left) > _MOST_TERMS
        or len(right) > _MOST_TERMS
        or left[-1].bit_length() > _MOST_RADICAND_BITS
        or right[-1].bit_length() > _MOST_RADICAND_BITS
    ):
        return None
    below, one, bits = a.scaled()
    under, two, more = b.scaled()
    if bits + more > _MOST_BITS:
        return None
    plan = _plan(left, right)
    if isinstance(plan, Layout):
        integers = dense_product(plan, one, two, bits + more)
    else:
        integers = _by_pairs(plan, one, two)
    common = below * under
    if common == 1:
        return surd_from_integers(plan.radicands, integers, plan.radicands[-1].bit_length())
    return surd_from_columns(plan.radicands, [mpq(c, common) for c in integers])


def _by_pairs(plan: _Pairs, a: tuple[mpz, ...], b: tuple[mpz, ...]) -> list[mpz]:
    products = list(map(mul, map(mul, plan.left(a), plan.right(b)), plan.factors))
    return [sum(products[group], _ZERO) for group in plan.groups]
