"""Irrational numbers: sums of square roots in normal form (LANG.NUMBERS.IRRATIONALS)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, cast, final

import gmpy2
from gmpy2 import mpq, mpz

from ajisai.numbers.rational import Rational
from ajisai.numbers.sizes import bits_of
from ajisai.numbers.surd_python import SurdOperators

_bit_length = mpz.bit_length
_new = object.__new__


@final
class Surd(SurdOperators):
    """An irrational ``Σ c·√d``: distinct square-free ``d`` in ascending order, no zero ``c``, some ``d > 1``.

    Made by ``surd_from_columns`` and ``flipped`` only. One number has one such form, so that ``==`` and
    ``hash`` are its identity. Among Python's own numbers it computes exactly (see ``SurdOperators``). It is
    equal to the same number of sympy too, whose hash is another: do not mix both as keys.
    """

    __slots__ = ("_bits", "_coefficients", "_hash", "_integral", "_radicands", "_scaled")

    _radicands: tuple[mpz, ...]
    _coefficients: tuple[Rational, ...]
    _bits: int  # of the widest radicand or coefficient half
    _integral: bool  # whether every coefficient is an integer
    _scaled: tuple[mpz, tuple[mpz, ...], int] | None
    _hash: int | None

    def __init__(self) -> None:
        raise TypeError("a Surd is made from square roots and arithmetic, not by its class")

    @property
    def terms(self) -> tuple[tuple[mpz, Rational], ...]:
        """``(radicand, coefficient)`` pairs, ascending in radicand; the rational term has radicand 1."""
        return tuple(zip(self._radicands, self._coefficients, strict=True))

    @property
    def term_count(self) -> int:
        """How many terms it has, at least 1."""
        return len(self._radicands)

    def is_integral(self, bits: int) -> bool:
        """Whether every coefficient is an integer, and no coefficient or radicand wider than so many bits."""
        return self._integral and self._bits <= bits

    def scaled(self) -> tuple[mpz, tuple[mpz, ...], int]:
        """The least common denominator, the coefficients times it, and the bits of the widest of these.

        The denominator may be as wide as all denominators together: ask when that is known to be bearable.
        """
        if self._scaled is None and self._integral:
            integers = cast("tuple[mpz, ...]", self._coefficients)
            self._scaled = (mpz(1), integers, max(map(_bit_length, integers)))
        elif self._scaled is None:
            common = gmpy2.lcm(*[c.denominator for c in self._coefficients])
            integers = tuple([c.numerator * (common // c.denominator) for c in self._coefficients])
            self._scaled = (common, integers, max(map(_bit_length, integers)))
        return self._scaled

    def flipped(self, changes: Callable[[mpz], bool]) -> Surd:
        """The irrational whose terms have the other sign where ``changes(radicand)``."""
        terms = zip(self._radicands, self._coefficients, strict=True)
        flipped = tuple([-c if changes(d) else c for d, c in terms])
        return built(self._radicands, flipped, self._bits, self._integral)

    def __eq__(self, other: object) -> bool:
        if type(other) is not Surd:
            return NotImplemented
        return self._coefficients == other._coefficients and self._radicands == other._radicands

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(("Surd", self._radicands, self._coefficients))
        return self._hash

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return (surd_from_columns, (self._radicands, self._coefficients))

    def __copy__(self) -> Surd:
        return self

    def __deepcopy__(self, memo: object) -> Surd:
        return self


def built(radicands: tuple[mpz, ...], coefficients: tuple[Rational, ...], bits: int, integral: bool) -> Surd:
    """The irrational of these columns, which are in normal form, and of which the rest is known."""
    surd: Surd = _new(Surd)
    surd._radicands = radicands
    surd._coefficients = coefficients
    surd._bits = bits
    surd._integral = integral
    surd._scaled = None
    surd._hash = None
    return surd


def surd_from_columns(radicands: Sequence[mpz], coefficients: Sequence[Rational]) -> Rational | Surd:
    """The number ``Σ coefficients[i]·√radicands[i]`` in its one representation.

    The radicands must be distinct, square-free and ascending. A coefficient may be zero, and a fraction whose
    denominator is 1. A sum without an irrational term is a rational.
    """
    if not all(coefficients):
        return _without_zeros(radicands, coefficients)
    integral = mpq not in map(type, coefficients)
    if not integral:
        coefficients = [c if c.denominator > 1 else c.numerator for c in coefficients]
        integral = mpq not in map(type, coefficients)
    if len(radicands) == 1 and radicands[0] == 1:
        return coefficients[0]
    width: Callable[[Any], int] = _bit_length if integral else bits_of
    bits = max(radicands[-1].bit_length(), max(map(width, coefficients)))
    return built(tuple(radicands), tuple(coefficients), bits, integral)


def surd_from_integers(
    radicands: tuple[mpz, ...], integers: Sequence[mpz], radicand_bits: int
) -> Rational | Surd:
    """``surd_from_columns`` for integer coefficients, and the bits of the widest radicand known."""
    if not all(integers):
        return _without_zeros(radicands, integers)
    if radicand_bits == 1:
        return integers[0]
    bits = max(map(_bit_length, integers))
    return built(radicands, tuple(integers), bits if bits > radicand_bits else radicand_bits, True)


def _without_zeros(radicands: Sequence[mpz], coefficients: Sequence[Rational]) -> Rational | Surd:
    kept = [i for i, c in enumerate(coefficients) if c]
    if not kept:
        return mpz(0)
    return surd_from_columns([radicands[i] for i in kept], [coefficients[i] for i in kept])


def coprime_base(numbers: Iterable[mpz]) -> list[mpz]:
    """Pairwise coprime numbers above 1 such that each of the square-free ``numbers`` is a product of some.

    Found by gcds alone: nothing is factored.
    """
    base: list[mpz] = []
    for number in numbers:
        rest = number
        refined: list[mpz] = []
        for known in base:
            common = gmpy2.gcd(rest, known)
            if common == 1:
                refined.append(known)
                continue
            rest //= common
            refined.append(common)
            if known != common:
                refined.append(known // common)
        if rest > 1:
            refined.append(rest)
        base = refined
    return base
