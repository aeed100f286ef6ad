"""Whole columns of small rationals at once: the short path of lifting and of blocks over a Vector.

A kernel takes operands of which at least one is a flat Vector of rationals, all halves of one limb, the
others being such numbers themselves. It answers the Vector that the lanes one by one would give, and their
price in numericWork, or None where a lane could be anything else: then the lanes are done one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from gmpy2 import gcd, mpq, mpz

from ajisai.numbers.costs import FRACTION
from ajisai.numbers.rational import any_whole, normals
from ajisai.values.containers import Record, Vector
from ajisai.values.domains import FALSE, TRUE, Truth

LIMB = 64
RESULT_BITS = 2 * LIMB + 1
"""No half of a kernel's answer is wider: under a lower ceiling bigintBits the lanes are done one by one."""

INTEGERS = frozenset({mpz})
FRACTIONS = frozenset({mpq})
TRUTHS = frozenset({Truth})
RATIONALS = frozenset({mpz, mpq})

Priced = tuple[Vector, int]
Kernel = Callable[..., "Priced | None"]


class _Forms(NamedTuple):
    """One operation over two columns, a column and a number, a number and a column."""

    both: Callable[[Any, Any], list[Any]]
    left: Callable[[Any, Any], list[Any]]
    right: Callable[[Any, Any], list[Any]]


_ARITHMETIC = {
    "ADD": _Forms(
        lambda xs, ys: [x + y for x, y in zip(xs, ys, strict=True)],
        lambda xs, y: [x + y for x in xs],
        lambda x, ys: [x + y for y in ys],
    ),
    "SUB": _Forms(
        lambda xs, ys: [x - y for x, y in zip(xs, ys, strict=True)],
        lambda xs, y: [x - y for x in xs],
        lambda x, ys: [x - y for y in ys],
    ),
    "MUL": _Forms(
        lambda xs, ys: [x * y for x, y in zip(xs, ys, strict=True)],
        lambda xs, y: [x * y for x in xs],
        lambda x, ys: [x * y for y in ys],
    ),
    "DIV": _Forms(
        lambda xs, ys: [mpq(x, y) for x, y in zip(xs, ys, strict=True)],
        lambda xs, y: [x / q for q in (mpq(y),) for x in xs],
        lambda x, ys: [q / y for q in (mpq(x),) for y in ys],
    ),
    "MIN": _Forms(
        lambda xs, ys: [x if x <= y else y for x, y in zip(xs, ys, strict=True)],
        lambda xs, y: [x if x <= y else y for x in xs],
        lambda x, ys: [x if x <= y else y for y in ys],
    ),
    "MAX": _Forms(
        lambda xs, ys: [x if x >= y else y for x, y in zip(xs, ys, strict=True)],
        lambda xs, y: [x if x >= y else y for x in xs],
        lambda x, ys: [x if x >= y else y for y in ys],
    ),
    "LT": _Forms(
        lambda xs, ys: [TRUE if x < y else FALSE for x, y in zip(xs, ys, strict=True)],
        lambda xs, y: [TRUE if x < y else FALSE for x in xs],
        lambda x, ys: [TRUE if x < y else FALSE for y in ys],
    ),
    "GT": _Forms(
        lambda xs, ys: [TRUE if x > y else FALSE for x, y in zip(xs, ys, strict=True)],
        lambda xs, y: [TRUE if x > y else FALSE for x in xs],
        lambda x, ys: [TRUE if x > y else FALSE for y in ys],
    ),
}


def over(kernel: Kernel, operands: Sequence[Any]) -> tuple[Vector | Record, int] | None:
    """What a kernel answers for operands of which some may be Records of columns under the same keys."""
    records = [operand for operand in operands if type(operand) is Record]
    if not records:
        return kernel(*operands)
    keys = records[0].keys
    if Vector in map(type, operands) or any(record.keys != keys for record in records[1:]):
        return None
    priced = kernel(*(operand.values if type(operand) is Record else operand for operand in operands))
    return None if priced is None else (Record(keys, priced[0]), priced[1])


def _small(operand: Any) -> tuple[frozenset[type], int] | None:
    """The number types in an operand of small rationals, a bound of their bits; None for anything else."""
    if type(operand) is Vector:
        types = operand.types()
        return (types, operand.bits()) if types and types <= RATIONALS and operand.fits(LIMB) else None
    if type(operand) is mpz:
        bits = operand.bit_length()
        return (INTEGERS, bits) if bits <= LIMB else None
    if type(operand) is mpq:
        bits = max(operand.numerator.bit_length(), operand.denominator.bit_length())
        return (FRACTIONS, bits) if bits <= LIMB else None
    return None


def _price(one: frozenset[type], two: frozenset[type], left: Any, right: Any, lanes: int) -> int:
    """1 for a lane of two integers, FRACTION for a lane with a fraction."""
    if one == two == INTEGERS:
        return lanes
    if one == FRACTIONS or two == FRACTIONS:
        return FRACTION * lanes
    # A mixed column: count the lanes in which both are integers.
    lefts = left if type(left) is Vector else [left] * lanes
    rights = right if type(right) is Vector else [right] * lanes
    whole = sum(type(x) is mpz and type(y) is mpz for x, y in zip(lefts, rights, strict=True))
    return whole + FRACTION * (lanes - whole)


