"""What Words do in bulk beside what they do element by element.

The plain side is the same engine with its bulk paths taken out, which only a test can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import ajisai
from ajisai.values import Record, Value, Vector, lifting
from ajisai.values.columns import RATIONALS
from ajisai.words import json_bulk, registry, shape

AMPLE = ajisai.Limits.agent()

_BULK = (
    (lifting, "_by_row"),
    (registry, "_whole_column"),
    (shape, "_level"),
    (json_bulk, "read_whole"),
    (json_bulk, "written_row"),
)
"""Functions that answer None where the elements are to be done one by one."""


@contextmanager
def one_by_one() -> Iterator[None]:
    """The engine without what it does in bulk."""
    with ExitStack() as patches:
        for module, name in _BULK:
            patches.enter_context(mock.patch.object(module, name, return_value=None))
        yield


def facts(source: str, inputs: list[Value], limits: ajisai.Limits) -> tuple[Any, ...]:
    """Everything observable of a run but the time it took."""
    result = ajisai.run(source, inputs=inputs, limits=limits)
    for value in result.stack:
        assert_remembers_truly(value)
    return result.outcome, result.display, result.error, result.usage, result.trace, result.trace_rest


def assert_remembers_truly(value: Value) -> None:
    """What each Vector inside a value says of itself is what a new Vector of its elements finds."""
    todo: list[Any] = [value]
    while todo:
        node = todo.pop()
        if type(node) is Record:
            todo += [node.keys, node.values]
        elif type(node) is Vector:
            todo += node.elements()
            fresh = Vector(list(node))
            assert node.types() == fresh.types()
            assert node.shape() == fresh.shape()
            assert (node.depth(), node.leaves(), node.containers()) == (
                fresh.depth(), fresh.leaves(), fresh.containers(),
            )  # fmt: skip
            if node.types() and node.types() <= RATIONALS:
                assert node.bits() >= fresh.bits()


def assert_agree(source: str, inputs: list[Any], limits: ajisai.Limits = AMPLE) -> None:
    """Both ways give the same facts. Each run has Vectors of its own: nothing is remembered from another."""
    bulk = facts(source, [forgetful(value) for value in inputs], limits)
    with one_by_one():
        assert facts(source, [forgetful(value) for value in inputs], limits) == bulk


def forgetful(value: Any) -> Value:
    """The same value, nothing of it found out yet."""
    if type(value) is Vector:
        return Vector([forgetful(item) for item in value])
    if type(value) is Record:
        return Record(Vector(list(value.keys)), Vector([forgetful(item) for item in value.values]))
    return value  # type: ignore[no-any-return]
