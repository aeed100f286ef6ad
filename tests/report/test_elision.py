"""What is left out of a result that would not fit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from gmpy2 import mpz

import ajisai
from ajisai.report.elision import (
    ERROR_STACK_BUDGET,
    NODE_LEVELS,
    VALUE_STACK_BUDGET,
    view_output,
    view_stack,
)
from ajisai.values import Record, Value, Vector
from ajisai.values.display import display
from ajisai.values.nodes import to_node

_ROOM = 1_000_000


def _view(stack: Sequence[Value], budget: int = VALUE_STACK_BUDGET, room: int = _ROOM) -> Any:
    return view_stack(stack, budget, room, "valueStackBudget")


def _integers(count: int) -> Vector:
    return Vector([mpz(place) for place in range(count)])


def _size(view: Any) -> int:
    parts = [view.nodes, view.displays]
    return sum(len(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode()) for part in parts)


def _sent(view: Any) -> int:
    text = json.dumps([view.nodes, view.displays], ensure_ascii=False, separators=(",", ":"))
    return len(text.encode()) + len(json.dumps(text, ensure_ascii=False).encode())


def test_stack_that_fits_is_whole() -> None:
    """Nothing is left out, and nothing is said of it."""
    stack = (mpz(1), "text", _integers(5000))
    view = _view(stack)
    assert view.nodes == list(map(to_node, stack))
    assert view.displays == list(map(display, stack))
    assert view.elided(VALUE_STACK_BUDGET, "valueStackBudget") is None


def test_empty_stack_is_whole() -> None:
    """There is nothing to leave out."""
    assert _view(()) == ([], [], (), None)


def test_largest_slot_is_left_out() -> None:
    """The rest arrives whole; the slot says why, and how large it is."""
    view = _view((_integers(7001), mpz(3)))
    assert view.displays[1] == "3/1"
    assert view.displays[0].startswith("<elided vector, 7001 elements, about ")
    node = view.nodes[0]
    assert (node["type"], node["value"], node["semantics"]) == ("vector", None, {})
    assert node["elided"]["reason"] == "valueStackBudget"
    assert node["elided"]["elements"] == 7001
    true = len(json.dumps(to_node(_integers(7001)), separators=(",", ":"))) + len(display(_integers(7001)))
    assert true <= node["elided"]["approxBytes"] <= true * 1.05
    assert view.elided(VALUE_STACK_BUDGET, "valueStackBudget") == {
        "reason": "valueStackBudget",
        "budgetBytes": VALUE_STACK_BUDGET,
        "slots": [{"index": 0, "elements": 7001, "approxBytes": node["elided"]["approxBytes"]}],
    }


def test_lower_of_equal_slots_is_left_out_first() -> None:
    """The top of the stack is what a program answers with."""
    view = _view((_integers(4000), _integers(4000), _integers(10)))
    assert [slot.place for slot in view.slots] == [0]


def test_budget_is_kept_at_its_edge() -> None:
    """One text is whole up to the budget, and left out one byte above it."""
    frame = _size(_view(("",), room=10**9))
    longest = (VALUE_STACK_BUDGET - frame) // 2
    for length in range(longest - 4, longest + 5):
        view = _view(("x" * length,), room=10**9)
        assert bool(view.slots) == (length > longest)
        assert _size(view) <= VALUE_STACK_BUDGET


def test_room_counts_quoting() -> None:
    """Quotes double as sent: a text of them is left out where a plain one of its size is not."""
    assert not _view(("x" * 100_000,), room=450_000).slots
    assert not _view(('"' * 37_000,), room=450_000).slots
    assert _view(('"' * 50_000,), room=450_000).slots


@pytest.mark.parametrize("budget", [2_000, ERROR_STACK_BUDGET, VALUE_STACK_BUDGET])
@pytest.mark.parametrize(
    "stack",
    [
        [mpz(1)] * 100_000,
        [_integers(100)] * 3_000,
        ["é" * 5_000] * 500,
        [_integers(50_000)] * 40,
        [Vector([Vector([]) for _ in range(20_000)])] * 10,
        [mpz(10) ** 70_000] * 30,
        [Record(_integers(30_000), Vector([mpz(1)] * 30_000)), *[mpz(2)] * 20_000],
        ['"\\' * 3_000] * 200,
    ],
    ids=["small", "rows", "texts", "columns", "empties", "numbers", "record", "quotes"],
)
def test_any_stack_is_cut_to_its_budget(stack: list[Value], budget: int) -> None:
    """Nodes and displays fit, in one copy and as sent; what is left out is told."""
    view = _view(stack, budget)
    assert _size(view) <= budget
    assert _sent(view) <= _ROOM
    assert len(view.nodes) == len(view.displays)
    below = view.below.slots if view.below else 0
    assert below + len(view.nodes) == len(stack)
    shown = [slot.place for slot in view.slots]
    for place, node in enumerate(view.nodes, below):
        assert ("elided" in node) == (place in shown)


def test_small_slots_at_the_top_are_kept() -> None:
    """Of very many slots the upper ones are shown, and the lower ones counted as one."""
    view = _view([mpz(place) for place in range(50_000)])
    assert view.displays[-1] == "49999/1"
    assert len(view.nodes) > 2_000
    assert view.below.slots == view.below.elements == 50_000 - len(view.nodes)
    assert view.slots == ()
    field = view.elided(VALUE_STACK_BUDGET, "valueStackBudget")
    assert field["reason"] == "valueStackBudget"
    assert field["slots"] == []
    assert field["below"]["slots"] == view.below.slots


def test_no_room_leaves_nothing() -> None:
    """Where not even a marker fits, the whole stack is told of as one."""
    view = _view((mpz(1), mpz(2)), room=-5)
    assert view.nodes == []
    assert view.below.slots == 2


def test_depth_that_json_readers_refuse_is_left_out() -> None:
    """A node of too many levels is left out although it is small; its display is whole."""
    deep: Value = Vector([])
    for _ in range(NODE_LEVELS // 2 - 1):
        deep = Vector([deep])
    assert _view((deep,)).slots == ()
    deeper = Vector([deep])
    view = _view((deeper, mpz(1)))
    assert view.nodes[0]["elided"] == {
        "reason": "nodeDepth",
        "elements": 1,
        "approxBytes": view.slots[0].approx_bytes,
    }
    assert view.displays[0] == display(deeper)
    assert view.elided(VALUE_STACK_BUDGET, "valueStackBudget")["reason"] == "nodeDepth"


def test_size_outranks_depth_as_the_reason() -> None:
    """Where both left slots out, the field names the budget, and each node its own reason."""
    deep: Value = Vector([])
    for _ in range(NODE_LEVELS):
        deep = Vector([deep])
    view = _view((deep, _integers(8_000)))
    assert [slot.reason for slot in view.slots] == ["nodeDepth", "valueStackBudget"]
    assert view.elided(VALUE_STACK_BUDGET, "valueStackBudget")["reason"] == "valueStackBudget"


def test_references_to_a_huge_number_are_not_expanded() -> None:
    """A hundred thousand references to one number of 79,000 digits would be 16 gigabytes."""
    result = ajisai.run("2 262143 POW 'X' BIND [ 100000 ] X FILL 7", limits=ajisai.Limits.agent())
    view = _view(result.stack)
    assert view.displays[1] == "7/1"
    assert view.slots[0].elements == 100_000
    assert view.slots[0].approx_bytes > 10**10


def test_keys_count_although_leaves_do_not_count_them() -> None:
    """A hundred thousand references to a Record of a long key are measured in one look."""
    entry = Record(Vector([_integers(100_000)]), Vector([mpz(1)]))
    view = _view((Vector([entry] * 100_000),))
    assert view.slots[0].elements == 100_000


@pytest.mark.parametrize("count", [0, 1, 3])
def test_output_that_fits_is_whole(count: int) -> None:
    """Nothing is cut."""
    assert view_output(["abc"] * count, 10_000) == (["abc"] * count, 0, 0)


def test_output_is_cut_at_whole_entries_from_the_end() -> None:
    """What follows the first entry that does not fit is cut with it, and counted."""
    view = view_output(["one", "x" * 600, "two"], 1_000)
    assert view == (["one"], 2, 603)


def test_output_at_its_room_and_one_below() -> None:
    """An entry takes its bytes, its quotes and its comma, twice, and the quoting of both."""
    text = 'a"b'
    quoted = json.dumps([text, text], separators=(",", ":"))
    taken = len(quoted) - 2 + 1 + len(json.dumps(quoted)) - 4 + 1
    assert view_output([text, text], taken).entries == 0
    assert view_output([text, text], taken - 1).entries == 1
