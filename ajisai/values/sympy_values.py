"""Values to sympy and back, exactly or not at all. sympy is loaded where it is asked for."""

from __future__ import annotations

import reprlib
from typing import Any

from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.bounds import Failure, Limits, Meter
from ajisai.numbers import Point, Surd
from ajisai.values.containers import Record
from ajisai.values.domains import Truth, Value
from ajisai.values.python_values import converted, from_python


def to_sympy(value: Any) -> Any:
    """The sympy object of a value; known as ``ajisai.to_sympy``.

    Args:
        value: a value of a stack, or a Python object that has one (``Result.value`` is such).

    Returns:
        A number is a sympy number, TRUE and FALSE sympy's ``true`` and ``false``. A rectangular Vector of
        numbers with two axes is an ``ImmutableMatrix``, any other Vector a ``Tuple`` of its elements.

    Raises:
        TypeError: for what has no counterpart in sympy, named with its place: a String, a Symbol, a Record,
            a NIL, a point over zero (sympy's infinities compute otherwise), and a Vector that holds one; and
            for a Python object that has no value.

    >>> import ajisai
    >>> to_sympy(ajisai.run("8 SQRT 1/2 ADD").value)
    1/2 + 2*sqrt(2)
    >>> to_sympy([[1, 2], [3, 4]]).det()
    -2
    """
    return converted(from_python(value), _sympy_leaf, _sympy_vector, None)


def _sympy_leaf(value: Any) -> Any:
    import sympy

    kind = type(value)
    if kind is mpz:
        return sympy.Integer(int(value))
    if kind is mpq:
        return sympy.Rational(int(value.numerator), int(value.denominator))
    if kind is Surd or kind is Point:
        return value.to_sympy()
    if kind is Truth:
        return sympy.true if value else sympy.false
    raise TypeError(f"{_named(value)} has no counterpart in sympy")


def _named(value: Any) -> str:
    if type(value) is str:
        return f"the text {reprlib.repr(value)}"
    return f"a {type(value).__name__}" if type(value) is Record else reprlib.repr(value)


def _sympy_vector(elements: list[Any]) -> Any:
    import sympy

    if elements and all(map(_is_row, elements)) and len({len(row) for row in elements}) == 1:
        return sympy.ImmutableMatrix(elements)
    return sympy.Tuple(*elements)


def _is_row(thing: Any) -> bool:
    import sympy

    # A Matrix of sympy is an Expr too, but no number.
    return isinstance(thing, sympy.Tuple) and all(
        isinstance(item, sympy.Expr) and not isinstance(item, sympy.MatrixBase) for item in thing
    )


def from_sympy(thing: Any) -> Any:
    """The number or truth value of a sympy object, or the list of its parts.

    Raises:
        TypeError: for an object that is none of rational, sum of square roots, truth value, Matrix, Array
            and Tuple.
        ValueError: for a number past the ceilings of ``Limits.playground()``.
    """
    import sympy

    if isinstance(thing, (sympy.MatrixBase, sympy.NDimArray)):
        return thing.tolist()
    if isinstance(thing, sympy.Tuple):
        return thing.args
    if thing is sympy.true or thing is sympy.false:
        return bool(thing)
    if not isinstance(thing, sympy.Expr):
        raise TypeError(
            f"sympy's {type(thing).__name__} has no exact image in Ajisai: pass its parts as a list"
        )
    try:
        return _number(thing, Meter(Limits.playground()))
    except _Unfit as unfit:
        raise TypeError(f"{reprlib.repr(thing)} has no exact image in Ajisai: {unfit}") from None
    except Failure as failure:
        raise ValueError(f"the number passes the ceiling {failure.resource} ({failure.limit})") from None


class _Unfit(Exception):
    """A part of an expression is no number of the language; says why."""


def _number(root: Any, meter: Meter) -> Value:
    """The number of an expression, each part of it computed once, and metered."""
    known: dict[Any, Any] = {}
    todo = [root]
    while todo:
        node = todo[-1]
        if node.is_Rational:
            known[node] = numbers.ratio_of(mpz(node.p), mpz(node.q))
        elif not (node.is_Add or node.is_Mul or node.is_Pow):
            raise _Unfit(_reason(node))
        elif missing := [part for part in node.args if part not in known]:
            todo.extend(missing)
            continue
        else:
            known[node] = _computed(node, [known[part] for part in node.args], meter)
        todo.pop()
    return known[root]  # type: ignore[no-any-return]


def _computed(node: Any, parts: list[Any], meter: Meter) -> Any:
    operation: Any = numbers.add if node.is_Add else numbers.mul if node.is_Mul else numbers.power
    answer = parts[0]
    for part in parts[1:]:
        answer = operation(answer, part, meter)
    if answer is None or type(answer) is Point:
        raise _Unfit(f"{reprlib.repr(node)} is no sum of square roots of rationals")
    return answer


def _reason(node: Any) -> str:
    if node.is_Float:
        return f"the Float {node} is a guess; pass sympy.Rational({str(node)!r}) where that is meant"
    if node.is_Symbol:
        return f"{node} is unknown; substitute a number for it"
    if node.is_infinite or (node.is_number and node.is_finite is None):
        return f"{node} is no finite number; ajisai.Point makes the points over zero, which compute otherwise"
    return f"{reprlib.repr(node)} is no sum of square roots of rationals"
