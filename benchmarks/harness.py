"""Measures two ways to the same answer side by side.

The two sides take turns, so that whatever else the machine does falls on both. Every answer of every round
is checked against the other side's; a wrong answer is an error, never a figure. What is reported are medians
over the rounds, and the ratio of the medians with the lowest and highest ratio of a single round beside it.
"""

from __future__ import annotations

import gc
import importlib
import math
import pkgutil
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from benchmarks import workloads

FEWEST_ROUNDS = 3
GROWTH_AIM = 1.1
_WARM_UP = 1.0  # seconds: what is loaded or cached at first weighs nothing in a longer round


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
        grows: the work whose growth is watched: comparisons of one such name differ in their count only.
    """

    name: str
    unit: str
    count: int
    engine: Side
    plain: Side
    aim: float | None = None
    grows: str | None = None


@dataclass(frozen=True)
class Family:
    """One work at several sizes.

    Attributes:
        name: what the work is; a comparison's name is this and the size.
        build: the comparison of a size; the name that it has is replaced.
        sizes: what is measured, ascending.
        small: a size at which the tests check that both sides agree.
        of: what the size counts, where that is not the unit.
        grows: whether an exponent is fitted through the times of all sizes.
    """

    name: str
    build: Callable[[int], Comparison]
    sizes: tuple[int, ...]
    small: int
    of: str = ""
    grows: bool = False

    def label(self, size: int) -> str:
        """The name of the comparison of that size."""
        return f"{self.name}, {size:,} {self.of}".rstrip()

    def at(self, size: int) -> Comparison:
        """The comparison of that size."""
        return replace(self.build(size), name=self.label(size), grows=self.name if self.grows else None)

    def smallest(self) -> Comparison:
        """The comparison of the small size."""
        return self.at(self.small)


@dataclass(frozen=True)
class Gauge:
    """A figure that is no ratio of times.

    Attributes:
        take: answers the engine's figure, and the same of plain Python or None.
        aim: what the engine's figure is meant not to exceed, or None.
    """

    name: str
    unit: str
    take: Callable[[], tuple[float, float | None]]
    aim: float | None = None


@dataclass(frozen=True)
class Reading:
    """What a gauge showed."""

    name: str
    unit: str
    engine: float
    plain: float | None
    aim: float | None

    def as_record(self) -> dict[str, object]:
        """A plain mapping for the JSON record."""
        return {
            "name": self.name,
            "unit": self.unit,
            "engine": round(self.engine, 3),
            "plain": None if self.plain is None else round(self.plain, 3),
            "aim": self.aim,
        }


@dataclass(frozen=True)
class Figures:
    """What a comparison measured. Times are nanoseconds per unit: medians, and in ``least`` the shortest.

    It holds nothing of the work itself, whose operands may be large.
    """

    name: str
    unit: str
    count: int
    sides: tuple[str, str]
    engine: float
    plain: float
    least: tuple[float, float]
    ratio: float
    lowest: float
    highest: float
    rounds: int
    aim: float | None
    grows: str | None

    def as_record(self) -> dict[str, object]:
        """A plain mapping for the JSON record."""
        return {
            "name": self.name,
            "unit": self.unit,
            "count": self.count,
            "engine": {"label": self.sides[0], "nanoseconds": round(self.engine, 1)},
            "plain": {"label": self.sides[1], "nanoseconds": round(self.plain, 1)},
            "ratio": round(self.ratio, 3),
            "ratioLowest": round(self.lowest, 3),
            "ratioHighest": round(self.highest, 3),
            "rounds": self.rounds,
            "aim": self.aim,
        }


def comparisons(wanted: Callable[[str], bool] = lambda name: True) -> Iterator[Comparison]:
    """Every comparison of every module in ``benchmarks/workloads`` whose name is wanted.

    They come in the order of the module names, and each is built when its turn comes.
    """
    for entry in (entry for _, entries in _modules("COMPARISONS") for entry in entries):
        if isinstance(entry, Family):
            yield from (entry.at(size) for size in entry.sizes if wanted(entry.label(size)))
        elif wanted((comparison := entry()).name):
            yield comparison


def small_comparisons() -> dict[str, Callable[[], Comparison]]:
    """For the tests: what builds every work once, a family's at its small size, by module and place."""
    return {
        f"{module} {place}": entry.smallest if isinstance(entry, Family) else entry
        for module, entries in _modules("COMPARISONS")
        for place, entry in enumerate(entries)
    }


def gauges(wanted: Callable[[str], bool] = lambda name: True) -> Iterator[Gauge]:
    """Every gauge of every module in ``benchmarks/workloads`` whose name is wanted."""
    return (gauge for _, entries in _modules("GAUGES") for gauge in entries if wanted(gauge.name))


def _modules(attribute: str) -> Iterator[tuple[str, Sequence[Any]]]:
    for name in sorted(found.name for found in pkgutil.iter_modules(workloads.__path__)):
        yield name, getattr(importlib.import_module(f"{workloads.__name__}.{name}"), attribute, ())


def measure(comparison: Comparison, rounds: int, seconds: float = math.inf) -> Figures:
    """Run both sides by turns. A first round of less than a second only warms up, and does not count.

    Args:
        rounds: how often, at most.
        seconds: once so many are spent, three rounds are enough.

    Raises:
        WrongAnswer: as soon as the sides differ.
    """
    end = time.perf_counter() + seconds
    first = run_once(comparison)
    pairs = [first] if sum(first) > _WARM_UP else []
    while len(pairs) < rounds and (len(pairs) < FEWEST_ROUNDS or time.perf_counter() < end):
        pairs.append(run_once(comparison))
    engine = statistics.median(pair[0] for pair in pairs)
    plain = statistics.median(pair[1] for pair in pairs)
    ratios = [mine / theirs for mine, theirs in pairs]
    scale = 1e9 / comparison.count
    return Figures(
        name=comparison.name,
        unit=comparison.unit,
        count=comparison.count,
        sides=(comparison.engine.label, comparison.plain.label),
        engine=engine * scale,
        plain=plain * scale,
        least=(min(pair[0] for pair in pairs) * scale, min(pair[1] for pair in pairs) * scale),
        ratio=engine / plain,
        lowest=min(ratios),
        highest=max(ratios),
        rounds=len(pairs),
        aim=comparison.aim,
        grows=comparison.grows,
    )


def growth(figures: Sequence[Figures]) -> Iterator[Reading]:
    """The exponents with which the shortest times of each watched work grow with its count."""
    watched = [found for found in figures if found.grows is not None]
    for name, members in groupby(watched, key=lambda found: found.grows):
        sizes = list(members)
        if len(sizes) > 1:
            yield Reading(
                f"growth of {name}",
                "exponent",
                exponent([(found.count, found.least[0] * found.count) for found in sizes]),
                exponent([(found.count, found.least[1] * found.count) for found in sizes]),
                GROWTH_AIM,
            )


def exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line through the logarithms of sizes and times that has the least squares."""
    slope, _ = statistics.linear_regression(
        [math.log(size) for size, _ in points], [math.log(taken) for _, taken in points]
    )
    return slope


def take(gauge: Gauge) -> Reading:
    """Read a gauge. Raises WrongAnswer where it finds a wrong answer on its way."""
    engine, plain = gauge.take()
    return Reading(gauge.name, gauge.unit, engine, plain, gauge.aim)


def run_once(comparison: Comparison) -> tuple[float, float]:
    """Run either side once and answer the seconds of both.

    Raises:
        WrongAnswer: where they differ.
    """
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
