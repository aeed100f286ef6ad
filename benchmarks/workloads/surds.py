"""Products and comparisons of sums of square roots, beside sympy's algebraic fields.

sympy computes in a plain install's own integers, gmpy2's: python-flint, which this project has for its tests
only, would be taken instead where it is found, and is set aside here. ``SYMPY_GROUND_TYPES=flint`` shows that
comparison.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from gmpy2 import mpq

from ajisai import numbers
from ajisai.bounds import Limits, Meter
from ajisai.numbers import Number, Surd
from benchmarks.harness import Comparison, Side

_PRIMES = (2, 3, 5, 7, 11)
_SEED = 20
_PRODUCTS = {1: 2000, 3: 400, 5: 40}
_ORDERS = {1: 40, 3: 12, 5: 4}

Terms = dict[int, Fraction]


class _Field(NamedTuple):
    """A field of sympy's, and its numbers for the products of the primes' roots."""

    field: Any
    roots: dict[int, Any]
    powers: list[Terms]  # of the element that generates it, as sums of roots


def _radicands(primes: tuple[int, ...]) -> list[int]:
    found = [1]
    for prime in primes:
        found += [prime * radicand for radicand in found]
    return found


@cache
def _field(primes: tuple[int, ...]) -> _Field:
    """sympy's own conversion of 32 roots takes minutes: they are found here by one matrix inversion."""
    os.environ.setdefault("SYMPY_GROUND_TYPES", "gmpy")
    import sympy
    from sympy.polys.matrices import DomainMatrix

    field = sympy.QQ.algebraic_field(*map(sympy.sqrt, primes))
    generator = {int(term.args[-1].args[0] if term.is_Mul else term.args[0]): Fraction(int(term.coeff(
        sympy.sqrt(int(term.args[-1].args[0] if term.is_Mul else term.args[0])))))
        for term in sympy.Add.make_args(sympy.expand(field.ext.as_expr()))}  # fmt: skip
    radicands = _radicands(primes)
    powers: list[Terms] = [{1: Fraction(1)}]
    while len(powers) < len(radicands):
        powers.append(_terms(numbers.mul(_number(powers[-1]), _number(generator), _meter())))
    rows = [[sympy.QQ(*row.get(d, Fraction(0)).as_integer_ratio()) for d in radicands] for row in powers]
    inverse = DomainMatrix(rows, (len(rows), len(rows)), sympy.QQ).inv().to_Matrix()
    roots = {
        radicand: field([field.dom.convert(inverse[place, k]) for k in reversed(range(len(radicands)))])
        for place, radicand in enumerate(radicands)
    }
    return _Field(field, roots, powers)


def _meter() -> Meter:
    return Meter(Limits.playground(numericWork=10**15))


def _number(terms: Terms) -> Number:
    total: Number = mpq(0).numerator
    meter = _meter()
    for radicand, factor in terms.items():
        root = numbers.sqrt(mpq(radicand).numerator, meter)
        assert root is not None
        scaled = numbers.mul(root, numbers.normal(mpq(factor.numerator, factor.denominator)), meter)
        total = numbers.add(total, scaled, meter)
    return total


def _terms(value: Number) -> Terms:
    terms = value.terms if type(value) is Surd else ((1, value),)
    return {int(d): Fraction(int(c.numerator), int(c.denominator)) for d, c in terms if c}  # type: ignore[union-attr]


def _drawn(primes: tuple[int, ...], count: int, whole: bool) -> list[Terms]:
    """Sums that fill the field, the same each time."""
    rng = random.Random(_SEED)
    return [
        {
            d: Fraction(rng.randint(1, 99) * rng.choice((1, -1)), 1 if whole else rng.randint(1, 99))
            for d in _radicands(primes)
        }
        for _ in range(count)
    ]


def _in_field(terms: Terms, chosen: _Field) -> Any:
    total = chosen.field.zero
    for radicand, factor in terms.items():
        total += chosen.roots[radicand] * chosen.field.dom(factor.numerator, factor.denominator)
    return total


def _product(count: int, whole: bool) -> Callable[[], Comparison]:
    def build() -> Comparison:
        primes = _PRIMES[:count]
        one, two = _drawn(primes, 20, whole)[:10], _drawn(primes, 20, whole)[10:]
        chosen = _field(primes)
        rounds = _PRODUCTS[count] // 10
        mine = [(_number(x), _number(y)) for x, y in zip(one, two, strict=True)]
        theirs = [(_in_field(x, chosen), _in_field(y, chosen)) for x, y in zip(one, two, strict=True)]

        def engine() -> list[Number]:
            meter = _meter()
            for _ in range(rounds):
                answers = [numbers.mul(a, b, meter) for a, b in mine]
            return answers

        def plain() -> list[Any]:
            for _ in range(rounds):
                answers = [a * b for a, b in theirs]
            return answers

        def read(answers: list[Any]) -> list[Terms]:
            return [_from_field(answer, chosen) for answer in answers]

        kind = "integers" if whole else "fractions"
        return Comparison(
            f"product of {2**count} terms, {kind}",
            "product",
            10 * rounds,
            Side("ajisai.numbers.mul", engine, lambda answers: list(map(_terms, answers))),
            Side("sympy algebraic field", plain, read),
            aim=1 / 3,
        )

    return build


def _from_field(element: Any, chosen: _Field) -> Terms:
    total: Terms = {}
    for coefficient, power in zip(reversed(element.to_list()), chosen.powers, strict=False):
        factor = Fraction(int(coefficient.numerator), int(coefficient.denominator))
        for radicand, part in power.items():
            total[radicand] = total.get(radicand, Fraction(0)) + factor * part
    return {d: c for d, c in total.items() if c}


def _order(count: int) -> Callable[[], Comparison]:
    def build() -> Comparison:
        import sympy

        primes = _PRIMES[:count]
        rounds = _ORDERS[count]
        pairs = [_drawn(primes, 2 * rounds, True)[k : k + 2] for k in range(0, 2 * rounds, 2)]
        mine = [(_number(x), _number(y)) for x, y in pairs]
        theirs = [tuple(_number(terms).to_sympy() for terms in pair) for pair in pairs]  # type: ignore[union-attr]

        def engine() -> list[bool]:
            meter = _meter()
            return [numbers.compare(a, b, meter) == -1 for a, b in mine]

        def plain() -> list[bool]:
            sympy.core.cache.clear_cache()
            return [bool(a < b) for a, b in theirs]

        return Comparison(
            f"order of sums of {2**count} terms",
            "comparison",
            rounds,
            Side("ajisai.numbers.compare", engine),
            Side("sympy expressions", plain),
            aim=1 / 3,
        )

    return build


COMPARISONS = (
    *(_product(count, whole) for whole in (True, False) for count in _PRODUCTS),
    *(_order(count) for count in _ORDERS),
)
