"""Blocks over 100,000 integers beside what a good Python programmer writes with gmpy2.

The Vector is an input of the run, so that making it is on neither side.
"""

from __future__ import annotations

from collections.abc import Callable

from gmpy2 import mpz

import ajisai
from benchmarks.harness import Comparison, Side

_ELEMENTS = 100_000
_COLUMN = [mpz(index) for index in range(-_ELEMENTS // 2, _ELEMENTS // 2)]
_VECTOR = ajisai.Vector(list(_COLUMN))
_LIMITS = ajisai.Limits.playground()
_THREE, _SEVEN, _TWO, _FIVE, _ZERO = map(mpz, (3, 7, 2, 5, 0))


def _build(name: str, source: str, plain: Callable[[], object], aim: float) -> Comparison:
    def run() -> ajisai.Result:
        return ajisai.run(source, inputs=[_VECTOR], limits=_LIMITS)

    def top(result: ajisai.Result) -> object:
        value = result.raise_for_error().stack[-1]
        return list(value) if isinstance(value, ajisai.Vector) else value

    return Comparison(name, "element", _ELEMENTS, Side("ajisai.run", run, top), Side("gmpy2", plain), aim)


def map_one() -> Comparison:
    """One Word."""
    return _build("MAP, one Word", "[ 3 MUL ] MAP", lambda: [x * _THREE for x in _COLUMN], 2.5)


def map_three() -> Comparison:
    """Three Words."""
    return _build(
        "MAP, three Words",
        "[ 3 MUL 7 ADD 2 SUB ] MAP",
        lambda: [x * _THREE + _SEVEN - _TWO for x in _COLUMN],
        2.5,
    )


def filter_order() -> Comparison:
    """A comparison."""
    return _build("FILTER, one Word", "[ 7 GT ] FILTER", lambda: [x for x in _COLUMN if x > _SEVEN], 2.5)


def map_bindings() -> Comparison:
    """A name used three times."""
    return _build(
        "MAP with bindings",
        "[ 'X' BIND X X MUL X ADD ] MAP",
        lambda: [x * x + x for x in _COLUMN],
        8,
    )


def map_select() -> Comparison:
    """The absolute value by SELECT."""
    return _build(
        "MAP with SELECT",
        "[ 'X' BIND 0 X SUB X X 0 LT SELECT ] MAP",
        lambda: [-x if x < _ZERO else x for x in _COLUMN],
        8,
    )


def map_user_word() -> Comparison:
    """The same through a User Word."""
    return _build(
        "MAP of a User Word",
        "[ 'X' BIND 0 X SUB X X 0 LT SELECT ] 'ABS' DEF [ ABS ] MAP",
        lambda: [-x if x < _ZERO else x for x in _COLUMN],
        8,
    )


def fold_sum() -> Comparison:
    """A sum."""

    def plain() -> object:
        total = _ZERO
        for x in _COLUMN:
            total = total + x
        return total

    return _build("FOLD ADD", "0 [ ADD ] FOLD", plain, 3)


def scan_sum() -> Comparison:
    """A running sum."""

    def plain() -> object:
        total, totals = _ZERO, []
        for x in _COLUMN:
            total = total + x
            totals.append(total)
        return totals

    return _build("SCAN ADD", "0 [ ADD ] SCAN", plain, 3)


def fold_two_words() -> Comparison:
    """A block that no column can do at once."""

    def plain() -> object:
        total = _ZERO
        for x in _COLUMN:
            total = (total - x) * _FIVE - total * _FIVE
        return total

    return _build("FOLD, four Words", "0 [ 'X' BIND 'A' BIND A X SUB 5 MUL A 5 MUL SUB ] FOLD", plain, 12)


def lanes_chain() -> Comparison:
    """An element-wise chain on integers."""
    return _build(
        "element-wise chain, integers",
        "'V' BIND V V ADD V SUB 3 MUL V ADD",
        lambda: _chain(_COLUMN),
        1.5,
    )


def _chain(values: list[mpz]) -> list[mpz]:
    column = [x + y for x, y in zip(values, values, strict=True)]
    column = [x - y for x, y in zip(column, values, strict=True)]
    column = [x * _THREE for x in column]
    return [x + y for x, y in zip(column, values, strict=True)]


COMPARISONS = (
    map_one,
    map_three,
    filter_order,
    map_bindings,
    map_select,
    map_user_word,
    fold_sum,
    scan_sum,
    fold_two_words,
    lanes_chain,
)
