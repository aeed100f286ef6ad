"""Products by one long multiplication answer what term pairs answer."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.numbers import Surd
from ajisai.numbers.dense_product import dense_product
from ajisai.numbers.surd import surd_from_columns
from tests.numbers.oracle import Roots, from_roots, roots_mul, roots_of, surd

_FULL = (1, 2, 3, 5, 6, 10, 15, 30)


def _field(primes: tuple[int, ...]) -> list[int]:
    found = [1]
    for prime in primes:
        found += [prime * d for d in found]
    return sorted(found)


def _answer(a: Surd, b: Surd) -> Roots | None:
    dense = dense_product(a, b)
    if dense is None:
        return None
    radicands, integers, common = dense
    terms = zip(radicands, integers, strict=True)
    return {int(d): Fraction(int(c), int(common)) for d, c in terms if c}


_coefficient = st.integers(-9, 9).map(Fraction) | st.fractions(-(10**9), 10**9, max_denominator=10**6)
_full = st.lists(_coefficient.filter(bool), min_size=len(_FULL), max_size=len(_FULL)).map(
    lambda values: dict(zip(_FULL, values, strict=True))
)


@given(_full, _full)
def test_dense_product_full_field_agrees_with_term_pairs(x: Roots, y: Roots) -> None:
    """All eight terms on both sides, signs and denominators mixed."""
    a, b = from_roots(x), from_roots(y)
    assert type(a) is Surd
    assert type(b) is Surd
    answer = _answer(a, b)
    assert answer is not None
    assert answer == roots_mul(x, y)


def test_dense_product_different_radicands_agree() -> None:
    """Operands that share only part of a field, composite base elements among them."""
    x: Roots = {d: Fraction(d - 5) for d in (1, 6, 35, 210)}
    y: Roots = {d: Fraction(d, 7) for d in (6, 35, 210)}
    a, b = from_roots(x), from_roots(y)
    assert isinstance(a, Surd)
    assert isinstance(b, Surd)
    assert _answer(a, b) == roots_mul(x, y)


def test_dense_product_thirty_two_terms_agree() -> None:
    """Five primes: 32 terms each, 243 slots."""
    rng = random.Random(20)
    field = _field((2, 3, 5, 7, 11))
    x, y = ({d: Fraction(rng.randint(-(10**30), 10**30) or 1) for d in field} for _ in range(2))
    a, b = from_roots(x), from_roots(y)
    assert isinstance(a, Surd)
    assert isinstance(b, Surd)
    assert _answer(a, b) == roots_mul(x, y)


def test_dense_product_extreme_coefficients_do_not_spill() -> None:
    """The widest coefficients that a slot is laid out for, all of one sign and of the other."""
    for bits in (1, 31, 32, 33, 64, 200):
        for sign in (1, -1):
            x: Roots = {d: Fraction(sign * (2**bits - 1)) for d in _FULL}
            y: Roots = {d: Fraction(2**bits - 1) for d in _FULL}
            a, b = from_roots(x), from_roots(y)
            assert isinstance(a, Surd)
            assert isinstance(b, Surd)
            assert _answer(a, b) == roots_mul(x, y)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (surd((2, 1), (3, 1)), surd((2, 1), (3, 1))),
        (surd(*((p, 1) for p in (2, 3, 5, 7, 11, 13))), surd(*((p, 1) for p in (2, 3, 5, 7, 11, 13)))),
        (surd(*((d, 2**2100) for d in _FULL)), surd(*((d, 1) for d in _FULL))),
        (
            surd_from_columns([mpz(d) for d in (1, 2, 3)] + [mpz(2**89 - 1)], [mpz(1)] * 4),
            surd(*((d, 1) for d in _FULL)),
        ),
    ],
    ids=["few pairs", "sparse", "wide coefficients", "wide radicand"],
)
def test_dense_product_declined_where_it_does_not_pay(left: Surd, right: Surd) -> None:
    """None, and nothing is laid out."""
    assert dense_product(left, right) is None


def test_dense_product_zero_terms_are_left_to_the_constructor() -> None:
    """A coefficient of the answer may be zero."""
    a = surd(*((d, 1) for d in (1, 2, 3, 6)))
    b = surd((1, 1), (2, -1), (3, 1), (6, -1))
    assert type(a) is Surd
    assert type(b) is Surd
    dense = dense_product(a, b)
    assert dense is not None
    assert 0 in dense[1]
    assert surd_from_columns(dense[0], dense[1]) == surd((1, -4), (3, -2))
    assert roots_of(surd((1, -4), (3, -2))) == roots_mul(roots_of(a), roots_of(b))
