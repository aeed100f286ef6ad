"""Irrationals: one normal form, and arithmetic against sums of roots and sympy (LANG.NUMBERS.IRRATIONALS)."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest
import sympy
from gmpy2 import mpq, mpz
from hypothesis import given, settings

from ajisai.bounds import Failure
from ajisai.numbers import Number, Surd, add, div, mul, neg, sub
from ajisai.numbers.surd import coprime_base, surd_from_columns
from tests.numbers import oracle
from tests.numbers.oracle import Roots, from_roots, is_canonical, meter, refused, root, roots_of, surd


@given(oracle.root_sums, oracle.root_sums)
def test_sums_and_products_follow_the_terms(x: Roots, y: Roots) -> None:
    """Every operation answers the terms that arithmetic by terms gives, in canonical form."""
    a, b = from_roots(x), from_roots(y)
    assert (roots_of(a), roots_of(b)) == (x, y)
    opposite = {d: -c for d, c in y.items()}
    for answer, expected in (
        (add(a, b, meter()), oracle.roots_add(x, y)),
        (sub(a, b, meter()), oracle.roots_add(x, opposite)),
        (mul(a, b, meter()), oracle.roots_mul(x, y)),
        (neg(b), opposite),
    ):
        assert roots_of(answer) == expected
        assert is_canonical(answer)


@given(oracle.root_sums, oracle.root_sums.filter(bool))
def test_quotient_times_divisor_is_the_dividend(x: Roots, y: Roots) -> None:
    """Division is exact, and canonical, for any divisor but zero."""
    a, b = from_roots(x), from_roots(y)
    quotient = div(a, b, meter())
    assert is_canonical(quotient)
    assert mul(quotient, b, meter()) == a


@given(oracle.irrationals, oracle.irrationals, oracle.irrationals)
def test_field_laws_hold_among_finite_numbers(x: Roots, y: Roots, z: Roots) -> None:
    """Sums and products commute, associate and distribute; inverses cancel."""
    a, b, c = from_roots(x), from_roots(y), from_roots(z)
    m = meter(numericWork=10**9)
    assert add(a, b, m) == add(b, a, m)
    assert mul(a, b, m) == mul(b, a, m)
    assert mul(mul(a, b, m), c, m) == mul(a, mul(b, c, m), m)
    assert mul(a, add(b, c, m), m) == add(mul(a, b, m), mul(a, c, m), m)
    assert sub(add(a, b, m), b, m) == a
    assert mul(a, div(mpz(1), a, m), m) == 1


@settings(max_examples=25)
@given(oracle.irrationals, oracle.irrationals)
def test_products_and_quotients_agree_with_sympy(x: Roots, y: Roots) -> None:
    """sympy expands the same product, and the quotient times the divisor, to the same sum."""
    a, b = from_roots(x), from_roots(y)
    product, quotient = mul(a, b, meter()), div(a, b, meter())
    assert sympy.expand(_sympy(a) * _sympy(b) - _sympy(product)) == 0
    assert sympy.expand(_sympy(quotient) * _sympy(b) - _sympy(a)) == 0


def _sympy(value: Number) -> sympy.Expr:
    return sympy.Add(
        *(sympy.Rational(c.numerator, c.denominator) * sympy.sqrt(d) for d, c in roots_of(value).items())
    )


def test_forms_of_one_number_are_one_value() -> None:
    """8 SQRT, 2 SQRT 2 MUL and 2 SQRT 2 SQRT ADD are one value, with one hash."""
    forms = {
        root(8),
        mul(root(2), mpz(2), meter()),
        add(root(2), root(2), meter()),
        div(mpz(4), root(2), meter()),
        surd((2, 5), (2, -3)),
    }
    assert len(forms) == 1
    assert forms.pop() == surd((8, 1))


def test_terms_are_ascending_pairs() -> None:
    """The public terms: radicands ascending, the rational term first, integers as integers."""
    value = surd((5, Fraction(-3, 4)), (1, Fraction(1, 2)), (2, 3))
    assert type(value) is Surd
    assert value.terms == ((1, mpq(1, 2)), (2, 3), (5, mpq(-3, 4)))
    assert [type(c) for _, c in value.terms] == [mpq, mpz, mpq]


def test_cancelled_terms_come_back_to_rationals() -> None:
    """A sum or product without an irrational term is an integer or a fraction."""
    for answer, expected in (
        (sub(root(2), root(2), meter()), mpz(0)),
        (mul(root(2), root(2), meter()), mpz(2)),
        (mul(surd((1, 1), (2, 1)), surd((1, 1), (2, -1)), meter()), mpz(-1)),
        (div(root(2), root(8), meter()), mpq(1, 2)),
        (mul(root(2), mpz(0), meter()), mpz(0)),
    ):
        assert answer == expected
        assert type(answer) is type(expected)


def test_surd_is_immutable_and_is_copied_as_itself() -> None:
    """Terms cannot be set; copies are the object; a pickle is equal; the class makes none."""
    value = surd((1, Fraction(1, 2)), (3, 2))
    assert copy.copy(value) is value
    assert copy.deepcopy([value])[0] is value
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert hash(again) == hash(value)
    with pytest.raises(AttributeError):
        value.terms = ()  # type: ignore[misc, union-attr]
    with pytest.raises(AttributeError):
        value.other = 1  # type: ignore[union-attr]
    with pytest.raises(TypeError):
        Surd()


def test_surd_differs_from_every_rational() -> None:
    """An irrational equals no rational, not even the nearest double's value."""
    assert root(2) != mpq(*(2**0.5).as_integer_ratio())
    assert root(2) not in (mpz(1), mpz(2), 1, 2, True, "sqrt(2)")
    assert surd((2, 1)) != surd((3, 1))


