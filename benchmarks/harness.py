"""Measures two ways to the same answer side by side.

The two sides take turns, so that whatever else the machine does falls on both. Every answer of every round
is checked against the other side's; a wrong answer is an error, never a figure. What is reported are medians
over the rounds, and the ratio of the medians with the lowest and highest ratio of a single round beside it.
"""

from __future__ import annotations

import gc
import importlib
import pkgutil
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks import workloads


class WrongAnswer(Exception):
    """The two sides of a comparison do not agree."""


@dataclass(frozen=True)
class Timed:
    """An answer that comes with its own measure of the seconds it took."""

    answer: object
    seconds: float


@dataclass(frozen=True)
class Side:
    """One way to the answer.

    Attributes:
        label: what it is, in a few words.
        run: does the work; what is timed. May answer ``Timed`` where it measures itself (in another process).
        answer: what of the outcome of ``run`` is compared with the other side; not timed.
    """

    label: str
    run: Callable[[], Any]
    answer: Callable[[Any], object] = lambda outcome: outcome


@dataclass(frozen=True)
class Comparison:
    """The engine's way and the plain way of the same work.

    Attributes:
        unit: what one piece of the work is called, and ``count`` how many of them one run does.
        aim: the ratio that is aimed at, or None.
    """

    name: str
    unit: str
    count: int
    engine: Side
    plain: Side
    aim: float | None = None


@dataclass(frozen=True)
class Figures:
    """What a comparison measured. Times are nanoseconds per unit."""

    comparison: Comparison
    engine: float
    plain: float
    ratio: float
    lowest: float
    highest: float

    def as_record(self) -> dict[str, object]:
        """A plain mapping for the JSON record."""
        return {
            "name": self.comparison.name,
            "unit": self.comparison.unit,
            "count": self.comparison.count,
            "engine": {"label": self.comparison.engine.label, "nanoseconds": round(self.engine, 1)},
            "plain": {"label": self.comparison.plain.label, "nanoseconds": round(self.plain, 1)},
            "ratio": round(self.ratio, 3),
            "ratioLowest": round(self.lowest, 3),
            "ratioHighest": round(self.highest, 3),
            "aim": self.comparison.aim,
        }


def comparisons() -> Iterator[Comparison]:
    """Every comparison of every module in ``benchmarks/workloads``, in the order of the module names."""
    for module in sorted(pkgutil.iter_modules(workloads.__path__), key=lambda found: found.name):
        for build in importlib.import_module(f"{workloads.__name__}.{module.name}").COMPARISONS:
            yield build()


def measure(comparison: Comparison, rounds: int) -> Figures:
    """Run both sides once unmeasured, then ``rounds`` times by turns.

    Raises:
        WrongAnswer: as soon as the sides differ.
    """
    _one_round(comparison)
    pairs = [_one_round(comparison) for _ in range(rounds)]
    engine = statistics.median(pair[0] for pair in pairs)
    plain = statistics.median(pair[1] for pair in pairs)
    ratios = [mine / theirs for mine, theirs in pairs]
    scale = 1e9 / comparison.count
    return Figures(comparison, engine * scale, plain * scale, engine / plain, min(ratios), max(ratios))


def _one_round(comparison: Comparison) -> tuple[float, float]:
    engine, plain = _timed(comparison.engine), _timed(comparison.plain)
    if engine.answer != plain.answer:
        raise WrongAnswer(
            f"{comparison.name}: {comparison.engine.label} answers {engine.answer!r:.200}, "
            f"{comparison.plain.label} answers {plain.answer!r:.200}"
        )
    return engine.seconds, plain.seconds


def _timed(side: Side) -> Timed:
    gc.collect()
    gc.disable()  # a collection belongs to whoever made the garbage, not to whoever runs when it is due
    try:
        begin = time.perf_counter()
        outcome = side.run()
        seconds = time.perf_counter() - begin
    finally:
        gc.enable()
    if isinstance(outcome, Timed):
        return Timed(side.answer(outcome.answer), outcome.seconds)
    return Timed(side.answer(outcome), seconds)
