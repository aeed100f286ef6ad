"""sympy's field of several square roots, its elements dense polynomials in the sum of the roots.

``QQ.algebraic_field`` finds the minimal polynomial of that sum, and the roots in it, by general algorithms
that take minutes for five roots. The powers of the sum, written over the square-free products of the primes,
give both by one linear system; what computes is sympy's own ``ANP`` all the same.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

# Over gmpy2's numbers, as a plain installation of the engine has them. sympy reads this when it is imported.
os.environ.setdefault("SYMPY_GROUND_TYPES", "gmpy")

Element = Any


class Field:
    """The rationals with the square roots of some primes.

    Attributes:
        radicands: the square-free products of the primes: their roots are a basis.
        roots: the square root of each prime.
        modulus: the minimal polynomial of the sum of the roots, highest power first.
    """

    def __init__(self, primes: tuple[int, ...]) -> None:
        from sympy import QQ, sqrt
        from sympy.polys.matrices import DomainMatrix

        self._primes = primes
        self._rationals = QQ
        self._sum = sum(map(sqrt, primes))
        self.radicands = [1]
        for prime in primes:
            self.radicands += [radicand * prime for radicand in self.radicands]
        size = len(self.radicands)
        powers = [[QQ(place == 0) for place in range(size)]]
        for _ in range(size):
            powers.append(self._times_sum(powers[-1]))
        sides = [powers.pop(), *([QQ(radicand == prime) for radicand in self.radicands] for prime in primes)]
        matrix = DomainMatrix([list(row) for row in zip(*powers, strict=True)], (size, size), QQ)
        right = DomainMatrix([list(row) for row in zip(*sides, strict=True)], (size, len(sides)), QQ)
        power, *roots = zip(*matrix.lu_solve(right).to_list()[::-1], strict=True)
        self.modulus = [QQ(1), *(-coefficient for coefficient in power)]
        self.roots = {prime: self._from_powers(list(root)) for prime, root in zip(primes, roots, strict=True)}

    def _times_sum(self, vector: list[Any]) -> list[Any]:
        place = {radicand: index for index, radicand in enumerate(self.radicands)}
        answer = [self._rationals(0)] * len(vector)
        for radicand, coefficient in zip(self.radicands, vector, strict=True):
            for prime in self._primes:
                if radicand % prime:
                    answer[place[radicand * prime]] += coefficient
                else:
                    answer[place[radicand // prime]] += coefficient * prime
        return answer

    def _from_powers(self, coefficients: list[Any]) -> Element:
        from sympy.polys.polyclasses import ANP

        return ANP(coefficients, self.modulus, self._rationals)

    def element(self, terms: dict[int, int]) -> Element:
        """The sum of ``coefficient * sqrt(radicand)``, the coefficients by radicands."""
        total = self._from_powers([])
        for radicand, coefficient in terms.items():
            total += self._from_powers([self._rationals(coefficient)]) * self._root(radicand)
        return total

    @cache  # noqa: B019  # a few fields live as long as the process
    def _root(self, radicand: int) -> Element:
        product = self._from_powers([self._rationals(1)])
        for prime, root in self.roots.items():
            if radicand % prime == 0:
                product *= root
        return product

    def is_negative(self, element: Element) -> bool:
        """By sympy's evaluation, which raises where its digits do not decide.

        ``ANP`` and the field's own order look at the leading coefficient alone, which says nothing of size.
        """
        from sympy import S

        terms = enumerate(reversed(element.to_list()))
        value = sum((coefficient * self._sum**power for power, coefficient in terms), S.Zero)
        return bool(value.evalf(2, strict=True) < 0)
