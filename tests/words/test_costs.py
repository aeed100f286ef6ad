"""Weights of values and keys of dictionaries."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq, mpz

from ajisai.numbers import Surd
from ajisai.numbers.surd import surd_from_columns
from ajisai.values import NIL_LITERAL, TRUE, Nil, Record, Symbol, Vector
from ajisai.words.costs import NAMED, NODE, as_size, digits, leaf_weight, weight
from tests.words.support import vector


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        (mpz(5), mpz(5) ** 5000),
        (mpq(1, 3), mpq(1, mpz(3) ** 5000)),
        ("a", "a" * 1000),
        (Symbol("a"), Symbol("a" * 1000)),
        (Nil("userDeclared", "a"), Nil("userDeclared", "a" * 1000)),
    ],
)
def test_weight_of_a_leaf_grows_with_it(narrow: Any, wide: Any) -> None:
    """What is long to hash or compare weighs more."""
    assert 1 <= leaf_weight(narrow) < 10
    assert leaf_weight(wide) > 20


@pytest.mark.parametrize("bits", [1, 64, 511, 512, 513, 1024, 5000])
@pytest.mark.parametrize("divisor", [1, 7])
def test_weight_of_an_irrational_is_that_of_its_integers(bits: int, divisor: int) -> None:
    """However short the way to it: 1 for each radicand and coefficient, more for wide ones and fractions."""
    number = surd_from_columns((mpz(1), mpz(2), mpz(6)), (mpz(3), mpq(2**bits - 1, divisor), mpz(-5)))
    assert isinstance(number, Surd)
    parts = [part for term in number.terms for part in term]
    assert leaf_weight(number) == NAMED + sum(map(leaf_weight, parts))


def test_weight_counts_every_node() -> None:
    """Containers weigh beside their leaves, Records with keys and values."""
    assert weight(vector([1, 2, 3])) == NODE + 3
    assert weight(vector([[1], [2, TRUE]])) == 3 * NODE + 3
    assert weight(Record(vector(["a"]), vector([1]))) == 3 * NODE + 2
    assert weight(Vector([])) == NODE
    assert weight(vector(["a", 1, None])) == NODE + 2 + leaf_weight(NIL_LITERAL)


def test_weight_counts_a_shared_container_as_often_as_it_occurs() -> None:
    """Forty levels of doubling are weighed at once, and weigh 2 ** 40."""
    value = vector([1])
    for _ in range(40):
        value = Vector([value, value])
    assert weight(value) == (2**41 - 1) * NODE + 2**40


@pytest.mark.parametrize("value", [1, 9, 10, 99, 2**64, 10**4000, 10**4000 - 1])
def test_digits_are_never_too_few(value: int) -> None:
    """An estimate that is charged must not be under what is written."""
    written = len(mpz(value).digits())
    assert written <= digits(mpz(value)) <= written + 2 + written // 1000


def test_size_past_what_hosts_read_is_capped() -> None:
    """A ceiling reports a number that JSON carries unrounded."""
    assert as_size(2**53 - 1) == 2**53 - 1
    assert as_size(mpz(10) ** 400) == 2**53 - 1
    assert as_size(mpz(7)) == 7
