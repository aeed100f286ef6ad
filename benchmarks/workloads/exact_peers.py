"""The same exact work with other exact tools: ``fractions``, and sympy's algebraic field for irrationals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import ajisai
from benchmarks.harness import Comparison, Family, Side
from benchmarks.sympy_field import Field

_LIMITS = ajisai.Limits.playground(algebraic_terms=4096)
_PRIMES = (2, 3, 5, 7, 11)
_TERMS = 2_000


def harmonic() -> Comparison:
    """A partial harmonic sum, whose parts grow to hundreds of digits."""

    def plain() -> Fraction:
        total = Fraction(0)
        for index in range(1, _TERMS + 1):
            total += Fraction(1, index)
        return total

    source = f"1 1 {_TERMS} RANGE DIV 0 [ ADD ] FOLD"
    engine = Side("ajisai.run", lambda: ajisai.run(source, limits=_LIMITS), lambda result: result.value)
    return Comparison("harmonic sum", "term", _TERMS, engine, Side("fractions", plain), 1 / 3)


def small_fractions() -> Comparison:
    """An element-wise chain on small fractions."""
    count = 20_000

    def plain() -> list[Fraction]:
        values = [Fraction(index, 7) for index in range(1, count + 1)]
        values = [value + Fraction(1, 3) for value in values]
        values = [value * Fraction(3, 5) for value in values]
        return [value - Fraction(1, 2) for value in values]

    source = f"1 {count} RANGE 7 DIV 1/3 ADD 3/5 MUL 1/2 SUB"
    engine = Side("ajisai.run", lambda: ajisai.run(source, limits=_LIMITS), lambda result: result.value)
    return Comparison("fractions, element-wise", "element", count, engine, Side("fractions", plain), 1 / 3)


@cache
def _field(terms: int) -> Field:
    """The field over the roots of the first primes in which a number has so many terms, a power of two."""
    return Field(_PRIMES[: terms.bit_length() - 1])


def _sums(terms: int, count: int) -> tuple[list[Any], ajisai.Vector]:
    """Random sums of so many square roots: sympy's elements, and the same numbers of the engine."""
    random = Random(terms)
    field = _field(terms)
    roots = sorted(field.radicands)
    rows = [[random.choice((1, -1)) * random.randrange(1, 100) for _ in roots] for _ in range(count)]
    source = "SQRT 'R' BIND [ R MUL 0 [ ADD ] FOLD ] MAP"
    numbers = ajisai.run(source, inputs=[rows, roots], limits=_LIMITS).raise_for_error().stack[-1]
    assert isinstance(numbers, ajisai.Vector)
    return [field.element(dict(zip(roots, row, strict=True))) for row in rows], numbers


def equality(terms: int) -> Comparison:
    """Every number times the last, from either side: two products, and whether they are equal.

    All numbers differ, so that no product is made twice.
    """
    elements, numbers = _sums(terms, max(40, 1600 // terms))
    last = elements[-1]

    return _side_by_side(
        "'S' BIND [ 'X' BIND X S MUL S X MUL EQ ] MAP",
        numbers,
        lambda: [x * last == last * x for x in elements],
    )


def order(terms: int) -> Comparison:
    """Every number times the last, and whether that is below the last."""
    elements, numbers = _sums(terms, max(10, 200 // terms))
    field, last = _field(terms), elements[-1]
    return _side_by_side(
        "'S' BIND [ S MUL S LT ] MAP",
        numbers,
        lambda: [field.is_negative(x * last - last) for x in elements],
    )


def _side_by_side(source: str, numbers: ajisai.Vector, plain: Callable[[], list[bool]]) -> Comparison:
    inputs = [numbers, numbers[len(numbers) - 1]]
    engine = Side(
        "ajisai.run",
        lambda: ajisai.run(source, inputs=inputs, limits=_LIMITS),
        lambda result: result.value,
    )
    return Comparison("", "number", len(numbers), engine, Side("sympy field, gmpy2", plain), 1 / 3)


_SIZES = (2, 8, 32)
COMPARISONS = (
    harmonic,
    small_fractions,
    Family("two products and EQ", equality, _SIZES, small=4, of="terms"),
    Family("product and LT", order, _SIZES, small=4, of="terms"),
)
