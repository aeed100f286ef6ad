"""What agents can read, and what a URI that names nothing is answered."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ajisai import Limits, agent
from ajisai.assets import read_bytes, read_json
from tests.mcp.raw_client import RawClient

pytestmark = pytest.mark.xdist_group("golden")

_INVALID_PARAMS = -32602


def _read(client: RawClient, uri: str) -> dict[str, Any]:
    (content,) = client.request("resources/read", {"uri": uri})["result"]["contents"]
    assert content["uri"] == uri
    found: dict[str, Any] = content
    return found


def test_resources_are_listed_with_title_description_and_kind(python_worker: RawClient) -> None:
    """Six texts and one template."""
    resources = python_worker.request("resources/list")["result"]["resources"]
    kinds = {resource["uri"]: resource["mimeType"] for resource in resources}
    assert kinds == {
        "ajisai://guide/quickstart": "text/markdown",
        "ajisai://vocabulary": "application/json",
        "ajisai://contracts": "application/json",
        "ajisai://schema/result": "application/json",
        "ajisai://phrasebook": "text/plain",
        "ajisai://limits": "application/json",
    }
    for resource in resources:
        assert resource["title"]
        assert resource["description"]
        assert "_meta" not in resource
    (template,) = python_worker.request("resources/templates/list")["result"]["resourceTemplates"]
    assert template["uriTemplate"] == "ajisai://words/{name}"


@pytest.mark.parametrize(
    ("uri", "file"),
    [
        ("ajisai://guide/quickstart", "spec/quickstart.md"),
        ("ajisai://phrasebook", "phrasebook/phrasebook.ajisai"),
    ],
)
def test_resource_serves_a_file_as_it_is(uri: str, file: str, python_worker: RawClient) -> None:
    """The guide and the phrasebook come byte for byte."""
    assert _read(python_worker, uri)["text"].encode() == read_bytes(file)


def test_resource_contracts_is_the_registry(python_worker: RawClient) -> None:
    """Every full contract, and the version of the language."""
    assert json.loads(_read(python_worker, "ajisai://contracts")["text"]) == read_json("spec/words.json")


def test_resource_vocabulary_is_the_inventory(python_worker: RawClient) -> None:
    """Name, kind, family and tier of every Word, and no more."""
    vocabulary = json.loads(_read(python_worker, "ajisai://vocabulary")["text"])
    registry = read_json("spec/words.json")
    assert [word["name"] for word in vocabulary["words"]] == [word["name"] for word in registry["words"]]
    for word in vocabulary["words"]:
        assert {"name", "family", "tier"} <= word.keys() <= {"name", "standardKind", "family", "tier"}


def test_resource_schema_is_the_published_one(python_worker: RawClient) -> None:
    """The schema that the tests validate every answer with."""
    schema = json.loads(_read(python_worker, "ajisai://schema/result")["text"])
    assert schema == read_json("spec/envelope.schema.json")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("ADD", "ADD"),
        ("add", "ADD"),
        ("index-of", "INDEX-OF"),
        ("NIL%3F", "NIL?"),
        ("nil%3f", "NIL?"),
        ("NIL?", "NIL?"),
        ("%41%44%44", "ADD"),
    ],
)
def test_word_resource_is_what_word_contract_answers(
    written: str, name: str, python_worker: RawClient
) -> None:
    """In any case, percent-encoded or not, the same contract as from the tool."""
    (match,) = agent.answer("word_contract", {"word": name}, limits=Limits.agent())["matches"]
    assert json.loads(_read(python_worker, f"ajisai://words/{written}")["text"]) == match


def test_word_resource_of_every_word(python_worker: RawClient) -> None:
    """Each of the 78 can be read under its own name, encoded as a client encodes it."""
    for word in read_json("spec/words.json")["words"]:
        uri = f"ajisai://words/{word['name'].replace('?', '%3F')}"
        assert json.loads(_read(python_worker, uri)["text"])["name"] == word["name"]


@pytest.mark.parametrize("written", ["%", "%4", "%ZZ", "A%2", "%FF", "%C3%28", "ADD%"])
def test_word_resource_malformed_encoding_is_an_invalid_request(
    written: str, python_worker: RawClient
) -> None:
    """An encoding that is none, or none of UTF-8, is said to be just that."""
    error = python_worker.request("resources/read", {"uri": f"ajisai://words/{written}"})["error"]
    assert error["code"] == _INVALID_PARAMS
    assert "percent-encoded" in error["message"]


@pytest.mark.parametrize(
    "uri",
    [
        "ajisai://words/NOPE",
        "ajisai://words/",
        "ajisai://words/ADD/SUB",
        "ajisai://words/..%2F..%2Fetc%2Fpasswd",
        "ajisai://nothing",
        "file:///etc/passwd",
        "",
    ],
)
def test_resource_that_does_not_exist_is_named(uri: str, python_worker: RawClient) -> None:
    """A name that means nothing is a resource that is not found; the server lives."""
    error = python_worker.request("resources/read", {"uri": uri})["error"]
    assert error["code"] == _INVALID_PARAMS
    assert python_worker.request("ping")["result"] == {}
