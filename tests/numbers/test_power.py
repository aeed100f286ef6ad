"""Square roots and powers: every rule of LANG.NUMBERS.POW, and refusal before anything large is built."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.bounds import Failure
from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY, Number, Surd, add, div, mul, power, sqrt
from ajisai.numbers.sizes import least_power_bits
from tests.numbers import oracle
from tests.numbers.oracle import (
    POINTS,
    Pair,
    Roots,
    from_pair,
    from_roots,
    is_canonical,
    meter,
    number,
    pair_of,
    rational,
    refused,
    root,
    surd,
)

_HUGE = mpz(10) ** 30


@given(oracle.pairs, st.integers(-12, 12))
def test_integer_powers_of_pairs_are_repeated_operations(x: Pair, n: int) -> None:
    """n factors, or 1 divided by their product, by the pair formulas; zero and points included."""
    expected = (1, 1) if x != (0, 0) else x  # 0/0 answers itself under every exponent
    for _ in range(abs(n)):
        expected = oracle.pair_mul(expected, x)
    if n < 0:
        expected = oracle.pair_div((1, 1), expected)
    answer = power(from_pair(x), mpz(n), meter())
    assert answer is not None
    assert pair_of(answer) == expected
    assert is_canonical(answer)


@given(oracle.pairs, st.integers(1, 12))
def test_dividing_by_a_power_is_dividing_by_each_factor(x: Pair, n: int) -> None:
    """Repeated division, of LANG.NUMBERS.POW, is the reciprocal of the product."""
    expected = (1, 1)
    for _ in range(n):
        expected = oracle.pair_div(expected, x)
    answer = power(from_pair(x), mpz(-n), meter())
    assert answer is not None
    assert pair_of(answer) == expected


@given(oracle.irrationals, st.integers(-4, 6))
def test_integer_powers_of_irrationals_are_repeated_products(x: Roots, n: int) -> None:
    """Repeated squaring agrees with factor after factor."""
    m = meter(numericWork=10**9)
    base = from_roots(x)
    expected: Number = mpz(1)
    for _ in range(abs(n)):
        expected = mul(expected, base, m)
    if n < 0:
        expected = div(mpz(1), expected, m)
    assert power(base, mpz(n), m) == expected


@given(oracle.finite.filter(lambda x: x.denominator < 10**6 and x.numerator < 10**12), st.integers(-5, 5))
def test_half_powers_are_powers_of_the_root(x: Fraction, p: int) -> None:
    """x**(p/2) is the p-th power of the root for x >= 0, and outside the domain below zero."""
    exponent = mpq(2 * p + 1, 2)
    answer = power(rational(x), exponent, meter())
    if x < 0:
        assert answer is None
        return
    inner = sqrt(rational(x), meter())
    assert inner is not None
    assert answer == power(inner, mpz(2 * p + 1), meter())


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        ("7", "0", "1"),
        ("0", "0", "1"),
        ("1/0", "0", "1"),
        ("-1/0", "0", "1"),
        ("0", "-1", "1/0"),
        ("1/0", "-1", "0"),
        ("-1/0", "3", "-1/0"),
        ("-1/0", "2", "1/0"),
        ("-1/0", "-1", "0"),
        ("2", "0/0", "0/0"),
        ("0/0", "0", "0/0"),
        ("0/0", "1/0", "0/0"),
        ("1/0", "0/0", "0/0"),
        ("1/0", "1/2", "1/0"),
        ("1/0", "-1/2", "0"),
        ("0", "1/2", "0"),
        ("0", "-3/2", "1/0"),
        ("4", "3/2", "8"),
        ("4", "-3/2", "1/8"),
        ("9/4", "1/2", "3/2"),
        ("1", "1/2", "1"),
    ],
)
def test_power_specified_examples(base: str, exponent: str, expected: str) -> None:
    """The rules at 0, 1, the points and half exponents."""
    assert power(number(base), number(exponent), meter()) == number(expected)


@pytest.mark.parametrize(
    ("base", "exponent"),
    [
        (mpz(-4), mpq(1, 2)),
        (NEG_INFINITY, mpq(1, 2)),
        (mpz(8), mpq(1, 3)),
        (mpz(1), mpq(1, 3)),
        (INFINITY, mpq(1, 3)),
        (mpz(2), INFINITY),
        (mpz(1), NEG_INFINITY),
        (root(2), INFINITY),
        (root(2), mpq(1, 2)),
        (mpz(2), root(2)),
        (INFINITY, root(2)),
        (root(2), root(2)),
    ],
    ids=str,
)
def test_power_outside_the_domain_is_none(base: Number, exponent: Number) -> None:
    """A negative base under p/2, another denominator, an irrational on either side, 1/0 above."""
    assert power(base, exponent, meter()) is None


def test_power_of_irrationals_specified_examples() -> None:
    """√2 squared, cubed, inverted; 7 to the -3/2."""
    assert power(root(2), mpz(2), meter()) == 2
    assert power(root(2), mpz(3), meter()) == surd((2, 2))
    assert power(root(2), mpz(-1), meter()) == surd((2, Fraction(1, 2)))
    assert power(root(2), mpz(0), meter()) == 1
    assert power(mpz(7), mpq(-3, 2), meter()) == surd((7, Fraction(1, 49)))


@pytest.mark.parametrize("exponent", [_HUGE, _HUGE + 1, -_HUGE, -_HUGE - 1])
def test_power_of_a_number_that_stays_is_cheap(exponent: mpz) -> None:
    """0, 1, -1 and the points under any exponent: by parity and sign."""
    odd = exponent % 2 == 1
    for base, expected in (
        (mpz(1), mpz(1)),
        (mpz(-1), mpz(-1) if odd else mpz(1)),
        (mpz(0), INFINITY if exponent < 0 else mpz(0)),
        (INFINITY, mpz(0) if exponent < 0 else INFINITY),
        (NEG_INFINITY, mpz(0) if exponent < 0 else NEG_INFINITY if odd else INFINITY),
    ):
        spent = meter()
        assert power(base, exponent, spent) == expected
        assert spent.numeric == 1


@pytest.mark.parametrize(
    ("base", "exponent"),
    [
        (mpz(2), mpz(-1000000)),
        (mpz(2), mpz(1000000)),
        (mpz(10), _HUGE),
        (mpq(1, 3), _HUGE),
        (mpq(2, 3), -_HUGE),
        (root(2), _HUGE),
        (root(2), -_HUGE),
        (mpz(2), mpq(2 * _HUGE + 1, 2)),
        (mpz(3), mpz(10) ** 4000),
        (mpz(-3), mpz(7) ** 90000),
    ],
    ids=["small", "large", "1e30", "fraction", "inverse", "root", "root below", "half", "longer", "longest"],
)
def test_power_too_wide_is_refused_by_its_bits(base: Number, exponent: Number) -> None:
    """Refused by bigintBits from a prediction, at once, with a size that a message can hold."""
    spent = meter()
    with pytest.raises(Failure) as caught:
        power(base, exponent, spent)
    resource, limit, observed = refused(caught)
    assert (resource, limit) == ("bigintBits", 262144)
    assert type(observed) is int
    assert 262144 < observed <= 10**15
    assert spent.numeric < 100


def test_power_bits_at_the_limit_pass_and_one_over_is_refused() -> None:
    """2 262143 POW has 262144 bits; one more exponent is refused."""
    answer = power(mpz(2), mpz(262143), meter())
    assert answer == mpz(1) << 262143
    assert power(mpz(2), mpz(-262143), meter()) == mpq(1, mpz(1) << 262143)
    for exponent in (262144, -262144):
        with pytest.raises(Failure) as caught:
            power(mpz(2), mpz(exponent), meter())
        assert refused(caught) == ("bigintBits", 262144, 262145)
    assert power(mpz(3), mpz(10), meter(bigintBits=16)) == 59049
    with pytest.raises(Failure) as caught:
        power(mpz(3), mpz(10), meter(bigintBits=15))
    assert refused(caught) == ("bigintBits", 15, 16)


@given(st.integers(2, 10**60), st.integers(1, 5000))
def test_least_power_bits_is_a_close_lower_bound(base: int, exponent: int) -> None:
    """Never above the bits of the power, and at most one below."""
    bits = (base**exponent).bit_length()
    assert bits - 1 <= least_power_bits(mpz(base), exponent) <= bits


@pytest.mark.parametrize(
    "base",
    [surd((1, 1), (2, 1)), surd((1, Fraction(1, 3)), (5, Fraction(-2, 7))), surd((2, 1), (3, 1), (5, 1))],
    ids=str,
)
def test_power_of_an_irrational_outgrows_a_ceiling_and_is_refused(base: Number) -> None:
    """Repeated squares are charged as they grow, so that a huge exponent is refused by name."""
    for exponent in (_HUGE, -_HUGE):
        with pytest.raises(Failure) as caught:
            power(base, exponent, meter())
        assert caught.value.resource in ("numericWork", "bigintBits")


def test_power_of_an_irrational_is_refused_by_terms() -> None:
    """The square of a sum of three roots has four terms."""
    base = surd((2, 1), (3, 1), (5, 1))
    assert power(base, mpz(2), meter(algebraicTerms=4)) is not None
    with pytest.raises(Failure) as caught:
        power(base, mpz(2), meter(algebraicTerms=3))
    assert refused(caught) == ("algebraicTerms", 3, 4)


def test_price_small_power_is_one() -> None:
    """A power that fits one limb costs 1; a longer one grows with the square of its limbs."""
    spent = meter()
    assert power(mpz(2), mpz(10), spent) == 1024
    assert spent.numeric == 1
    spent = meter()
    assert power(mpz(2), mpz(6400), spent) == mpz(1) << 6400
    assert 101 * 101 // 4 < spent.numeric < 101 * 101


@given(st.integers(1, 10**7), st.integers(1, 10**3))
def test_sqrt_squares_back(n: int, d: int) -> None:
    """The root of a positive rational, squared, is that rational; it is canonical and positive."""
    x = rational(Fraction(n, d))
    answer = sqrt(x, meter())
    assert answer is not None
    assert is_canonical(answer)
    assert mul(answer, answer, meter()) == x
    if type(answer) is Surd:
        ((_, coefficient),) = answer.terms
        assert coefficient > 0


def test_sqrt_specified_examples() -> None:
    """Whole, fractional and irrational roots; the domain's edges."""
    assert sqrt(mpz(4), meter()) == 2
    assert sqrt(mpq(9, 4), meter()) == mpq(3, 2)
    assert sqrt(mpz(0), meter()) == 0
    assert sqrt(mpq(1, 2), meter()) == surd((2, Fraction(1, 2)))
    assert sqrt(mpz(12), meter()) == surd((3, 2))
    assert sqrt(INFINITY, meter()) is INFINITY
    assert sqrt(NULLITY, meter()) is NULLITY
    for outside in (mpz(-1), mpq(-1, 2), NEG_INFINITY, root(2), add(root(2), mpz(5), meter())):
        assert sqrt(outside, meter()) is None


def test_power_points_never_leave_the_three() -> None:
    """Powers of points are points, 0 or 1."""
    for point in POINTS:
        for exponent in range(-3, 4):
            assert is_canonical(power(point, mpz(exponent), meter()))  # type: ignore[arg-type]
