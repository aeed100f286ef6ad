"""Sign, floor, rounding and approximation of irrationals, decided however close (LANG.NUMBERS.ORDER)."""

from __future__ import annotations

from decimal import Context
from fractions import Fraction
from math import isqrt

import flint
import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.bounds import Failure
from ajisai.numbers import (
    Number,
    Surd,
    add,
    approximation,
    compare,
    div,
    floor,
    mul,
    power,
    round_half_away,
    sub,
)
from ajisai.numbers.costs import SURD
from ajisai.numbers.enclosure import Enclosures, rounded, sign_of
from tests.numbers.oracle import Roots, decimal, from_roots, irrationals, meter, number, root, surd


@given(irrationals)
def test_sign_agrees_with_decimals_of_many_digits(x: Roots) -> None:
    """The sign of the value to 150 digits."""
    value = from_roots(x)
    assert type(value) is Surd
    assert sign_of(value, meter()) == (1 if decimal(x) > 0 else -1)


@given(irrationals)
def test_rounded_agrees_with_ball_arithmetic(x: Roots) -> None:
    """FLINT's balls of 400 bits hold the value, and so the same floor and rounding."""
    value = from_roots(x)
    assert type(value) is Surd
    before = flint.ctx.prec
    flint.ctx.prec = 400
    try:
        ball = sum((flint.arb(d).sqrt() * c.numerator / c.denominator for d, c in x.items()), flint.arb(0))
        low = int(ball.floor().unique_fmpz())
        near = int((ball + flint.arb(1) / 2).floor().unique_fmpz())
    finally:
        flint.ctx.prec = before
    assert floor(value, meter()) == low
    assert round_half_away(value, meter()) == near


@given(irrationals)
def test_approximation_is_within_its_bound(x: Roots) -> None:
    """Within 2**-64 of the value, relatively."""
    value = from_roots(x)
    assert type(value) is Surd
    near = approximation(value)
    exact = decimal(x)
    found = decimal({1: Fraction(int(near.numerator), int(near.denominator))})
    assert abs(found - exact) * 2**64 <= abs(exact)


@given(irrationals, st.integers(-300, 300))
def test_enclosures_hold_the_value_at_any_precision(x: Roots, k: int) -> None:
    """low <= value · 2**k <= high, no further apart than there are terms, for k of either sign."""
    value = from_roots(x)
    assert type(value) is Surd
    low, high = Enclosures(value, meter()).at(k)
    scaled = Context(prec=400).multiply(decimal(x, 400), decimal({1: Fraction(2) ** k}, 400))
    assert int(low) <= scaled <= int(high)
    assert high - low == len(value.terms)


@given(st.integers(2, 10**60).filter(lambda n: isqrt(n) ** 2 != n))
def test_floor_of_a_root_agrees_with_isqrt(n: int) -> None:
    """floor(√n) and floor(√n · 10**20), the radicand given as it is."""
    value = _bare_root(n)
    assert floor(value, meter()) == isqrt(n)
    assert rounded(value, mpz(10) ** 20, meter(), half=False) == isqrt(n * 10**40)


def _bare_root(n: int) -> Surd:
    """√n without asking for its square-free part, which these comparisons do not need."""
    from ajisai.numbers.surd import surd_from_columns

    value = surd_from_columns((mpz(n),), (mpz(1),))
    assert type(value) is Surd
    return value


def test_floor_where_doubles_and_quadruples_fail() -> None:
    """(62274…311 SQRT + 251519874856047008187562714) / 596987581 is barely above an integer."""
    m = meter()
    value = root(62274204097870571696467174993143330835664166821124311)
    value = div(add(value, mpz(251519874856047008187562714), m), mpz(596987581), m)
    assert floor(value, m) == 839327132406530643
    below = sub(value, mpz(839327132406530643), m)
    assert compare(below, mpz(0), m) == 1
    assert compare(below, number("1e-6"), m) == -1


