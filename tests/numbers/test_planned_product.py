"""Products by a kept plan, dense or pair by pair, answer what terms with terms answer."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.numbers import Number, Surd
from ajisai.numbers.dense_product import dense_layout, dense_product
from ajisai.numbers.planned_product import planned_product
from ajisai.numbers.surd import surd_from_columns
from tests.numbers.oracle import Roots, from_roots, is_canonical, roots_mul, roots_of, surd

_FULL = (1, 2, 3, 5, 6, 10, 15, 30)


def _field(primes: tuple[int, ...]) -> list[int]:
    found = [1]
    for prime in primes:
        found += [prime * d for d in found]
    return sorted(found)


def _irrational(terms: Roots) -> Surd:
    value = from_roots(terms)
    assert type(value) is Surd
    return value


def _check(x: Roots, y: Roots) -> None:
    answer = planned_product(_irrational(x), _irrational(y))
    assert answer is not None
    assert roots_of(answer) == roots_mul(x, y)
    assert is_canonical(answer)


_coefficient = st.integers(-9, 9).map(Fraction) | st.fractions(-(10**9), 10**9, max_denominator=10**6)
_radicand = st.sampled_from((*_FULL, 7, 14, 1009))
_some = st.dictionaries(_radicand, _coefficient.filter(bool), min_size=1, max_size=6).filter(
    lambda terms: set(terms) != {1}
)
_full = st.lists(_coefficient.filter(bool), min_size=len(_FULL), max_size=len(_FULL)).map(
    lambda values: dict(zip(_FULL, values, strict=True))
)


@given(_some, _some)
def test_planned_product_any_terms_agree(x: Roots, y: Roots) -> None:
    """Few and different terms, signs and denominators mixed."""
    _check(x, y)


@given(_full, _full)
def test_planned_product_full_field_agrees(x: Roots, y: Roots) -> None:
    """All eight terms on both sides: a dense product."""
    assert dense_layout(_irrational(x)._radicands, _irrational(y)._radicands) is not None
    _check(x, y)


def test_planned_product_composite_base_elements_agree() -> None:
    """A field whose coprime base holds composite numbers, filled on one side only."""
    radicands = [1, 6, 35, 143, 6 * 35, 6 * 143, 35 * 143, 6 * 35 * 143]
    _check({d: Fraction(d - 40) for d in radicands}, {d: Fraction(d, 7) for d in radicands[1:]})


@pytest.mark.parametrize("bits", [8, 100])
def test_planned_product_thirty_two_terms_agree(bits: int) -> None:
    """Five primes: 32 terms each, 243 slots."""
    rng = random.Random(20)
    field = _field((2, 3, 5, 7, 11))
    x, y = ({d: Fraction(rng.randint(-(2**bits), 2**bits) or 1) for d in field} for _ in range(2))
    _check(x, y)


@pytest.mark.parametrize("bits", [1, 2, 31, 32, 33, 64, 200, 1000])
@pytest.mark.parametrize("sign", [1, -1])
def test_dense_product_widest_coefficients_do_not_spill(bits: int, sign: int) -> None:
    """The widest coefficients that a slot is laid out for, all of one sign."""
    x: Roots = {d: Fraction(sign * (2**bits - 1)) for d in _FULL}
    y: Roots = {d: Fraction(2**bits - 1) for d in _FULL}
    _check(x, y)


def test_dense_product_reports_zero_coefficients() -> None:
    """Radicands that are reached but cancel are left to the constructor."""
    radicands = tuple(mpz(d) for d in _FULL)
    ones, mixed = (mpz(1),) * 8, tuple(mpz(n) for n in (1, 1, 1, 1, -1, -1, -1, -1))
    layout = dense_layout(radicands, radicands)
    assert layout is not None
    found = dense_product(layout, ones, mixed, 2)
    expected = roots_mul(
        dict.fromkeys(_FULL, Fraction(1)), dict(zip(_FULL, map(Fraction, map(int, mixed)), strict=True))
    )
    assert {int(d): Fraction(int(c)) for d, c in zip(layout.radicands, found, strict=True) if c} == expected


def test_dense_layout_declined_where_it_does_not_pay() -> None:
    """Few pairs, or a field much larger than the terms."""
    few = (mpz(1), mpz(2), mpz(3), mpz(6))
    primes = tuple(mpz(p) for p in (2, 3, 5, 7, 11, 13, 17))
    assert dense_layout(few, few) is None
    assert dense_layout(primes, primes) is None


def _wide(value: Number) -> Surd:
    assert type(value) is Surd
    return value


@pytest.mark.parametrize(
    "large",
    [
        _wide(surd(*((d, 2**2100) for d in _FULL))),
        _wide(surd_from_columns((mpz(2), mpz(2**31 - 1)), (mpz(1), mpz(1)))),
        _wide(surd_from_columns([mpz(6 * n + 1) for n in range(1, 80)], [mpz(1)] * 79)),
    ],
    ids=["wide coefficients", "wide radicand", "many terms"],
)
def test_planned_product_declined_for_large_operands(large: Surd) -> None:
    """Nothing large is kept or laid out."""
    assert planned_product(large, _wide(surd((1, 1), (2, 1)))) is None
    assert planned_product(_wide(surd((1, 1), (2, 1))), large) is None
