"""check, infer_contracts, outcomes and word_contract as library calls."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import ajisai
from ajisai.assets import read_json
from ajisai.report.wire import to_json

_SCHEMA = jsonschema.Draft202012Validator(read_json("spec/envelope.schema.json"))


def _envelope(report: Any) -> dict[str, Any]:
    envelope: dict[str, Any] = report.to_envelope()
    _SCHEMA.validate(json.loads(to_json(envelope)))
    return envelope


@pytest.mark.parametrize(
    "source",
    [
        "",
        "1 2 ADD",
        "1 ADD",
        "[ 2 MUL ] 'DOUBLE' DEF 21 DOUBLE",
        "5 'X' BIND X X MUL",
        "'x' FAIL",
        "2 1e30 POW",
    ],
)
def test_check_is_ok(source: str) -> None:
    """Form and names are right; what a run would meet is no matter of a check."""
    report = ajisai.check(source)
    assert (report.status, report.error, report.declarations, report.diagnosis) == ("ok", None, None, None)
    assert report.raise_for_error() is report
    assert set(_envelope(report)) == {"schemaVersion", "specificationVersion", "status"}


@pytest.mark.parametrize(
    ("source", "category", "word", "column"),
    [
        ("[ 1", "malformedSource", None, 1),
        ("1 2 AD", "unknownWord", "AD", 5),
        ("[ 1 GONE ] 'NEVER' DEF", "unknownWord", "GONE", 5),
        ("5 TWICE [ 2 MUL ] 'TWICE' DEF", "unknownWord", "TWICE", 3),
        ("#:contract D inputs=2\n[ 2 MUL ] 'D' DEF", "contractViolation", "D", 12),
        ("1e5000", "resourceLimitExceeded", None, 1),
    ],
)
def test_check_refuses(source: str, category: str, word: str | None, column: int) -> None:
    """Form, names even where they are never called, declarations; with the place and a diagnosis."""
    report = ajisai.check(source, limits=ajisai.Limits.agent())
    assert report.error is not None
    assert (report.error.category, report.error.word, report.error.column) == (category, word, column)
    envelope = _envelope(report)
    assert envelope["error"]["category"] == category
    assert envelope["diagnosis"]["nextChecks"]
    with pytest.raises(ajisai.AjisaiError) as caught:
        report.raise_for_error()
    assert caught.value.result is report


def test_contracts_are_inferred_for_each_word() -> None:
    """In the order of their definition, with a line that a check verifies."""
    source = "[ 2 MUL ] 'Double' DEF [ 0 DIV ] 'SPLIT' DEF [ MISSING ] 'OPEN' DEF"
    report = ajisai.infer_contracts(source)
    double, split, opened = report.contracts
    assert (double.word, double.inputs, double.outputs, double.field) == ("Double", 1, 1, "closed")
    assert double.confidence == "exact"
    assert double.suggested == "#:contract Double inputs=1 outputs=1 field=closed"
    assert (split.field, split.exits) == ("leaving", ("DIV",))
    assert (opened.inputs, opened.outputs, opened.confidence) == (None, None, "conservative")
    (gap,) = opened.gaps
    assert (gap.id, gap.word, gap.line, gap.column) == ("gap.unresolvedWord", "MISSING", 1, 48)
    assert [entry["word"] for entry in _envelope(report)["contracts"]] == ["Double", "SPLIT", "OPEN"]


def test_contracts_of_nothing_are_none() -> None:
    """A source that defines no Word is fine."""
    assert _envelope(ajisai.infer_contracts("1 2 ADD"))["contracts"] == []


def test_contracts_of_a_broken_source_are_not_told() -> None:
    """It is malformedSource to every tool."""
    envelope = _envelope(ajisai.infer_contracts("[ 1"))
    assert envelope["error"]["category"] == "malformedSource"
    assert "contracts" not in envelope


@pytest.mark.parametrize(
    ("source", "outcomes"),
    [
        ("", ("value",)),
        ("[ 1", ("error:malformedSource",)),
        ("1e5000", ("error:resourceLimitExceeded",)),
        ("-1 SQRT", ("nil:domainMiss",)),
        ("#:contract X inputs=1\n1", ("error:contractViolation",)),
    ],
)
def test_outcomes_are_exact(source: str, outcomes: tuple[str, ...]) -> None:
    """Where there is one alone."""
    report = ajisai.outcomes(source, limits=ajisai.Limits.agent())
    assert (report.outcomes, report.exact) == (outcomes, True)
    envelope = _envelope(report)
    assert (envelope["outcomes"], envelope["exact"]) == (list(outcomes), True)


def test_outcomes_follow_the_limits() -> None:
    """A ceiling that could be crossed is foretold, and one that could not be is not."""
    source = "1 50 RANGE [ 2 MUL ] MAP"
    assert ajisai.outcomes(source).outcomes == ("value",)
    tight = ajisai.outcomes(source, limits=ajisai.Limits.agent(execution_steps=10))
    assert "error:executionLimitExceeded" in tight.outcomes


@pytest.mark.parametrize("tool", [ajisai.check, ajisai.infer_contracts, ajisai.outcomes])
def test_phrasebook_words_are_known(tool: Any) -> None:
    """They are defined before the source, and listed; they are not the source's own."""
    report = tool("[ 1 2 ] MEAN", words=["MEAN"])
    assert report.status == "ok"
    envelope = _envelope(report)
    assert [entry["name"] for entry in envelope["prelude"]] == ["SUM", "MEAN"]
    assert envelope.get("contracts", []) == []
    assert ajisai.check("[ 1 2 ] MEAN").status == "error"


@pytest.mark.parametrize("name", ["ADD", "add", "Add", "NIL?", "json-decode"])
def test_word_is_found_in_any_case(name: str) -> None:
    """The whole registry entry, and no suggestions."""
    envelope = _envelope(ajisai.word_contract(name))
    (entry,) = envelope["matches"]
    assert entry in read_json("spec/words.json")["words"]
    assert entry["name"] == name.upper()
    assert "suggestions" not in envelope


@pytest.mark.parametrize(
    ("name", "suggestions"),
    [
        ("LENGHT", ["LENGTH"]),
        ("ＡＤＤ", ["ADD"]),
        ("+", ["ADD"]),
        ("DUP", []),
        ("SUM", []),
        ("", []),
        ("加算", []),
    ],
)
def test_word_that_is_none_has_near_ones(name: str, suggestions: list[str]) -> None:
    """Best first; none where nothing is near."""
    envelope = _envelope(ajisai.word_contract(name))
    assert envelope["status"] == "ok"
    assert envelope["matches"] == []
    assert envelope["suggestions"] == suggestions


def test_word_entry_is_a_copy() -> None:
    """Whoever changes what is answered changes nothing of the registry."""
    entry: Any = ajisai.word_contract("ADD").matches[0]
    entry["roles"].append("control")
    assert ajisai.word_contract("ADD").matches[0]["roles"] == ["leaf", "leaf"]
    assert ajisai.run("1 2 ADD").value == 3
