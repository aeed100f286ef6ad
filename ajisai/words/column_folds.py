"""FOLD and SCAN of one Word over a column (LANG.WORDS.FOLD, LANG.WORDS.SCAN).

Each function answers how many elements it has done, everything charged, and the accumulator after them; every
accumulator on the way goes to ``passed``, where that is a list. It stops before an element of which it is not
sure, at the first where the elements are not of its kind.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import accumulate, islice
from typing import Any

from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.costs import FRACTION
from ajisai.numbers.rational import Rational, normal
from ajisai.numbers.sizes import bits_of
from ajisai.values import Vector
from ajisai.values.columns import FRACTIONS, INTEGERS, LIMB, RATIONALS, RESULT_BITS
from ajisai.words.block_program import BlockProgram, affordable, charge

_Compute = Callable[[Any, Any], Any]
_EXTREMES: dict[str, _Compute] = {"MAX": max, "MIN": min}
_SUMS: dict[str, _Compute] = {"ADD": operator.add, "SUB": operator.sub}


def fold_column(
    meter: Meter, program: BlockProgram, column: Vector, seed: Any, passed: list[Any] | None
) -> tuple[int, Any]:
    """The fold of a row of one Word over small rationals, as far as it goes."""
    if len(program.instructions) != 1 or program.instructions[0].operands != (0, 1):
        return 0, seed
    word = program.instructions[0].word
    compute = _SUMS.get(word) or _EXTREMES.get(word)
    kinds = column.types()
    if compute is None or program.result != program.instructions[0].target:
        return 0, seed
    if type(seed) is mpz and kinds == INTEGERS:
        # No accumulator can pass a limb, so that each costs 1 unit.
        growth = len(column).bit_length() if word in _SUMS else 0
        narrow = seed.bit_length() + growth < LIMB and column.fits(LIMB - 1 - growth)
        if narrow and meter.bigint_bits >= RESULT_BITS:
            return _priced(meter, program, compute, column, seed, passed, 1)
    elif (type(seed) is mpz or type(seed) is mpq) and mpq in kinds <= RATIONALS and column.fits(LIMB):
        if word in _SUMS:
            return _fractions(meter, program, word, column, seed, passed)
        if kinds == FRACTIONS and bits_of(seed) <= LIMB:
            return _priced(meter, program, compute, column, seed, passed, FRACTION)
    return 0, seed


def _priced(
    meter: Meter,
    program: BlockProgram,
    compute: _Compute,
    column: Vector,
    seed: Any,
    passed: list[Any] | None,
    price: int,
) -> tuple[int, Any]:
    """As many elements as the ceilings admit, at one price each."""
    items = column.elements()
    done = affordable(meter, program, price, 0, len(items))
    if not done:
        return 0, seed
    charge(meter, program, price, 0, done)
    return done, _reduced(compute, items if done == len(items) else items[:done], seed, passed)


def _reduced(compute: _Compute, items: Sequence[Any], seed: Any, passed: list[Any] | None) -> Any:
    if passed is not None:
        passed += islice(accumulate(items, compute, initial=seed), 1, None)
        return passed[-1]
    if compute is operator.add:
        return sum(items, seed)
    if compute is max or compute is min:
        return compute(seed, compute(items))
    return reduce(compute, items, seed)


def _fractions(
    meter: Meter,
    program: BlockProgram,
    word: str,
    column: Vector,
    seed: Rational,
    passed: list[Any] | None,
) -> tuple[int, Any]:
    """Sums of halves within a limb, whose price grows with the limbs of the accumulator."""
    items: Sequence[Any] = column.elements()
    bits = column.bits()
    count = affordable(meter, program, 0, 0, len(items))
    items = items if count == len(items) else items[:count]
    total: Any = mpq(seed)
    numeric = meter.numeric
    done = 0
    for item in items if word == "ADD" else map(operator.neg, items):
        wide, under = total.numerator.bit_length(), total.denominator.bit_length()
        if under > wide:
            wide = under
        price = (wide + 63) >> 6
        if under > 1 or type(item) is mpq:
            price *= FRACTION
        if numeric + price > meter.numeric_limit or wide + bits >= meter.bigint_bits:
            break
        numeric += price
        total += item
        done += 1
        if passed is not None:
            passed.append(normal(total))
    meter.numeric = numeric
    charge(meter, program, 0, 0, done)
    return done, normal(total)
