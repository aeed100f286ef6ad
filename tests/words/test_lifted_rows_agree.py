"""Lifting by rows, narrow ones together, answers exactly what lane by lane answers."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any
from unittest import mock

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.testing import strategies
from ajisai.values import Record, Value, Vector, lifting
from tests.words.agreement import AMPLE, assert_agree
from tests.words.support import vector


@pytest.fixture(autouse=True, params=[(100, 8), (2, 1)], ids=["as it is", "rows are wide from 3"])
def widths(request: pytest.FixtureRequest) -> Iterator[None]:
    """The widths from which rows go alone, and from which they are tried alone."""
    narrow, fewest = request.param
    with mock.patch.object(lifting, "_NARROW", narrow), mock.patch.object(lifting, "_FEWEST", fewest):
        yield


digits = st.integers(-9, 9).map(mpz)
wide = st.sampled_from([2**63, 2**64 - 1, 2**64, -(2**64), 2**200]).map(mpz)
texts = st.sampled_from(["1", "-07", "+3", "1/2", "x", "", "1e3", "18446744073709551616", "1" * 19, "1" * 20])
NUMBERS = [digits, digits, digits | wide, strategies.rationals(4), digits | strategies.rationals(4)]
TRUTHS = [strategies.truths(), strategies.truths() | strategies.absences()]
OTHERS = [
    strategies.scalars(),
    digits | strategies.absences(),
    strategies.leaves(),
    digits | st.builds(lambda item: Record(vector(["k"]), Vector([item])), digits),
]
ragged = st.recursive(digits, lambda inner: st.lists(inner, max_size=4).map(Vector), max_leaves=12)


@st.composite
def operands(draw: st.DrawFn, kinds: list[Any], count: int) -> list[Value]:
    """Operands that pair, or nearly: shapes that share their innermost axes, some of them 1."""
    kind = draw(st.sampled_from([*kinds, *kinds, *OTHERS]))
    shape = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3).map(tuple))
    answer: list[Value] = []
    for _ in range(count):
        own = shape[draw(st.sampled_from([0, 0, 1])) :]
        own = tuple(draw(st.sampled_from([side] * 6 + [1])) for side in own)
        own += (0,) if draw(st.integers(0, 20)) == 0 else ()
        answer.append(draw(strategies.shaped(own, kind)))
    place = draw(st.integers(0, count - 1))
    turn = draw(st.integers(0, 12))
    if turn == 0:
        answer[place] = draw(ragged | kind)
    elif turn == 1:
        answer[place] = Record(vector(["a", "b"]), Vector([answer[place], answer[place]]))
    return answer


@st.composite
def uneven(draw: st.DrawFn) -> tuple[str, list[Value]]:
    """A Word over one Vector of rows of any lengths, or deeper."""
    kind = draw(st.sampled_from([*NUMBERS, *TRUTHS, texts, *OTHERS]))
    row = st.lists(kind, max_size=4).map(Vector)
    nested = draw(
        st.lists(row | st.lists(row, max_size=3).map(Vector), max_size=4) | st.lists(row, max_size=5)
    )
    words = [
        "2 ADD",
        "1/2 MUL",
        "0 DIV",
        "3 LT",
        "FLOOR",
        "ROUND",
        "NOT",
        "STR",
        "NUM",
        "'M' BIND 1 0 M SELECT",
    ]
    return draw(st.sampled_from(words)), [Vector(list(nested))]


@st.composite
def look_ups(draw: st.DrawFn) -> tuple[str, list[Value]]:
    """A Vector or Record, and indices or keys for it, most of them held."""
    if draw(st.booleans()):
        kind = draw(st.sampled_from([*NUMBERS, texts, *OTHERS]))
        items = draw(st.lists(kind, min_size=1, max_size=6, unique_by=lambda item: (type(item), item)))
        held: Value = Record(Vector(list(items)), Vector(list(map(mpz, range(len(items))))))
        keys, words = st.sampled_from(items), ["GET", "HAS?"]
    else:
        items = sorted(draw(st.lists(digits | strategies.rationals(3), min_size=1, max_size=6)))
        held, words = Vector(list(items)), ["BSEARCH", "GET"]
        keys = st.sampled_from(items) | st.integers(-len(items), len(items) - 1).map(mpz)
    keys = draw(st.sampled_from([keys, keys, keys | digits, keys | strategies.leaves()]))
    shape = draw(st.lists(st.integers(1, 4), min_size=1, max_size=2).map(tuple))
    return draw(st.sampled_from(words)), [held, draw(strategies.shaped(shape, keys))]


def programs(words: list[str], kinds: list[Any], count: int) -> st.SearchStrategy[tuple[str, list[Value]]]:
    """One of some programs over operands of some kinds."""
    return st.tuples(st.sampled_from(words), operands(kinds, count))


cases = st.one_of(
    programs(["ADD", "SUB", "MUL", "DIV", "MIN", "MAX", "LT", "GT", "GCD", "POW", "FORMAT"], NUMBERS, 2),
    programs(["ADD", "SUB", "MUL", "DIV", "MIN", "MAX", "LT", "GT"], NUMBERS, 2),
    programs(["FLOOR", "ROUND", "STR", "SQRT", "RATIO", "2 ADD", "1/2 MUL", "0 DIV"], NUMBERS, 1),
    programs(["NUM", "NUM STR", "TRIM"], [texts], 1),
    programs(["AND", "'B' BIND 'A' BIND A B A SELECT"], TRUTHS, 2),
    programs(["NOT", "TRUE AND", "'M' BIND 10 20 M SELECT", "'M' BIND M 0 M SELECT"], TRUTHS, 1),
    programs(["2 'N' BIND 'B' BIND 'A' BIND A B A N LT SELECT"], NUMBERS, 2),
    look_ups(),
    uneven(),
)


SIDES = [(2,), (1,), (3, 2), (1, 2), (3, 1), (1, 1), (2, 3, 2), (1, 3, 2), (2, 1, 2), (2, 3, 1), (1, 3, 1)]


def counted(sides: tuple[int, ...]) -> Vector:
    """A Vector of a shape whose leaves are different numbers."""
    return Vector(list(map(mpz, range(1, prod(sides) + 1)))).regrouped(sides)


@pytest.mark.parametrize("left", SIDES)
@pytest.mark.parametrize("right", SIDES)
def test_rows_every_pairing_agrees(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    """Shapes of up to three axes, with axes of 1 at every place."""
    assert_agree("SUB", [counted(left), counted(right)])
    assert_agree("'B' BIND 'A' BIND A B A 2 LT SELECT", [counted(left), counted(right)])


@pytest.mark.parametrize(
    ("source", "rows"),
    [
        ("[ [ 1 2 ] [ 3 4 ] ] 1 ADD", 1),
        ("[ [ 1 2 ] [ 3 4 ] ] [ 5 6 ] ADD", 1),
        ("[ [ 1 2 ] [ 3 4 ] ] [ [ 5 ] [ 6 ] ] ADD", 1),
        ("[ [ NIL FALSE ] [ TRUE NIL ] ] NOT", 0),
        ("[ 10 20 30 ] [ [ 0 1 ] [ 2 -1 ] ] GET", 1),
        ("[ 10 20 30 ] [ [ 0 3 ] [ 2 3 ] ] GET", 0),
        ("[ 1 2 3 ] [ [ 1 3 ] [ 2 2 ] ] BSEARCH", 1),
    ],
)
def test_rows_are_taken_where_they_can_be(source: str, rows: int) -> None:
    """The comparison would be empty if no row were done at once."""
    answered: list[bool] = []
    plain = lifting._by_row

    def spy(*operands: Any) -> Vector | None:
        answer = plain(*operands)
        answered.append(answer is not None)
        return answer

    with mock.patch.object(lifting, "_by_row", spy):
        ajisai.run(source).raise_for_error()
    assert sum(answered) == rows


@given(cases)
def test_rows_any_operands_agree(case: tuple[str, list[Value]]) -> None:
    """Generated operands under ample ceilings."""
    assert_agree(*case)


@given(
    cases, st.integers(1, 60), st.integers(1, 600), st.integers(1, 12), st.sampled_from([8, 64, 100, 4096])
)
def test_rows_tight_ceilings_agree(
    case: tuple[str, list[Value]], numeric: int, collection: int, leaves: int, bits: int
) -> None:
    """The same ceiling is met at the same lane with the same usage."""
    source, values = case
    assert_agree(source, values, AMPLE.replacing(numeric_work=numeric, bigint_bits=bits))
    assert_agree(source, values, AMPLE.replacing(collection_work=collection))
    assert_agree(source, values, AMPLE.replacing(materialized_elements=leaves, numeric_literal_digits=leaves))
