"""What Words do in bulk is what they do element by element, and what a Vector remembers of itself is true.

The plain side is the same engine with its bulk paths taken out, which only a test can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.testing import strategies
from ajisai.values import Record, Value, Vector
from ajisai.values.columns import RATIONALS
from ajisai.words import shape
from tests.words.support import vector

AMPLE = ajisai.Limits.agent()
_BULK = ((shape, "_level"),)
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


ROWS = ["REVERSE", "FLATTEN", "ZIP", "UNIQUE", "TALLY", "'V' BIND V V GROUP", "'V' BIND V V CONCAT", "SHAPE"]
"""Programs over one Vector of anything."""

COLUMNS = ["SORT", "ORDER", "3 TAKE", "-2 TAKE", "1 DROP", "-2 DROP", "'V' BIND V V BSEARCH", "UNIQUE"]
"""Programs over one flat Vector."""

tables = st.tuples(st.integers(0, 4), st.integers(0, 4)).flatmap(strategies.shaped)
mixed_tables = st.tuples(st.integers(0, 4), st.integers(0, 4)).flatmap(
    lambda sides: strategies.shaped(sides, strategies.leaves())
)
cubes = strategies.shapes().filter(bool).flatmap(strategies.shaped)
nested = tables | mixed_tables | cubes | strategies.values().map(lambda value: Vector([value, value]))
columns = (
    strategies.vectors(strategies.integers(4))
    | strategies.vectors(strategies.rationals(4))
    | strategies.vectors(strategies.scalars())
    | strategies.vectors()
)
cases = st.tuples(st.sampled_from(ROWS), nested) | st.tuples(st.sampled_from(ROWS + COLUMNS), columns)


def assert_agree(source: str, inputs: list[Value], limits: ajisai.Limits = AMPLE) -> None:
    """Both ways give the same facts. Each run has Vectors of its own: nothing is remembered from another."""
    bulk = facts(source, [forgetful(value) for value in inputs], limits)
    with one_by_one():
        assert facts(source, [forgetful(value) for value in inputs], limits) == bulk


def forgetful(value: Any) -> Value:
    """The same value, nothing of it found out yet."""
    if type(value) is Vector:
        return Vector([forgetful(item) for item in value])
    if type(value) is Record:
        return Record(forgetful(value.keys), forgetful(value.values))  # type: ignore[arg-type]
    return value  # type: ignore[no-any-return]


@given(cases)
def test_bulk_paths_any_value_agree(case: tuple[str, Vector]) -> None:
    """Generated values under ample ceilings."""
    assert_agree(case[0], [case[1]])


@given(cases, st.integers(1, 400), st.integers(1, 8))
def test_bulk_paths_tight_ceilings_agree(case: tuple[str, Vector], work: int, leaves: int) -> None:
    """The same ceiling is met at the same place with the same usage."""
    assert_agree(case[0], [case[1]], AMPLE.replacing(collection_work=work))
    assert_agree(case[0], [case[1]], AMPLE.replacing(materialized_elements=leaves))


@given(st.lists(strategies.leaves(), min_size=24, max_size=24), st.sampled_from([(24,), (4, 6), (2, 3, 4)]))
def test_bulk_paths_reshape_remembers_truly(leaves: list[Any], sides: tuple[int, ...]) -> None:
    """Rows of one type and rows of several."""
    assert_agree("RESHAPE", [Vector(leaves), vector(sides)])
    assert_agree("RESHAPE FLATTEN", [Vector(leaves), vector(sides)])
