"""SORT ORDER BSEARCH: an exact, stable order of numbers of every form."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai import numbers
from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY
from ajisai.values import Nil, Vector
from tests.words.support import assert_boundary, call, new_run, refusal, shown, vector, work

rationals = st.integers(-9, 9) | st.fractions(max_denominator=4) | st.integers(-(2**200), 2**200)


def root(number: int) -> Any:
    """A square root, irrational for the numbers used here."""
    return numbers.sqrt(mpz(number), new_run().meter)


@given(st.lists(rationals, max_size=12))
def test_sort_orders_rationals(items: list[Any]) -> None:
    """The order of fractions.Fraction."""
    assert call("SORT", items) == vector(sorted(items))


@given(st.lists(st.integers(0, 3), max_size=12))
def test_order_is_stable(items: list[int]) -> None:
    """Equal elements keep their order."""
    assert call("ORDER", items) == vector(sorted(range(len(items)), key=items.__getitem__))


@given(
    st.lists(st.sampled_from([2, 3, 5, 6, 7, 10, 11]), min_size=1, max_size=6),
    st.lists(rationals, max_size=4),
)
def test_sort_mixes_irrationals_points_and_rationals(radicands: list[int], others: list[Any]) -> None:
    """Squares decide the order of roots among non-negative rationals."""
    held = [(Fraction(r), root(r)) for r in radicands] + [(Fraction(q) ** 2, abs(q)) for q in others]
    expected = [value for _, value in sorted(held, key=lambda pair: pair[0])]
    items = [NEG_INFINITY, *expected, INFINITY]
    assert call("SORT", items[::-1]) == vector(items)
    assert call("GET", items[::-1], call("ORDER", items[::-1])) == vector(items)


@given(st.lists(st.integers(-5, 5), max_size=10), st.integers(-6, 6))
def test_bsearch_finds_the_lowest_index(items: list[int], key: int) -> None:
    """As bisect_left, NIL when missing."""
    items.sort()
    place = bisect_left(items, key)
    found = place < len(items) and items[place] == key
    assert call("BSEARCH", items, key) == (mpz(place) if found else Nil("notFound"))


def test_bsearch_irrational_among_integers() -> None:
    """Keys and elements of any form of number."""
    held = [NEG_INFINITY, 1, root(2), 2, INFINITY]
    assert call("BSEARCH", held, root(2)) == mpz(2)
    assert call("BSEARCH", held, [2, root(3), INFINITY]) == Vector([mpz(3), Nil("notFound"), mpz(4)])


@pytest.mark.parametrize("word", ["SORT", "ORDER"])
@pytest.mark.parametrize("element", ["'a'", "TRUE", "NIL", "[ 1 ]", "X", "-1 SQRT"])
def test_sort_no_number_is_refused(word: str, element: str) -> None:
    """A kind outside the numbers is an ERROR, before the projection at 0/0."""
    assert shown(f"0/0 {element} 1 3 COLLECT {word}".replace("X", "[ X ] 0 GET")) == "error:nonNumeric"


def test_order_of_nullity_is_projected() -> None:
    """0/0 has no order."""
    for word in ("SORT", "ORDER"):
        assert call(word, [1, NULLITY]) == Nil("domainMiss")
    assert call("BSEARCH", [1, NULLITY], [1, 2]) == Nil("domainMiss")
    assert call("BSEARCH", [1, 2], [NULLITY, 2]) == Vector([Nil("domainMiss"), mpz(1)])


def test_bsearch_checks_order_even_without_lanes() -> None:
    """The whole operand is checked once, before the keys."""
    assert shown("[ 3 1 ] [ ] BSEARCH") == "error:unsortedInput"
    assert shown("[ 1 'a' 0/0 ] 1 BSEARCH") == "error:nonNumeric"
    assert shown("2 SQRT 1 2 COLLECT 1 BSEARCH") == "error:unsortedInput"
    assert shown("[ ] 1 BSEARCH") == "NIL"


def test_sort_charges_growth_by_comparisons() -> None:
    """Twice the elements cost twice and one round more; wide elements cost more each."""
    small, large = work("SORT", list(range(1024))), work("SORT", list(range(2048)))
    assert small * 2 < large < small * 3
    assert work("SORT", [2**200_000] * 64) > 10 * work("SORT", [2] * 64)
    assert refusal("SORT", list(range(100)), collection_work=99).resource == "collectionWork"


def test_sort_of_irrationals_is_bounded_by_numeric_work() -> None:
    """What comparing takes is charged as arithmetic."""
    items = [root(number) for number in (2, 3, 5, 7, 11, 13)] * 4
    assert refusal("SORT", items, numeric_work=20).resource == "numericWork"


@pytest.mark.parametrize(
    ("word", "operands"),
    [("SORT", ([3, 1, 2],)), ("ORDER", ([3, Fraction(1, 2), 2],)), ("BSEARCH", ([1, 2, 3], 2))],
)
def test_ordering_work_at_limit_and_one_under(word: str, operands: tuple[Any, ...]) -> None:
    """Each Word passes with what it uses and is refused by name with less."""
    assert_boundary(word, *operands)
