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
from tests.numbers.oracle import meter, refused


def reduced(n: int) -> tuple[int, int]:
    """The answer under the agents' ceilings."""
    root, free = square_free_part(mpz(n), meter())
    return int(root), int(free)


def prime_above(n: int) -> int:
    """The least prime above n."""
    return int(gmpy2.next_prime(n))


@given(st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 4)), min_size=1, max_size=4))
def test_square_free_part_products_of_powers(factors: list[tuple[int, int]]) -> None:
    """root² · free is the radicand, and free has no square in it."""
    n = 1
    for base, power in factors:
        n *= base**power
    root, free = reduced(n)
    assert root * root * free == n
    assert set(sympy.factorint(free).values()) <= {1}


@given(st.lists(st.sampled_from([2, 3, 251, 257, 4093, 4099, 65521, 65537, 999983, 1000003]), max_size=7))
def test_square_free_part_primes_at_the_trial_bounds(primes: list[int]) -> None:
    """Every multiplicity of primes just below and just above each bound of the trial division."""
    n, root, free = 1, 1, 1
    for prime in primes:
        n *= prime
    for prime in set(primes):
        count = primes.count(prime)
        root *= prime ** (count // 2)
        free *= prime ** (count % 2)
    assert reduced(n) == (root, free)


@pytest.mark.parametrize("n", range(1, 60))
def test_square_free_part_small_numbers(n: int) -> None:
    """1 and its neighbours."""
    root, free = reduced(n)
    assert root * root * free == n
    assert all(free % (k * k) for k in range(2, 8))


@pytest.mark.parametrize("digits", [5, 6, 7, 8, 10, 12, 14])
def test_square_free_part_two_primes_beyond_the_trial(digits: int) -> None:
    """Two primes that only a search finds, single and with one squared."""
    one, two = (prime_above(10**digits // k) for k in (3, 7))
    assert reduced(one * two) == (1, one * two)
    assert reduced(one * one * two) == (one, two)
    assert reduced(12 * one * two * two) == (2 * two, 3 * one)


def test_square_free_part_repeated_factors_of_a_search() -> None:
    """A factor found once is taken out whole; pieces that share primes are put together."""
    p, q, r = prime_above(10**8), prime_above(10**9), prime_above(10**10)
    assert reduced(p**3 * q**2 * r) == (p * q, p * r)
    assert reduced(p**5 * q**5) == (p**2 * q**2, p * q)
    assert reduced(p**4 * q) == (p**2, q)
    assert reduced((p * q) ** 2 * q * r) == (p * q, q * r)


def test_square_free_part_large_square_answered() -> None:
    """A square needs no factoring, however large; nor does a small multiple of the square of a prime."""
    prime = prime_above(10**199)
    assert reduced(prime**2) == (prime, 1)
    assert reduced(2 * prime**2) == (prime, 2)
    assert reduced(6 * 7**3 * prime**4) == (7 * prime**2, 42)


@pytest.mark.parametrize("exponent", [3, 5, 7, 9, 15])
def test_square_free_part_odd_power_of_a_large_number_answered(exponent: int) -> None:
    """The odd power of a prime of forty digits is taken apart by its root."""
    prime = prime_above(10**39)
    assert reduced(prime**exponent) == (prime ** (exponent // 2), prime)
    assert reduced(18 * prime**exponent) == (3 * prime ** (exponent // 2), 2 * prime)


def test_square_free_part_large_prime_answered() -> None:
    """A primality test decides for a prime of two hundred digits."""
    prime = prime_above(10**200)
    assert reduced(prime) == (1, prime)
    assert reduced(45 * prime) == (3, 5 * prime)


def test_square_free_part_factorial_answered() -> None:
    """Thousands of small factors of great multiplicity."""
    n = int(gmpy2.fac(1000))
    root, free = reduced(n)
    assert root * root * free == n
    exponents = sympy.factorint(free)
    assert set(exponents.values()) == {1}


def test_square_free_part_specified_radicand_answered() -> None:
    """A 53-digit radicand: five primes by trial and search, and a cofactor proven prime."""
    n = 62274204097870571696467174993143330835664166821124311
    assert reduced(n) == (1, n)


@pytest.mark.parametrize("limits", [Limits.agent(), Limits.playground()], ids=["agent", "playground"])
def test_square_free_part_two_forty_digit_primes_refused_alike(limits: Limits) -> None:
    """Refused by numericWork, the same way each time, long before the work that is left is used."""
    n = prime_above(10**39) * prime_above(7 * 10**39)
    seen = []
    for _ in range(2):
        spent = Meter(limits)
        with pytest.raises(Failure) as caught:
            square_free_part(mpz(n), spent)
        seen.append((*refused(caught), spent.numeric))
    assert seen[0] == seen[1]
    resource, limit, observed, spent_units = seen[0]
    assert (resource, limit) == ("numericWork", limits.numeric_work)
    assert type(observed) is int
    assert limits.numeric_work < observed <= 10**15
    assert spent_units < 3_000_000


def test_square_free_part_first_search_is_the_same_under_both_profiles() -> None:
    """What both profiles answer, they answer alike and for the same price."""
    n = mpz(prime_above(10**10) * prime_above(3 * 10**12) ** 2)
    answers = []
    for limits in (Limits.agent(), Limits.playground()):
        spent = Meter(limits)
        answers.append((square_free_part(n, spent), spent.numeric))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("n", [10, 10**9 + 7, 10**24 + 7, (10**10 + 19) * (10**11 + 3), 3**4000])
def test_square_free_part_at_its_price_passes_and_below_is_refused(n: int) -> None:
    """The price is charged before the work, to the unit."""
    spent = meter()
    answer = square_free_part(mpz(n), spent)
    assert square_free_part(mpz(n), meter(numericWork=spent.numeric)) == answer
    with pytest.raises(Failure) as caught:
        square_free_part(mpz(n), meter(numericWork=spent.numeric - 1))
    assert caught.value.resource == "numericWork"


def test_square_free_part_of_thousands_of_digits_refused_by_its_price() -> None:
    """A number too long even for the primality test is refused before it."""
    n = mpz(10) ** 4094 + 9
    spent = meter()
    with pytest.raises(Failure) as caught:
        square_free_part(n, spent)
    assert caught.value.resource == "numericWork"
    assert spent.numeric < 1_000_000
