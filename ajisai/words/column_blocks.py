"""Rows of instructions over whole columns, Word by Word (LANG.WORDS.MAP, LANG.WORDS.FILTER).

Where the kernels of ``values.columns`` cover every Word for the elements at hand, a row runs once over the
column instead of once for each element: the same answers, the same steps and the same prices, since nothing
is charged before the whole row is known to fit. Anything else (an absent element, a wide number, a zero
divisor, a ceiling in reach) answers None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress, repeat
from typing import Any

from ajisai.bounds import Meter
from ajisai.values import FALSE, TRUE, Vector
from ajisai.values.columns import INTEGERS, KERNELS, LIMB, RATIONALS, RESULT_BITS, TRUTHS
from ajisai.words.block_program import BlockProgram, Instruction


class Sheet:
    """A row under way over a column: what is in its slots, and what it will cost."""

    __slots__ = ("collection", "lanes", "numeric", "slots")

    def __init__(self, slots: Sequence[Any], place: int, column: Vector) -> None:
        self.slots = list(slots)
        self.slots[place] = column
        self.lanes = len(column)
        self.numeric = 0
        self.collection = 0

    def work(self, instructions: Iterable[Instruction]) -> bool:
        """Work through a row; False to go one by one."""
        slots = self.slots
        for word, places, target in instructions:
            operands = [slots[place] for place in places]
            kernel = KERNELS.get(word) or _OTHERS.get(word)
            if kernel is None or Vector not in map(type, operands):
                return False
            answer = kernel(*operands)
            if answer is None:
                return False
            slots[target] = answer[0]
            self.numeric += answer[1]
            if word == "EQ":
                self.collection += self.lanes
        return True

    def charge(self, meter: Meter, program: BlockProgram) -> bool:
        """Charge everything; False where a ceiling would be crossed."""
        return meter.bigint_bits >= RESULT_BITS and meter.charge_if_it_fits(
            self.lanes * program.steps, self.numeric, self.lanes * program.collection + self.collection
        )


def divided(
    instructions: Iterable[Instruction], slots: Sequence[Any]
) -> tuple[list[Instruction], list[Instruction]]:
    """The instructions of a FOLD that the elements alone decide and that have kernels, and the others."""
    before: list[Instruction] = []
    after: list[Instruction] = []
    columns = {1}
    for instruction in instructions:
        word, places, target = instruction
        moving = columns.intersection(places)
        known = all(place in columns or slots[place] is not None for place in places)
        if moving and known and (word in KERNELS or word in _OTHERS):
            columns.add(target)
            before.append(instruction)
        else:
            after.append(instruction)
    return before, after


def evaluate(meter: Meter, program: BlockProgram, slots: Sequence[Any], column: Vector) -> Vector | None:
    """What the block leaves for each element, as a column, everything charged; None to go one by one."""
    sheet = Sheet(slots, 0, column)
    if not sheet.work(program.instructions):
        return None
    answer = sheet.slots[program.result]
    return answer if type(answer) is Vector and sheet.charge(meter, program) else None


def chosen(meter: Meter, program: BlockProgram, slots: Sequence[Any], column: Vector) -> Vector | None:
    """The elements for which the block leaves TRUE, everything charged; None to go one by one."""
    sheet = Sheet(slots, 0, column)
    row = program.instructions
    last = row[-1] if row else None
    mask = None
    if last is not None and last.word in _COMPARED and last.target == program.result:
        # No element needs a truth value made for it: Python's own will do.
        if not sheet.work(row[:-1]):
            return None
        mask = _compared(last.word, *(sheet.slots[place] for place in last.operands))
        if mask is None and not sheet.work((last,)):
            return None
        if mask is not None and last.word == "EQ":
            sheet.collection += sheet.lanes
        elif mask is not None:
            sheet.numeric += sheet.lanes
    elif not sheet.work(row):
        return None
    if mask is None:
        answer = sheet.slots[program.result]
        if type(answer) is not Vector or answer.types() != TRUTHS:
            return None
        mask = [truth is TRUE for truth in answer]
    if not sheet.charge(meter, program):
        return None
    kept = list(compress(column, mask))
    types = column.types()
    if len(types) > 1 or not types <= RATIONALS:
        return Vector(kept)
    return Vector.column(kept, types, column.bits())


_COMPARED: dict[str, tuple[Callable[..., list[bool]], Callable[..., list[bool]]]] = {
    "EQ": (
        lambda xs, y: [x == y for x in xs],
        lambda xs, ys: [x == y for x, y in zip(xs, ys, strict=True)],
    ),
    "LT": (
        lambda xs, y: [x < y for x in xs],
        lambda xs, ys: [x < y for x, y in zip(xs, ys, strict=True)],
    ),
    "GT": (
        lambda xs, y: [x > y for x in xs],
        lambda xs, ys: [x > y for x, y in zip(xs, ys, strict=True)],
    ),
}
_TURNED = {"EQ": "EQ", "LT": "GT", "GT": "LT"}


def _compared(word: str, left: Any, right: Any) -> list[bool] | None:
    """How columns of integers within a limb compare, with each other or with one such integer."""
    for operand in (left, right):
        if _one_kind(operand) != INTEGERS:
            return None
        if not (operand.fits(LIMB) if type(operand) is Vector else operand.bit_length() <= LIMB):
            return None
    if type(left) is not Vector:
        word, left, right = _TURNED[word], right, left
    if type(left) is not Vector:
        return None
    with_one, with_column = _COMPARED[word]
    return with_column(left, right) if type(right) is Vector else with_one(left, right)


def _eq(left: Any, right: Any) -> tuple[Vector, int] | None:
    mask = _compared("EQ", left, right)
    return None if mask is None else (Vector.column([TRUE if x else FALSE for x in mask], TRUTHS), 0)


def _select(when_true: Any, when_false: Any, mask: Any) -> tuple[Vector, int] | None:
    if type(mask) is not Vector or mask.types() != TRUTHS:
        return None
    one, two = _one_kind(when_true), _one_kind(when_false)
    if one is None or one != two:
        return None
    rows = zip(_lanes(when_true, mask), _lanes(when_false, mask), mask, strict=True)
    items = [x if truth is TRUE else y for x, y, truth in rows]
    if one == TRUTHS:
        return Vector.column(items, one), 0
    bits = [side.bits() if type(side) is Vector else side.bit_length() for side in (when_true, when_false)]
    return Vector.column(items, one, max(bits)), 0


def _and(left: Any, right: Any) -> tuple[Vector, int] | None:
    if _one_kind(left) != TRUTHS or _one_kind(right) != TRUTHS:
        return None
    column = left if type(left) is Vector else right
    rows = zip(_lanes(left, column), _lanes(right, column), strict=True)
    return Vector.column([y if x is TRUE else FALSE for x, y in rows], TRUTHS), 0


def _lanes(operand: Any, column: Vector) -> Iterable[Any]:
    return operand if type(operand) is Vector else repeat(operand, len(column))


def _one_kind(operand: Any) -> frozenset[type] | None:
    """The one type of a column's elements, integers or truths; or that of a single value."""
    types = operand.types() if type(operand) is Vector else frozenset({type(operand)})
    return types if types in (INTEGERS, TRUTHS) else None


_OTHERS: dict[str, Callable[..., Any]] = {"SELECT": _select, "AND": _and, "EQ": _eq}
