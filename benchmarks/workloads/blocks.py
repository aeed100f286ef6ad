"""Blocks over integers beside what a good Python programmer writes with gmpy2.

Making the column is on neither side. FOLD and SCAN keep their sums between two bounds from three Words on, so
that no element can be done before the one in front of it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from gmpy2 import mpz

from benchmarks.harness import Comparison, Family
from benchmarks.programs import column_program, integers

_SIZES = (10_000, 20_000, 100_000, 1_000_000)
_ZERO, _ONE, _TWO, _THREE, _FOUR, _FIVE, _SIX, _SEVEN, _NINE = map(mpz, (0, 1, 2, 3, 4, 5, 6, 7, 9))
_LOW, _HIGH = mpz(-1000), mpz(1000)

Column = list[mpz]
Plain = Callable[[Column], object]
_ARITHMETIC = "3 MUL 7 ADD 2 SUB 5 MUL 1 ADD 4 SUB 2 MUL"


def _map_one(column: Column) -> object:
    return [x * _THREE for x in column]


def _map_three(column: Column) -> object:
    return [x * _THREE + _SEVEN - _TWO for x in column]


def _map_ten(column: Column) -> object:
    return [
        (((x * _THREE + _SEVEN - _TWO) * _FIVE + _ONE - _FOUR) * _TWO + _NINE - _THREE) * _SIX for x in column
    ]


def _filter_one(column: Column) -> object:
    return [x for x in column if x > _SEVEN]


def _filter_three(column: Column) -> object:
    return [x for x in column if x * _THREE + _SEVEN > _NINE]


def _filter_ten(column: Column) -> object:
    return [
        x
        for x in column
        if ((x * _THREE + _SEVEN - _TWO) * _FIVE + _ONE - _FOUR) * _TWO + _NINE - _THREE > _NINE
    ]


def _fold_one(column: Column) -> object:
    total = _ZERO
    for x in column:
        total = total + x
    return total


def _fold_three(column: Column) -> object:
    total = _ZERO
    for x in column:
        total = total + x
        if total > _HIGH:
            total = _HIGH
        elif total < _LOW:
            total = _LOW
    return total


def _fold_ten(column: Column) -> object:
    total = _ZERO
    for x in column:
        total = total + ((x * _THREE + _SEVEN - _TWO) * _FIVE + _ONE - _FOUR) * _TWO
        if total > _HIGH:
            total = _HIGH
        elif total < _LOW:
            total = _LOW
    return total


def _scan_one(column: Column) -> object:
    return list(accumulate(column))


def _scan_three(column: Column) -> object:
    total, totals = _ZERO, []
    for x in column:
        total = total + x
        if total > _HIGH:
            total = _HIGH
        elif total < _LOW:
            total = _LOW
        totals.append(total)
    return totals


def _scan_ten(column: Column) -> object:
    total, totals = _ZERO, []
    for x in column:
        total = total + ((x * _THREE + _SEVEN - _TWO) * _FIVE + _ONE - _FOUR) * _TWO
        if total > _HIGH:
            total = _HIGH
        elif total < _LOW:
            total = _LOW
        totals.append(total)
    return totals


def _bindings(column: Column) -> object:
    return [x * x + x for x in column]


def _absolute(column: Column) -> object:
    return [-x if x < _ZERO else x for x in column]


def _fold_bindings(column: Column) -> object:
    total = _ZERO
    for x in column:
        total = (total - x) * _FIVE - total * _FIVE
    return total


def _works() -> list[tuple[str, str, Plain, float]]:
    """Name, source, plain code, aim: what is measured at every size."""
    bounded = "ADD 1000 MIN -1000 MAX"
    return [
        ("MAP, 1 Word", "[ 3 MUL ] MAP", _map_one, 2.5),
        ("MAP, 3 Words", "[ 3 MUL 7 ADD 2 SUB ] MAP", _map_three, 2.5),
        ("MAP, 10 Words", f"[ {_ARITHMETIC} 9 ADD 3 SUB 6 MUL ] MAP", _map_ten, 2.5),
        ("FILTER, 1 Word", "[ 7 GT ] FILTER", _filter_one, 2.5),
        ("FILTER, 3 Words", "[ 3 MUL 7 ADD 9 GT ] FILTER", _filter_three, 2.5),
        ("FILTER, 10 Words", f"[ {_ARITHMETIC} 9 ADD 3 SUB 9 GT ] FILTER", _filter_ten, 2.5),
        ("FOLD, 1 Word", "0 [ ADD ] FOLD", _fold_one, 3),
        ("FOLD, 3 Words", f"0 [ {bounded} ] FOLD", _fold_three, 3),
        ("FOLD, 10 Words", f"0 [ {_ARITHMETIC} {bounded} ] FOLD", _fold_ten, 3),
        ("SCAN, 1 Word", "0 [ ADD ] SCAN", _scan_one, 3),
        ("SCAN, 3 Words", f"0 [ {bounded} ] SCAN", _scan_three, 3),
        ("SCAN, 10 Words", f"0 [ {_ARITHMETIC} {bounded} ] SCAN", _scan_ten, 3),
    ]


def _named_works() -> list[tuple[str, str, Plain, float]]:
    """Blocks with names in them, measured at one size."""
    choice = "'X' BIND 0 X SUB X X 0 LT SELECT"
    fold = "0 [ 'X' BIND 'A' BIND A X SUB 5 MUL A 5 MUL SUB ] FOLD"
    return [
        ("MAP with bindings", "[ 'X' BIND X X MUL X ADD ] MAP", _bindings, 8),
        ("MAP with SELECT", f"[ {choice} ] MAP", _absolute, 8),
        ("MAP of a User Word", f"[ {choice} ] 'ABS' DEF [ ABS ] MAP", _absolute, 8),
        ("FOLD with bindings", fold, _fold_bindings, 12),
    ]


def _family(work: tuple[str, str, Plain, float], sizes: tuple[int, ...], *, grows: bool) -> Family:
    name, source, plain, aim = work

    def build(size: int) -> Comparison:
        column = integers(size)
        return column_program(source, column, lambda: plain(column), aim=aim)

    return Family(name, build, sizes, small=300, grows=grows)


COMPARISONS = (
    *(_family(work, _SIZES, grows=True) for work in _works()),
    *(_family(work, (100_000,), grows=False) for work in _named_works()),
)
