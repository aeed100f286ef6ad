"""Whole columns of small rationals at once: the short path of lifting and of blocks over a Vector.

A kernel takes operands of which at least one is a flat Vector of rationals, all halves of one limb, the
others being such numbers themselves. It answers the Vector that the lanes one by one would give, and their
price in numericWork, or None where a lane could be anything else: then the lanes are done one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gmpy2 import mpq, mpz

from ajisai.numbers.costs import FRACTION
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
        lambda xs, y: [mpq(x, y) for x in xs],
        lambda x, ys: [mpq(x, y) for y in ys],
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


def _small(operand: Any) -> frozenset[type] | None:
    """The number types in an operand of small rationals; None for anything else."""
    if type(operand) is Vector:
        types = operand.types()
        return types if types and types <= RATIONALS and operand.fits(LIMB) else None
    if type(operand) is mpz:
        return INTEGERS if operand.bit_length() <= LIMB else None
    if type(operand) is mpq:
        wide = max(operand.numerator.bit_length(), operand.denominator.bit_length())
        return FRACTIONS if wide <= LIMB else None
    return None


def _bits(operand: Any) -> int:
    if type(operand) is Vector:
        return operand.bits()
    if type(operand) is mpz:
        return operand.bit_length()
    return int(max(operand.numerator.bit_length(), operand.denominator.bit_length()))


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
        one, two = _small(left), _small(right)
        if one is None or two is None:
            return None
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
            return _normal(items, _bits(left) + _bits(right)), FRACTION * lanes
        price = _price(one, two, left, right, lanes)
        if word in ("LT", "GT"):
            return Vector.column(items, TRUTHS), price
        wide, other = _bits(left), _bits(right)
        if word in ("MIN", "MAX"):
            return _normal(items, max(wide, other)), price
        if one == two == INTEGERS:
            bits = wide + other if word == "MUL" else max(wide, other) + 1
            return Vector.column(items, INTEGERS, bits), price
        return _normal(items, wide + other + 1), price

    return kernel


def _normal(items: list[Any], bits: int) -> Vector:
    """Fractions over 1 become the integers they are; no half is wider than ``bits``."""
    items = [x if x.denominator != 1 else x.numerator for x in items]
    return Vector.column(items, frozenset(map(type, items)), bits)


def _floor(column: Any) -> Priced | None:
    types = _small(column)
    if types == INTEGERS:
        return column, len(column)
    if types != FRACTIONS:
        return None
    items = [x.numerator // x.denominator for x in column]
    return Vector.column(items, INTEGERS, column.bits()), FRACTION * len(items)


def _round(column: Any) -> Priced | None:
    return (column, len(column)) if _small(column) == INTEGERS else None


def _not(column: Any) -> Priced | None:
    if type(column) is not Vector or column.types() != TRUTHS:
        return None
    return Vector.column([FALSE if x is TRUE else TRUE for x in column], TRUTHS), 0


KERNELS: dict[str, Kernel] = {
    **{word: _binary(word) for word in _ARITHMETIC},
    "FLOOR": _floor,
    "ROUND": _round,
    "NOT": _not,
}
"""The Words that have a kernel. Each admits what ``_small`` admits, and answers None for all else."""
