"""Facts and the tables of number kinds: what they say holds of every value that they describe."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from gmpy2 import mpq, mpz

from ajisai import Limits, numbers
from ajisai.bounds import Meter
from ajisai.contracts.forecast import number_kinds
from ajisai.contracts.forecast.facts import (
    CONTAINER,
    INTEGER,
    NIL,
    SURD,
    TEXT,
    VECTOR,
    Fact,
    elements,
    fact_of,
    join,
    kind_of,
    lanes,
    nil_fact,
    vector_of,
)
from ajisai.values import NIL_LITERAL, TRUE, Symbol, Vector

METER = Meter(Limits.agent(numeric_work=10**12))


def _root(value: Any) -> Any:
    root = numbers.sqrt(value, METER)
    assert root is not None
    return root


NUMBERS: tuple[Any, ...] = (
    *(mpz(n) for n in (0, 1, 2, 3, 4, -1, -2, -4, 12)),
    *(mpq(n, d) for n, d in ((1, 2), (3, 2), (4, 9), (-1, 2), (-7, 3), (2, 3))),
    *(numbers.INFINITY, numbers.NEG_INFINITY, numbers.NULLITY),
    _root(mpz(2)),
    numbers.neg(_root(mpz(2))),
    _root(mpq(1, 2)),
    numbers.add(_root(mpz(3)), mpz(-1), METER),
)

BINARY = [
    (numbers.add, number_kinds.add),
    (numbers.sub, lambda one, other: number_kinds.add(one, number_kinds.negated(other))),
    (numbers.mul, number_kinds.mul),
    (numbers.div, number_kinds.div),
    (numbers.power, number_kinds.power),
    (numbers.gcd, number_kinds.gcd),
]
SINGLE = [
    (numbers.floor, number_kinds.floor),
    (numbers.round_half_away, number_kinds.round_),
    (numbers.sqrt, number_kinds.sqrt),
]


def _kind(answer: Any) -> int:
    return NIL if answer is None else kind_of(answer)


@pytest.mark.parametrize(("compute", "table"), BINARY, ids=lambda entry: getattr(entry, "__name__", None))
def test_kind_of_two_numbers_is_foretold(compute: Any, table: Any) -> None:
    """Every operation answers one of the kinds that its table gives for the kinds of its operands."""
    for left, right in product(NUMBERS, repeat=2):
        assert _kind(compute(left, right, METER)) & table(kind_of(left), kind_of(right)), (left, right)


@pytest.mark.parametrize(("compute", "table"), SINGLE, ids=lambda entry: getattr(entry, "__name__", None))
def test_kind_of_one_number_is_foretold(compute: Any, table: Any) -> None:
    """Rounding and roots answer one of the kinds that their table gives."""
    for value in NUMBERS:
        assert _kind(compute(value, METER)) & table(kind_of(value)), value


def test_integers_stay_integers() -> None:
    """The tables are tight where it matters: integers stay integers, surds plus integers stay surds."""
    assert number_kinds.add(INTEGER, INTEGER) == INTEGER
    assert number_kinds.mul(INTEGER, INTEGER) == INTEGER
    assert not number_kinds.add(SURD, INTEGER) & ~SURD


def test_fact_of_nested_literal() -> None:
    """A literal is described by kinds, shape, measures, Symbols and itself."""
    literal = Vector([Vector([mpz(1), mpz(-300)]), Vector([mpz(0), mpz(2)])])
    fact = fact_of(literal)
    assert (fact.kinds, fact.shape, fact.leaves, fact.depth, fact.bits) == (VECTOR, (2, 2), 4, 2, 9)
    assert fact.inner == VECTOR | INTEGER
    assert fact.options == (literal,)
    assert elements(fact).kinds == VECTOR
    assert elements(elements(fact)).kinds == INTEGER
    assert lanes(fact).kinds == INTEGER


def test_fact_of_mixed_literal() -> None:
    """A ragged literal has no shape; the Symbols in it are known by their folded names."""
    fact = fact_of(Vector(["ab", Symbol("foo"), NIL_LITERAL, Vector([])]))
    assert fact.shape is None
    assert (fact.symbols, fact.text, fact.leaves) == (frozenset({"FOO"}), 3, 4)
    assert elements(fact).kinds & TEXT
    assert elements(fact).reasons


def test_fact_of_deep_literal() -> None:
    """A literal as deep as the ceiling is described without Python's stack."""
    literal: Any = Vector([TRUE])
    for _ in range(255):
        literal = Vector([literal])
    assert fact_of(literal).depth == 256


def test_join_holds_both() -> None:
    """A join has the kinds, reasons and largest measures of both, and a shape where both have it."""
    one = fact_of(Vector([mpz(1)]))
    both = join(one, fact_of(Vector([mpz(-900)])))
    assert (both.shape, both.bits, len(both.options)) == ((1,), 10, 2)
    mixed = join(one, nil_fact(1))
    assert (mixed.kinds, mixed.reasons, mixed.shape) == (VECTOR | NIL, 1, None)
    assert mixed.only(VECTOR).reasons == 0
    assert mixed.only(NIL).inner == 0


def test_many_options_are_summed_up() -> None:
    """More literals than are followed are described by kind alone."""
    fact = fact_of(mpz(0))
    for number in range(1, 20):
        fact = join(fact, fact_of(mpz(number)))
    assert fact.options == ()
    assert fact.bits == 5


def test_descriptions_do_not_nest_without_end() -> None:
    """Vectors in Vectors are described apart to a few levels, then by what is inside at all."""
    fact = Fact(INTEGER)
    for _ in range(50):
        fact = vector_of(fact, 2)
    levels = 0
    inner: Fact | None = fact
    while inner is not None:
        inner, levels = inner.element, levels + 1
    assert levels < 6
    assert fact.inner & CONTAINER
    assert fact.depth == 50
