"""Rows of instructions over one element after the other (LANG.WORDS.MAP, LANG.WORDS.FOLD).

Where the kinds of the operands are known beforehand, nothing is left to check between two instructions: each
is one call that charges and computes. An element for which anything else turns up (an absent answer, a
ceiling) is undone and left to the plain evaluation, which finds the same again and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, final

from ajisai import numbers
from ajisai.bounds import Failure, Meter
from ajisai.values import FALSE, TRUE, Truth
from ajisai.words.block_program import SCALARS, BlockProgram, Instruction, affordable, charge
from ajisai.words.costs import leaf_weight

Code = list[tuple[Callable[..., Any], int, int, int]]
"""What to call, the slots of its operands (the same twice where there is one), the slot of its answer."""

NUMBER: Final = "number"
TRUTH: Final = "truth"


class _Odd(Exception):
    """An answer that is absent."""


def _present(answer: Any) -> Any:
    if answer is None:
        raise _Odd
    return answer


def _order(a: Any, b: Any, meter: Meter) -> int:
    return _present(numbers.compare(a, b, meter))  # type: ignore[no-any-return]


def _eq(a: Any, b: Any, meter: Meter) -> Truth:
    meter.charge_collection(min(leaf_weight(a), leaf_weight(b)))
    return TRUE if a == b else FALSE


def pair(a: Any, b: Any, _: Any = None) -> tuple[Any, Any]:
    """The first half of SELECT, which has three operands: both choices."""
    return a, b


def pick(choices: tuple[Any, Any], mask: Any, _: Any = None) -> Any:
    """The second half of SELECT: one of both by the mask."""
    return choices[0] if mask is TRUE else choices[1]


def both(a: Any, b: Any, _: Any = None) -> Any:
    """AND of two truth values."""
    return b if a is TRUE else FALSE


def other(a: Any, *_: Any) -> Truth:
    """NOT of a truth value."""
    return FALSE if a is TRUE else TRUE


_COMPUTED: dict[str, Callable[[Any, Any, Meter], Any]] = {
    "ADD": numbers.add,
    "SUB": numbers.sub,
    "MUL": numbers.mul,
    "DIV": numbers.div,
    "GCD": lambda a, b, meter: _present(numbers.gcd(a, b, meter)),
    "POW": lambda a, b, meter: _present(numbers.power(a, b, meter)),
    "MIN": lambda a, b, meter: a if _order(a, b, meter) <= 0 else b,
    "MAX": lambda a, b, meter: a if _order(a, b, meter) >= 0 else b,
    "FLOOR": lambda a, _, meter: numbers.floor(a, meter),
    "ROUND": lambda a, _, meter: numbers.round_half_away(a, meter),
    "SQRT": lambda a, _, meter: _present(numbers.sqrt(a, meter)),
    "LT": lambda a, b, meter: TRUE if _order(a, b, meter) < 0 else FALSE,
    "GT": lambda a, b, meter: TRUE if _order(a, b, meter) > 0 else FALSE,
    "EQ": _eq,
    "AND": both,
    "NOT": other,
}


def kind_of(types: frozenset[type]) -> str | None:
    """The one kind of values of these types, none of them a container or absent; None for any others."""
    if types <= SCALARS:
        return NUMBER
    return TRUTH if types == {Truth} else None


def kind_of_value(value: Any) -> str | None:
    """The kind of one value; None for a container, an absent one, or none yet."""
    kind = type(value)
    return NUMBER if kind in SCALARS else TRUTH if kind is Truth else None


def answer_kind(word: str, kinds: Sequence[str | None]) -> str | None:
    """The kind of what a Word answers to operands of these kinds; None where it would refuse them."""
    if None in kinds:
        return None
    if word == "SELECT":
        return kinds[0] if kinds[0] == kinds[1] and kinds[2] == TRUTH else None
    if word == "EQ":
        return TRUTH
    wanted = TRUTH if word in ("AND", "NOT") else NUMBER
    if any(kind != wanted for kind in kinds):
        return None
    return TRUTH if word in ("LT", "GT") else wanted


def assembled(
    instructions: Iterable[Instruction], slots: int, table: dict[str, Callable[..., Any]]
) -> tuple[Code, int]:
    """A row with what to call for each Word, and how many slots it needs beyond the first ``slots``."""
    code: Code = []
    between = slots
    for word, operands, target in instructions:
        if word == "SELECT":
            code.append((pair, operands[0], operands[1], between))
            code.append((pick, between, operands[2], target))
            between += 1
        else:
            code.append((table[word], operands[0], operands[-1], target))
    return code, between - slots


@final
class Row:
    """A block's row ready for operands of known kinds.

    Attributes:
        kind: that of what the block leaves.
    """

    __slots__ = ("_code", "_program", "_room", "kind")

    def __init__(self, program: BlockProgram, slots: int, kind: str) -> None:
        self._program = program
        self._code, room = assembled(program.instructions, slots, _COMPUTED)
        self._room = [None] * room
        self.kind = kind

    def map(self, meter: Meter, given: Sequence[Any], items: Sequence[Any]) -> list[Any]:
        """What the block leaves for the first elements, one by one, everything charged.

        It ends early at an element that has to be evaluated in the plain way.
        """
        code, result = self._code, self._program.result
        slots = [*given, *self._room]
        count = affordable(meter, self._program, 0, 0, len(items))
        charge(meter, self._program, 0, 0, count)
        answers: list[Any] = []
        numeric, collection = meter.numeric, meter.collection
        try:
            for item in items if count == len(items) else items[:count]:
                slots[0] = item
                for compute, left, right, target in code:
                    slots[target] = compute(slots[left], slots[right], meter)
                answers.append(slots[result])
                numeric, collection = meter.numeric, meter.collection
        except (Failure, _Odd):
            meter.numeric, meter.collection = numeric, collection
            charge(meter, self._program, 0, 0, len(answers) - count)
        return answers

    def fold(
        self,
        meter: Meter,
        given: Sequence[Any],
        items: Sequence[Any],
        accumulator: Any,
        passed: list[Any] | None,
    ) -> tuple[int, Any]:
        """The same for a block of two values: how many elements are done, and the accumulator after them.

        Every accumulator on the way goes to ``passed``, where that is a list.
        """
        code, result = self._code, self._program.result
        slots = [*given, *self._room]
        count = affordable(meter, self._program, 0, 0, len(items))
        charge(meter, self._program, 0, 0, count)
        done = 0
        numeric, collection = meter.numeric, meter.collection
        try:
            for item in items if count == len(items) else items[:count]:
                slots[0], slots[1] = accumulator, item
                for compute, left, right, target in code:
                    slots[target] = compute(slots[left], slots[right], meter)
                accumulator = slots[result]
                if passed is not None:
                    passed.append(accumulator)
                done += 1
                numeric, collection = meter.numeric, meter.collection
        except (Failure, _Odd):
            meter.numeric, meter.collection = numeric, collection
            charge(meter, self._program, 0, 0, done - count)
        return done, accumulator


def row(program: BlockProgram, slots: Sequence[Any], given: tuple[str, ...]) -> Row | None:
    """The row for given values of these kinds; None where a Word would refuse its operands."""
    kinds: tuple[str | None, ...] = given
    for place in program.outer.values():
        kinds += (kind_of_value(slots[place]),)
    if kinds not in program.rows:
        program.rows[kinds] = _row(program, slots, given)
    return program.rows[kinds]  # type: ignore[no-any-return]


def _row(program: BlockProgram, slots: Sequence[Any], given: tuple[str, ...]) -> Row | None:
    found = [kind_of_value(slot) for slot in slots]
    found[: len(given)] = given
    for word, operands, target in program.instructions:
        answer = answer_kind(word, [found[place] for place in operands])
        if answer is None:
            return None
        found[target] = answer
    kind = found[program.result]
    return None if kind is None else Row(program, len(slots), kind)
