"""The square-free part: against sympy's factoring, and what is refused (LANG.NUMBERS.SQRT)."""

from __future__ import annotations

import gmpy2
import pytest
import sympy
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.bounds import Failure, Limits, Meter
from ajisai.numbers.radicand import square_free_part


def reduced(n: int) -> tuple[int, int]:
    """The answer under the agent's ceilings."""
    root, free = square_free_part(mpz(n), Meter(Limits.agent()))
    return int(root), int(free)


@given(st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 4)), min_size=1, max_size=4))
def test_square_free_part_products_of_powers(factors: list[tuple[int, int]]) -> None:
    """root² · free is the radicand, and free has no square in it."""
    n = 1
    for base, power in factors:
        n *= base**power
    root, free = reduced(n)
    assert root * root * free == n
    assert set(sympy.factorint(free).values()) <= {1}


@pytest.mark.parametrize("digits", [5, 8, 10, 12])
def test_square_free_part_two_primes_is_free(digits: int) -> None:
    """Two primes beyond the trial bound are split by rho or by curves."""
    one, two = (int(gmpy2.next_prime(10**digits // k)) for k in (3, 7))
    assert reduced(one * two) == (1, one * two)
    assert reduced(one * one * two) == (one, two)


def test_square_free_part_large_square_answered() -> None:
    """A square needs no factoring, however large; nor does a small multiple of the square of a prime."""
    prime = int(gmpy2.next_prime(mpz(10) ** 199))
    assert reduced(prime**2) == (prime, 1)
    assert reduced(2 * prime**2) == (prime, 2)


def test_square_free_part_specified_radicand_answered() -> None:
    """A 53-digit radicand whose cofactor is split by rho and proven by a primality test."""
    n = 62274204097870571696467174993143330835664166821124311
    assert reduced(n) == (1, n)


@pytest.mark.parametrize("limits", [Limits.agent(), Limits.playground()], ids=["agent", "playground"])
def test_square_free_part_two_forty_digit_primes_refused_alike(limits: Limits) -> None:
    """Refused by numericWork, the same way each time."""
    n = gmpy2.next_prime(mpz(10) ** 39) * gmpy2.next_prime(mpz(7) * 10**39)
    seen = []
    for _ in range(2):
        meter = Meter(limits)
        with pytest.raises(Failure) as caught:
            square_free_part(n, meter)
        seen.append((caught.value.resource, caught.value.observed, meter.numeric))
    assert seen[0] == seen[1]
    assert seen[0][0] == "numericWork"
