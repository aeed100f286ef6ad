"""Facts of what blocks and COLLECT gather, and facts that are made simpler so that a walk ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ajisai.contracts.forecast.facts import (
    CONTAINER,
    RATIONAL,
    TEXT,
    UNLIMITED,
    VECTOR,
    Fact,
    join_all,
    vector_of,
)


def gathered(answer: Fact, vector: Fact) -> Fact:
    """The Vector of what a block answers for each element."""
    shape: tuple[int, ...] | None = None
    if vector.shape is not None:
        if not answer.kinds & CONTAINER:
            shape = vector.shape[:1]
        elif answer.shape is not None:
            shape = (vector.shape[0], *answer.shape)
    return vector_of(answer._replace(options=()), vector.length, shape=shape)


def row(facts: Sequence[Fact], size: int) -> Fact:
    """The Vector that COLLECT makes of ``size`` values."""
    element = join_all(facts)
    shape: tuple[int, ...] | None = None
    if not element.kinds & CONTAINER:
        shape = (size,)
    elif element.shape is not None:
        shape = (size, *element.shape)
    row = vector_of(element, size, shape=shape)
    if len(facts) < size:
        return row
    return row._replace(leaves=min(UNLIMITED, sum(fact.leaves for fact in facts)))


def steady(before: Fact, after: Fact, grown: Sequence[int]) -> bool:
    """Whether an accumulator is a rational that became wider by as many bits in each of three turns."""
    return (
        len(grown) >= 3
        and grown[-1] == grown[-2] == grown[-3]
        and after.kinds & ~RATIONAL == 0
        and after._replace(bits=before.bits) == before
    )


def widened(before: Fact, after: Fact) -> Fact:
    """A fact that further turns can change only in kind: whatever grew is given up."""
    grown: dict[str, Any] = {
        name: UNLIMITED
        for name in ("bits", "terms", "text", "leaves", "depth")
        if getattr(after, name) > getattr(before, name)
    }
    return after._replace(element=None, shape=None, options=(), **grown)


def blur(fact: Fact) -> Fact:
    """A fact without sizes and without numbers written out, so that calls are alike sooner."""
    options = fact.options if fact.options and fact.kinds & ~(TEXT | VECTOR) == 0 else ()
    return fact._replace(
        shape=None,
        bits=UNLIMITED,
        terms=UNLIMITED,
        text=UNLIMITED,
        leaves=UNLIMITED,
        depth=UNLIMITED,
        options=options,
        element=None,
    )
