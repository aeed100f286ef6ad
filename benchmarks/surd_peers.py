"""Sums of square roots done with other exact tools, as far as there are any.

python-flint 0.9 has no algebraic numbers (neither ``qqbar`` nor ``ca``), and sympy writes a field of several
roots in one primitive element, which takes it minutes from five roots on. So the peer is sympy's polynomial
ring with one generator for each prime's root, its squares replaced: sums and products of any number of roots
are cheap there, and the inverse goes by conjugates. Order is decided by gmpy2's integer roots.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from itertools import compress
from math import prod
from typing import Any

import gmpy2
from gmpy2 import mpq, mpz

Terms = dict[int, Any]
"""The coefficient of each square-free radicand."""

_PRIMES = (2, 3, 5, 7, 11, 13, 17)


def radicands(terms: int) -> list[int]:
    """The so many square-free products of the first primes, ascending; ``terms`` is a power of two."""
    products = [1]
    for prime in _PRIMES[: terms.bit_length() - 1]:
        products += [product * prime for product in products]
    return sorted(products)


class Roots:
    """The ring over the rationals with the roots of the primes that the given radicands are made of."""

    def __init__(self, terms: int) -> None:
        self._primes = _PRIMES[: terms.bit_length() - 1]
        self._ring = _ring(self._primes)
        self._rational = (0,) * len(self._primes)

    def element(self, terms: Terms) -> Any:
        """The element that is the sum of these terms."""
        return self._ring.from_dict(
            {tuple(int(radicand % p == 0) for p in self._primes): c for radicand, c in terms.items()}
        )

    def terms(self, element: Any) -> Terms:
        """The coefficients of an element by radicands, out of whichever rationals sympy was started over."""
        return {prod(compress(self._primes, powers)): mpq(str(c)) for powers, c in element.items()}

    def inverse(self, element: Any) -> Any:
        """The product of conjugates that makes the denominator rational, divided by that denominator."""
        numerator, denominator = None, element
        for place in range(len(self._primes)):
            if any(powers[place] for powers in denominator):
                conjugate = self._ring.from_dict(
                    {powers: -c if powers[place] else c for powers, c in denominator.items()}
                )
                numerator = conjugate if numerator is None else self._reduced(numerator * conjugate)
                denominator = self._reduced(denominator * conjugate)
        return (numerator or self._ring.one).mul_ground(1 / denominator[self._rational])

    def _reduced(self, element: Any) -> Any:
        """The same element without squares of roots."""
        terms: dict[tuple[int, ...], Any] = {}
        for powers, coefficient in element.items():
            if 2 in powers:
                for power, prime in zip(powers, self._primes, strict=True):
                    if power == 2:
                        coefficient = coefficient * prime
                powers = tuple([power & 1 for power in powers])
            terms[powers] = terms[powers] + coefficient if powers in terms else coefficient
        return self._ring.from_dict({powers: c for powers, c in terms.items() if c})


@cache
def _ring(primes: tuple[int, ...]) -> Any:
    # Over gmpy2's numbers, as a plain installation of the engine has them, not python-flint's.
    os.environ.setdefault("SYMPY_GROUND_TYPES", "gmpy")
    from sympy import QQ
    from sympy.polys.rings import PolyRing

    return PolyRing([f"root{prime}" for prime in primes], QQ)


def is_less(left: Terms, right: Terms) -> bool:
    """Whether one sum is below another: integer roots at twice the precision until the sign is certain."""
    difference = dict(left)
    for radicand, coefficient in right.items():
        rest = difference.pop(radicand, 0) - coefficient
        if rest:
            difference[radicand] = rest
    if not difference:
        return False
    bits = 64
    while True:
        low = high = mpz(0)
        for radicand, coefficient in difference.items():
            square = coefficient * coefficient * radicand
            root = gmpy2.isqrt((square.numerator << 2 * bits) // square.denominator)
            if coefficient > 0:
                low, high = low + root, high + root + 1
            else:
                low, high = low - root - 1, high - root
        if low >= 0 or high <= 0:
            return bool(high <= 0)
        bits *= 2


def approximation(terms: Terms, digits: int) -> mpq:
    """A decimal of so many digits that differs from the sum by less than one for each term in the last."""
    scale = mpz(10) ** digits
    total = mpz(0)
    for radicand, coefficient in terms.items():
        root = gmpy2.isqrt(coefficient * coefficient * radicand * scale * scale)
        total += root if coefficient > 0 else -root
    return mpq(total, scale)


def integer_terms(radicands: Sequence[int], coefficients: Sequence[int]) -> Terms:
    """A sum with these coefficients."""
    return {d: mpz(c) for d, c in zip(radicands, coefficients, strict=True)}
