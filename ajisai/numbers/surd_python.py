"""How an irrational behaves among Python's own numbers.

These operators are for people who take a ``Surd`` out of a result and go on in Python; the engine never goes
through them. They compute exactly, and come back to ``int`` or ``fractions.Fraction`` when the irrational
terms cancel.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from gmpy2 import mpq, mpz

from ajisai.bounds import Failure, Limits, Meter

if TYPE_CHECKING:
    from ajisai.numbers.arithmetic import Number
    from ajisai.numbers.surd import Surd

_DOUBLE_BITS = 53
_SHOWN_BITS = 5_000  # of all terms together
_LATEX_CHARACTERS = 300  # a longer formula would not be broken into lines
_SPECIFICATION = re.compile(r"(?P<layout>.*?)(?:\.(?P<digits>\d+))?(?P<kind>[eEfFgG%]?)", re.DOTALL)

PythonNumber: TypeAlias = "int | Fraction | Surd"


class SurdOperators:
    """``+ - * / // % **``, order, rounding, ``float``, ``format``, LaTeX and sympy for ``Surd``.

    The other operand may be an ``int``, a ``Fraction``, a gmpy2 ``mpz`` or ``mpq``, or a ``Surd``; anything
    else is TypeError, a ``float`` too, because it would turn an exact number into a guess. Division by zero
    is ZeroDivisionError; a result past the ceilings of ``Limits.playground()`` is OverflowError.
    """

    __slots__ = ()

    def __add__(self, other: object) -> PythonNumber:
        return _computed("add", self, other)

    def __radd__(self, other: object) -> PythonNumber:
        return _computed("add", other, self)

    def __sub__(self, other: object) -> PythonNumber:
        return _computed("sub", self, other)

    def __rsub__(self, other: object) -> PythonNumber:
        return _computed("sub", other, self)

    def __mul__(self, other: object) -> PythonNumber:
        return _computed("mul", self, other)

    def __rmul__(self, other: object) -> PythonNumber:
        return _computed("mul", other, self)

    def __truediv__(self, other: object) -> PythonNumber:
        return _computed("div", self, other)

    def __rtruediv__(self, other: object) -> PythonNumber:
        return _computed("div", other, self)

    def __floordiv__(self, other: object) -> int:
        return _floor_of_quotient(self, other)

    def __rfloordiv__(self, other: object) -> int:
        return _floor_of_quotient(other, self)

    def __mod__(self, other: object) -> PythonNumber:
        return _remainder(self, other)

    def __rmod__(self, other: object) -> PythonNumber:
        return _remainder(other, self)

    def __divmod__(self, other: object) -> tuple[int, PythonNumber]:
        return _quotient_and_remainder(self, other)

    def __rdivmod__(self, other: object) -> tuple[int, PythonNumber]:
        return _quotient_and_remainder(other, self)

    def __pow__(self, exponent: object, modulus: object = None) -> PythonNumber:
        """The power of an integer exponent, negative ones included. There is none by a modulus."""
        if modulus is not None or (type(exponent) is not mpz and not isinstance(exponent, int)):
            return NotImplemented
        return _computed("power", self, int(exponent))

    def __neg__(self) -> PythonNumber:
        return _computed("sub", 0, self)

    def __pos__(self) -> Surd:
        return self  # type: ignore[return-value]

    def __abs__(self) -> PythonNumber:
        return -self if self < 0 else +self

    def __bool__(self) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order < 0)

    def __le__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order <= 0)

    def __gt__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order > 0)

    def __ge__(self, other: object) -> bool:
        return _ordered(self, other, lambda order: order >= 0)

    def __floor__(self) -> int:
        return int(_run("floor", self))  # type: ignore[arg-type]

    def __ceil__(self) -> int:
        return self.__floor__() + 1

    def __trunc__(self) -> int:
        return self.__floor__() if self > 0 else self.__ceil__()

    def __round__(self, digits: int | None = None) -> int | Fraction:
        """The nearest ``int``, or the nearest multiple of ``10**-digits`` as a Fraction. No ties occur."""
        if digits is None:
            return int(_run("round_half_away", self))  # type: ignore[arg-type]
        scale = _scale(digits)
        whole = int(_scaled_whole(self, scale))
        return Fraction(whole * int(scale.denominator), int(scale.numerator))

    def __float__(self) -> float:
        """The nearest double. Raises OverflowError where there is none."""
        from ajisai.numbers.enclosure import Enclosures

        enclosures = Enclosures(self, None)  # type: ignore[arg-type]
        for low, high, k in enclosures.refined(2 * _DOUBLE_BITS - enclosures.size):
            unit = Fraction(2) ** k
            one, two = float(int(low) / unit), float(int(high) / unit)
            if one == two:
                return one
        raise AssertionError("a refinement has no end")

    def __int__(self) -> int:
        return self.__trunc__()

    def __str__(self) -> str:
        from ajisai.numbers.decimal_text import display

        return display(self)  # type: ignore[arg-type]

    def __format__(self, spec: str) -> str:
        """Exactly rounded digits for ``e``, ``f``, ``g``, ``%`` or a precision, laid out as Decimal does.

        Without these the text of ``str`` is padded. ValueError for a specification that says neither.
        """
        parts = _SPECIFICATION.fullmatch(spec)
        if parts is None or not (parts["digits"] or parts["kind"]):
            return format(str(self), spec)
        digits = int(parts["digits"] or 6)
        kind = parts["kind"] or "g"
        if kind in "fF%":
            places = digits + 2 * (kind == "%")
        else:
            places = _places_of(self, digits + 1 if kind in "eE" else max(digits, 1))
        whole = _scaled_whole(self, _scale(places))
        return format(Decimal(f"{whole.digits()}E{-places}"), f"{parts['layout']}.{digits}{kind}")

    def __repr__(self) -> str:
        if self._is_long():
            return f"<Surd of {len(self.terms)} terms>"  # type: ignore[attr-defined]
        return f"<Surd {self}>"

    def _repr_latex_(self) -> str | None:
        formula = "" if self._is_long() else self.to_latex()
        return f"$\\displaystyle {formula}$" if 0 < len(formula) <= _LATEX_CHARACTERS else None

    def _is_long(self) -> bool:
        """Whether its text is longer than anyone would read in passing."""
        return bool(len(self.terms) * self._bits > _SHOWN_BITS)  # type: ignore[attr-defined]

    def to_latex(self) -> str:
        r"""LaTeX without delimiters, such as ``\frac{1}{2} - \frac{3}{4}\sqrt{5}``."""
        text = ""
        for radicand, factor in self.terms:  # type: ignore[attr-defined]
            size = abs(factor)
            root = "" if radicand == 1 else rf"\sqrt{{{radicand.digits()}}}"
            written = "" if root and size == 1 else _latex(size)
            sign = ("-" if factor < 0 else "") if not text else (" - " if factor < 0 else " + ")
            text += sign + written + root
        return text

    def to_sympy(self) -> Any:
        """The same number as a sympy expression. Imports sympy."""
        import sympy

        return sympy.Add(
            *(
                sympy.Rational(int(factor.numerator), int(factor.denominator)) * sympy.sqrt(int(radicand))
                for radicand, factor in self.terms  # type: ignore[attr-defined]
            )
        )

    def _sympy_(self) -> Any:
        return self.to_sympy()  # without it sympy would take the float


def _latex(size: mpz | mpq) -> str:
    if size.denominator == 1:
        return size.numerator.digits()
    return rf"\frac{{{size.numerator.digits()}}}{{{size.denominator.digits()}}}"


@cache
def _limits() -> Limits:
    return Limits.playground()


def _operand(thing: Any) -> Number | None:
    """The number of a Python operand; None for what has no exact image."""
    from ajisai.numbers.rational import normal
    from ajisai.numbers.surd import Surd

    kind = type(thing)
    if kind is Surd or kind is mpz:
        return thing  # type: ignore[no-any-return]
    if isinstance(thing, int):
        return mpz(thing)
    if kind is mpq:
        return normal(thing)
    if isinstance(thing, Fraction):
        return normal(mpq(thing.numerator, thing.denominator))
    return None


def _run(operation: str, *operands: Any) -> Number | int | None:
    from ajisai import numbers

    function: Callable[..., Number | int | None] = getattr(numbers, operation)
    try:
        return function(*operands, Meter(_limits()))
    except Failure as failure:
        raise OverflowError(f"the result passes the ceiling {failure.resource} ({failure.limit})") from None


def _computed(operation: str, left: object, right: object) -> PythonNumber:
    one, two = _operand(left), _operand(right)
    if one is None or two is None:
        return NotImplemented  # type: ignore[no-any-return]
    answer = _run(operation, one, two)
    if type(answer) is mpz:
        return int(answer)
    if type(answer) is mpq:
        return Fraction(int(answer.numerator), int(answer.denominator))
    if isinstance(answer, SurdOperators):
        return answer
    raise ZeroDivisionError("a Surd divided by zero")


def _ordered(left: object, right: object, holds: Callable[[int], bool]) -> bool:
    one, two = _operand(left), _operand(right)
    if one is None or two is None:
        return NotImplemented  # type: ignore[no-any-return]
    return holds(_run("compare", one, two))  # type: ignore[arg-type]


def _floor_of_quotient(left: object, right: object) -> int:
    quotient = _computed("div", left, right)
    return quotient if quotient is NotImplemented else math.floor(quotient)


def _remainder(left: object, right: object) -> PythonNumber:
    quotient = _floor_of_quotient(left, right)
    return (
        quotient if quotient is NotImplemented else _computed("sub", left, _computed("mul", right, quotient))
    )


def _quotient_and_remainder(left: object, right: object) -> tuple[int, PythonNumber]:
    quotient, remainder = _floor_of_quotient(left, right), _remainder(left, right)
    return NotImplemented if quotient is NotImplemented else (quotient, remainder)


def _scale(places: int) -> mpz | mpq:
    """The power of ten that moves the decimal point; OverflowError for one past the ceilings."""
    return _run("power", mpz(10), mpz(operator.index(places)))  # type: ignore[return-value]


def _scaled_whole(number: object, scale: mpz | mpq) -> mpz:
    return _run("round_half_away", _run("mul", number, scale))  # type: ignore[return-value]


def _places_of(number: object, significant: int) -> int:
    """Decimal places, negative ones for zeros before the point, at which so many digits are left."""
    places = significant
    while True:
        size = len(abs(_scaled_whole(number, _scale(places))).digits())
        if size > significant:
            return places - size + significant
        places *= 2
