"""The field made by one linear system is the field that sympy finds by itself."""

from __future__ import annotations

import pytest

from benchmarks.sympy_field import Field


@pytest.mark.parametrize("primes", [(2,), (2, 3), (2, 3, 5)])
def test_field_is_that_of_sympy(primes):
    """The same minimal polynomial, the same roots in it, and so the same elements."""
    from sympy import QQ, sqrt

    field, theirs = Field(primes), QQ.algebraic_field(*map(sqrt, primes))
    assert field.modulus == theirs.mod.to_list()
    for prime in primes:
        assert field.roots[prime] == theirs.from_sympy(sqrt(prime))


def test_field_of_five_roots():
    """Thirty-two terms: the roots square to their primes, and their products are the products of elements."""
    field = Field((2, 3, 5, 7, 11))
    assert len(field.radicands) == 32
    for prime, root in field.roots.items():
        assert root * root == field.element({1: prime})
    left, right = field.element({1: 3, 6: 2, 35: -1}), field.element({10: 5, 77: 1})
    assert left * right == field.element({10: 15, 77: 3, 15: 20, 462: 2, 14: -25, 55: -7})
    assert left != right


@pytest.mark.parametrize(
    ("terms", "negative"),
    [({1: 3, 2: -2}, False), ({1: 2, 2: -2}, True), ({1: 7, 2: -5}, True), ({1: 577, 2: -408}, False)],
)
def test_field_order_is_that_of_the_numbers(terms, negative):
    """Close to zero too, and whatever sign the leading coefficient has."""
    assert Field((2,)).is_negative(Field((2,)).element(terms)) is negative


def test_field_zero_is_not_negative():
    """A sum without terms."""
    field = Field((2, 3))
    assert not field.is_negative(field.element({}))
