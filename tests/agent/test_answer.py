"""The one door for hosts: a tool and a request in, an envelope out."""

from __future__ import annotations

import json
import pickle
from types import MappingProxyType
from typing import Any

import jsonschema
import pytest

import ajisai
from ajisai import agent
from ajisai.assets import read_json

_LIMITS = ajisai.Limits.agent()
_SCHEMA = jsonschema.Draft202012Validator(read_json("spec/envelope.schema.json"))
_ON_SOURCE = ("compute", "check", "infer_contracts", "outcomes")


def _answer(tool: str, request: Any) -> dict[str, Any]:
    envelope = agent.answer(tool, request, limits=_LIMITS)
    _SCHEMA.validate(json.loads(agent.to_json(envelope)))
    return envelope


def _refused(tool: str, request: Any) -> agent.RequestError:
    with pytest.raises(agent.RequestError) as caught:
        agent.answer(tool, request, limits=_LIMITS)
    _SCHEMA.validate(caught.value.to_envelope())
    return caught.value


def test_tools_are_the_five() -> None:
    """Four that read a source, and one that looks a Word up."""
    assert (*_ON_SOURCE, "word_contract") == agent.TOOLS


@pytest.mark.parametrize("tool", _ON_SOURCE)
@pytest.mark.parametrize("source", ["", "1 2 ADD", "1 FOO", "[ 1", "#:contract X inputs=1"])
def test_answer_is_the_library_s(tool: str, source: str) -> None:
    """The library's answer and the door's are built in one place."""
    function = getattr(ajisai, "run" if tool == "compute" else tool)
    assert _answer(tool, {"source": source}) == function(source, limits=_LIMITS).to_envelope()


@pytest.mark.parametrize("source", ["12345", "[ 1 2 ]", "true", "null", '"text"', "1.50", " 7 ", "{}"])
def test_source_stays_the_text_it_is(source: str) -> None:
    """Nothing takes a text that looks like data for data."""
    assert _answer("compute", {"source": source}) == ajisai.run(source, limits=_LIMITS).to_envelope()


def test_call_is_a_fresh_session() -> None:
    """Nothing of one call is known to the next."""
    _answer("compute", {"source": "[ 1 ] 'W' DEF 5 'X' BIND 7"})
    assert _answer("compute", {"source": "W"})["outcome"] == "error:unknownWord"
    assert _answer("compute", {"source": ""})["stack"] == []


@pytest.mark.parametrize("tool", _ON_SOURCE)
@pytest.mark.parametrize("words", [["mean"], ("MEAN",), ["MEAN", "sum", "MEAN"]])
def test_words_are_defined_first(tool: str, words: Any) -> None:
    """With those that they call, each once, in an order that defines a Word before its callers."""
    envelope = _answer(tool, {"source": "[ 1 2 3 4 ] MEAN", "words": words})
    assert envelope["status"] == "ok"
    assert [entry["name"] for entry in envelope["prelude"]] == ["SUM", "MEAN"]


def test_no_words_are_no_prelude() -> None:
    """An empty list asks for nothing."""
    assert "prelude" not in _answer("compute", {"source": "1", "words": []})


