"""Element-wise arithmetic on whole columns, beside one comprehension for each operation."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from gmpy2 import mpq, mpz

from benchmarks.harness import Comparison, Family
from benchmarks.programs import column_program, fractions, integers

_SIZES = (10_000, 100_000, 1_000_000)
_SOURCE = "'V' BIND V {first} ADD V MUL {second} SUB V ADD"


def _chain(values: Sequence[Any], first: Any, second: Any) -> list[Any]:
    column = [x + first for x in values]
    column = [x * y for x, y in zip(column, values, strict=True)]
    column = [x - second for x in column]
    return [x + y for x, y in zip(column, values, strict=True)]


def integer_chain(size: int) -> Comparison:
    """Integers, beside gmpy2."""
    column, first, second = integers(size), mpz(5), mpz(3)
    source = _SOURCE.format(first=first, second=second)
    return column_program(source, column, lambda: _chain(column, first, second), aim=1.5)


def fraction_chain(size: int) -> Comparison:
    """Fractions, beside gmpy2."""
    column, first, second = fractions(size), mpq(1, 2), mpq(3, 5)
    source = _SOURCE.format(first=first, second=second)
    return column_program(source, column, lambda: _chain(column, first, second), aim=1.5)


def standard_fraction_chain(size: int) -> Comparison:
    """Fractions, beside the standard library's."""
    column, first, second = fractions(size), Fraction(1, 2), Fraction(3, 5)
    theirs = [Fraction(int(x.numerator), int(x.denominator)) for x in column]
    source = _SOURCE.format(first=first, second=second)
    return column_program(source, column, lambda: _chain(theirs, first, second), label="fractions", aim=1 / 3)


COMPARISONS = (
    Family("chain of integers", integer_chain, _SIZES, small=300, grows=True),
    Family("chain of fractions", fraction_chain, _SIZES, small=300, grows=True),
    Family("chain of fractions beside fractions", standard_fraction_chain, (100_000, 1_000_000), small=300),
)
