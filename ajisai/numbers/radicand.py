"""The square-free part of an integer (LANG.NUMBERS.SQRT).

``n = root² · free``. Small primes are taken out first. What is left is done with as soon as it is a square, a
prime, or too small to hold the square of a larger prime; only then is a factor searched for. Everything is
charged to numericWork beforehand, and nothing depends on a clock or on chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from math import isqrt
from typing import Final

import gmpy2
from gmpy2 import mpz

from ajisai.bounds import Meter, Price
from ajisai.numbers.costs import RADICAND, bulk_price, limbs_of_bits
from ajisai.numbers.factor_search import find_factor

_BOUNDS: Final = (256, 4096, 65536, 1_000_000)
"""The primes are tried in tiers below these bounds. What has no prime factor below a bound and is less than
its cube is square-free unless it is a square; past the last, 60 bits, a search is cheaper."""

_SMALL: Final = _BOUNDS[0] ** 3
_SMALL_BITS: Final = 24
_LAST_BOUND: Final = _BOUNDS[-1]
_FULL_LIMBS: Final = 64  # above, gmpy2's division grows more slowly than its operands

DIVISION: Final[Price] = 2
"""One bit of an integer that is divided by small primes; 0.15 µs."""

SIEVE: Final[Price] = 13
"""Limb products of one unit in the greatest common divisor with the product of a tier of primes."""

TRIED: Final[Price] = 10
"""Numbers below a tier's bound of one unit, where each of its primes is tried."""

TAKEN: Final[Price] = 8
"""A prime taken out as often as it goes, and each limb for one of the least primes; 0.6 µs."""

TESTED: Final[Price] = 16
"""Bits times limbs times limbs of one unit in a test for a prime, whose powers gmpy2 takes at once."""


