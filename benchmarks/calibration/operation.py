"""A priced operation as a program, and what one run of it charges and takes.

Operations are programs of the language, so that what is measured is what an attacker can buy: the Word, the
steps and pushes around it, and the memory that it takes and gives back.
"""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from ajisai.bounds import Failure, Limits
from ajisai.machine.compiler import compile_program
from ajisai.machine.run import Run
from ajisai.syntax.reader import read
from ajisai.words.registry import core_words

METERS: Final = ("executionSteps", "numericWork", "collectionWork")
_AMPLE: Final = 10**15
_SHORTEST: Final = 0.02  # processor seconds of one timed stretch
_SMALL: Final = (
    8  # bodies that stand one after the other at the smallest size, where starting a run would show
)


class Charge(NamedTuple):
    """Units of the three meters, in the order of ``METERS``."""

    steps: float
    numeric: float
    collection: float


@dataclass(frozen=True)
class Operation:
    """What is measured.

    Attributes:
        name: what it does, in a few words.
        setup: source that is run once before and not measured; ``#`` stands for the size.
        body: source that is measured, over and over, each time on an empty stack.
        sizes: a small, a middle and the largest size that the profile admits; or those that make sense.
        refused: whether the body ends in a ceiling's refusal, as it does under the profile itself.
    """

    name: str
    setup: str
    body: str
    sizes: tuple[int, ...] = (1, 1_000, 100_000)
    refused: bool = False

    def prepared(self, size: int) -> Prepared:
        """The operation at one size, its setup done."""
        limits = Limits.agent() if self.refused else AMPLE
        times = _SMALL if len(self.sizes) > 1 and size == self.sizes[0] else 1
        return Prepared(self, size, Run(limits, core_words()), times)


AMPLE: Final = Limits.agent(numeric_work=_AMPLE, collection_work=_AMPLE, execution_steps=_AMPLE)
"""The profile of the server, its three meters apart: what is too large for it is refused here too."""


class Prepared:
    """An operation at one size, ready to be run."""

    def __init__(self, operation: Operation, size: int, run: Run, times: int) -> None:
        self.operation = operation
        self.size = size
        self._times = times
        self._run = run
        run.execute(read(operation.setup.replace("#", str(size)), run.meter))
        program = read((operation.body.replace("#", str(size)) + " ") * times, run.meter)
        self._code = compile_program(program, run.core)

    def _run_once(self) -> None:
        """Run what is measured. Raises Failure where it is refused and should not be."""
        run = self._run
        run.stack.clear()
        run.output.clear()
        if not self.operation.refused:
            run.evaluate(self._code, run.stack)
            return
        meter = run.meter
        meter.steps = meter.numeric = meter.collection = 0
        try:
            run.evaluate(self._code, run.stack)
        except Failure as failure:
            if failure.resource is None:
                raise
        else:
            raise AssertionError(f"{self.operation.name} of {self.size} is admitted")

    def charge(self) -> Charge:
        """What one run of the body charges."""
        meter = self._run.meter
        meter.steps = meter.numeric = meter.collection = 0
        self._run_once()
        used = (meter.steps, meter.numeric, meter.collection)
        return Charge(*(units / self._times for units in used))

    def seconds(self, rounds: int) -> float:
        """Processor time of one run of the body: the least of ``rounds`` stretches."""
        begin = time.process_time()
        self._run_once()
        count = max(1, int(_SHORTEST / max(time.process_time() - begin, 1e-6)))
        return min(self._stretch(count) for _ in range(rounds)) / self._times

    def _stretch(self, count: int) -> float:
        begin = time.process_time()
        for _ in range(count):
            self._run_once()
        return (time.process_time() - begin) / count


def operations() -> Iterator[Operation]:
    """Every operation of every module in ``operations``, in the order of the module names."""
    from benchmarks.calibration import operations as families

    for module in sorted(pkgutil.iter_modules(families.__path__), key=lambda found: found.name):
        yield from importlib.import_module(f"{families.__name__}.{module.name}").OPERATIONS
