"""RANGE FILL SHAPE RESHAPE FLATTEN DEPTH ZIP."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.values import Nil, Vector
from tests.words.support import assert_boundary, call, refusal, shown, vector, work

trees = st.recursive(st.integers(0, 9), lambda inner: st.lists(inner, max_size=4), max_leaves=12)
shapes = st.lists(st.integers(0, 4), min_size=1, max_size=4)


def flat(tree: Any) -> list[Any]:
    """The leaves of nested lists, from left to right."""
    return [leaf for item in tree for leaf in flat(item)] if isinstance(tree, list) else [tree]


def deep(tree: Any) -> int:
    """How deeply lists nest."""
    return 1 + max(map(deep, tree), default=0) if isinstance(tree, list) else 0


@given(st.integers(-20, 20), st.integers(-20, 20))
def test_range_counts_from_end_to_end(start: int, end: int) -> None:
    """Both ends included, up or down."""
    step = 1 if start <= end else -1
    assert call("RANGE", start, end) == vector(range(start, end + step, step))


@given(st.lists(trees, max_size=4))
def test_flatten_keeps_leaves_in_order(tree: list[Any]) -> None:
    """Every axis collapses into one."""
    assert call("FLATTEN", tree) == vector(flat(tree))


@given(trees)
def test_depth_counts_levels(tree: Any) -> None:
    """A leaf is 0 deep, an empty Vector 1."""
    assert call("DEPTH", tree) == mpz(deep(tree))


@given(shapes)
def test_fill_has_the_shape_it_was_given(lengths: list[int]) -> None:
    """Up to the first axis of 0, behind which there is nothing."""
    cut = lengths[: lengths.index(0) + 1] if 0 in lengths else lengths
    answer = call("FILL", lengths, "x")
    assert call("SHAPE", answer) == vector(cut if prod(cut[:-1]) else cut[:1])
    assert call("FLATTEN", answer) == vector(["x"] * prod(lengths))


@given(shapes)
def test_reshape_regroups_the_leaves(lengths: list[int]) -> None:
    """The same leaves, under the shape that FILL has."""
    leaves = vector(range(prod(lengths)))
    answer = call("RESHAPE", leaves, lengths)
    assert call("FLATTEN", answer) == leaves
    assert call("SHAPE", answer) == call("SHAPE", call("FILL", lengths, 0))


@given(st.integers(1, 4), st.integers(1, 4))
def test_zip_twice_is_the_same(rows: int, columns: int) -> None:
    """A transpose undoes itself."""
    table = call("RESHAPE", list(range(rows * columns)), [rows, columns])
    turned = call("ZIP", table)
    assert call("SHAPE", turned) == vector([columns, rows])
    assert call("ZIP", turned) == table


def test_shape_of_each_kind() -> None:
    """A Record is a leaf; a mixed Vector is ragged."""
    assert call("SHAPE", {"a": [1]}) == call("SHAPE", 5) == call("SHAPE", "abc") == Vector([])
    assert call("SHAPE", [{"a": [1]}, 2]) == vector([2])
    assert call("DEPTH", [{"a": [[1]]}]) == mpz(1)
    for ragged in ([1, [2]], [[1], [2, 3]], [[[1]], [2]], [[], 1]):
        assert call("SHAPE", ragged) == Nil("domainMiss")


@pytest.mark.parametrize(
    "shape", ["[ -1 ]", "[ 1/2 ]", "[ 'a' ]", "[ NIL ]", "[ [ 2 ] ]", "[ 1/0 ]", "[ TRUE ]"]
)
def test_shape_no_count_is_refused(shape: str) -> None:
    """A shape holds non-negative integers only."""
    assert shown(f"{shape} 0 FILL") == shown(f"[ 1 2 ] {shape} RESHAPE") == "error:invalidShape"


def test_fill_past_elements_is_refused_by_size() -> None:
    """The product is found without building; it is told exactly where every host reads it exactly."""
    for shape, observed in (([3, 4], 12), ([10**6, 10**6], 10**12), ([10**9] * 20, 2**53 - 1)):
        failure = refusal("FILL", shape, 0, materialized_elements=11)
        assert (failure.resource, failure.observed) == ("materializedElements", observed)


def test_fill_of_nothing_is_small() -> None:
    """An axis of 0 ends in empty Vectors, which count one each."""
    assert call("FILL", [0, 10**9], 1) == Vector([])
    assert call("FILL", [3, 0], 1) == vector([[], [], []])
    assert refusal("FILL", [3, 0], 1, materialized_elements=2).resource == "materializedElements"


@pytest.mark.parametrize("word", ["FILL", "RESHAPE"])
def test_shape_rank_at_limit_and_one_over(word: str) -> None:
    """The axes of a shape are bounded by nestingDepth, even those behind an axis of 0."""
    operands = (([1] * 256, 5), ([1] * 257, 5)) if word == "FILL" else (([5], [1] * 256), ([5], [1] * 257))
    assert call("DEPTH", call(word, *operands[0])) == mpz(256)
    assert refusal(word, *operands[1]).resource == "nestingDepth"
    assert refusal("FILL", [0] * 257, 5).resource == "nestingDepth"


def test_fill_of_a_record_counts_its_leaves() -> None:
    """A Record goes in whole, with all it holds."""
    assert call("FILL", [2], {"a": 1, "b": 2}) == vector([{"a": 1, "b": 2}] * 2)
    assert refusal("FILL", [6], {"a": 1, "b": 2}, materialized_elements=11).observed == 12


def test_range_elements_at_limit_and_one_over() -> None:
    """Counted before a number is built, however far apart the ends are."""
    assert shown("1 10 RANGE LENGTH", materialized_elements=10) == "10/1"
    assert refusal("RANGE", 1, 11, materialized_elements=10).observed == 11
    assert refusal("RANGE", -(10**40), 10**40).observed == 2**53 - 1


def test_range_of_wide_bounds_is_charged_by_width() -> None:
    """Every element is as wide as the bounds."""
    wide = 2**100_000
    assert work("RANGE", wide, wide + 9) > 10 * (100_000 // 64)


@pytest.mark.parametrize("bound", ["1/2", "'a'", "TRUE", "1/0", "0/0", "2 SQRT"])
def test_range_no_integer_is_refused(bound: str) -> None:
    """On either side."""
    assert shown(f"{bound} 1 RANGE") == shown(f"1 {bound} RANGE") == "error:invalidInteger"


def test_reshape_size_is_told_before_the_ceilings() -> None:
    """A product that does not match is invalidShape, however large."""
    assert shown("[ 1 2 3 ] [ 1000000 1000000 ] RESHAPE") == "error:invalidShape"
    assert shown("[ ] [ ] RESHAPE") == "error:invalidShape"
    assert shown("[ [ 7 ] ] [ ] RESHAPE") == "7/1"
    assert shown("[ [ ] ] [ 2000000 0 ] RESHAPE") == "error:resourceLimitExceeded"


def test_zip_refuses_rows_by_kind_then_by_length() -> None:
    """Domains before shapes."""
    assert shown("[ [ 1 2 ] [ 3 ] 5 ] ZIP") == "error:nonVector"
    assert shown("[ [ 1 2 ] [ 3 ] ] ZIP") == "error:shapeMismatch"
    assert shown("[ [ 1 ] NIL ] ZIP") == "error:nonVector"
    assert shown("[ [ ] [ ] ] ZIP") == "[ ]"


def test_flatten_progress_counts_leaves() -> None:
    """A walk that is refused tells how far it came."""
    failure = refusal("FLATTEN", [[number, 0] for number in range(50)], collection_work=300)
    assert failure.progress is not None
    assert (failure.progress.total, failure.progress.unit) == (100, "leaves")
    assert 0 < failure.progress.completed < 100


def test_equal_rows_are_shared_not_copied() -> None:
    """FILL is charged for its axes, not for their product."""
    assert work("FILL", [300, 300], 1) < 2500


@pytest.mark.parametrize(
    ("word", "operands"),
    [
        ("RANGE", (1, 5)),
        ("FILL", ([2, 3], 0)),
        ("SHAPE", ([[1], [2]],)),
        ("RESHAPE", ([1, 2, 3, 4], [2, 2])),
        ("FLATTEN", ([[1, [2]], 3],)),
        ("DEPTH", ([[1, [2]], 3],)),
        ("ZIP", ([[1, 2], [3, 4]],)),
    ],
)
def test_shape_work_at_limit_and_one_under(word: str, operands: tuple[Any, ...]) -> None:
    """Each Word passes with what it uses and is refused by name with less."""
    assert_boundary(word, *operands)