def _binary(word: str) -> Kernel:
    forms = _ARITHMETIC[word]

    def kernel(left: Any, right: Any) -> Priced | None:
        lefts, rights = _small(left), _small(right)
        if lefts is None or rights is None:
            return None
        one, wide = lefts
        two, other = rights
        if word == "DIV" and not (all(right.elements()) if type(right) is Vector else right):
            return None
        if type(left) is not Vector:
            items = forms.right(left, right.elements())
        elif type(right) is not Vector:
            items = forms.left(left.elements(), right)
        elif len(left) == len(right):
            items = forms.both(left.elements(), right.elements())
        else:
            return None
        lanes = len(items)
        if word == "DIV":
            return _fractions(items, wide + other), FRACTION * lanes
        price = _price(one, two, left, right, lanes)
        if word in ("LT", "GT"):
            return Vector.column(items, TRUTHS), price
        if word in ("MIN", "MAX"):
            return Vector.column(items, frozenset(map(type, items)), max(wide, other)), price
        if one == two == INTEGERS:
            bits = wide + other if word == "MUL" else max(wide, other) + 1
            return Vector.column(items, INTEGERS, bits), price
        if one == FRACTIONS or two == FRACTIONS:
            return _fractions(items, wide + other + 1), price
        return _normal(items, wide + other + 1), price

    return kernel


def _fractions(items: list[Any], bits: int) -> Vector:
    """A column of ``mpq``, of which those over 1 become the integers they are."""
    return _normal(items, bits) if any_whole(items) else Vector.column(items, FRACTIONS, bits)


def _normal(items: list[Any], bits: int) -> Vector:
    """Fractions over 1 become the integers they are; no half is wider than ``bits``."""
    items = normals(items)
    return Vector.column(items, frozenset(map(type, items)), bits)


def _floor(column: Any) -> Priced | None:
    types, bits = _small(column) or (None, 0)
    if types == INTEGERS:
        return column, len(column)
    if types != FRACTIONS:
        return None
    items = [x.numerator // x.denominator for x in column]
    return Vector.column(items, INTEGERS, bits), FRACTION * len(items)


def _round(column: Any) -> Priced | None:
    types, _ = _small(column) or (None, 0)
    return (column, len(column)) if types == INTEGERS else None


def _not(column: Any) -> Priced | None:
    if type(column) is not Vector or column.types() != TRUTHS:
        return None
    return Vector.column([FALSE if x is TRUE else TRUE for x in column], TRUTHS), 0


def _rounded(column: Any, integer: Callable[[Any], Any]) -> Priced | None:
    """A column that holds fractions, each made an integer; integers among them are their own."""
    types, bits = _small(column) or (INTEGERS, 0)
    if types <= INTEGERS:
        return None
    items = [x if type(x) is mpz else integer(x) for x in column]
    whole = sum(type(x) is mpz for x in column) if mpz in types else 0
    return Vector.column(items, INTEGERS, bits + 1), whole + FRACTION * (len(items) - whole)


def _nearest(value: Any) -> Any:
    top, under = value.numerator, value.denominator
    size = (2 * abs(top) + under) // (2 * under)
    return -size if top < 0 else size


def _gcd(left: Any, right: Any) -> Priced | None:
    one, wide = _small(left) or (FRACTIONS, 0)
    two, other = _small(right) or (FRACTIONS, 0)
    if not one == two == INTEGERS:
        return None
    if type(left) is not Vector:
        left, right = right, left
    items: list[Any] = list(map(gcd, left, right if type(right) is Vector else repeat(right)))
    return Vector.column(items, INTEGERS, max(wide, other)), len(items)


def _and(left: Any, right: Any) -> Priced | None:
    if type(left) is not Vector:
        left, right = right, left
    if left.types() != TRUTHS:
        return None
    if type(right) is Truth:
        return (left if right is TRUE else Vector.column([FALSE] * len(left), TRUTHS)), 0
    if type(right) is not Vector or right.types() != TRUTHS:
        return None
    return Vector.column([y if x is TRUE else FALSE for x, y in zip(left, right, strict=True)], TRUTHS), 0


KERNELS: dict[str, Kernel] = {
    **{word: _binary(word) for word in _ARITHMETIC},
    "FLOOR": _floor,
    "ROUND": _round,
    "NOT": _not,
}
"""The Words that have a kernel. Each admits what ``_small`` admits, and answers None for all else."""

ROWS: dict[str, Kernel] = {
    **KERNELS,
    "FLOOR": lambda column: _floor(column) or _rounded(column, lambda x: x.numerator // x.denominator),
    "ROUND": lambda column: _round(column) or _rounded(column, _nearest),
    "GCD": _gcd,
    "AND": _and,
}
"""The kernels of rows inside a lifted operand, where lanes have the price of lanes that are done one by one:
those, and more of them, since no other price depends on what has one."""
