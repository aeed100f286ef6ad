"""What an operation takes, what a whole ceiling of it would take, and which price constant is to blame.

A program may spend all three meters. So the time that one may take in all is shared out: a unit of each meter
is allowed what its share comes to over the whole ceiling. Where no operation takes longer than its charge is
allowed, no program does that is put together from them.

Processor time is measured, of the fastest of some rounds, while a child keeps another core busy: what shares
a machine with others pays for it even in processor time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from ajisai.bounds import Limits
from benchmarks.calibration.constants import Constant, constants, raised
from benchmarks.calibration.operation import METERS, Charge, Operation

CEILINGS: Final = tuple(Limits.agent().as_mapping()[meter] for meter in METERS)

_SHARES: Final = (0.24, 0.43, 0.33)
"""Of the time that a program may take, in the order of ``METERS``."""


def allowed(seconds: float) -> tuple[float, ...]:
    """Seconds of one unit of each meter, where a program may take so many in all."""
    return tuple(seconds * share / ceiling for share, ceiling in zip(_SHARES, CEILINGS, strict=True))


@dataclass(frozen=True)
class Owed:
    """The part of a charge that a constant makes: ``growth`` is what the charge gains when it is one higher.

    A constant that divides has a negative growth.
    """

    constant: Constant
    meter: int
    growth: float

    def grown(self, before: Charge, now: Charge) -> Owed:
        """The same part of a larger charge."""
        return replace(self, growth=self.growth * now[self.meter] / before[self.meter])

    def fair(self, charge: Charge, needed: float) -> float:
        """The value of the constant with which the charge on its meter would be ``needed``."""
        value = self.constant.value
        if self.growth < 0:
            return max(1.0, value * charge[self.meter] / needed) if needed else inf
        return max(0.0, value + (needed - charge[self.meter]) / self.growth)


@dataclass(frozen=True)
class Measured:
    """One operation at one size."""

    operation: Operation
    size: int
    seconds: float
    charge: Charge
    owed: tuple[Owed, ...]

    @property
    def meter(self) -> int:
        """The meter that ends a program of nothing else."""
        return max(range(len(METERS)), key=lambda meter: self.charge[meter] / CEILINGS[meter])

    @property
    def whole(self) -> float:
        """Seconds of a program that spends a whole ceiling on it."""
        return self.seconds * CEILINGS[self.meter] / self.charge[self.meter]

    @property
    def nanoseconds(self) -> float:
        """Per unit of the meter that ends it."""
        return self.seconds * 1e9 / self.charge[self.meter]

    @property
    def leading(self) -> Owed | None:
        """The constant that makes the most of the charge; None where none does."""
        return max(
            self.owed,
            key=lambda owed: abs(owed.growth) * owed.constant.value / CEILINGS[owed.meter],
            default=None,
        )

    def load(self, seconds: float) -> float:
        """The time it takes as a multiple of what its charge is allowed."""
        return self.seconds / self._allowed(seconds, range(len(METERS)))

    def fair(self, seconds: float) -> float | None:
        """What the leading constant would have to be for the load to be 1; None without one."""
        if self.leading is None:
            return None
        own = self.leading.meter
        others = self._allowed(seconds, [meter for meter in range(len(METERS)) if meter != own])
        return self.leading.fair(self.charge, max(0.0, self.seconds - others) / allowed(seconds)[own])

    def _allowed(self, seconds: float, meters: Iterable[int]) -> float:
        units = allowed(seconds)
        return sum(self.charge[meter] * units[meter] for meter in meters)


def measure(operation: Operation, rounds: int) -> Iterator[Measured]:
    """The operation at each of its sizes."""
    before: Measured | None = None
    for place, size in enumerate(operation.sizes):
        prepared = operation.prepared(size)
        charge = prepared.charge()
        seconds = prepared.seconds(rounds)
        if place < 2 or before is None:
            owed = tuple(owed_to(operation, size, charge, constants()))
        else:  # what is owed to each constant grows as the charge does, and preparing it takes long
            owed = tuple(each.grown(before.charge, charge) for each in before.owed)
        before = Measured(operation, size, seconds, charge, owed)
        yield before


def owed_to(operation: Operation, size: int, charge: Charge, suspects: Iterable[Constant]) -> Iterator[Owed]:
    """What of a charge is owed to each of some constants, found by making each of them one higher."""
    for constant in suspects:
        with raised(constant):
            other = operation.prepared(size).charge()
        growth = [after - before for before, after in zip(charge, other, strict=True)]
        meter = max(range(len(METERS)), key=lambda meter: abs(growth[meter]) / CEILINGS[meter])
        if growth[meter]:
            yield Owed(constant, meter, growth[meter])
