"""The envelope of a run."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import ajisai
from ajisai.assets import read_json
from ajisai.report.wire import to_json

_SCHEMA = jsonschema.Draft202012Validator(read_json("spec/envelope.schema.json"))
_ALWAYS = {"schemaVersion", "specificationVersion", "status"}
_RUN = _ALWAYS | {"outcome", "stack", "stackDisplay", "output", "resourceUsage"}


def _envelope(source: str, **ceilings: int) -> dict[str, Any]:
    envelope = ajisai.run(source, limits=ajisai.Limits.agent(**ceilings)).to_envelope()
    _SCHEMA.validate(json.loads(to_json(envelope)))
    return envelope


def _as_sent(envelope: dict[str, Any]) -> int:
    text = to_json(envelope)
    return len(text.encode()) + len(json.dumps(text, ensure_ascii=False).encode())


def test_envelope_of_a_sum_is() -> None:
    """Every field, in order, and nothing else: it is what each call costs."""
    envelope = _envelope("1 2 ADD")
    assert to_json(envelope) == (
        '{"schemaVersion":5,"specificationVersion":"1.0.0-beta.1","status":"ok","outcome":"value",'
        '"stackDisplay":["3/1"],'
        '"stack":[{"type":"number","value":{"numerator":"3","denominator":"1"},"semantics":{}}],'
        '"output":[],"resourceUsage":{"executionSteps":1,"numericWork":1,"collectionWork":0}}'
    )


def test_envelope_of_a_sum_is_small() -> None:
    """Both copies; with 1,100 bytes for the whole answer some 400 are left to provenance."""
    assert _as_sent(_envelope("1 2 ADD")) <= 660


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        ("", set()),
        ("1 2 ADD", set()),
        ("NIL", set()),
        ("-1 SQRT", {"errorFlowTrace"}),
        ("'x' PRINT", set()),
        ("1 ADD", {"message", "error", "diagnosis"}),
        ("-1 SQRT ADD", {"message", "error", "diagnosis", "errorFlowTrace"}),
        ("[ 1", {"message", "error", "diagnosis"}),
        ("#:contract D inputs=1\n[ 2 MUL ] 'D' DEF", {"contractDecls"}),
        ("#:contract D inputs=2\n[ 2 MUL ] 'D' DEF", {"contractDecls", "message", "error", "diagnosis"}),
        ("0 7000 RANGE", {"stackElided"}),
    ],
)
def test_fields_are_those_with_a_value(source: str, fields: set[str]) -> None:
    """A field without a value is absent, never null."""
    assert set(_envelope(source)) == _RUN | fields


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("", "value"),
        ("1", "value"),
        ("NIL 1", "value"),
        ("1 NIL", "nil:literal"),
        ("-1 SQRT", "nil:domainMiss"),
        ("'why' ABSENT", "nil:userDeclared"),
        ("1 FOO", "error:unknownWord"),
        ("[", "error:malformedSource"),
    ],
)
def test_outcome_is_read_from_the_top(source: str, outcome: str) -> None:
    """Of the final stack; an empty one is a value."""
    assert _envelope(source)["outcome"] == outcome


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("1 2 ad", {"category": "unknownWord", "word": "ad", "line": 1, "column": 5}),
        ("1\n add", {"category": "stackUnderflow", "word": "ADD", "line": 2, "column": 2}),
        ("[ [ 'x' 1 add ] EXEC ] EXEC", {"category": "nonNumeric", "word": "ADD", "line": 1, "column": 11}),
        ("1 'x", {"category": "malformedSource", "line": 1, "column": 3}),
        (
            "0 100001 RANGE",
            {
                "category": "resourceLimitExceeded",
                "resource": "materializedElements",
                "word": "RANGE",
                "line": 1,
                "column": 10,
            },
        ),
        ("1 " * 40_000, {"category": "resourceLimitExceeded", "resource": "sourceBytes"}),
        ("[ 1 ADD 'x' ] REVERSE EXEC", {"category": "stackUnderflow", "word": "ADD"}),
    ],
)
def test_error_is(source: str, error: dict[str, Any]) -> None:
    """No other key; a body rebuilt from values has no place in the source."""
    assert _envelope(source)["error"] == error


def test_trace_names_each_call_once() -> None:
    """One record per Word call, its lanes counted, with its place."""
    assert _envelope("[ -1 4 -9 ] SQRT [ 1 ] 5 GET")["errorFlowTrace"] == [
        {"kind": "nilProduced", "word": "SQRT", "reason": "domainMiss", "lanes": 2, "line": 1, "column": 13},
        {
            "kind": "nilProduced",
            "word": "GET",
            "reason": "indexOutOfBounds",
            "lanes": 1,
            "line": 1,
            "column": 26,
        },
    ]


@pytest.mark.parametrize(("calls", "rest"), [(15, 0), (16, 0), (17, 1), (500, 484)])
def test_trace_ends_with_a_count(calls: int, rest: int) -> None:
    """Sixteen records, then how many more."""
    trace = _envelope("-1 SQRT\n" * calls)["errorFlowTrace"]
    assert trace[-1] == ({"kind": "moreProduced", "count": rest} if rest else trace[calls - 1])
    assert len(trace) == min(calls, 16) + (1 if rest else 0)


@pytest.mark.parametrize(("before", "kept"), [(0, 0), (1, 1), (16, 16), (17, 17)])
def test_trace_leaves_out_a_call_that_failed(before: int, kept: int) -> None:
    """`[ 'a' 1 ] NUM` answers nothing, though its first lane would have been a NIL."""
    envelope = _envelope("-1 SQRT\n" * before + "[ 'a' 1 ] NUM")
    assert envelope["outcome"] == "error:nonText"
    trace = envelope.get("errorFlowTrace", [])
    assert len(trace) == kept
    assert all(call.get("word", "SQRT") == "SQRT" for call in trace)
    assert before < 17 or trace[-1] == {"kind": "moreProduced", "count": 1}


def test_trace_keeps_the_calls_before_the_one_that_failed() -> None:
    """In a block too, of which the last element's call is the one that fails."""
    trace = _envelope("[ -1 -4 'x' ] [ SQRT ] MAP")["errorFlowTrace"]
    assert [call["lanes"] for call in trace] == [1, 1]


