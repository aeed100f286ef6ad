"""Blocks over a whole column: MAP and FILTER of a block that only computes, Word by Word (LANG.WORDS.MAP).

A block of lifting Words, literals and bindings gives every element the same steps. Where the kernels of
``values.columns`` cover each Word for the elements at hand, the block runs once over the column instead of
once per element: the same answers, the same steps and the same prices, since nothing is charged before the
whole block is known to fit. Anything else (an absent element, a wide number, a zero divisor, an ERROR to
come, a ceiling in reach) answers None, and the elements are done one by one.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, final

from gmpy2 import mpq, mpz

from ajisai.bounds import CALL_DEPTH
from ajisai.machine.compiler import naming_price
from ajisai.machine.frames import Frame
from ajisai.machine.run import Run
from ajisai.syntax import is_name_token
from ajisai.values import FALSE, TRUE, Symbol, Truth, Value, Vector
from ajisai.values.columns import INTEGERS, KERNELS, LIMB, RESULT_BITS, TRUTHS

_FEWEST = 4  # elements from which one pass per Word pays for its set-up
_LITERALS = frozenset({mpz, mpq, Truth, str})  # a String only to be a name: no kernel admits one


@final
class _Literal(NamedTuple):
    value: Any


@final
class _Bind(NamedTuple):
    key: str
    price: int


@final
class _Name(NamedTuple):
    key: str


@final
class _Word(NamedTuple):
    name: str
    inputs: int


_Item = _Literal | _Bind | _Name | _Word


def _plan(block: Vector, run: Run) -> Sequence[_Item] | None:
    """The items of a block whose every Word may have a kernel; None for any other block."""
    items: list[_Item] = []
    for item in block:
        if type(item) is not Symbol:
            if type(item) not in _LITERALS:
                return None
            items.append(_Literal(item))
            continue
        key = item.key
        word = run.core.get(key)
        if key == "BIND":
            last = items.pop() if items else None
            if type(last) is not _Literal or type(last.value) is not str or not is_name_token(last.value):
                return None
            items.append(_Bind(last.value.upper(), naming_price(last.value)))
        elif word is None:
            items.append(_Name(key))
        elif key in KERNELS or key in _OTHERS:
            items.append(_Word(key, word.record.inputs or 0))
        else:
            return None
    return items


class _Sheet:
    """A block under way over a column: what stands on its stack, and what it will cost."""

    def __init__(self, run: Run, column: Vector) -> None:
        self.run = run
        self.lanes = len(column)
        self.stack: list[Any] = [column]
        self.steps = 0
        self.numeric = 0
        self.collection = 0

    def walk(self, block: Vector, outer: Frame | None, depth: int) -> bool:
        """Work through a block whose frame stands inside ``outer``; False to go one by one."""
        run = self.run
        code = run.code_of(block)
        if code.plan is None:
            code.plan = _plan(block, run) or ()
        if not code.plan or depth > CALL_DEPTH:
            return False
        bound: dict[str, Any] = {}
        for item in code.plan:
            if type(item) is _Literal:
                self.stack.append(item.value)
            elif type(item) is _Bind:
                if not self.stack or item.key in run.core or item.key in run.dictionary:
                    return False
                bound[item.key] = self.stack.pop()
                self.steps += self.lanes
                self.collection += item.price * self.lanes
            elif type(item) is _Name:
                value = bound.get(item.key)
                if value is None and outer is not None:
                    value = outer.lookup(item.key)
                    if type(value) is Vector:
                        return False  # one value for all lanes, not a column
                if value is not None:
                    self.stack.append(value)
                elif not self._call(item.key, depth):
                    return False
            elif not self._apply(item):
                return False
        return True

    def _call(self, key: str, depth: int) -> bool:
        word = self.run.dictionary.get(key)
        if word is None:
            return False
        self.steps += self.lanes
        self.collection += self.lanes * self.run.code_of(word.body).entry_price
        return self.walk(word.body, None, depth + 1)

    def _apply(self, word: _Word) -> bool:
        start = len(self.stack) - word.inputs
        if start < 0:
            return False
        operands = self.stack[start:]
        if Vector not in map(type, operands):
            return False
        kernel: Callable[..., Any] = KERNELS.get(word.name) or _OTHERS[word.name]
        answer = kernel(*operands)
        if answer is None:
            return False
        self.stack[start:] = [answer[0]]
        self.numeric += answer[1]
        self.steps += self.lanes
        if word.name == "EQ":
            self.collection += self.lanes
        return True


def evaluate(run: Run, block: Vector, column: Vector, *, truths: bool) -> Vector | None:
    """What the block leaves for each element, as a column, everything charged; None to go one by one.

    ``truths`` says that only truth values will do, as for FILTER: any other answer is found one by one.
    """
    meter = run.meter
    if len(column) < _FEWEST or meter.bigint_bits < RESULT_BITS:
        return None
    sheet = _Sheet(run, column)
    if not sheet.walk(block, run.frame, run.depth + 1):
        return None
    answer = sheet.stack[0] if len(sheet.stack) == 1 else None
    if type(answer) is not Vector or (truths and answer.types() != TRUTHS):
        return None
    if (
        meter.steps + sheet.steps > meter.steps_limit
        or meter.numeric + sheet.numeric > meter.numeric_limit
        or meter.collection + sheet.collection > meter.collection_limit
    ):
        return None
    meter.steps += sheet.steps
    meter.numeric += sheet.numeric
    meter.collection += sheet.collection
    return answer


def accumulate(run: Run, block: Vector, column: Vector, seed: Any, *, every: bool) -> Any:
    """FOLD (or SCAN, ``every`` accumulator) of one Word over small integers; None to go one by one."""
    meter = run.meter
    lanes = len(column)
    if len(block) != 1 or lanes < _FEWEST or run.depth >= CALL_DEPTH or meter.bigint_bits < RESULT_BITS:
        return None
    word = block[0].key if type(block[0]) is Symbol else ""
    if word not in _ACCUMULATED or type(seed) is not mpz or column.types() != INTEGERS:
        return None
    # No accumulator can pass a limb, so each step costs 1 unit.
    growth = lanes.bit_length() if word == "ADD" else 0
    if seed.bit_length() + growth >= LIMB or not column.fits(LIMB - 1 - growth):
        return None
    if meter.steps + lanes > meter.steps_limit or meter.numeric + lanes > meter.numeric_limit:
        return None
    meter.steps += lanes
    meter.numeric += lanes
    items: Any = column.elements()
    if every:
        answers: list[Any] = list(itertools.accumulate(items, _ACCUMULATED[word], initial=seed))
        del answers[0]
        return Vector.column(answers, INTEGERS, LIMB)
    if word == "ADD":
        return sum(items, seed)
    return max(seed, max(items)) if word == "MAX" else min(seed, min(items))


_ACCUMULATED: dict[str, Callable[[Any, Any], Any]] = {"ADD": operator.add, "MAX": max, "MIN": min}


def _select(when_true: Any, when_false: Any, mask: Any) -> tuple[Vector, int] | None:
    if type(mask) is not Vector or mask.types() != TRUTHS:
        return None
    one, two = _one_kind(when_true), _one_kind(when_false)
    if one is None or one != two:
        return None
    count = len(mask)
    lefts = when_true if type(when_true) is Vector else [when_true] * count
    rights = when_false if type(when_false) is Vector else [when_false] * count
    items = [x if m is TRUE else y for x, y, m in zip(lefts, rights, mask, strict=True)]
    return Vector.column(items, one), 0


def _and(left: Any, right: Any) -> tuple[Vector, int] | None:
    if _one_kind(left) != TRUTHS or _one_kind(right) != TRUTHS:
        return None
    count = len(left) if type(left) is Vector else len(right)
    lefts = left if type(left) is Vector else [left] * count
    rights = right if type(right) is Vector else [right] * count
    items = [y if x is TRUE else FALSE for x, y in zip(lefts, rights, strict=True)]
    return Vector.column(items, TRUTHS), 0


def _eq(left: Any, right: Any) -> tuple[Vector, int] | None:
    if _one_kind(left) != INTEGERS or _one_kind(right) != INTEGERS:
        return None
    if not all(x.fits(LIMB) if type(x) is Vector else x.bit_length() <= LIMB for x in (left, right)):
        return None
    if type(left) is not Vector:
        left, right = right, left
    items: list[Value]
    if type(right) is Vector:
        items = [TRUE if x == y else FALSE for x, y in zip(left, right, strict=True)]
    else:
        items = [TRUE if x == right else FALSE for x in left]
    return Vector.column(items, TRUTHS), 0


def _one_kind(operand: Any) -> frozenset[type] | None:
    """The one type of a column's elements, integers or truths; or that of a single value."""
    types = operand.types() if type(operand) is Vector else frozenset({type(operand)})
    return types if types in (INTEGERS, TRUTHS) else None


_OTHERS: dict[str, Callable[..., Any]] = {"SELECT": _select, "AND": _and, "EQ": _eq}