@pytest.mark.parametrize("tool", _ON_SOURCE)
@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({}, "needs the argument source, a text"),
        ({"words": []}, "needs the argument source, a text"),
        ({"source": None}, "the argument source of {tool} must be a text"),
        ({"source": 12345}, "the argument source of {tool} must be a text"),
        ({"source": ["1"]}, "the argument source of {tool} must be a text"),
        ({"source": b"1"}, "the argument source of {tool} must be a text"),
        ({"source": "1", "path": "/etc/passwd"}, "{tool} has no argument path: it takes source and words"),
        ({"source": "1", "word": "ADD"}, "{tool} has no argument word: it takes source and words"),
        ({"source": "1", "Source": "1"}, "{tool} has no argument Source: it takes source and words"),
        ({"source": "1", 5: "1"}, "{tool} has no argument 5: it takes source and words"),
        ({"source": "1", "words": "MEAN"}, "the argument words of {tool} must be a list of texts"),
        ({"source": "1", "words": None}, "the argument words of {tool} must be a list of texts"),
        ({"source": "1", "words": {"MEAN": 1}}, "the argument words of {tool} must be a list of texts"),
        ({"source": "1", "words": ["MEAN", 1]}, "the argument words of {tool} must be a list of texts"),
        ("1 2 ADD", "the arguments of {tool} must be one object"),
        (["source", "1"], "the arguments of {tool} must be one object"),
        (None, "the arguments of {tool} must be one object"),
    ],
    ids=repr,
)
def test_bad_request_is_refused(tool: str, request_: Any, message: str) -> None:
    """It names the argument, and is no language ERROR."""
    error = _refused(tool, request_)
    assert error.code == "invalidRequest"
    assert message.format(tool=tool) in error.message


@pytest.mark.parametrize(
    ("word", "near"), [("MEEN", "MEAN"), ("ADD", "Core Word"), ("", "phrasebook"), ("\ud800\n", "\\u{d800}")]
)
def test_unknown_phrasebook_word_is_refused(word: str, near: str) -> None:
    """With the nearest names, in one line."""
    error = _refused("compute", {"source": "1", "words": [word]})
    assert error.code == "invalidRequest"
    assert near in error.message
    assert error.message.isprintable()


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({}, "word_contract needs the argument word, a text"),
        ({"word": 5}, "the argument word of word_contract must be a text"),
        ({"source": "ADD"}, "word_contract has no argument source: it takes word"),
    ],
)
def test_bad_word_request_is_refused(request_: Any, message: str) -> None:
    """A word is a text, and the only argument."""
    assert _refused("word_contract", request_).message == message


def test_word_is_looked_up() -> None:
    """An entry, or near names."""
    assert _answer("word_contract", {"word": "add"})["matches"][0]["name"] == "ADD"
    assert _answer("word_contract", {"word": "LENGHT"})["suggestions"] == ["LENGTH"]


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        ("", "there is no tool : use one of compute, check, infer_contracts, outcomes, word_contract"),
        ("chekc", "there is no tool chekc: use one of check"),
        ("infer_contract", "there is no tool infer_contract: use one of infer_contracts"),
        (None, "there is no tool None: use one of compute, check, infer_contracts, outcomes, word_contract"),
    ],
)
def test_unknown_tool_is_refused(tool: Any, message: str) -> None:
    """With the tools that there are, or the nearest."""
    error = _refused(tool, {"source": "1"})
    assert (error.code, error.message) == ("unknownTool", message)


def test_request_error_tells_itself() -> None:
    """As an envelope, as text, and across processes."""
    error = _refused("compute", {})
    assert error.to_envelope() == {
        "schemaVersion": 5,
        "status": "hostError",
        "error": {"code": "invalidRequest", "message": error.message, "retryable": False},
    }
    other = pickle.loads(pickle.dumps(error))
    assert (other.code, other.message, str(other)) == (error.code, error.message, error.message)


def test_request_may_be_any_mapping() -> None:
    """A host need not copy what it received."""
    assert _answer("compute", MappingProxyType({"source": "1"}))["stackDisplay"] == ["1/1"]


def test_limits_are_those_given() -> None:
    """The profile bounds the run, and the size of the answer."""
    tight = ajisai.Limits.agent(execution_steps=1, response_bytes=20_000)
    envelope = agent.answer("compute", {"source": "1 2 ADD 3 ADD"}, limits=tight)
    assert envelope["error"]["resource"] == "executionSteps"
    envelope = agent.answer("compute", {"source": "1 300 RANGE"}, limits=tight)
    assert envelope["stackElided"]["slots"][0]["elements"] == 300