def test_declarations_are_told() -> None:
    """The verdict on the whole, on each Word, and what is wrong with its line."""
    source = (
        "#:contract A inputs=1 outputs=1 field=closed\n#:contract B inputs=3\n[ 2 MUL ] 'A' DEF [ A ] 'B' DEF"
    )
    field = _envelope(source)["contractDecls"]
    assert field["outcome"] == "violated"
    assert field["declarations"] == [
        {"word": "A", "verdict": "verified"},
        {"word": "B", "verdict": "violated"},
    ]
    (finding,) = field["findings"]
    assert (finding["severity"], finding["word"], finding["line"]) == ("error", "B", 2)


def test_violation_stops_before_anything_runs() -> None:
    """No step is taken and nothing is printed."""
    envelope = _envelope("#:contract B inputs=3\n'x' PRINT [ 1 ] 'B' DEF")
    assert envelope["outcome"] == "error:contractViolation"
    assert envelope["output"] == []
    assert envelope["resourceUsage"]["executionSteps"] == 0


def test_prelude_is_told() -> None:
    """Each phrasebook Word that was defined, before those that call it."""
    result = ajisai.run("[ 1 2 ] MEAN", words=["MEAN"])
    names = [entry["name"] for entry in result.to_envelope()["prelude"]]
    assert names == ["SUM", "MEAN"]
    assert "prelude" not in ajisai.run("1").to_envelope()


def test_large_value_is_left_out_and_the_rest_answered() -> None:
    """The example of the surface: the answer arrives, the Vector under it is told of."""
    envelope = _envelope("0 7000 RANGE 1 2 ADD")
    assert envelope["status"] == "ok"
    assert envelope["stackDisplay"][1] == "3/1"
    (slot,) = envelope["stackElided"]["slots"]
    assert (slot["index"], slot["elements"]) == (0, 7001)
    assert envelope["stackElided"]["reason"] == "valueStackBudget"


def test_vector_of_five_thousand_small_integers_is_whole() -> None:
    """It is the size that the budget is meant to carry."""
    envelope = ajisai.run("0 4999 RANGE").to_envelope()
    assert "stackElided" not in envelope
    assert _as_sent(envelope) < 1_048_576


def test_failing_stack_has_the_smaller_budget() -> None:
    """So that the error always arrives."""
    envelope = _envelope("0 4999 RANGE FOO")
    assert envelope["error"]["word"] == "FOO"
    assert envelope["stackElided"]["reason"] == "errorStackBudget"
    assert envelope["stack"][0]["elided"]["reason"] == "errorStackBudget"
    assert _as_sent(_envelope("1 " * 30_000 + "FOO")) < 100_000


def test_output_is_cut_at_whole_entries() -> None:
    """What fits of the PRINT texts arrives, and the rest is counted."""
    source = "'" + "x" * 20_000 + "' 'T' BIND 1 200 RANGE [ T PRINT ] MAP LENGTH"
    envelope = _envelope(source)
    kept = len(envelope["output"])
    assert 20 < kept < 30
    assert envelope["outputElided"] == {"entries": 200 - kept, "approxBytes": 20_000 * (200 - kept)}
    assert _as_sent(envelope) <= 1_048_576


@pytest.mark.parametrize(
    "source",
    [
        "0 5100 RANGE '" + '"' * 30_000 + "' PRINT",
        "'" + '\\"' * 20_000 + "' 'T' BIND 1 20 RANGE [ T PRINT ] MAP T T T T T T T T",
        "1 100000 RANGE EXEC",
        "1 99999 RANGE EXEC FOO",
        "2 262143 POW 'X' BIND [ 100000 ] X FILL 7",
        "[ 300 300 ] 'text' FILL 2 SQRT 1/3 1/0",
        "[ 3000 ] 2 SQRT FILL 0 4000 RANGE 0 4000 RANGE",
        "'" + "漢" * 20_000 + "' 'T' BIND 1 30 RANGE [ T PRINT ] MAP T T T T T T T",
    ],
)
@pytest.mark.parametrize("ceiling", [1_048_576, 100_000])
def test_any_result_fits_its_ceiling(source: str, ceiling: int) -> None:
    """Both copies and provenance stay below responseBytes."""
    result = ajisai.run(source, limits=ajisai.Limits.agent(response_bytes=ceiling))
    envelope = result.to_envelope()
    assert _as_sent(envelope) <= ceiling - 1_000
    assert "stackElided" in envelope or "outputElided" in envelope


def test_deep_value_is_told_by_its_display() -> None:
    """JSON readers give up at about 128 levels, so the node is left out and the display is whole."""
    envelope = _envelope("[ " * 100 + "7 " + "] " * 100)
    assert envelope["stack"][0]["elided"]["reason"] == "nodeDepth"
    assert envelope["stackDisplay"][0].count("[") == 100
    assert "stackElided" not in _envelope("[ " * 50 + "7 " + "] " * 50)
