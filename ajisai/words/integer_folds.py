"""FOLD and SCAN over small integers (LANG.WORDS.FOLD).

Where neither an element nor anything computed on the way can outgrow a limb, every instruction has the least
price, and a row costs the same for every element. How wide the accumulator may be for that is found before;
then only the accumulator is looked at.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, final

import gmpy2
from gmpy2 import mpz

from ajisai.bounds import Meter
from ajisai.values import FALSE, TRUE, Truth, Vector
from ajisai.values.columns import LIMB, RESULT_BITS
from ajisai.words.block_program import BlockProgram, Instruction, affordable, charge
from ajisai.words.column_blocks import Sheet, divided
from ajisai.words.element_blocks import Code, assembled, both, other

_MOST_WIDTHS = 64  # kept with one block
_TRUTH = -1  # stands for the bits of a truth value

_COMPUTED: dict[str, Callable[..., Any]] = {
    "ADD": operator.add,
    "SUB": operator.sub,
    "MUL": operator.mul,
    "GCD": gmpy2.gcd,
    "MIN": lambda a, b: a if a <= b else b,  # Python's own takes half as long again
    "MAX": lambda a, b: a if a >= b else b,
    "FLOOR": lambda a, _: a,
    "ROUND": lambda a, _: a,
    "LT": lambda a, b: TRUE if a < b else FALSE,
    "GT": lambda a, b: TRUE if a > b else FALSE,
    "EQ": lambda a, b: TRUE if a == b else FALSE,
    "AND": both,
    "NOT": other,
}


_Binary = Callable[[Any, Any], Any]

# An operation and one on its answer and a constant, in one call: the calls take longer than the arithmetic.
_THEN: dict[str, Callable[[_Binary, Any], _Binary]] = {
    "ADD": lambda first, c: lambda a, b: first(a, b) + c,
    "SUB": lambda first, c: lambda a, b: first(a, b) - c,
    "MUL": lambda first, c: lambda a, b: first(a, b) * c,
    "MIN": lambda first, c: lambda a, b: answer if (answer := first(a, b)) <= c else c,
    "MAX": lambda first, c: lambda a, b: answer if (answer := first(a, b)) >= c else c,
}
_THEN_BEHIND_CONSTANT = {**_THEN, "SUB": lambda first, c: lambda a, b: c - first(a, b)}


def _sum_bits(a: int, b: int) -> int:
    return max(a, b) + 1


_ANSWER_BITS: dict[str, Callable[[int, int], int]] = {
    "ADD": _sum_bits,
    "SUB": _sum_bits,
    "MUL": operator.add,
    "GCD": max,
    "MIN": max,
    "MAX": max,
    "FLOOR": max,
    "ROUND": max,
    "LT": lambda *_: _TRUTH,
    "GT": lambda *_: _TRUTH,
}


def _bits_of(value: Any) -> int | None:
    """Bits of a value in a slot: ``_TRUTH`` for a truth value, None for what this path does not do."""
    if type(value) is mpz:
        return value.bit_length()
    return _TRUTH if type(value) is Truth else None


def _answer_bits(word: str, bits: Sequence[int]) -> int | None:
    """Bits that bound a Word's answer; None where it would not have the least price, or refuse."""
    if word == "SELECT":
        mixed = (bits[0] == _TRUTH) is not (bits[1] == _TRUTH)
        return None if mixed or bits[2] != _TRUTH else max(bits[:2])
    if word in ("AND", "NOT"):
        return _TRUTH if max(bits) == _TRUTH else None
    if max(bits) > LIMB:
        return None
    if word == "EQ":
        return _TRUTH
    if word not in _ANSWER_BITS or min(bits) == _TRUTH:
        return None
    return _ANSWER_BITS[word](bits[0], bits[-1])


