"""Python objects to values and back, exactly or not at all."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.numbers import Point, Surd
from ajisai.values.containers import Record, Vector
from ajisai.values.domains import FALSE, NIL_LITERAL, TRUE, Nil, Symbol, Truth, Value


def from_python(thing: Any) -> Value:
    """The value of a Python object.

    Raises:
        TypeError: for an object without an exact image; a float is refused with the exact alternatives.
    """
    if thing is None:
        return NIL_LITERAL
    if isinstance(thing, bool):
        return TRUE if thing else FALSE
    if isinstance(thing, int):
        return mpz(thing)
    if isinstance(thing, str):
        return str(thing)
    if isinstance(thing, float):
        raise TypeError(
            f"a float is a guess: pass fractions.Fraction({thing!r}) for its exact binary value, "
            f"or the decimal text {str(thing)!r} as decimal.Decimal({str(thing)!r})"
        )
    if isinstance(thing, (Truth, Nil, Symbol, Vector, Record, Point, Surd)) or type(thing) is mpz:
        return thing
    if type(thing) is mpq or isinstance(thing, Fraction):
        return numbers.ratio_of(mpz(thing.numerator), mpz(thing.denominator))
    if isinstance(thing, Decimal):
        numerator, denominator = thing.as_integer_ratio()
        return numbers.ratio_of(mpz(numerator), mpz(denominator))
    if isinstance(thing, dict):
        return Record(Vector(list(map(from_python, thing))), Vector(list(map(from_python, thing.values()))))
    if isinstance(thing, (list, tuple)):
        return Vector(list(map(from_python, thing)))
    raise TypeError(f"{type(thing).__name__} has no exact image in Ajisai")


def to_python(value: Any) -> Any:
    """The Python object of a value; a Surd, a Symbol and a point over zero stay what they are."""
    kind = type(value)
    if kind is mpz:
        return int(value)
    if kind is mpq:
        return Fraction(int(value.numerator), int(value.denominator))
    if kind is Truth:
        return bool(value)
    if kind is Nil:
        return None
    if isinstance(value, Vector):
        return [to_python(item) for item in value]
    if isinstance(value, Record):
        return dict(zip(map(_key, value.keys), map(to_python, value.values), strict=True))
    return value


def _key(value: Value) -> Any:
    key = to_python(value)
    return value if isinstance(key, (list, dict)) else key
