"""Sums, inverses and order of sums of square roots, each with all the terms of a field of its degree."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import ajisai
from benchmarks.harness import Comparison, Family, Side
from benchmarks.programs import LIMITS
from benchmarks.surd_peers import Roots, Terms, approximation, integer_terms, is_less, radicands

_SIZES = (2, 8, 32, 128)
_PAIRS = 200
_NEAR_DIGITS = 40


@lru_cache(maxsize=2)
def _sums(terms: int, seed: int, count: int) -> tuple[list[Terms], ajisai.Vector]:
    """Random sums with all of so many terms: their coefficients, and the numbers themselves."""
    random = Random(seed)
    roots = radicands(terms)
    rows = [[random.choice((1, -1)) * random.randrange(1, 100) for _ in roots] for _ in range(count)]
    source = "SQRT 'R' BIND [ R MUL 0 [ ADD ] FOLD ] MAP"
    numbers = ajisai.run(source, inputs=[rows, roots], limits=LIMITS).raise_for_error().stack[-1]
    assert isinstance(numbers, ajisai.Vector)
    return [integer_terms(roots, row) for row in rows], numbers


def _terms_of(number: Any) -> Terms:
    if isinstance(number, ajisai.Surd):
        return {int(radicand): coefficient for radicand, coefficient in number.terms}
    return {1: number} if number else {}


def _numbers(result: ajisai.Result) -> list[Terms]:
    return [_terms_of(number) for number in result.raise_for_error().stack[-1]]  # type: ignore[union-attr]


def _engine(source: str, *inputs: ajisai.Vector) -> Side:
    return Side("ajisai.run", lambda: ajisai.run(source, inputs=inputs, limits=LIMITS), _numbers)


def sums(terms: int) -> Comparison:
    """Two sums added, beside sympy's ring."""
    (left, vector), (right, other) = _sums(terms, 1, _PAIRS), _sums(terms, 2, _PAIRS)
    roots = Roots(terms)
    pairs = [(roots.element(one), roots.element(two)) for one, two in zip(left, right, strict=True)]
    plain = Side(
        "sympy ring, gmpy2",
        lambda: [one + two for one, two in pairs],
        lambda elements: [roots.terms(element) for element in elements],
    )
    return Comparison("", "sum", _PAIRS, _engine("ADD", vector, other), plain, 1)


def inverses(terms: int) -> Comparison:
    """The reciprocal, beside conjugates in sympy's ring."""
    count = max(4, 400 // terms)
    rows, vector = _sums(terms, 3, count)
    roots = Roots(terms)
    elements = [roots.element(row) for row in rows]
    plain = Side(
        "sympy ring, gmpy2",
        lambda: [roots.inverse(element) for element in elements],
        lambda elements: [roots.terms(element) for element in elements],
    )
    return Comparison("", "inverse", count, _engine("'V' BIND 1 V DIV", vector), plain, 1)


def order(terms: int) -> Comparison:
    """Two sums compared, most of which differ early."""
    (left, vector), (right, other) = _sums(terms, 1, _PAIRS), _sums(terms, 2, _PAIRS)
    return _order(left, vector, right, other)


def near_order(terms: int) -> Comparison:
    """Sums compared with decimals from which they differ in the fortieth digit."""
    rows, vector = _sums(terms, 1, _PAIRS)
    decimals = [approximation(row, _NEAR_DIGITS) for row in rows]
    return _order(rows, vector, [{1: decimal} for decimal in decimals], ajisai.Vector(list(decimals)))


def _order(left: list[Terms], vector: ajisai.Vector, right: list[Terms], other: ajisai.Vector) -> Comparison:
    def plain() -> list[bool]:
        return [is_less(one, two) for one, two in zip(left, right, strict=True)]

    engine = Side(
        "ajisai.run",
        lambda: ajisai.run("LT", inputs=[vector, other], limits=LIMITS),
        lambda result: result.value,
    )
    return Comparison("", "comparison", _PAIRS, engine, Side("gmpy2 isqrt", plain), 1)


COMPARISONS = (
    Family("sum of irrationals", sums, _SIZES, small=4, of="terms"),
    Family("inverse of an irrational", inverses, _SIZES, small=4, of="terms"),
    Family("order of irrationals", order, _SIZES, small=4, of="terms"),
    Family("order of near irrationals", near_order, _SIZES, small=4, of="terms"),
)