def test_constructor_drops_zeros_and_whole_denominators() -> None:
    """The normalising constructor: no zero coefficient, no fraction over 1, a bare rational as itself."""
    one, two, three = mpz(1), mpz(2), mpz(3)
    assert surd_from_columns((one, two), (mpz(0), mpz(0))) == 0
    assert surd_from_columns((one, two), (mpq(4, 2), mpz(0))) == 2
    value = surd_from_columns((one, two, three), (mpq(4, 2), mpq(0), mpq(3, 1)))
    assert value == surd((1, 2), (3, 3))
    assert is_canonical(value)


def test_coprime_base_refines_by_gcds() -> None:
    """The elements are pairwise coprime, and every number is a product of some."""
    big = mpz(10) ** 50 + 151
    base = coprime_base([mpz(n) for n in (1, 6, 10, 15, 7)] + [7 * big])
    assert sorted(base) == [2, 3, 5, 7, big]
    assert sorted(coprime_base([mpz(30), mpz(6)])) == [5, 6]


def test_inverse_of_unfactored_radicands_needs_no_factors() -> None:
    """1/(√p + √q) for radicands whose factors nobody looks for costs little."""
    p, q = mpz(10) ** 60 + 7, mpz(10) ** 60 + 9
    value = surd_from_columns((p, q), (mpz(1), mpz(1)))
    spent = meter()
    answer = div(mpz(1), value, spent)
    assert answer == surd_from_columns((p, q), (mpq(-1, 2), mpq(1, 2)))
    assert spent.numeric < 2000


def test_terms_at_the_ceiling_pass_and_one_over_is_refused() -> None:
    """algebraicTerms counts the terms of a result, the rational term included."""
    value = surd((2, 1), (3, 1))
    assert add(value, root(5), meter(algebraicTerms=3)) == surd((2, 1), (3, 1), (5, 1))
    assert mul(value, value, meter(algebraicTerms=2)) == surd((1, 5), (6, 2))
    for left, right in ((value, root(5)), (value, mpz(1))):
        with pytest.raises(Failure) as caught:
            add(left, right, meter(algebraicTerms=2))
        assert refused(caught) == ("algebraicTerms", 2, 3)
    with pytest.raises(Failure) as caught:
        mul(surd((1, 1), (2, 1)), surd((1, 1), (3, 1)), meter(algebraicTerms=3))
    assert refused(caught) == ("algebraicTerms", 3, 4)


def test_coefficient_and_radicand_bits_are_bounded() -> None:
    """A coefficient half and a radicand of a result count against bigintBits."""
    for left, right in (
        (root(2), mpz(2**20)),
        (root(2), mpq(1, 2**20 + 1)),
        (root(1021), root(1031)),
    ):
        assert mul(left, right, meter(bigintBits=21))
        with pytest.raises(Failure) as caught:
            mul(left, right, meter(bigintBits=20))
        assert caught.value.resource == "bigintBits"


def test_wide_radicands_that_hash_alike_are_told_apart() -> None:
    """Radicands equal modulo Python's hash modulus: sums and products keep them as the numbers they are."""
    modulus = 2**61 - 1
    alike = [mpz(n) for n in (3, 3 + 2 * modulus, 3 + 4 * modulus) if square_free_by_primes(n)]
    assert len({hash(n) for n in alike}) == 1
    value = surd_from_columns(alike, [mpz(1)] * len(alike))
    assert type(value) is Surd
    pieces = [surd_from_columns((n,), (mpz(1),)) for n in alike]
    total: Number = mpz(0)
    for piece in reversed(pieces):
        total = add(piece, total, meter())
    assert total == value
    square = mul(value, value, meter())
    expected: Number = mpz(0)
    for one in pieces:
        for two in pieces:
            expected = add(expected, mul(one, two, meter()), meter())
    assert square == expected
    assert sub(square, expected, meter()) == 0


def square_free_by_primes(n: int) -> bool:
    """Whether sympy finds no square in n."""
    return set(sympy.factorint(n).values()) <= {1}


def test_quotient_may_be_smaller_than_the_inverse() -> None:
    """Only the quotient counts against algebraicTerms, not the inverse on the way."""
    value = surd((2, 1), (3, 1), (5, 1), (7, 1))
    assert div(value, value, meter(algebraicTerms=4)) == 1
    assert len(div(mpz(1), value, meter()).terms) == 8  # type: ignore[union-attr]
    with pytest.raises(Failure) as caught:
        div(mpz(1), value, meter(algebraicTerms=4))
    assert refused(caught) == ("algebraicTerms", 4, 8)
