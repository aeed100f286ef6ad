"""Every limit has a test: a pair of real programs on its two sides, or a gate of the server."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from ajisai import Limits
from ajisai.assets import read_json
from tests.mcp import golden
from tests.mcp.raw_client import RawClient

pytestmark = pytest.mark.xdist_group("golden")

_ENTRIES: dict[str, dict[str, Any]] = {entry["name"]: entry for entry in golden.limits()["limits"]}
_PAIRS = [name for name, entry in _ENTRIES.items() if entry["how"] == "boundary"]


@pytest.fixture(params=["python_worker", "native_cli"])
def client(request: pytest.FixtureRequest) -> RawClient:
    """A server of each backend."""
    found: RawClient = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize("name", _PAIRS)
def test_limit_boundary(
    name: str, client: RawClient, envelope_schema: jsonschema.Draft202012Validator
) -> None:
    """The smaller program is admitted; the larger one is refused by the name of the limit."""
    entry = _ENTRIES[name]
    below, above = golden.pair(entry)
    under = client.compute(below)
    assert under["status"] == "ok", under
    over = client.compute(above)
    envelope_schema.validate(over)
    for pointer, expected in entry["refusal"].items():
        assert golden.find(over, pointer) == expected, pointer


def test_limits_are_all_exercised() -> None:
    """The entries are exactly the twelve limits, each exercised in a known way."""
    assert list(_ENTRIES) == list(Limits.agent().as_mapping())
    assert {entry["how"] for entry in _ENTRIES.values()} <= {"boundary", "gate", "injected"}
    assert golden.limits()["profile"] == Limits.agent().profile


def test_limits_of_the_engine_are_exercised_by_programs() -> None:
    """Only what the server itself enforces is exercised at a gate."""
    enforced = {row["name"]: row["enforcedBy"] for row in read_json("spec/limits.json")["ceilings"]}
    gates = {name for name, entry in _ENTRIES.items() if entry["how"] == "gate"}
    assert gates == {name for name, by in enforced.items() if by == "server"}


def test_limits_resource_serves_what_is_applied(client: RawClient) -> None:
    """The resource names the profile, the versions, the backend, every limit, and the wait."""
    (content,) = client.request("resources/read", {"uri": "ajisai://limits"})["result"]["contents"]
    served = json.loads(content["text"])
    provenance = client.compute("")["mcp"]
    assert served == {
        "profile": provenance["limitProfile"],
        "serverVersion": provenance["serverVersion"],
        "engineVersion": provenance["engineVersion"],
        "backend": provenance["backend"],
        "limits": Limits.agent().as_mapping(),
        "capacityWaitMs": read_json("spec/limits.json")["capacityWaitMs"],
    }
