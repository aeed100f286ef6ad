"""What the tests of numbers share: meters, numbers to draw from, arithmetic written from LANG.NUMBERS alone.

That arithmetic knows nothing of the engine: pairs of Python integers for the pair formulas, dictionaries of
Fractions for sums of square roots, and decimals of many digits for what is greater.
"""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction
from math import gcd

import pytest
from gmpy2 import mpq, mpz
from hypothesis import strategies as st

from ajisai import numbers
from ajisai.bounds import Failure, Limits, Meter
from ajisai.numbers import Number, Point, Surd

Pair = tuple[int, int]
Roots = dict[int, Fraction]


def meter(**ceilings: int) -> Meter:
    """A fresh meter under the agents' ceilings, some replaced."""
    return Meter(Limits.agent(**ceilings))


def refused(caught: pytest.ExceptionInfo[Failure]) -> tuple[str | None, int | None, int | None]:
    """The ceiling that a Failure names, its value, and the size that crossed it."""
    return caught.value.resource, caught.value.limit, caught.value.observed


def number(text: str) -> Number:
    """The number that a literal spells."""
    parsed = numbers.parse_number(text, meter())
    assert parsed is not None
    return parsed


def root(n: int | Fraction) -> Number:
    """The square root of a rational that has one."""
    answer = numbers.sqrt(rational(n), meter())
    assert answer is not None
    return answer


def rational(value: int | Fraction) -> mpz | mpq:
    """The engine's number for a Python one."""
    return numbers.normal(mpq(value.numerator, value.denominator))


def surd(*terms: tuple[int, int | Fraction]) -> Number:
    """The sum of ``coefficient · √radicand`` over ``(radicand, coefficient)``, by the engine's operations."""
    total: Number = mpz(0)
    for radicand, coefficient in terms:
        term = numbers.mul(root(radicand), rational(coefficient), meter())
        total = numbers.add(total, term, meter())
    return total


def is_canonical(value: Number) -> bool:
    """Whether a number is in the one representation that its value has."""
    if type(value) is mpq:
        return value.denominator > 1 and gcd(int(value.numerator), int(value.denominator)) == 1
    if type(value) is Surd:
        radicands = [d for d, _ in value.terms]
        return (
            radicands == sorted(set(radicands))
            and radicands[-1] > 1
            and all(type(d) is mpz and square_free(int(d)) == (1, d) for d in radicands)
            and all(type(c) in (mpz, mpq) and c and is_canonical(c) for _, c in value.terms)
        )
    return type(value) is mpz or any(value is point for point in POINTS)


POINTS = (numbers.INFINITY, numbers.NEG_INFINITY, numbers.NULLITY)


# The pair formulas, on pairs of integers.


def reduced(n: int, d: int) -> Pair:
    """Lowest terms with a denominator that is not negative."""
    if d < 0:
        n, d = -n, -d
    common = gcd(n, d) or 1
    return n // common, d // common


def pair_add(x: Pair, y: Pair) -> Pair:
    """(ad + bc) / bd."""
    return reduced(x[0] * y[1] + x[1] * y[0], x[1] * y[1])


def pair_sub(x: Pair, y: Pair) -> Pair:
    """The sum with the pair whose numerator has the other sign."""
    return pair_add(x, (-y[0], y[1]))


def pair_mul(x: Pair, y: Pair) -> Pair:
    """ac / bd."""
    return reduced(x[0] * y[0], x[1] * y[1])


def pair_div(x: Pair, y: Pair) -> Pair:
    """The product with the reciprocal, its sign moved to the numerator."""
    n, d = y
    return pair_mul(x, (d, n) if n >= 0 else (-d, -n))


def pair_of(value: Number) -> Pair:
    """The pair of a number that is not irrational."""
    assert type(value) is not Surd
    return int(value.numerator), int(value.denominator)


def from_pair(pair: Pair) -> mpz | mpq | Point:
    """The engine's number for a pair."""
    return numbers.ratio_of(*pair)


_whole = st.integers(-40, 40) | st.integers(-(10**40), 10**40)
pairs = st.tuples(_whole, st.integers(0, 40) | st.integers(0, 10**40)).map(lambda pair: reduced(*pair))
"""Reduced pairs, often equal, opposite, whole or over zero."""

finite = st.fractions(max_denominator=50) | st.fractions() | st.integers(-9, 9).map(Fraction)
"""Finite rationals."""


# Sums of square roots, as dictionaries from square-free radicands to Fractions.


def square_free(n: int) -> tuple[int, int]:
    """``(root, free)`` by trying every factor."""
    outside, factor = 1, 2
    while factor * factor <= n:
        while n % (factor * factor) == 0:
            n //= factor * factor
            outside *= factor
        factor += 1
    return outside, n


def roots_add(x: Roots, y: Roots) -> Roots:
    """Term by term."""
    total = {d: x.get(d, Fraction(0)) + y.get(d, Fraction(0)) for d in {*x, *y}}
    return {d: c for d, c in total.items() if c}


def roots_mul(x: Roots, y: Roots) -> Roots:
    """Every term with every term."""
    total: Roots = {}
    for d, c in x.items():
        for e, f in y.items():
            outside, free = square_free(d * e)
            total = roots_add(total, {free: c * f * outside})
    return total


def roots_of(value: Number) -> Roots:
    """The terms of a finite number."""
    terms = value.terms if type(value) is Surd else ((1, value),)
    return {int(d): Fraction(int(c.numerator), int(c.denominator)) for d, c in terms if c}  # type: ignore[union-attr]


def from_roots(terms: Roots) -> Number:
    """The engine's number, made by its roots, products and sums."""
    return surd(*terms.items())


def decimal(terms: Roots, digits: int = 150) -> Decimal:
    """The value to many digits."""
    context = Context(prec=digits)
    total = Decimal(0)
    for d, c in terms.items():
        factor = context.divide(Decimal(c.numerator), Decimal(c.denominator))
        total = context.add(total, context.multiply(factor, context.sqrt(Decimal(d))))
    return total


_radicands = st.sampled_from([1, 2, 3, 5, 6, 7, 10, 15, 30, 1009, 2 * 1009])
_coefficients = st.integers(-6, 6).map(Fraction) | st.fractions(-9, 9, max_denominator=12)

root_sums = st.dictionaries(_radicands, _coefficients.filter(bool), max_size=5)
"""Sums of square roots; zero and rationals among them."""

irrationals = root_sums.filter(lambda terms: any(d > 1 for d in terms))
"""Sums with at least one irrational term."""
