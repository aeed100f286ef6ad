"""Blocks that only compute, as straight rows of instructions (LANG.WORDS.MAP).

A block of lifting Words, literals and bindings does the same steps for every element. It is read once into
instructions over numbered slots: bindings become slot numbers, the bodies of User Words stand in line. What
the slots hold, one element each (``element_blocks``) or a whole column (``column_blocks``), is no matter
here.
"""

from __future__ import annotations

from typing import Any, NamedTuple, final

from gmpy2 import mpq, mpz

from ajisai.bounds import CALL_DEPTH, Meter
from ajisai.machine.compiler import is_built, naming_price
from ajisai.machine.dictionary import UserWord
from ajisai.machine.frames import Frame
from ajisai.machine.run import Run
from ajisai.numbers import Point, Surd
from ajisai.syntax import is_name_token
from ajisai.values import Symbol, Truth, Vector

WORDS = frozenset(
    {
        *("ADD", "SUB", "MUL", "DIV", "FLOOR", "ROUND", "MIN", "MAX", "SQRT", "POW", "GCD"),
        *("EQ", "LT", "GT", "AND", "NOT", "SELECT"),
    }
)
"""The Words that a row may hold: what they do depends on their operands alone."""

SCALARS = frozenset({mpz, mpq, Point, Surd})
_LEAVES = SCALARS | {Truth}


class Instruction(NamedTuple):
    """A Word on the slots ``operands``; its answer goes to the slot ``target``."""

    word: str
    operands: tuple[int, ...]
    target: int


@final
class BlockProgram:
    """A block read into a row.

    Attributes:
        instructions: the row. The first slots hold the values that the block is given.
        result: the slot that holds what the block leaves.
        steps: executionSteps of one evaluation.
        collection: collectionWork of its bindings and calls.
        outer: the slots of bindings of the frames around the block, by their names.
        rows: what ``element_blocks`` has made of the row, and ``widths`` what ``integer_folds`` has found of
            it, for operands that have been met.
    """

    __slots__ = (
        "_called",
        "_depth",
        "_fresh",
        "_slots",
        "collection",
        "instructions",
        "outer",
        "result",
        "rows",
        "steps",
        "widths",
    )

    def __init__(self, reading: _Reading) -> None:
        self._slots = reading.slots
        self.instructions = tuple(reading.instructions)
        self.result = reading.stack[-1]
        self.steps = reading.steps
        self.collection = reading.collection
        self.outer = reading.outer
        self.rows: dict[tuple[str | None, ...], Any] = {}
        self.widths: dict[tuple[int | None, ...], int] = {}
        self._called = tuple(reading.called)
        self._fresh = tuple(reading.fresh)
        self._depth = reading.depth

    def holds(self, run: Run) -> bool:
        """Whether the names of the block mean in the current frame what they meant when it was read."""
        frame, dictionary = run.frame, run.dictionary
        if run.depth + self._depth > CALL_DEPTH:
            return False
        for key in self._fresh:
            if key in dictionary:
                return False
        for key in self.outer:
            if frame.lookup(key) is None:
                return False
        for word, direct in self._called:
            if dictionary.get(word.key) is not word or (direct and frame.lookup(word.key) is not None):
                return False
        return True

    def linked(self, frame: Frame) -> list[Any] | None:
        """What each slot holds before the row is run inside a frame: a literal, a binding, or None.

        None where a binding is no leaf.
        """
        slots = list(self._slots)
        for key, slot in self.outer.items():
            value = frame.lookup(key)
            if type(value) not in _LEAVES:
                return None
            slots[slot] = value
        return slots


def affordable(meter: Meter, program: BlockProgram, numeric: int, collection: int, count: int) -> int:
    """How many of ``count`` evaluations surely fit the ceilings, with so much work beside the program's."""
    for price, room in (
        (program.steps, meter.steps_limit - meter.steps),
        (program.collection + collection, meter.collection_limit - meter.collection),
        (numeric, meter.numeric_limit - meter.numeric),
    ):
        if price * count > room:
            count = room // price
    return count


def charge(meter: Meter, program: BlockProgram, numeric: int, collection: int, count: int) -> None:
    """Charge ``count`` evaluations that are known to fit the ceilings; below zero, take them back."""
    meter.steps += program.steps * count
    meter.numeric += numeric * count
    meter.collection += (program.collection + collection) * count


