"""RECORD KEYS VALUES WITHOUT HAS? MERGE TALLY GROUP."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Record, Symbol, Vector
from tests.words.support import assert_boundary, call, refusal, shown, vector

keys = st.integers(-3, 3) | st.sampled_from(["a", "b", "", True, False]) | st.fractions(max_denominator=2)
records = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 9), max_size=5)


@given(records)
def test_record_is_its_keys_and_values(pairs: dict[str, int]) -> None:
    """Both sequences come back in order."""
    record = call("RECORD", list(pairs), list(pairs.values()))
    assert record == Record(vector(pairs), vector(pairs.values()))
    assert call("KEYS", record) == vector(pairs)
    assert call("VALUES", record) == vector(pairs.values())


@given(records, records)
def test_merge_is_the_union_of_dictionaries(left: dict[str, int], right: dict[str, int]) -> None:
    """Left order first, the right value wins: as Python's own."""
    merged = left | right
    assert call("MERGE", left, right) == Record(vector(merged), vector(merged.values()))


@given(records, st.sampled_from("abcdef"))
def test_without_and_has_agree(pairs: dict[str, int], key: str) -> None:
    """An absent key is NIL to the one, FALSE to the other."""
    rest = {name: value for name, value in pairs.items() if name != key}
    expected = Record(vector(rest), vector(rest.values())) if key in pairs else Nil("notFound")
    assert call("WITHOUT", pairs, key) == expected
    assert call("HAS?", pairs, key) is (TRUE if key in pairs else FALSE)


@given(st.lists(keys, max_size=10))
def test_tally_counts_each_distinct_element(items: list[Any]) -> None:
    """TRUE is not 1, though Python thinks so."""
    held = vector(items)
    counts = Counter(held)
    expected = Record(Vector(list(counts)), vector(counts.values()))
    assert call("TALLY", held) == expected
    assert call("KEYS", expected) == call("UNIQUE", held)


@given(st.lists(st.tuples(keys, st.integers(0, 9)), max_size=10))
def test_group_gathers_values_in_order(pairs: list[tuple[Any, int]]) -> None:
    """Every value is in the group of its key, once."""
    held, values = vector(key for key, _ in pairs), vector(value for _, value in pairs)
    groups: dict[Any, list[Any]] = {}
    for key, value in zip(held, values, strict=True):
        groups.setdefault(key, []).append(value)
    expected = Record(Vector(list(groups)), Vector([Vector(group) for group in groups.values()]))
    assert call("GROUP", held, values) == expected


def test_record_keys_of_any_kind_are_told_apart() -> None:
    """Containers, NILs and Symbols are keys too; only equal values collide."""
    held = Vector(
        [mpz(1), TRUE, "1", Symbol("1x"), NIL_LITERAL, vector([1]), Record(vector("a"), vector([1]))]
    )
    assert call("KEYS", call("RECORD", held, list(range(7)))) == held
    assert shown("[ [ 1 ] [ 2/2 ] ] [ 1 2 ] RECORD") == "error:duplicateKey"
    assert shown("[ NIL NIL ] [ 1 2 ] RECORD") == "error:duplicateKey"


def test_record_lengths_are_compared_before_keys() -> None:
    """Shapes before what the lanes hold."""
    assert shown("[ 'x' 'x' ] [ 1 ] RECORD") == "error:shapeMismatch"
    assert shown("[ 1 ] [ ] GROUP") == "error:shapeMismatch"


def test_record_wide_keys_are_found() -> None:
    """Numbers that Python hashes alike are still different keys."""
    held = [(2**61 - 1) * factor for factor in range(1, 6)]
    record = call("RECORD", held, list(range(5)))
    assert call("GET", record, held[3]) == mpz(3)
    assert call("GET", record, 5) == Nil("notFound")


def test_empty_records_work() -> None:
    """No key at all is a Record like any other."""
    empty = call("RECORD", [], [])
    assert empty == call("TALLY", []) == call("GROUP", [], [])
    assert (
        call("MERGE", empty, {"a": 1}) == call("MERGE", {"a": 1}, empty) == Record(vector("a"), vector([1]))
    )


@pytest.mark.parametrize("word", ["KEYS", "VALUES"])
@pytest.mark.parametrize("operand", ["5", "'a'", "[ 1 ]", "TRUE", "[ X ] 0 GET"])
def test_record_words_refuse_other_kinds(word: str, operand: str) -> None:
    """A Vector of pairs is no Record."""
    assert shown(f"{operand} {word}") == "error:nonRecord"


def test_record_elements_at_limit_and_one_over() -> None:
    """The leaves of the values are counted; keys are not."""
    assert shown("[ 'a' 'b' ] [ 1 [ 2 3 ] ] RECORD KEYS", materialized_elements=3) == "[ 'a' 'b' ]"
    failure = refusal("RECORD", ["a", "b"], [1, [2, 3]], materialized_elements=2)
    assert (failure.resource, failure.observed) == ("materializedElements", 3)


@pytest.mark.parametrize(
    ("word", "operands"),
    [
        ("RECORD", (["a", "b"], [1, 2])),
        ("WITHOUT", ({"a": 1, "b": 2}, "a")),
        ("HAS?", ({"a": 1}, "a")),
        ("MERGE", ({"a": 1}, {"b": 2})),
        ("TALLY", ([1, 2, 1],)),
        ("GROUP", ([1, 2, 1], ["a", "b", "c"])),
    ],
)
def test_record_work_at_limit_and_one_under(word: str, operands: tuple[Any, ...]) -> None:
    """Each Word passes with what it uses and is refused by name with less."""
    assert_boundary(word, *operands)
