"""Which names a value holds, at any depth."""

from __future__ import annotations

from typing import Any

from ajisai.values.containers import Record, Vector
from ajisai.values.domains import Nil, Symbol, Value


def symbol_keys(value: Value) -> frozenset[str]:
    """The upper-case names of every Symbol in a value, the value itself included."""
    keys: set[str] = set()
    todo: list[Any] = [value]
    while todo:
        item = todo.pop()
        kind = type(item)
        if kind is Symbol:
            keys.add(item.key)
        elif kind is Record:
            todo += [item.keys, item.values]
        elif kind is Vector and not item.types().isdisjoint(_HOLDERS):
            todo.extend(item.elements())
    return frozenset(keys)


def has_projected_nil(value: Value) -> bool:
    """Whether a NIL that no program can write as a literal stands anywhere in a value."""
    todo: list[Any] = [value]
    while todo:
        item = todo.pop()
        kind = type(item)
        if kind is Nil:
            if item.reason != "literal":
                return True
        elif kind is Record:
            todo += [item.keys, item.values]
        elif kind is Vector and not item.types().isdisjoint(_NIL_HOLDERS):
            todo.extend(item.elements())
    return False


_HOLDERS = frozenset({Symbol, Vector, Record})
_NIL_HOLDERS = frozenset({Nil, Vector, Record})
