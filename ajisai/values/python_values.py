"""Python objects to values and back, exactly or not at all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.bounds import Failure, Limits, Meter
from ajisai.bounds.limits import NESTING_CAP
from ajisai.numbers import Point, Surd
from ajisai.values.containers import Record, Vector
from ajisai.values.domains import FALSE, NIL_LITERAL, TRUE, Nil, Symbol, Truth, Value

_DECIMAL_EXPONENT = 300_000  # about the digits of the widest number of any profile


def from_python(thing: Any) -> Value:
    """The value of a Python object.

    Args:
        thing: an int, Fraction, Decimal, mpz, mpq, bool, str, None, list, tuple, dict; a sympy rational or
            sum of square roots; a numpy array or scalar of integers or truth values; or a value.

    Raises:
        TypeError: for an object without an exact image; a float is refused with the exact alternatives.
        ValueError: for what nests deeper than any value may, a dict of which two keys are one value, and a
            Decimal that is no finite number.
    """
    built: list[Value] = []
    opened: list[tuple[Iterator[Any], list[Value], Any]] = [(iter((thing,)), built, None)]
    while True:
        items, values, container = opened[-1]
        for item in items:
            if _is_numpy(item):
                item = _exact_numpy(item)
            if isinstance(item, (list, tuple)):
                opened.append((iter(item), [], item))
            elif isinstance(item, dict):
                opened.append((iter([*item, *item.values()]), [], item))
            else:
                values.append(_leaf(item))
                continue
            if len(opened) > NESTING_CAP + 1:
                raise ValueError(f"the object nests deeper than {NESTING_CAP} levels")
            break
        else:
            if container is None:
                return built[0]
            opened.pop()
            opened[-1][1].append(_record(values) if isinstance(container, dict) else Vector(values))


def _record(entries: list[Value]) -> Record:
    """The Record of keys and then as many values."""
    count = len(entries) // 2
    keys = Vector(entries[:count])
    if len(set(keys)) < count:
        raise ValueError("two keys of a dict are one value")
    return Record(keys, Vector(entries[count:]))


def _is_numpy(thing: Any) -> bool:
    numpy = sys.modules.get("numpy")  # whoever has such an object has loaded it
    return numpy is not None and isinstance(thing, (numpy.ndarray, numpy.generic))


def _exact_numpy(thing: Any) -> Any:
    """Python's own objects for an array or a scalar: nested lists of int or bool."""
    if thing.dtype.kind not in "iub":
        raise TypeError(
            f"numpy {thing.dtype} is no exact number: pass integers, or a list of fractions.Fraction or of "
            "decimal.Decimal made from the numbers that are meant"
        )
    return thing.tolist()


def _leaf(thing: Any) -> Value:
    if thing is None:
        return NIL_LITERAL
    if isinstance(thing, bool):
        return TRUE if thing else FALSE
    if isinstance(thing, int):
        return mpz(thing)
    if isinstance(thing, str):
        return str.__str__(thing)  # of a subclass, too, the text itself
    if isinstance(thing, float):
        raise TypeError(
            f"a float is a guess: pass fractions.Fraction({thing!r}) for its exact binary value, "
            f"or the decimal text {str(thing)!r} as decimal.Decimal({str(thing)!r})"
        )
    if isinstance(thing, (Vector, Record)):
        if thing.depth() > NESTING_CAP:
            raise ValueError(f"the value nests deeper than {NESTING_CAP} levels")
        return thing
    if isinstance(thing, (Truth, Nil, Symbol, Point, Surd)) or type(thing) is mpz:
        return thing
    if type(thing) is mpq or isinstance(thing, Fraction):
        return numbers.ratio_of(mpz(thing.numerator), mpz(thing.denominator))
    if isinstance(thing, Decimal):
        if not thing.is_finite():
            raise ValueError(f"{thing} is no finite number")
        if abs(thing.adjusted()) > _DECIMAL_EXPONENT:  # seconds, or for ever, before any ceiling could see it
            raise ValueError(
                f"{thing} is too large or too small to be written out: its exponent is beyond 300,000"
            )
        numerator, denominator = thing.as_integer_ratio()
        return numbers.ratio_of(mpz(numerator), mpz(denominator))
    sympy = sys.modules.get("sympy")  # whoever has such an object has loaded it
    if sympy is not None and isinstance(thing, sympy.Expr):
        return _from_sympy(thing, sympy)
    raise TypeError(f"{type(thing).__name__} has no exact image in Ajisai")


def _from_sympy(thing: Any, sympy: Any) -> Value:
    """The number of a sympy sum of rationals times square roots of rationals."""
    meter = Meter(Limits.playground())
    total: numbers.Number = mpz(0)
    try:
        for term in sympy.Add.make_args(sympy.expand(thing)):
            factor, root = term.as_coeff_Mul()
            squared = root**2
            if not (factor.is_Rational and squared.is_Rational and squared.is_positive and root.is_positive):
                raise TypeError(f"{thing} has no exact image in Ajisai: it is no sum of square roots")
            square_root = numbers.sqrt(numbers.ratio_of(int(squared.p), int(squared.q)), meter)
            assert square_root is not None  # of a positive number
            product = numbers.mul(numbers.ratio_of(int(factor.p), int(factor.q)), square_root, meter)
            total = numbers.add(total, product, meter)
    except Failure as failure:
        raise ValueError(f"the number passes the ceiling {failure.resource} ({failure.limit})") from None
    return total


def to_python(value: Value) -> Any:
    """The Python object of a value: int, Fraction, bool, str, None, list, dict.

    A Surd, a Symbol and a point over zero stay what they are; so does a Record of which Python would take two
    keys for one (1 and TRUE), and a key that Python cannot hash as a list or a dict.
    """
    built: list[Any] = []
    opened: list[tuple[Iterator[Value], list[Any], Any]] = [(iter((value,)), built, None)]
    while True:
        items, things, container = opened[-1]
        for item in items:
            if type(item) is Vector:
                opened.append((iter(item), [], item))
                break
            if type(item) is Record:
                opened.append((iter(item.values), [], item))
                break
            things.append(_thing(item))
        else:
            if container is None:
                return built[0]
            opened.pop()
            opened[-1][1].append(things if type(container) is Vector else _dict(container, things))


def _thing(value: Any) -> Any:
    kind = type(value)
    if kind is mpz:
        return int(value)
    if kind is mpq:
        return Fraction(int(value.numerator), int(value.denominator))
    if kind is Truth:
        return bool(value)
    return None if kind is Nil else value


def _dict(record: Record, things: list[Any]) -> Any:
    keys = [key if type(key) is Vector or type(key) is Record else _thing(key) for key in record.keys]
    entries = dict(zip(keys, things, strict=True))
    return entries if len(entries) == len(record) else record
