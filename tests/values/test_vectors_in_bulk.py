"""Vectors made many at a time, and what they know of themselves from the start."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpq, mpz

from ajisai.values import TRUE, Record, Vector
from tests.words.agreement import assert_remembers_truly

INTEGERS = frozenset({mpz})


def integers(*items: int) -> Vector:
    """A Vector of integers that has found nothing out yet."""
    return Vector(list(map(mpz, items)))


def test_rows_of_known_types_and_of_none() -> None:
    """Rows of different lengths, an empty one among them."""
    lists: list[list[Any]] = [[mpz(1), mpz(2)], [], [mpz(3)], [mpz(4)]]
    for types in (INTEGERS, None):
        rows = Vector.rows(map(list, lists), types)
        assert rows == [integers(1, 2), Vector([]), integers(3), integers(4)]
        for row in rows:
            assert_remembers_truly(row)
    assert Vector.rows([], INTEGERS) == []


@pytest.mark.parametrize("shape", [(6,), (2, 3), (3, 2), (1, 6), (6, 1), (1, 2, 3), (3, 1, 2)])
@pytest.mark.parametrize("last", [mpz(6), mpq(1, 2), TRUE, Vector([])])
def test_regrouped_keeps_the_order_under_a_shape(shape: tuple[int, ...], last: Any) -> None:
    """Elements of one type, of several, and containers among them."""
    items = [*integers(1, 2, 3, 4, 5), last]
    grouped = Vector(list(items)).regrouped(shape)
    assert_remembers_truly(grouped)
    level: list[Any] = [grouped]
    for length in shape:
        assert {len(node) for node in level} == {length}
        level = [item for node in level for item in node]
    assert level == items


def test_split_into_any_lengths() -> None:
    """Lengths of 0 at both ends and between."""
    for vector in (integers(1, 2, 3), Vector([mpz(1), TRUE, mpq(1, 2)])):
        parts = vector.split([0, 2, 0, 1, 0])
        assert_remembers_truly(parts)
        assert [len(part) for part in parts] == [0, 2, 0, 1, 0]  # type: ignore[arg-type]
        assert [item for part in parts for item in part] == list(vector)  # type: ignore[union-attr]
    assert Vector([]).split([]) == Vector([])
    assert Vector([]).split([0]) == Vector([Vector([])])


def test_part_hands_on_what_holds_for_every_part() -> None:
    """One type is that of any part that is not empty; of several types nothing is known."""
    whole = integers(1, 300)
    assert whole.types() == INTEGERS
    assert whole.bits() == 9
    for vector in (whole.part([mpz(1)]), whole.part([]), Vector([mpz(1), TRUE]).part([TRUE])):
        assert_remembers_truly(vector)


def test_widths_are_summed() -> None:
    """Bits of all elements together; none for an empty Vector."""
    assert integers(0, -1, 255, 256).widths() == 0 + 1 + 8 + 9
    assert Vector([]).widths() == 0


def test_keys_are_found_together() -> None:
    """What find says of each key: equal ones are found however they hash."""
    wide = mpz(2) ** 61 - 1
    keys = Vector([wide, mpq(1, 2), "a", TRUE, Vector([mpz(1)])])
    record = Record(keys, integers(0, 1, 2, 3, 4))
    asked = Vector([Vector([mpz(1)]), "b", wide * 2, wide, mpq(1, 2), mpz(0)])
    assert record.find_each(asked) == [record.find(key) for key in asked] == [4, None, None, 0, 1, None]
    assert record.find_each(Vector([])) == []
