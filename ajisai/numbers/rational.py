"""Rational numbers as reduced pairs, and the three points over zero (LANG.NUMBERS).

An integer is always an ``mpz``; an ``mpq`` always has a denominator above 1; a pair over zero is one of three
``Point`` objects. One number so has one representation, and ``==`` and ``hash`` are its identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NoReturn, TypeAlias, final

from gmpy2 import mpq, mpz


@final
class Point:
    """One of the three pairs over zero. There are exactly three objects; ``Point(1) is INFINITY``.

    Attributes:
        numerator: ``mpz`` 1, -1 or 0.
        denominator: ``mpz`` 0.
    """

    __slots__ = ("denominator", "numerator")

    numerator: mpz
    denominator: mpz

    def __new__(cls, sign: int | mpz) -> Point:
        return _POINTS[(sign > 0) - (sign < 0)]

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Point is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Point is immutable: cannot delete {name!r}")

    def __repr__(self) -> str:
        return f"{self.numerator}/0"

    def __reduce__(self) -> tuple[type[Point], tuple[int]]:
        return (Point, (int(self.numerator),))

    def to_sympy(self) -> NoReturn:
        """Raises TypeError: sympy has no such number."""
        raise TypeError(f"the point {self} has no counterpart in sympy, whose infinities compute otherwise")

    def __copy__(self) -> Point:
        return self

    def __deepcopy__(self, memo: object) -> Point:
        return self


def _point(sign: int) -> Point:
    point: Point = object.__new__(Point)
    object.__setattr__(point, "numerator", mpz(sign))
    object.__setattr__(point, "denominator", mpz(0))
    return point


_POINTS: Final[dict[int, Point]] = {sign: _point(sign) for sign in (1, -1, 0)}
INFINITY: Final = _POINTS[1]
NEG_INFINITY: Final = _POINTS[-1]
NULLITY: Final = _POINTS[0]

Rational: TypeAlias = mpz | mpq
"""A finite rational in its one representation."""


if hasattr(mpq, "is_integer"):  # gmpy2 2.3: 20 ns, where the denominator is a number to be made first

    def normal(q: Rational) -> Rational:
        """The one representation of a rational: an ``mpz`` when the denominator is 1."""
        return q.numerator if q.is_integer() else q

    def normals(rationals: Iterable[Rational]) -> list[Any]:
        """The one representation of each of many rationals."""
        return [q.numerator if q.is_integer() else q for q in rationals]

    def any_whole(fractions: Iterable[mpq]) -> bool:
        """Whether an ``mpq`` among these is an integer."""
        return any(map(mpq.is_integer, fractions))

else:

    def normal(q: Rational) -> Rational:
        """The one representation of a rational: an ``mpz`` when the denominator is 1."""
        return q.numerator if q.denominator == 1 else q

    def normals(rationals: Iterable[Rational]) -> list[Any]:
        """The one representation of each of many rationals."""
        return [q.numerator if q.denominator == 1 else q for q in rationals]

    def any_whole(fractions: Iterable[mpq]) -> bool:
        """Whether an ``mpq`` among these is an integer."""
        return any(q.denominator == 1 for q in fractions)


def ratio_of(n: int | mpz, d: int | mpz) -> Rational | Point:
    """The pair n/d, reduced; ``d`` may be zero or negative (LANG.NUMBERS.PAIR)."""
    return normal(mpq(n, d)) if d else Point(n)
