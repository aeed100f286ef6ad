"""Order, floor and rounding of every kind of number (LANG.NUMBERS.ORDER, LANG.NUMBERS.ROUNDING)."""

from __future__ import annotations

from fractions import Fraction
from math import floor as floor_of

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given

from ajisai.bounds import Failure
from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY, Number, compare, floor, round_half_away
from ajisai.numbers.costs import FRACTION
from tests.numbers.oracle import POINTS, Roots, decimal, finite, from_roots, meter, rational, root, root_sums


@given(finite, finite)
def test_compare_rationals_agrees_with_fractions(x: Fraction, y: Fraction) -> None:
    """The order of the rationals."""
    assert compare(rational(x), rational(y), meter()) == (x > y) - (x < y)


@given(root_sums, root_sums)
def test_compare_irrationals_agrees_with_decimals(x: Roots, y: Roots) -> None:
    """The order of values to 150 digits; equal values have equal forms."""
    a, b = from_roots(x), from_roots(y)
    one, two = decimal(x), decimal(y)
    expected = 0 if x == y else (one > two) - (one < two)
    assert compare(a, b, meter()) == expected
    assert compare(b, a, meter()) == -expected
    assert (a == b) is (expected == 0)


@pytest.mark.parametrize("value", [mpz(0), mpq(-1, 3), root(2)], ids=str)
def test_compare_points_enclose_finite_numbers(value: Number) -> None:
    """-1/0 is below everything, 1/0 above."""
    assert compare(NEG_INFINITY, value, meter()) == -1
    assert compare(value, INFINITY, meter()) == -1
    assert compare(INFINITY, value, meter()) == 1
    assert compare(INFINITY, INFINITY, meter()) == 0
    assert compare(NEG_INFINITY, INFINITY, meter()) == -1


@pytest.mark.parametrize("value", [mpz(0), mpq(-1, 3), root(2), *POINTS], ids=str)
def test_compare_with_nullity_is_none(value: Number) -> None:
    """0/0 has no order, with itself neither."""
    assert compare(NULLITY, value, meter()) is None
    assert compare(value, NULLITY, meter()) is None


@given(finite)
def test_floor_and_rounding_agree_with_fractions(x: Fraction) -> None:
    """Down for the floor; half away from zero for the rounding."""
    assert floor(rational(x), meter()) == floor_of(x)
    nearest = floor_of(abs(x) + Fraction(1, 2))
    assert round_half_away(rational(x), meter()) == (nearest if x >= 0 else -nearest)
    assert type(floor(rational(x), meter())) is mpz
    assert type(round_half_away(rational(x), meter())) is mpz


@pytest.mark.parametrize(
    ("value", "nearest"),
    [((5, 2), 3), ((-5, 2), -3), ((1, 2), 1), ((-1, 2), -1), ((7, 3), 2), ((-7, 3), -2), ((-1, 3), 0)],
)
def test_rounding_ties_go_away_from_zero(value: tuple[int, int], nearest: int) -> None:
    """Ties in both directions, and their neighbours."""
    assert round_half_away(mpq(*value), meter()) == nearest


@pytest.mark.parametrize("point", POINTS, ids=repr)
def test_points_are_their_own_floor_and_rounding(point: Number) -> None:
    """The object itself."""
    assert floor(point, meter()) is point
    assert round_half_away(point, meter()) is point


def test_price_integers_cost_one_and_fractions_by_limbs() -> None:
    """Comparison, floor and rounding of one-limb integers cost 1, fractions so much a limb."""
    for operation, operands, price in (
        (compare, (mpz(3), mpz(2**63)), 1),
        (compare, (mpq(1, 3), mpz(2)), FRACTION),
        (compare, (mpz(2**64), mpz(1)), 2),
        (floor, (mpz(3),), 1),
        (floor, (mpq(1, 3),), FRACTION),
        (round_half_away, (mpq(2**128, 3),), 3 * FRACTION),
    ):
        spent = meter()
        operation(*operands, spent)  # type: ignore[operator]
        assert spent.numeric == price


def test_price_past_the_ceiling_is_refused() -> None:
    """Each of the three names numericWork."""
    for operation, operands in (
        (compare, (mpq(1, 3), mpz(2))),
        (compare, (root(2), root(3))),
        (floor, (mpq(1, 3),)),
        (round_half_away, (root(2),)),
    ):
        with pytest.raises(Failure) as caught:
            operation(*operands, meter(numericWork=3))  # type: ignore[operator]
        assert caught.value.resource == "numericWork"


def test_compare_of_wide_sums_is_not_bounded_by_their_difference() -> None:
    """The difference on the way may have more terms or bits than a result might."""
    left, right = from_roots({2: Fraction(1), 3: Fraction(1)}), from_roots({5: Fraction(1), 7: Fraction(1)})
    assert compare(left, right, meter(algebraicTerms=2)) == -1
    assert compare(mpz(2**20 - 1), root(2), meter(bigintBits=20)) == 1
