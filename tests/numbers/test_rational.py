"""Pairs, their one representation, and the three points (LANG.NUMBERS.PAIR)."""

from __future__ import annotations

import copy
import pickle

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY, Point, normal, ratio, ratio_of
from tests.numbers.oracle import POINTS, is_canonical, pair_of, reduced


@given(st.integers(), st.integers())
def test_ratio_of_any_pair_is_reduced_and_canonical(n: int, d: int) -> None:
    """The pair in lowest terms, whatever the signs, zero denominators included."""
    answer = ratio_of(n, d)
    assert is_canonical(answer)
    assert pair_of(answer) == reduced(n, d)


@pytest.mark.parametrize(("pair", "point"), [((7, 0), INFINITY), ((-7, 0), NEG_INFINITY), ((0, 0), NULLITY)])
def test_ratio_of_zero_denominator_is_a_point(pair: tuple[int, int], point: Point) -> None:
    """Pairs over zero reduce to three objects."""
    assert ratio_of(*pair) is point
    assert ratio_of(mpz(pair[0]), mpz(0)) is point


def test_normal_whole_fraction_becomes_integer() -> None:
    """A denominator of 1 is never kept."""
    assert type(normal(mpq(6, 3))) is mpz
    assert type(normal(mpq(6, 4))) is mpq
    assert type(normal(mpz(6))) is mpz


@pytest.mark.parametrize("point", POINTS, ids=repr)
def test_point_copied_or_pickled_is_the_same_object(point: Point) -> None:
    """Identity of the points survives copying, deep copying and pickling."""
    assert copy.copy(point) is point
    assert copy.deepcopy([point])[0] is point
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(point, protocol)) is point


@pytest.mark.parametrize("point", POINTS, ids=repr)
def test_point_is_immutable(point: Point) -> None:
    """No attribute can be set, added or deleted."""
    with pytest.raises(AttributeError):
        point.numerator = mpz(2)
    with pytest.raises(AttributeError):
        point.other = 1  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        del point.denominator
    assert point.denominator == 0


def test_point_equals_itself_only() -> None:
    """The points differ from one another and from every finite number."""
    assert len({*POINTS, mpz(0), mpz(1), mpz(-1)}) == 6
    assert Point(5) is INFINITY
    assert [str(point) for point in POINTS] == ["1/0", "-1/0", "0/0"]


def test_ratio_points_and_fractions() -> None:
    """Numerator and denominator of the reduced pair, the points' included."""
    assert ratio(mpq(-6, 4)) == (-3, 2)
    assert ratio(mpz(5)) == (5, 1)
    assert [ratio(point) for point in POINTS] == [(1, 0), (-1, 0), (0, 0)]
