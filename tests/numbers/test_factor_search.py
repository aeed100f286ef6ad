"""The search for a factor: it divides, it repeats itself, it foretells (LANG.NUMBERS.SQRT)."""

from __future__ import annotations

import gmpy2
import pytest
from gmpy2 import mpz
from hypothesis import given, settings
from hypothesis import strategies as st

from ajisai.bounds import Failure
from ajisai.numbers.factor_search import find_factor
from tests.numbers.oracle import meter, refused


@settings(max_examples=30)
@given(st.integers(10**6, 10**10), st.integers(10**6, 10**13))
def test_find_factor_divides(one: int, two: int) -> None:
    """A divisor other than 1 and the number, for products of two primes."""
    n = gmpy2.next_prime(one) * gmpy2.next_prime(two)
    if gmpy2.is_square(n):
        return
    factor = find_factor(n, meter())
    assert 1 < factor < n
    assert n % factor == 0


def test_find_factor_of_three_primes_finds_one() -> None:
    """More factors than two."""
    primes = [gmpy2.next_prime(mpz(10) ** k) for k in (7, 9, 30)]
    n = primes[0] * primes[1] * primes[2]
    assert n % find_factor(n, meter()) == 0


def test_find_factor_repeats_itself() -> None:
    """The same divisor for the same price each time."""
    n = gmpy2.next_prime(mpz(10) ** 11) * gmpy2.next_prime(mpz(10) ** 12)
    seen = set()
    for _ in range(3):
        spent = meter()
        seen.add((find_factor(n, spent), spent.numeric))
    assert len(seen) == 1


def test_find_factor_foretells_what_is_left_to_spend() -> None:
    """Past the first search, a number is refused where little is left, and searched where enough is."""
    n = mpz(6122152602387209552044843139633)  # two primes of 16 digits
    with pytest.raises(Failure) as caught:
        find_factor(n, meter(numericWork=3_000_000))
    resource, limit, observed = refused(caught)
    assert (resource, limit) == ("numericWork", 3_000_000)
    assert type(observed) is int
    spent = meter()
    assert n % find_factor(n, spent) == 0
    assert 1_000_000 < spent.numeric < observed


def test_find_factor_of_a_long_number_skips_dear_curves() -> None:
    """Where even the first search is dear it is left out."""
    n = gmpy2.next_prime(mpz(10) ** 700) * gmpy2.next_prime(mpz(10) ** 710)
    spent = meter()
    with pytest.raises(Failure) as caught:
        find_factor(n, spent)
    assert caught.value.resource == "numericWork"
    assert spent.numeric <= 2_000_000


def test_find_factor_with_nothing_left_is_refused() -> None:
    """A curve is charged before it is run."""
    spent = meter(numericWork=1000)
    with pytest.raises(Failure) as caught:
        find_factor(mpz(10**10 + 19) * (10**11 + 3), spent)
    assert caught.value.resource == "numericWork"
    assert spent.numeric == 0
