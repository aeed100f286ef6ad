"""What one lane of a lifted Word costs, beside a list comprehension over gmpy2 numbers."""

from __future__ import annotations

from gmpy2 import mpq, mpz

import ajisai
from benchmarks.harness import Comparison, Side

_ELEMENTS = 20_000
_ROUNDS = 10  # lifted Words after the first two, so that making the Vectors weighs little


def integer_lanes() -> Comparison:
    """Vector with Vector, integers: additions and subtractions by turns."""

    def plain() -> list[mpz]:
        left = [mpz(index) for index in range(1, _ELEMENTS + 1)]
        right = [value * 3 for value in left]
        for turn in range(_ROUNDS):
            if turn % 2:
                right = [a - b for a, b in zip(right, left, strict=True)]
            else:
                right = [a + b for a, b in zip(right, left, strict=True)]
        return right

    source = f"1 {_ELEMENTS} RANGE 'L' BIND L 3 MUL " + "L ADD L SUB " * (_ROUNDS // 2)
    return _comparison("lane of a Vector, integers", source, Side("gmpy2 comprehension", plain))


def fraction_lanes() -> Comparison:
    """Vector with scalar, fractions: multiplications and additions by turns."""
    third, half = mpq(1, 3), mpq(1, 2)

    def plain() -> list[mpq]:
        values = [mpz(index) * third for index in range(1, _ELEMENTS + 1)]
        for turn in range(_ROUNDS):
            values = [value - half for value in values] if turn % 2 else [value + half for value in values]
        return values

    source = f"1 {_ELEMENTS} RANGE 1/3 MUL " + "1/2 ADD 1/2 SUB " * (_ROUNDS // 2)
    return _comparison("lane of a Vector, fractions", source, Side("gmpy2 comprehension", plain))


def _comparison(name: str, source: str, plain: Side) -> Comparison:
    limits = ajisai.Limits.playground()
    engine = Side("ajisai.run", lambda: ajisai.run(source, limits=limits), lambda result: result.value)
    return Comparison(name, "lane", (_ROUNDS + 1) * _ELEMENTS, engine, plain, aim=3)


COMPARISONS = (integer_lanes, fraction_lanes)
