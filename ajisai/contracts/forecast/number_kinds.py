"""What kinds of number an operation can answer, from the kinds of its operands (LANG.NUMBERS)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from ajisai.contracts.forecast.facts import (
    FINITE,
    INTEGER,
    NEG_FRACTION,
    NEG_INFINITE,
    NEG_INT,
    NIL,
    NULL,
    NUMBER,
    POS_FRACTION,
    POS_INFINITY,
    POS_INT,
    RATIONAL,
    SURD,
    ZERO,
)

NON_NEGATIVE: Final = ZERO | POS_INT | POS_FRACTION | POS_INFINITY | NULL
"""Kinds of which none has a minus sign."""

_POSITIVE: Final = POS_INT | POS_FRACTION | POS_INFINITY
_NEGATIVE: Final = NEG_INT | NEG_FRACTION | NEG_INFINITE
_INFINITE: Final = POS_INFINITY | NEG_INFINITE
_OPPOSITE: Final = {
    POS_INT: NEG_INT,
    NEG_INT: POS_INT,
    POS_FRACTION: NEG_FRACTION,
    NEG_FRACTION: POS_FRACTION,
    POS_INFINITY: NEG_INFINITE,
    NEG_INFINITE: POS_INFINITY,
}

Binary = Callable[[int, int], int]


def _atoms(kinds: int) -> list[int]:
    return [bit for bit in (1 << place for place in range(9)) if kinds & bit]


def _signs(kind: int) -> tuple[int, ...]:
    if kind == SURD:
        return (1, -1)
    return (1,) if kind & _POSITIVE else (-1,) if kind & _NEGATIVE else (0,)


def _pairwise(rule: Binary) -> Binary:
    """The rule for single kinds, over every pair of two sets."""

    @cache
    def over(left: int, right: int) -> int:
        answer = 0
        for one in _atoms(left):
            for other in _atoms(right):
                answer |= rule(one, other)
        return answer

    return over


def _single(rule: Callable[[int], int]) -> Callable[[int], int]:
    @cache
    def over(kinds: int) -> int:
        answer = 0
        for one in _atoms(kinds):
            answer |= rule(one)
        return answer

    return over


def _sum(one: int, other: int) -> int:
    if NULL in (one, other):
        return NULL
    if one & _INFINITE or other & _INFINITE:
        return NULL if one & _INFINITE and other & _INFINITE else (one | other) & _INFINITE
    if ZERO in (one, other):
        return one | other if one == other else (one | other) & ~ZERO
    if SURD in (one, other):
        return SURD | RATIONAL if one == other else SURD
    if _signs(one) == _signs(other):
        mixed = (one | other) & INTEGER == 0
        whole, broken = (POS_INT, POS_FRACTION) if one & _POSITIVE else (NEG_INT, NEG_FRACTION)
        if mixed:
            return whole | broken
        return broken if (one | other) & broken else whole
    if (one | other) & ~INTEGER == 0:
        return INTEGER
    if (one | other) & INTEGER == 0:
        return RATIONAL
    return POS_FRACTION | NEG_FRACTION


def _product(one: int, other: int) -> int:
    if NULL in (one, other):
        return NULL
    signs = {a * b for a in _signs(one) for b in _signs(other)}
    if one & _INFINITE or other & _INFINITE:
        named = {0: NULL, 1: POS_INFINITY, -1: NEG_INFINITE}
    elif ZERO in (one, other):
        return ZERO
    elif SURD in (one, other):
        return SURD | (RATIONAL & ~ZERO) if one == other else SURD
    elif (one | other) & ~INTEGER == 0:
        named = {1: POS_INT, -1: NEG_INT}
    else:
        named = {1: POS_INT | POS_FRACTION, -1: NEG_INT | NEG_FRACTION}
    answer = 0
    for sign in signs:
        answer |= named[sign]
    return answer


def _reciprocal(kind: int) -> int:
    if kind == ZERO:
        return POS_INFINITY
    if kind & _INFINITE:
        return ZERO
    if kind in (NULL, SURD):
        return kind
    return POS_INT | POS_FRACTION if kind & _POSITIVE else NEG_INT | NEG_FRACTION


def _floor(kind: int) -> int:
    if kind == SURD:
        return INTEGER
    return {POS_FRACTION: ZERO | POS_INT, NEG_FRACTION: NEG_INT}.get(kind, kind)


def _round(kind: int) -> int:
    if kind == SURD:
        return INTEGER
    return {POS_FRACTION: ZERO | POS_INT, NEG_FRACTION: ZERO | NEG_INT}.get(kind, kind)


def _root(kind: int) -> int:
    if kind & (_NEGATIVE | SURD):
        return NIL
    return {POS_INT: POS_INT | SURD, POS_FRACTION: POS_FRACTION | SURD}.get(kind, kind)


def _power(base: int, exponent: int) -> int:
    if NULL in (base, exponent):
        return NULL
    if exponent == ZERO:
        return POS_INT
    if exponent == POS_INT:
        if base == SURD:
            return FINITE & ~ZERO
        if base & _NEGATIVE:
            return base | _OPPOSITE[base]
        return base
    if exponent == NEG_INT:
        return reciprocal(_power(base, POS_INT))
    if exponent & (POS_FRACTION | NEG_FRACTION):
        roots = _root(base)
        halves = roots & ~NIL
        answer = NIL
        for root in _atoms(halves):
            answer |= _power(root, POS_INT if exponent == POS_FRACTION else NEG_INT)
        return answer
    return NIL


def _gcd(one: int, other: int) -> int:
    if (one | other) & ~INTEGER:
        return NIL
    return ZERO if one == other == ZERO else POS_INT


add = _pairwise(_sum)
"""Kinds of a sum."""
mul = _pairwise(_product)
"""Kinds of a product."""
reciprocal = _single(_reciprocal)
"""Kinds of 1/x."""
floor = _single(_floor)
"""Kinds of FLOOR."""
round_ = _single(_round)
"""Kinds of ROUND."""
sqrt = _single(_root)
"""Kinds of SQRT; NIL where it has no answer."""
power = _pairwise(_power)
"""Kinds of POW; NIL where it may have no answer."""
gcd = _pairwise(_gcd)
"""Kinds of GCD; NIL where an operand is no integer."""


@cache
def negated(kinds: int) -> int:
    """Kinds of -x."""
    answer = kinds & (ZERO | NULL | SURD)
    for kind in _atoms(kinds & ~answer & NUMBER):
        answer |= _OPPOSITE[kind]
    return answer


def div(left: int, right: int) -> int:
    """Kinds of a quotient: the product with the reciprocal."""
    return mul(left, reciprocal(right))