@final
class IntegerFold:
    """A row over an accumulator and elements of so many bits at most.

    What does not depend on the accumulator is done beforehand, for a part of the elements at once.

    Attributes:
        widest: bits of the widest accumulator that it takes; -1 where it takes none.
    """

    __slots__ = (
        "_before",
        "_code",
        "_collection",
        "_fed",
        "_iterators",
        "_numeric",
        "_program",
        "_single",
        "_slots",
        "widest",
    )

    def __init__(self, program: BlockProgram, slots: Sequence[Any], bits: int) -> None:
        self._program = program
        words = [word for word, _, _ in program.instructions]
        self._numeric = sum(word not in ("EQ", "AND", "NOT", "SELECT") for word in words)
        self._collection = words.count("EQ")
        self.widest = _widest_accumulator(program, slots, bits)
        if self.widest >= 0:
            self._divide(slots)

    def _divide(self, slots: Sequence[Any]) -> None:
        """Divide the row into what is done beforehand and what follows the accumulator."""
        self._before, after = divided(self._program.instructions, slots)
        used = {self._program.result, *(place for _, places, _ in after for place in places)}
        columns = [1, *(target for _, _, target in self._before)]
        self._fed = [place for place in columns if place in used] or [1]
        # The first of the columns that are fed leads; the others are taken from iterators, behind a None.
        nothing = len(slots)
        self._iterators = nothing + 1
        free = self._iterators + len(self._fed) - 1
        feeding = [
            (next, self._iterators + number, nothing, place) for number, place in enumerate(self._fed[1:])
        ]
        code, room = assembled(after, free, _COMPUTED)
        self._single = None if feeding else _in_one(after, slots, self._fed[0], self._program.result)
        self._code: Code = [*feeding, *code]
        self._slots = [*slots, *[None] * (free + room - nothing)]

    def run(self, meter: Meter, part: Vector, accumulator: mpz) -> list[mpz]:
        """The accumulators after the first elements, everything charged; as many as surely cost the least."""
        answers: list[mpz] = []
        count = affordable(meter, self._program, self._numeric, self._collection, len(part))
        if accumulator.bit_length() > self.widest or meter.bigint_bits < RESULT_BITS:
            return answers
        sheet = Sheet(self._slots, 1, part)
        if not sheet.work(self._before):
            return answers
        leading, *others = [sheet.slots[place].elements() for place in self._fed]
        leading = leading if count == len(leading) else leading[:count]
        if self._single is not None:
            answers = self._short_run(self._single, leading, accumulator)
        else:
            answers = self._long_run(leading, others, accumulator)
        charge(meter, self._program, self._numeric, self._collection, len(answers))
        return answers

    def _short_run(self, single: _Binary, leading: Sequence[Any], accumulator: Any) -> list[mpz]:
        answers: list[mpz] = []
        widest = self.widest
        for item in leading:
            accumulator = single(accumulator, item)
            answers.append(accumulator)
            if accumulator.bit_length() > widest:
                break
        return answers

    def _long_run(self, leading: Sequence[Any], others: Sequence[Any], accumulator: Any) -> list[mpz]:
        answers: list[mpz] = []
        slots, code, result, widest = self._slots, self._code, self._program.result, self.widest
        slots[self._iterators : self._iterators + len(others)] = map(iter, others)
        place = self._fed[0]
        slots[0] = accumulator
        for item in leading:
            slots[place] = item
            for compute, left, right, target in code:
                slots[target] = compute(slots[left], slots[right])
            slots[0] = answer = slots[result]
            answers.append(answer)
            if answer.bit_length() > widest:
                break
        return answers


def _in_one(row: Sequence[Instruction], slots: Sequence[Any], element: int, result: int) -> _Binary | None:
    """One function of accumulator and element for a row that goes on from Word to Word with constants.

    None for any other row.
    """
    if not row or row[0].operands != (0, element):
        return None
    single, last = _COMPUTED[row[0].word], row[0].target
    for word, places, target in row[1:]:
        if places.count(last) != 1 or len(places) != 2:
            return None
        behind = places[1] == last
        then = (_THEN_BEHIND_CONSTANT if behind else _THEN).get(word)
        constant = slots[places[0 if behind else 1]]
        if then is None or constant is None:
            return None
        single, last = then(single, constant), target
    return single if last == result else None


def _widest_accumulator(program: BlockProgram, slots: Sequence[Any], bits: int) -> int:
    """Bits of the widest accumulator with which nothing outgrows a limb; -1 where there is none."""
    known = [_TRUTH if slot is None else _bits_of(slot) for slot in slots]
    known[1] = bits
    if None in known:
        return -1
    key = (bits, *(known[place] for place in program.outer.values()))
    if key not in program.widths:
        if len(program.widths) >= _MOST_WIDTHS:
            program.widths.clear()
        low, high = 0, LIMB + 1  # it takes what is narrower than low, and not what is as wide as high
        while low < high:
            middle = (low + high) // 2
            if _takes(program, middle, known):
                low = middle + 1
            else:
                high = middle
        program.widths[key] = low - 1
    return program.widths[key]


def _takes(program: BlockProgram, accumulator: int, known: Sequence[Any]) -> bool:
    bits = [accumulator, *known[1:]]
    for word, operands, target in program.instructions:
        answer = _answer_bits(word, [bits[place] for place in operands])
        if answer is None:
            return False
        bits[target] = answer
    return bool(bits[program.result] != _TRUTH)
