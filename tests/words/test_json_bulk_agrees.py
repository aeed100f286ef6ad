"""JSON read and written in bulk is what it is step by step."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.bounds import Meter
from ajisai.testing import strategies
from ajisai.values import Record, Vector
from ajisai.words import json_bulk
from tests.words.agreement import AMPLE, assert_agree, facts, forgetful
from tests.words.support import vector


@pytest.fixture(autouse=True)
def least() -> Iterator[None]:
    """Texts of any length, and lists of more than two elements as long ones."""
    with mock.patch.object(json_bulk, "_LEAST", 0), mock.patch.object(json_bulk, "_ALIKE", 2):
        yield


spelled = st.sampled_from(
    [
        *("0", "-0", "7", "1.5", "10.0", "-0.0", "1e2", "1E-30", "1e60", "1e99999", "0e99999", "1" * 20),
        *("9" * 40, "18446744073709551616", "0.1234567890123456789", "1.2345678901234567e-05"),
        *("true", "false", "null", "[]", "{}", "[[]]", "NaN", "01", "'", "nul"),
        *('"a"', r'"\n"', r'"\u00e9"', r'"\ud83d\ude00"', r'"\ud800"', '"[1,2]"', r'"a\\\"b"'),
    ]
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """JSON, sometimes with a token too many, a key twice, or its end missing."""

    def text(levels: int) -> str:
        kind = draw(st.integers(0, 3)) if levels else 0
        if kind < 2:
            return draw(spelled) if draw(st.booleans()) else str(draw(st.integers(-999, 999)))
        parts = [text(levels - 1) for _ in range(draw(st.integers(0, 4)))]
        if kind == 2:
            return "[" + ", ".join(parts) + "]"
        letters = draw(st.lists(st.sampled_from("abcde"), min_size=len(parts), max_size=len(parts)))
        entries = zip(letters, range(len(parts)), parts, strict=True)
        return "{" + ",".join(f'"{letter}{place // 2}" : {part}' for letter, place, part in entries) + "}"

    whole = text(3)
    fault = draw(st.integers(0, 9))
    if fault == 0:
        return whole[: draw(st.integers(0, len(whole)))]
    return whole + draw(st.sampled_from(["]", ",", " 1"])) if fault == 1 else f" {whole}\n"


@given(texts())
def test_reading_any_text_agrees(text: str) -> None:
    """The same value or the same absence, at the same price."""
    assert_agree("JSON-DECODE", [text])


@given(texts(), st.integers(1, 1500), st.integers(1, 8), st.integers(1, 3), st.integers(1, 20))
def test_reading_tight_ceilings_agree(text: str, work: int, leaves: int, depth: int, digits: int) -> None:
    """The same ceiling is met at the same place."""
    for ceilings in (
        {"collection_work": work},
        {"materialized_elements": leaves},
        {"nesting_depth": depth},
        {"numeric_literal_digits": digits},
    ):
        assert_agree("JSON-DECODE", [text], AMPLE.replacing(**ceilings))


@given(strategies.values(), st.integers(1, 900))
def test_writing_any_value_agrees(value: Any, work: int) -> None:
    """The same text at the same price, and the same refusal."""
    assert_agree("JSON-ENCODE", [Vector([value, value])])
    assert_agree("JSON-ENCODE", [Vector([value, value])], AMPLE.replacing(collection_work=work))


@given(st.lists(st.text(max_size=3), max_size=4, unique=True), st.integers(1, 600))
def test_writing_keys_that_are_shared_costs_the_same(keys: list[str], work: int) -> None:
    """Objects under one Vector of keys, and under one each."""
    row = Record(vector(keys), vector(range(len(keys))))
    rows = Vector([row, row, row])
    for limits in (AMPLE, AMPLE.replacing(collection_work=work)):
        assert facts("JSON-ENCODE", [rows], limits) == facts("JSON-ENCODE", [forgetful(rows)], limits)


def test_reading_in_bulk_is_taken() -> None:
    """The comparison would be empty if no text were read in bulk."""
    document = [{"a": 1, "b": [1.5, "x", None, True]}, {"a": -3, "b": []}, "\u00e9"]
    meter = Meter(AMPLE)
    assert json_bulk.read_whole(meter, json.dumps(document, ensure_ascii=False)) is not None
    assert meter.collection > 0


def test_reading_where_python_may_nest_endlessly_goes_step_by_step() -> None:
    """The scanner of Python nests on the stack of C, which has an end of its own."""
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(10**6)
        assert json_bulk.read_whole(Meter(AMPLE), "[1]") is None
        assert ajisai.run("JSON-DECODE", inputs=["[" * 200_000]).error is not None
    finally:
        sys.setrecursionlimit(limit)


def test_reading_deeper_than_python_nests_goes_step_by_step() -> None:
    """Deeper than any value may be, with everything closed."""
    error = ajisai.run("JSON-DECODE", inputs=["[" * 3000 + "]" * 3000]).error
    assert error is not None
    assert error.resource == "nestingDepth"
