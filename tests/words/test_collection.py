"""GET LENGTH TAKE DROP CONCAT REVERSE COLLECT PUT INDEX-OF MEMBER? UNIQUE."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Record, Symbol, Vector
from ajisai.words.collection import LOOKED
from ajisai.words.costs import weight
from tests.words.support import assert_boundary, call, refusal, shown, vector, work

scalars = st.integers(-4, 4) | st.fractions(max_denominator=3) | st.sampled_from(["a", "", True, False, None])
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3), max_leaves=8)


@given(st.lists(scalars, max_size=6), st.integers(-8, 8))
def test_get_reads_as_python_indexes(items: list[Any], index: int) -> None:
    """Negative indices count from the end; out of range is NIL."""
    if -len(items) <= index < len(items):
        assert call("GET", items, index) == vector(items)[index]
    else:
        assert call("GET", items, index) == Nil("indexOutOfBounds")


@given(st.lists(scalars, max_size=6), st.integers(-8, 8))
def test_take_and_drop_split_a_vector(items: list[Any], count: int) -> None:
    """What TAKE takes and DROP leaves is the whole; past the length both are NIL."""
    taken, dropped = call("TAKE", items, count), call("DROP", items, count)
    if abs(count) > len(items):
        assert taken == dropped == Nil("indexOutOfBounds")
    else:
        first, second = (taken, dropped) if count >= 0 else (dropped, taken)
        assert call("CONCAT", first, second) == vector(items)
        assert isinstance(taken, Vector)
        assert len(taken) == abs(count)


@given(st.lists(values, max_size=5), st.lists(values, max_size=5))
def test_concat_and_reverse_agree(left: list[Any], right: list[Any]) -> None:
    """The reverse of a whole is the reversed parts in opposite order."""
    whole = call("REVERSE", call("CONCAT", left, right))
    assert whole == call("CONCAT", call("REVERSE", right), call("REVERSE", left))


@given(st.lists(values, max_size=6), values)
def test_index_of_finds_what_member_finds(items: list[Any], value: Any) -> None:
    """The first equal element, by the identity of the language."""
    held = vector(items)
    wanted = vector([value])[0]
    places = [place for place, item in enumerate(held) if item == wanted]
    assert call("INDEX-OF", held, wanted) == (mpz(places[0]) if places else Nil("notFound"))
    assert call("MEMBER?", held, wanted) == (TRUE if places else FALSE)


@given(st.lists(values, max_size=8))
def test_unique_keeps_first_occurrences(items: list[Any]) -> None:
    """Distinct elements, in order, by the identity of the language."""
    expected: list[Any] = []
    for item in vector(items):
        if item not in expected:
            expected.append(item)
    assert call("UNIQUE", items) == Vector(expected)


@pytest.mark.parametrize("index", ["'a'", "TRUE", "1/2", "1/0", "2 SQRT"])
def test_index_no_integer_is_refused(index: str) -> None:
    """Anything that is no integer is invalidInteger, text and truth included."""
    for program in (f"[ 1 2 3 ] {index} GET", f"[ 1 2 3 ] {index} 0 PUT"):
        assert shown(program) == "error:invalidInteger"


@pytest.mark.parametrize("index", ["10 300 POW", "0 10 300 POW SUB"])
def test_index_wide_is_out_of_bounds(index: str) -> None:
    """An index that no machine integer holds is out of range like any other."""
    for program in (f"[ 1 2 3 ] {index} GET", f"[ 1 2 3 ] {index} TAKE", f"[ 1 2 3 ] {index} 0 PUT"):
        assert shown(program) == "NIL"


def test_get_record_key_of_each_kind() -> None:
    """A key is any leaf; a Symbol is not the text of its spelling, TRUE is not 1."""
    record = Record(Vector(["a", Symbol("a"), TRUE, mpz(1)]), vector([10, 20, 30, 40]))
    for key, answer in (("a", 10), (Symbol("a"), 20), (TRUE, 30), (1, 40)):
        assert call("GET", record, key) == mpz(answer)
    assert call("GET", record, "b") == Nil("notFound")


def test_put_leaves_its_operand_alone() -> None:
    """PUT answers a copy."""
    held = vector([1, 2, 3])
    assert call("PUT", held, -1, "x") == vector([1, 2, "x"])
    assert held == vector([1, 2, 3])


def test_put_record_replaces_or_appends() -> None:
    """The order of keys is kept, a new one comes last."""
    record = {"x": 1, "y": 2}
    assert call("PUT", record, "x", NIL_LITERAL) == Record(vector("xy"), vector([None, 2]))
    assert call("PUT", record, "z", [3]) == Record(vector("xyz"), vector([1, 2, [3]]))


def test_put_lanes_answer_one_copy_each() -> None:
    """A Vector of indices answers a Vector of copies."""
    assert shown("[ 1 2 ] [ 0 1 ] 9 PUT") == "[ [ 9/1 2/1 ] [ 1/1 9/1 ] ]"


def test_put_deep_value_counts_depth() -> None:
    """A copy is checked as anything built."""
    assert shown("[ 1 ] 0 [ [ 2 ] ] PUT", nesting_depth=3) == "[ [ [ 2/1 ] ] ]"
    assert shown("[ 1 ] 0 [ [ 2 ] ] PUT DEPTH", nesting_depth=2) == "error:resourceLimitExceeded"


@pytest.mark.parametrize("size", [0, 1, 5])
def test_collect_counts(size: int) -> None:
    """COLLECT takes the values above in the order they were pushed."""
    pushed = " ".join(map(str, range(size)))
    items = "".join(f"{number}/1 " for number in range(size))
    assert shown(f"{pushed} {size} COLLECT") == f"[ {items}]"


def test_collect_elements_at_limit_and_one_over() -> None:
    """materializedElements bounds the leaves of what is built."""
    assert shown("[ 1 2 ] 3 2 COLLECT", materialized_elements=3) == "[ [ 1/1 2/1 ] 3/1 ]"
    assert shown("[ 1 2 ] 3 2 COLLECT", materialized_elements=2) == "error:resourceLimitExceeded"


def test_concat_elements_are_counted_before_copying() -> None:
    """The refusal tells the size that was asked for."""
    failure = refusal("CONCAT", list(range(6)), list(range(5)), materialized_elements=10)
    assert (failure.resource, failure.observed) == ("materializedElements", 11)


def test_index_of_progress_tells_what_was_searched() -> None:
    """A long search is charged as it goes."""
    failure = refusal("INDEX-OF", list(range(10_000)), -1, collection_work=9_000)
    assert failure.progress is not None
    assert tuple(failure.progress) == (8192, 10_000, "elements")


def test_index_of_container_progress() -> None:
    """The same where whole containers are compared."""
    failure = refusal("INDEX-OF", [[number] for number in range(100)], [-1], collection_work=2_000)
    assert failure.progress is not None
    assert failure.progress.total == 100
    assert 0 < failure.progress.completed < 100


@given(
    st.lists(st.lists(st.integers(0, 1), max_size=2), min_size=1, max_size=6),
    st.lists(st.integers(0, 1), max_size=2),
)
def test_index_of_container_is_charged_look_by_look(rows: list[list[int]], wanted: list[int]) -> None:
    """A look at each element, its weight for each of the same measure, until one is equal."""
    charges: list[tuple[int, int]] = [(vector([wanted]).leaves(), 0)]
    for place, row in enumerate(rows):
        charges.append((LOOKED, place))
        if len(row) == len(wanted):
            charges.append((weight(vector(wanted)), place))
            if row == wanted:
                break
    used = 0
    for units, place in charges:
        if used:
            failure = refusal("INDEX-OF", rows, wanted, collection_work=used)
            assert (failure.observed, failure.limit) == (used + units, used)
            assert failure.progress is not None
            assert tuple(failure.progress) == (place, len(rows), "elements")
        used += units
    assert work("MEMBER?", rows, wanted) == used


def test_member_of_another_kind_costs_nothing_much() -> None:
    """A kind that the Vector does not hold is decided at once."""
    assert work("MEMBER?", list(range(1000)), "a") < 10


def test_unique_equal_wide_numbers_are_one() -> None:
    """Numbers past a machine word, fractions and irrationals are told apart by value."""
    wide = 2**61 - 1
    items = [wide * 5, wide * 7, wide * 5, -wide, wide * 7]
    assert call("UNIQUE", items) == vector([wide * 5, wide * 7, -wide])
    assert shown("[ 1/3 2/6 3/1 ] UNIQUE [ 2 3 2 ] SQRT UNIQUE") == "[ 1/3 3/1 ] [ sqrt(2) sqrt(3) ]"


@pytest.mark.parametrize(
    ("word", "operands"),
    [
        ("GET", ([1, 2, 3], 1)),
        ("TAKE", ([1, 2, 3], 2)),
        ("DROP", ([1, 2, [3]], 2)),
        ("CONCAT", ([1], [2, [3]])),
        ("REVERSE", ([1, 2, 3],)),
        ("PUT", ([1, 2, 3], 1, 9)),
        ("PUT", ({"a": 1}, "b", 2)),
        ("INDEX-OF", ([1, 2, 3], 3)),
        ("MEMBER?", ([[1], [2]], [2])),
        ("UNIQUE", ([1, "a", None, [1]],)),
    ],
)
def test_collection_work_at_limit_and_one_under(word: str, operands: tuple[Any, ...]) -> None:
    """Each Word passes with what it uses and is refused by name with less, its operands in place."""
    assert_boundary(word, *operands)
