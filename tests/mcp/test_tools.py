"""The tools as they are listed: what hosts demand of their schemas, and what models need to read."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from ajisai import Limits, agent
from ajisai.assets import read_json
from ajisai_mcp.tools import INSTRUCTIONS, tool_texts
from tests.mcp.raw_client import RawClient

pytestmark = pytest.mark.xdist_group("golden")

_NAMES = ["compute", "check", "infer_contracts", "outcomes", "word_contract"]
_REFUSED_BY_HOSTS = {"oneOf", "anyOf", "allOf", "$ref", "$defs", "not", "if"}


@pytest.fixture(scope="module")
def listed(python_worker: RawClient) -> dict[str, dict[str, Any]]:
    """The tools as the live server lists them."""
    tools = python_worker.request("tools/list")["result"]["tools"]
    return {tool["name"]: tool for tool in tools}


def _parts(schema: Any) -> list[dict[str, Any]]:
    """A schema and every object inside it."""
    found, rest = [], [schema]
    while rest:
        part = rest.pop()
        if isinstance(part, dict):
            found.append(part)
            rest.extend(part.values())
        elif isinstance(part, list):
            rest.extend(part)
    return found


def test_tools_are_those_of_the_engine(listed: dict[str, dict[str, Any]]) -> None:
    """The server lists the engine's tools, in the order in which an agent meets them."""
    assert list(listed) == _NAMES
    assert sorted(agent.TOOLS) == sorted(_NAMES)


@pytest.mark.parametrize("name", _NAMES)
def test_tool_is_annotated_as_harmless(name: str, listed: dict[str, dict[str, Any]]) -> None:
    """Read-only, not destructive, idempotent, closed to the world."""
    assert listed[name]["annotations"] == {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }


@pytest.mark.parametrize("name", _NAMES)
def test_tool_input_schema_is_flat_and_closed(name: str, listed: dict[str, dict[str, Any]]) -> None:
    """Plain properties of one type each, one of them required, and no others."""
    schema = listed[name]["inputSchema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    assert schema["required"] == (["word"] if name == "word_contract" else ["source"])
    assert set(schema["properties"]) == ({"word"} if name == "word_contract" else {"source", "words"})
    for part in _parts(schema):
        assert not part.keys() & _REFUSED_BY_HOSTS
    for part in schema["properties"].values():
        assert part["type"] in ("string", "array")
        assert part["description"]


@pytest.mark.parametrize("name", _NAMES)
def test_tool_output_schema_is_one_object_without_choices(
    name: str, listed: dict[str, dict[str, Any]]
) -> None:
    """The same for every tool: an object at its root, and nothing in it over which hosts lose tools."""
    schema = listed[name]["outputSchema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema == listed["compute"]["outputSchema"]
    assert schema["type"] == "object"
    assert schema["required"] == ["schemaVersion", "status"]
    for part in _parts(schema):
        assert not part.keys() & _REFUSED_BY_HOSTS
        assert not isinstance(part.get("type"), list)
    assert set(schema["properties"]) == set(read_json("spec/envelope.schema.json")["properties"])


@pytest.mark.parametrize("text", tool_texts(), ids=lambda text: text.name)
def test_tool_description_is_short_and_says_what_matters(text: Any) -> None:
    """Under the 2 KB at which hosts cut; when to use it; not to guess."""
    assert len(text.description.encode()) < 2048
    assert "Use it" in text.description
    assert "do not" in text.description.lower() or "for a number call `compute`" in text.description
    if text.name != "word_contract":
        for mistake in ("`1 + 2`", "`[1 2 3]`", "DUP", "single quotes"):
            assert mistake in text.description


def test_tool_descriptions_show_programs_that_run() -> None:
    """Every program between backticks that ends in a Word of a runnable kind does run."""
    shown = [
        "1 2 ADD",
        "5 'X' BIND X X MUL",
        "1 10 RANGE 0 [ ADD ] FOLD",
        "2 SQRT 10 FORMAT",
        "[ 'X' BIND X X MUL ] 'SQUARE' DEF",
    ]
    texts = "".join(text.description for text in tool_texts()) + INSTRUCTIONS
    for source in shown:
        assert f"`{source}`" in texts
        assert agent.answer("compute", {"source": source}, limits=Limits.agent())["status"] == "ok"
    assert "`2 3 DIV 1 3 DIV ADD` leaves `1/1`" in INSTRUCTIONS


def test_tool_list_is_worth_its_tokens(python_worker: RawClient) -> None:
    """The whole list is read by models again and again: it stays under 30 KB."""
    answer = python_worker.request("tools/list")["result"]
    assert len(json.dumps(answer, ensure_ascii=False).encode()) < 30_000
    assert "_meta" not in answer["tools"][0]


def test_instructions_tell_when_to_reach_for_the_server() -> None:
    """They name the tool, the guide, and the three outcomes."""
    for text in ("compute", "ajisai://guide/quickstart", "nil:<reason>", "error:<category>"):
        assert text in INSTRUCTIONS
    with RawClient() as client:
        assert client.initialize()["instructions"] == INSTRUCTIONS


@pytest.mark.parametrize("text", ["12345", "[1,2]", "[ 1 2 ]", "true", "null", "1e5", '"a"', "{}", " 1 ", ""])
def test_tool_arguments_reach_the_engine_as_sent(text: str, python_worker: RawClient) -> None:
    """No layer coerces a text that looks like something else."""
    expected = agent.answer("compute", {"source": text}, limits=Limits.agent())
    envelope = python_worker.compute(text)
    envelope.pop("mcp")
    assert envelope == expected
    by_word = python_worker.call("word_contract", {"word": text})["structuredContent"]
    by_word.pop("mcp")
    assert by_word == agent.answer("word_contract", {"word": text}, limits=Limits.agent())


@pytest.mark.parametrize(
    "arguments", [[], "1 2 ADD", 5, True], ids=["a list", "a text", "a number", "a boolean"]
)
def test_tool_arguments_that_are_no_object_are_a_protocol_error(
    arguments: object, python_worker: RawClient
) -> None:
    """The protocol itself wants an object; the answer is its own error, and the server lives."""
    answer = python_worker.request("tools/call", {"name": "compute", "arguments": arguments})
    assert answer["error"]["code"] == -32602
    assert python_worker.compute("1 2 ADD")["stackDisplay"] == ["3/1"]
