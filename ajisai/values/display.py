"""The one text of a value (LANG.VALUES.DISPLAY), exact and never cut.

``display_size`` bounds a text's length without building it, so that a host can decide before it allocates.
"""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.numbers import Point, Surd
from ajisai.values.containers import Record, Vector
from ajisai.values.domains import Nil, Symbol, Truth, Value

_DIGITS_PER_BIT = 0.30103


def display_leaf(value: Any) -> str:
    """The display of a value that is no Vector and no Record; a String in quotes."""
    kind = type(value)
    if kind is mpz:
        return value.digits() + "/1"  # type: ignore[no-any-return]
    if kind is str:
        return f"'{value}'"
    if kind is mpq:
        return str(value)
    if kind is Truth:
        return value.name  # type: ignore[no-any-return]
    if kind is Nil:
        return "NIL"
    if kind is Symbol:
        return value.spelling  # type: ignore[no-any-return]
    return numbers.display(value)


def display(value: Value) -> str:
    """The display of any value, as ``stackDisplay`` shows it."""
    if type(value) is not Vector and type(value) is not Record:
        return display_leaf(value)
    parts: list[str] = []
    todo: list[Any] = [value]  # values, and ready pieces of text as one-tuples
    while todo:
        item = todo.pop()
        kind = type(item)
        if kind is tuple:
            parts.append(item[0])
        elif kind is Vector:
            if item.is_flat():
                parts.append("[ " + " ".join(map(display_leaf, item)) + " ]" if len(item) else "[ ]")
            else:
                parts.append("[")
                todo.append(("]",))
                todo.extend(reversed(item.elements()))
        elif kind is Record:
            todo += [("RECORD",), item.values, item.keys]
        else:
            parts.append(display_leaf(item))
    return " ".join(parts)


def printed(value: Value) -> str:
    """What PRINT appends: the display, a top-level String raw (LANG.WORDS.PRINT)."""
    return value if type(value) is str else display(value)


def _leaf_size(value: Any) -> int:
    kind = type(value)
    if kind is mpz:
        return 4 + int(value.bit_length() * _DIGITS_PER_BIT)
    if kind is str:
        return 2 + len(value)
    if kind is mpq:
        bits = value.numerator.bit_length() + value.denominator.bit_length()
        return 4 + int(bits * _DIGITS_PER_BIT)
    if kind is Symbol:
        return len(value.spelling)
    if kind is Surd:
        return sum(12 + _leaf_size(radicand) + _leaf_size(factor) for radicand, factor in value.terms)
    return 4 if kind is Point else 5


def display_size(value: Value) -> int:
    """An upper bound of ``len(display(value))`` in code points, found without building the text.

    A leaf that one Vector repeats is measured once: Vectors made by FILL cost one look per element.
    """
    total = 0
    seen: dict[int, int] = {}
    todo: list[Any] = [value]
    while todo:
        item = todo.pop()
        kind = type(item)
        if kind is Vector:
            total += 4 + len(item)
            todo.extend(item.elements())
        elif kind is Record:
            total += 8
            todo += [item.keys, item.values]
        else:
            size = seen.get(id(item))
            if size is None:
                size = seen[id(item)] = _leaf_size(item)
            total += size
    return total