@cache
def _primes(index: int) -> tuple[int, ...]:
    """The odd primes of a tier, and 2 in the first."""
    bound = _BOUNDS[index]
    odd = bytearray([1]) * (bound // 2)  # odd[i] stands for 2i + 1
    odd[0] = 0
    for n in range(3, int(bound**0.5) + 1, 2):
        if odd[n // 2]:
            odd[n * n // 2 :: n] = bytes(len(range(n * n // 2, len(odd), n)))
    start = _BOUNDS[index - 1] // 2 if index else 0
    found = [2 * i + 1 for i in range(start, len(odd)) if odd[i]]
    return tuple(found) if index else (2, *found)


@cache
def _tier(index: int) -> mpz:
    """The product of the primes of a tier."""
    lower = gmpy2.primorial(_BOUNDS[index - 1]) if index else 1
    return gmpy2.primorial(_BOUNDS[index]) // lower


def square_free_part(n: mpz, meter: Meter) -> tuple[mpz, mpz]:
    """``(root, free)`` with ``n = root² · free`` and ``free`` square-free, for ``n >= 1``.

    Raises:
        Failure: numericWork, when the work that is left does not suffice, or foreseeably would not.
    """
    bits = n.bit_length()
    meter.charge_numeric(RADICAND + DIVISION * min(bits, _SMALL_BITS) + bulk_price(bits))
    if gmpy2.is_square(n):
        return gmpy2.isqrt(n), mpz(1)
    if n < _SMALL:
        return _small(int(n))
    answer = _Answer()
    todo = [_without_small_primes(n, answer, meter)]
    while todo:
        rest = todo.pop()
        if rest == 1:
            continue
        bits = rest.bit_length()
        meter.charge_numeric(bulk_price(bits))
        if gmpy2.is_square(rest):
            answer.root *= gmpy2.isqrt(rest)
            continue
        if rest < _LAST_BOUND**3:
            answer.put_free(rest)
            continue
        base, exponent = _odd_power(rest, meter)
        if exponent > 1:
            answer.root *= base ** (exponent // 2)
            todo.append(base)
            continue
        meter.charge_numeric(_prime_test_price(bits))
        if gmpy2.is_prime(rest):
            answer.put_free(rest)
            continue
        factor = find_factor(rest, meter)
        rest, exponent = gmpy2.remove(rest, factor)
        answer.root *= factor ** (exponent // 2)
        todo += [rest, factor] if exponent % 2 else [rest]
    return answer.root, answer.free


def _small(n: int) -> tuple[mpz, mpz]:
    """The same for a small number, by division: most radicands that people write are small."""
    root = free = 1
    for prime in _primes(0):
        if prime * prime * prime > n:
            break
        while n % prime == 0:
            n //= prime
            if n % prime == 0:
                n //= prime
                root *= prime
            else:
                free *= prime
    # No prime factor of what is left is below its cube root: it is a square, or square-free.
    whole = isqrt(n)
    if whole * whole == n:
        return mpz(root * whole), mpz(free)
    return mpz(root), mpz(free * n)


class _Answer:
    """The root and the square-free part found so far."""

    __slots__ = ("free", "root")

    def __init__(self) -> None:
        self.root = mpz(1)
        self.free = mpz(1)

    def put_free(self, number: mpz) -> None:
        """Multiply by a square-free number, which may share primes with what is there."""
        common = gmpy2.gcd(self.free, number)
        self.root *= common
        self.free = (self.free // common) * (number // common)


def _without_small_primes(n: mpz, answer: _Answer, meter: Meter) -> mpz:
    """What is left of ``n`` without its small primes; 1 when they, and what is known of the rest, decide."""
    for index, bound in enumerate(_BOUNDS):
        limbs = limbs_of_bits(n.bit_length())
        tier = _tier(index)
        width = min(limbs, _FULL_LIMBS) + limbs // 16
        meter.charge_numeric(RADICAND + limbs_of_bits(tier.bit_length()) * width // SIEVE)
        common = gmpy2.gcd(tier, n)
        for prime in _primes_of(common, index, meter):
            meter.charge_numeric(TAKEN + (TAKEN if index == 0 else 1) * limbs)
            n, exponent = gmpy2.remove(n, prime)
            answer.root *= mpz(prime) ** (exponent // 2)
            if exponent % 2:
                answer.free *= prime
        if common > 1:
            meter.charge_numeric(bulk_price(n.bit_length()))
            if gmpy2.is_square(n):
                answer.root *= gmpy2.isqrt(n)
                return mpz(1)
        if n < bound**3:
            answer.put_free(n)
            return mpz(1)
    return n


def _primes_of(common: mpz, index: int, meter: Meter) -> Iterator[mpz]:
    """The primes of a product of distinct primes of one tier."""
    square = _BOUNDS[index - 1] ** 2 if index else 4
    if common >= square:  # else it is 1 or one prime
        meter.charge_numeric(_BOUNDS[index] // TRIED)
        for prime in _primes(index):
            if common % prime == 0:
                yield mpz(prime)
                common //= prime
                if common < square:
                    break
    if common > 1:
        yield common


def _odd_power(n: mpz, meter: Meter) -> tuple[mpz, int]:
    """``(base, exponent)`` with ``n = base**exponent`` and an odd prime exponent, or ``(n, 1)``.

    ``n`` has no factor below the last bound, which bounds the exponent.
    """
    bits = n.bit_length()
    price = bulk_price(bits)
    for exponent in chain(_primes(0)[1:], _primes(1), _primes(2)):
        if exponent * (_LAST_BOUND.bit_length() - 1) > bits:
            break
        meter.charge_numeric(price)
        base, exact = gmpy2.iroot(n, exponent)
        if exact:
            return base, exponent
    return n, 1


def _prime_test_price(bits: int) -> int:
    """A Baillie-PSW test and one strong test.

    Measured (units of 75 ns): 70 for 60 bits, 1100 for 256, 28 000 for 1024, 1 080 000 for 4096.
    """
    limbs = limbs_of_bits(bits)
    return RADICAND + bits * limbs * (limbs + 16) // TESTED
