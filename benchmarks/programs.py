"""What the workloads share: columns of numbers, and a program beside plain Python over the same values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from gmpy2 import mpq, mpz

import ajisai
from benchmarks.harness import Comparison, Side

LIMITS = ajisai.Limits.playground()


@lru_cache(maxsize=2)
def integers(count: int) -> list[mpz]:
    """So many integers around zero, ascending."""
    return [mpz(index) for index in range(-(count // 2), count - count // 2)]


@lru_cache(maxsize=2)
def fractions(count: int) -> list[mpq]:
    """So many fractions around zero, all with the denominator 7 or 11."""
    return [
        mpq(x * 77 + 11, 77) if x % 2 else mpq(x * 77 + 7, 77)
        for x in range(-(count // 2), count - count // 2)
    ]


def column_program(
    source: str,
    column: Sequence[mpz | mpq],
    plain: Callable[[], Any],
    *,
    label: str = "gmpy2",
    aim: float | None = None,
    answer: Callable[[Any], object] = lambda outcome: outcome,
    anew: bool = False,
) -> Comparison:
    """A program that finds the column on its stack, beside plain Python that answers the same.

    Args:
        answer: makes lists of what plain code leaves as something else.
        anew: whether each run gets a Vector that no run has seen. Otherwise one Vector serves them all, as
            one list serves plain code, and what the engine notes about its elements is noted once.
    """
    once = ajisai.Vector(list(column))

    def run() -> ajisai.Result:
        vector = ajisai.Vector(list(column)) if anew else once
        return ajisai.run(source, inputs=[vector], limits=LIMITS)

    return Comparison(
        "", "element", len(column), Side("ajisai.run", run, top), Side(label, plain, answer), aim
    )


def program(source: str, inputs: Sequence[Any] = (), limits: ajisai.Limits = LIMITS) -> Side:
    """The engine's side: a program with these inputs, and the top of its stack as a Python value."""
    return Side(
        "ajisai.run",
        lambda: ajisai.run(source, inputs=inputs, limits=limits),
        lambda result: result.value,
    )


def top(result: ajisai.Result) -> object:
    """The top of the stack: Vectors as lists, Records as dicts, numbers left as the engine has them."""
    return _opened(result.raise_for_error().stack[-1])


def _opened(value: object) -> object:
    if isinstance(value, ajisai.Vector):
        return list(value) if value.is_flat() else [_opened(item) for item in value]
    if isinstance(value, ajisai.Record):
        return dict(zip(value.keys, map(_opened, value.values), strict=True))
    return value
