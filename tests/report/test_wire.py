"""Envelopes as JSON text."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajisai.report.wire import sent_bytes, to_json


@pytest.mark.parametrize(
    ("envelope", "text"),
    [
        ({}, "{}"),
        ({"a": [1, True, None, "x"]}, '{"a":[1,true,null,"x"]}'),
        ({"a": "あ'\"\\\n"}, '{"a":"あ\'\\"\\\\\\n"}'),
        ({"a": "x\ud800y\udfff"}, '{"a":"x\\ud800y\\udfff"}'),
        ({"a": "\u2028😀"}, '{"a":"\u2028😀"}'),
    ],
    ids=["empty", "plain", "escapes", "surrogates", "unicode"],
)
def test_text_is_compact_and_plain(envelope: dict[str, Any], text: str) -> None:
    """No spaces, no escapes but those that JSON or UTF-8 needs."""
    assert to_json(envelope) == text
    to_json(envelope).encode("utf-8")


@given(st.dictionaries(st.text(), st.text()))
def test_text_reads_back(envelope: dict[str, str]) -> None:
    """Whatever the texts hold, the JSON is UTF-8 and means them; a surrogate pair means its character."""
    text = to_json(envelope)
    expected = {
        key.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass"): value.encode(
            "utf-16", "surrogatepass"
        ).decode("utf-16", "surrogatepass")
        for key, value in envelope.items()
    }
    assert json.loads(text.encode("utf-8")) == expected


@given(st.dictionaries(st.text(), st.text()))
def test_sent_bytes_counts_both_copies(envelope: dict[str, str]) -> None:
    """The text, and the text quoted as a string without the quotes around it."""
    text = to_json(envelope)
    assert sent_bytes(envelope) == len(text.encode()) + len(to_json({"": text}).encode()) - len('{"":""}')


def _nested(levels: int) -> Any:
    tree: Any = "x"
    for _ in range(levels):
        tree = [tree]
    return tree


def test_text_is_written_inside_a_deep_caller() -> None:
    """A caller near Python's recursion limit gets its text all the same."""

    def dive(frames: int) -> str:
        return dive(frames - 1) if frames else to_json({"a": _nested(130)})

    depth = len(_frames())
    assert dive(sys.getrecursionlimit() - depth - 40).count("[") == 130


def _frames() -> list[Any]:
    frame, found = sys._getframe(), []
    while frame is not None:
        found.append(frame)
        frame = frame.f_back
    return found
