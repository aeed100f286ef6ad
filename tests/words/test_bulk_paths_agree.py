"""Words over whole Vectors: what they do in bulk is what they do element by element."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ajisai.testing import strategies
from ajisai.values import Vector
from tests.words.agreement import AMPLE, assert_agree
from tests.words.support import vector

ROWS = ["REVERSE", "FLATTEN", "ZIP", "UNIQUE", "TALLY", "'V' BIND V V GROUP", "'V' BIND V V CONCAT", "SHAPE"]
"""Programs over one Vector of anything."""

COLUMNS = ["SORT", "ORDER", "3 TAKE", "-2 TAKE", "1 DROP", "-2 DROP", "UNIQUE"]
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
def test_bulk_paths_reshape_agrees(leaves: list[Any], sides: tuple[int, ...]) -> None:
    """Rows of one type and rows of several."""
    assert_agree("RESHAPE", [Vector(leaves), vector(sides)])
    assert_agree("RESHAPE FLATTEN", [Vector(leaves), vector(sides)])
