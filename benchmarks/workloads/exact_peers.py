"""The same exact work with other exact tools: ``fractions``, and sympy's algebraic field for irrationals."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import ajisai
from benchmarks.harness import Comparison, Side, Timed

_LIMITS = ajisai.Limits.playground(algebraic_terms=4096)
_PRIMES = (2, 3, 5, 7, 11)
_TERMS = 2_000
_TIMES = 50  # products in one run


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
def _roots(primes: tuple[int, ...]) -> tuple[Any, dict[int, Any]]:
    """The field over the square roots of the primes as sympy represents it, and those roots in it.

    Made once: for five primes, sympy takes most of a minute to write the roots in its primitive element.
    """
    # Over gmpy2 integers, as a plain installation of ours has it; python-flint, which the tests use, is
    # compiled, and beats any arithmetic written in Python from eight terms on.
    os.environ.setdefault("SYMPY_GROUND_TYPES", "gmpy")
    from sympy import QQ, sqrt

    field = QQ.algebraic_field(*map(sqrt, primes))
    return field, {prime: field.from_sympy(sqrt(prime)) for prime in primes}


def _element(chosen: list[tuple[int, int]]) -> Any:
    """The sum of ``factor * sqrt(radicand)`` in the smallest field that holds it."""
    field, roots = _roots(tuple(p for p in _PRIMES if any(radicand % p == 0 for radicand, _ in chosen)))
    total = field.zero
    for radicand, factor in chosen:
        term = field.one * factor
        for prime, root in roots.items():
            if radicand % prime == 0:
                term *= root
        total += term
    return total


def _full_sum(terms: int) -> tuple[str, list[tuple[int, int]]]:
    """A number of so many terms over the square-free products of the first primes: source, and its terms."""
    radicands = [1]
    for prime in _PRIMES:
        radicands += [radicand * prime for radicand in radicands]
    chosen = [(radicand, index + 2) for index, radicand in enumerate(sorted(radicands[:terms]))]
    pieces = " ".join(f"{radicand} SQRT {factor} MUL" for radicand, factor in chosen)
    return pieces + " ADD" * (terms - 1), chosen


def _surd_product(terms: int) -> Callable[[], Comparison]:
    def build() -> Comparison:
        source, chosen = _full_sum(terms)
        number = ajisai.run(source, limits=_LIMITS).stack[-1]

        def engine() -> Any:
            source = f"'S' BIND 1 {_TIMES} RANGE [ 'I' BIND S S MUL S EQ ] MAP"
            return ajisai.run(source, inputs=[number], limits=_LIMITS)

        def plain() -> Any:
            element = _element(chosen)
            begin = time.perf_counter()
            answer = [element * element == element for _ in range(_TIMES)]
            return Timed(answer, time.perf_counter() - begin)

        return Comparison(
            f"product and EQ, {terms} terms",
            "product",
            _TIMES,
            Side("ajisai.run", engine, lambda result: result.value),
            Side("sympy field, gmpy2", plain),
            1 / 3,
        )

    return build


COMPARISONS = (harmonic, small_fractions, *map(_surd_product, (2, 8)))