class _Reading:
    """A block under way."""

    def __init__(self, run: Run, inputs: int) -> None:
        self.run = run
        self.slots: list[Any] = [None] * inputs
        self.stack = list(range(inputs))
        self.instructions: list[Instruction] = []
        self.outer: dict[str, int] = {}  # bindings of the frames around the block: their slots
        self.called: list[tuple[UserWord, bool]] = []  # and whether a binding could hide the Word
        self.fresh: set[str] = set()  # names that are bound, which no Word may have
        self.steps = 0
        self.collection = 0
        self.depth = 0
        self.items = 0
        self.never = False  # whether no names whatever can make it a row

    def read(self, block: Vector, frame: Frame | None, depth: int) -> bool:
        """Work through a block whose frame stands inside ``frame``; False for one that is no such row."""
        self.depth = max(self.depth, depth)
        self.items += len(block)
        if self.run.depth + depth > CALL_DEPTH or self.items > _READ_AT_MOST:
            self.never = len(block) > _READ_AT_MOST and depth == 1
            return False
        bound: dict[str, int] = {}
        name: str | None = None  # a String waiting for its BIND
        for item in block:
            if name is not None:
                if type(item) is not Symbol or item.key != "BIND" or not self._bind(name, bound):
                    return False
                name = None
            elif type(item) is str:
                name = item
            elif type(item) is not Symbol:
                if type(item) not in _LEAVES:
                    self.never = depth == 1
                    return False
                self.stack.append(self._slot(item))
            elif item.key in self.run.core:
                if item.key not in WORDS:
                    self.never = depth == 1
                    return False
                if not self._apply(item.key):
                    return False
            elif item.key in bound:
                self.stack.append(bound[item.key])
            elif not self._look_up(item.key, frame, depth):
                return False
        return name is None

    def _slot(self, value: Any = None) -> int:
        self.slots.append(value)
        return len(self.slots) - 1

    def _bind(self, name: str, bound: dict[str, int]) -> bool:
        key = name.upper()
        if not self.stack or not is_name_token(name) or key in self.run.core or key in self.run.dictionary:
            return False
        self.fresh.add(key)
        bound[key] = self.stack.pop()
        self.steps += 1
        self.collection += naming_price(name)
        return True

    def _look_up(self, key: str, frame: Frame | None, depth: int) -> bool:
        if frame is not None:
            if key in self.outer:
                self.stack.append(self.outer[key])
                return True
            if frame.lookup(key) is not None:
                self.outer[key] = self._slot()
                self.stack.append(self.outer[key])
                return True
        word = self.run.dictionary.get(key)
        if word is None or (word.body.code is None and is_built(word.body)):
            return False  # the first call is charged for compiling the body, where it stands
        self.called.append((word, frame is not None))
        self.steps += 1
        self.collection += self.run.code_of(word.body).entry_price
        return self.read(word.body, None, depth + 1)

    def _apply(self, word: str) -> bool:
        start = len(self.stack) - (self.run.core[word].record.inputs or 0)
        if start < 0:
            return False
        target = self._slot()
        self.instructions.append(Instruction(word, tuple(self.stack[start:]), target))
        self.stack[start:] = [target]
        self.steps += 1
        return True


_READ_AT_MOST = 512  # items, those of called bodies counted: these may double from call to call


def linked_program(run: Run, block: Vector, inputs: int) -> tuple[BlockProgram, list[Any]] | None:
    """The row of a block that is given so many values, and its slots linked to the frame.

    None for a block that is no such row, or not here: it is evaluated as any other block is. A row is kept
    with the compiled block for as long as its names mean the same.
    """
    kept = run.code_of(block).programs
    program = kept.get(inputs)
    if program is None or not program.holds(run):
        if inputs in kept and program is None:
            return None
        reading = _Reading(run, inputs)
        if not reading.read(block, run.frame, 1) or len(reading.stack) != 1:
            if reading.never:
                kept[inputs] = None
            return None
        program = kept[inputs] = BlockProgram(reading)
    slots = program.linked(run.frame)
    return None if slots is None else (program, slots)
