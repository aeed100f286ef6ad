"""Irrational numbers: sums of square roots in normal form (LANG.NUMBERS.IRRATIONALS)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gmpy2 import mpq, mpz

from ajisai.numbers.rational import Rational
from ajisai.numbers.surd_python import SurdOperators


class Surd(SurdOperators):
    """An irrational ``Σ c·√d``: distinct square-free ``d`` in ascending order, no zero ``c``, some ``d > 1``.

    Only ``surd_of`` makes one. Its one normal form makes ``==`` and ``hash`` structural. Between Python
    numbers it computes exactly (see ``SurdOperators``).
    """

    __slots__ = ("_hash", "_terms")

    _terms: tuple[tuple[mpz, Rational], ...]
    _hash: int | None

    def __init__(self) -> None:
        raise TypeError("a Surd is made by square roots: use ajisai.numbers.sqrt and arithmetic")

    @property
    def terms(self) -> tuple[tuple[mpz, Rational], ...]:
        """``(radicand, coefficient)`` pairs, ascending in radicand; the rational term has radicand 1."""
        return self._terms

    def __eq__(self, other: object) -> bool:
        return type(other) is Surd and self._terms == other._terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(("Surd", self._terms))
        return self._hash

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (_restored, self._terms)

    def __copy__(self) -> Surd:
        return self

    def __deepcopy__(self, memo: object) -> Surd:
        return self


def _restored(*terms: tuple[mpz, Rational]) -> Surd:
    surd: Surd = object.__new__(Surd)
    surd._terms = terms
    surd._hash = None
    return surd


_new = object.__new__


def surd_of(terms: Mapping[mpz, Rational]) -> Rational | Surd:
    """The number ``Σ terms[d]·√d``: a rational when no irrational term is left.

    Every ``d`` must be square-free; a coefficient may be zero, or an ``mpq`` that is an integer.
    """
    kept = []
    for radicand in sorted(terms):
        factor = terms[radicand]
        if factor:
            if type(factor) is mpq and factor.denominator == 1:
                factor = factor.numerator
            kept.append((radicand, factor))
    if not kept:
        return mpz(0)
    if len(kept) == 1 and kept[0][0] == 1:
        return kept[0][1]
    surd: Surd = _new(Surd)
    surd._terms = tuple(kept)
    surd._hash = None
    return surd