@pytest.mark.parametrize("digits", [20, 100, 400])
def test_compare_decides_differences_of_hundreds_of_digits(digits: int) -> None:
    """√2 against the decimals that end just below and above it."""
    below = mpq(isqrt(2 * 10 ** (2 * digits)), mpz(10) ** digits)
    above = below + mpq(1, mpz(10) ** digits)
    assert compare(root(2), below, meter()) == 1
    assert compare(root(2), above, meter()) == -1
    assert compare(add(root(2), root(3), meter()), add(below, root(3), meter()), meter()) == 1


def test_sign_of_a_vanishing_power_is_exact() -> None:
    """(√2 - 1)**400 is 10**-153 in size, its terms 10**152; plus a third root nothing is rational."""
    m = meter()
    small = power(sub(root(2), mpz(1), m), mpz(400), m)
    assert small is not None
    assert compare(small, mpz(0), m) == 1
    assert floor(small, m) == 0
    assert floor(sub(mpz(0), small, m), m) == -1
    assert round_half_away(small, m) == 0
    assert compare(small, number("1e-154"), m) == 1
    assert compare(small, number("1e-152"), m) == -1
    nearly = sub(add(root(3), small, m), root(3), m)
    assert nearly == small
    assert compare(add(root(3), small, m), root(3), m) == 1


def test_sign_of_roots_that_nearly_cancel() -> None:
    """Sums of square roots chosen to agree in many digits: √10+√11 against √5+√18, and closer."""
    assert compare(surd((10, 1), (11, 1)), surd((5, 1), (18, 1)), meter()) == 1
    left = surd((1000001, 1), (1000025, 1), (1000031, 1), (1000084, 1), (1000087, 1))
    left = add(left, surd((1000134, 1), (1000158, 1), (1000182, 1), (1000198, 1)), meter())
    right = surd((1000002, 1), (1000018, 1), (1000042, 1), (1000066, 1), (1000113, 1))
    right = add(right, surd((1000116, 1), (1000169, 1), (1000175, 1), (1000199, 1)), meter())
    assert compare(left, right, meter()) == -1  # by 3.3e-37
    assert compare(add(left, number("1e-36"), meter()), right, meter()) == 1


def test_compare_of_equal_numbers_costs_no_refinement() -> None:
    """Equality is the normal form's: the price does not depend on the precision."""
    one = surd((2, 1), (3, Fraction(1, 7)), (1, 5))
    two = add(surd((1, 5), (3, Fraction(1, 7))), root(2), meter())
    spent = meter()
    assert compare(one, two, spent) == 0
    assert spent.numeric == SURD


def test_refinement_is_charged_before_it_is_made() -> None:
    """A floor that needs more precision than numericWork pays for is refused by name."""
    m = meter()
    value = mul(surd((2, 1), (3, 1)), mpz(10) ** 30000, m)
    with pytest.raises(Failure) as caught:
        floor(value, meter(numericWork=1000))
    assert caught.value.resource == "numericWork"
    assert floor(value, m) == isqrt(2 * 10**60000) + isqrt(3 * 10**60000) + (
        floor(sub(value, mpz(isqrt(2 * 10**60000) + isqrt(3 * 10**60000)), m), m)
    )


def test_approximation_is_a_dyadic_of_few_bits_even_for_wide_terms() -> None:
    """Only leading bits of wide terms are looked at, and a value near zero is still resolved."""
    m = meter()
    wide = mul(surd((2, 1), (3, 1)), mpz(7) ** 20000, m)
    assert type(wide) is Surd
    near = approximation(wide)
    assert near.denominator == 1
    tiny: Number | None = power(sub(root(2), mpz(1), m), mpz(500), m)
    assert type(tiny) is Surd
    small = approximation(tiny)
    assert small > 0
    for short in (near, small):
        assert short.numerator.bit_length() <= 68 + (short.numerator & -short.numerator).bit_length()
