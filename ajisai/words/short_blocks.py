"""The short ways of evaluating a block for many elements, and when each is taken (LANG.WORDS.HIGHER).

A block that is a row of instructions (``block_program``) is run over one part of the elements after the
other: over the whole part at once where that can be, else element by element. What is done is charged and is
exactly what the plain evaluation would have answered; it stops before an element that only that can tell of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, final

from gmpy2 import mpz

from ajisai.bounds import Meter
from ajisai.machine.run import Run
from ajisai.values import TRUE, Value, Vector
from ajisai.values.columns import INTEGERS, LIMB, RATIONALS
from ajisai.words import column_blocks
from ajisai.words.block_program import BlockProgram, linked_program
from ajisai.words.column_folds import fold_column
from ajisai.words.element_blocks import TRUTH, kind_of, kind_of_value, row
from ajisai.words.integer_folds import IntegerFold

_PART = 8192  # elements: enough to pay for one pass a Word, few enough to be done anew one by one
_FEWEST = 4  # elements from which looking for a short way pays
_FEWEST_IN_COLUMN = 8  # and one pass for each Word
_MOST_CELLS = 64 * _PART  # 26 MB of small integers
_FEWEST_IN_FOLD = 64  # and finding how wide an accumulator may be


def parts(vector: Vector) -> Iterable[Vector]:
    """A Vector in parts of moderate length."""
    return (vector,) if len(vector) <= _PART else _parts(vector)


def _parts(vector: Vector) -> Iterator[Vector]:
    types = vector.types()
    bits = vector.bits() if types <= RATIONALS else None
    for start in range(0, len(vector), _PART):
        items = vector.slice(start, start + _PART)
        if bits is None:
            yield Vector(items)
        else:
            yield Vector.column(items, types if len(types) == 1 else frozenset(map(type, items)), bits)


@final
class Gathered:
    """What MAP or FILTER gathers, with what columns tell of it."""

    __slots__ = ("_bits", "_items", "_types")

    def __init__(self) -> None:
        self._items: list[Value] = []
        self._types: frozenset[type] | None = frozenset()
        self._bits = 0

    def put(self, items: Sequence[Value]) -> None:
        """Some more values."""
        if items:
            self._items += items
            self._types = None

    def put_column(self, column: Vector) -> None:
        """The elements of a column made by kernels, or taken from one that they have read."""
        self._items += column.elements()
        if self._types is not None:
            self._types |= column.types()
            if column.types() <= RATIONALS:
                self._bits = max(self._bits, column.bits())

    def vector(self, run: Run) -> Vector:
        """All of it within the ceilings."""
        if self._types is None:
            return run.vector(self._items)
        run.meter.check_elements(len(self._items) or 1)
        return Vector.column(self._items, self._types, self._bits)


@final
class ShortBlock:
    """A row linked to the frame, for the elements of one MAP, FILTER, FOLD or SCAN."""

    __slots__ = ("_folds", "_meter", "_program", "_slots")

    def __init__(self, meter: Meter, program: BlockProgram, slots: list[Any]) -> None:
        self._meter = meter
        self._program = program
        self._slots = slots
        self._folds: dict[int, IntegerFold] = {}

    def mapped(self, part: Vector, gathered: Gathered) -> int:
        """Gather what the block leaves for the first elements; how many they are."""
        kind = kind_of(part.types())
        if kind is None:
            return 0
        if len(part) >= _FEWEST_IN_COLUMN and self._fits(part):
            column = column_blocks.evaluate(self._meter, self._program, self._slots, part)
            if column is not None:
                gathered.put_column(column)
                return len(part)
        answers = self._one_by_one(part, kind)
        gathered.put(answers)
        return len(answers)

    def filtered(self, part: Vector, gathered: Gathered) -> int:
        """Gather those of the first elements for which the block leaves TRUE; how many were looked at."""
        kind = kind_of(part.types())
        if kind is None:
            return 0
        if len(part) >= _FEWEST_IN_COLUMN and self._fits(part):
            kept = column_blocks.chosen(self._meter, self._program, self._slots, part)
            if kept is not None:
                gathered.put_column(kept)
                return len(part)
        answers = self._one_by_one(part, kind, TRUTH)
        gathered.put([item for item, truth in zip(part, answers, strict=False) if truth is TRUE])
        return len(answers)

    def folded(self, part: Vector, accumulator: Any, passed: list[Value] | None) -> tuple[int, Any]:
        """How many of the first elements are done, and the accumulator after them.

        Every accumulator on the way goes to ``passed``, where that is a list.
        """
        done, accumulator = fold_column(self._meter, self._program, part, accumulator, passed)
        if done == len(part):
            return done, accumulator
        narrow = self._narrow_fold(part, done, accumulator)
        if narrow:
            accumulator = narrow[-1]
            done += len(narrow)
            if passed is not None:
                passed += narrow
            if done == len(part):
                return done, accumulator
        kind, other = kind_of_value(accumulator), kind_of(part.types())
        if kind is None or other is None:
            return done, accumulator
        chosen = row(self._program, self._slots, (kind, other))
        if chosen is None or chosen.kind != kind:
            return done, accumulator
        items = part.elements()[done:] if done else part.elements()
        more, accumulator = chosen.fold(self._meter, self._slots, items, accumulator, passed)
        return done + more, accumulator

    def _narrow_fold(self, part: Vector, done: int, accumulator: Any) -> list[Any]:
        if type(accumulator) is not mpz or len(part) - done < _FEWEST_IN_FOLD or not self._fits(part):
            return []
        if part.types() != INTEGERS or not part.fits(LIMB):
            return []
        bits = part.bits()
        rest = Vector.column(part.slice(done, len(part)), INTEGERS, bits) if done else part
        if bits not in self._folds:
            self._folds[bits] = IntegerFold(self._program, self._slots, bits)
        return self._folds[bits].run(self._meter, rest, accumulator)

    def _one_by_one(self, part: Vector, kind: str, wanted: str | None = None) -> list[Any]:
        chosen = row(self._program, self._slots, (kind,))
        if chosen is None or (wanted is not None and chosen.kind != wanted):
            return []
        return chosen.map(self._meter, self._slots, part.elements())

    def _fits(self, part: Vector) -> bool:
        """Whether the columns that stand between the Words are not too much for the memory."""
        return len(part) * len(self._program.instructions) <= _MOST_CELLS


def short_block(run: Run, block: Vector, inputs: int, elements: int) -> ShortBlock | None:
    """The short ways of a block that is given so many values; None where it has none for so many elements."""
    if elements < _FEWEST:
        return None
    found = linked_program(run, block, inputs)
    return None if found is None else ShortBlock(run.meter, *found)
