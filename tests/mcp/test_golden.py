"""The golden cases over the live server: what each must answer, and that both backends answer alike."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest

from ajisai import Limits, agent
from ajisai.assets import read_json
from ajisai_mcp.output_schema import listed_schema
from tests.mcp import golden
from tests.mcp.raw_client import RawClient

pytestmark = pytest.mark.xdist_group("golden")

_CASES = {case["id"]: case for case in golden.cases()}
_HOST_FAILURES_ELSEWHERE = {
    # These need an executable that misbehaves, or a server in trouble: tests/mcp/test_host_failures.py.
    "backendUnavailable",
    "capacityExhausted",
    "timeout",
    "responseTooLarge",
    "malformedBackendResponse",
    "backendFailure",
    "registryUnavailable",
}

Answers = dict[str, dict[str, Any]]


def _answers(client: RawClient) -> Answers:
    calls = [(case["tool"], golden.arguments(case)) for case in _CASES.values()]
    return dict(zip(_CASES, golden.call_all(client, calls), strict=True))


@pytest.fixture(scope="session")
def by_workers(python_worker: RawClient) -> Answers:
    """What the backend ``pythonWorker`` answers to every case."""
    return _answers(python_worker)


@pytest.fixture(scope="session")
def by_executable(native_cli: RawClient) -> Answers:
    """What the backend ``nativeCli`` answers to every case."""
    return _answers(native_cli)


@pytest.mark.parametrize("name", _CASES)
def test_golden_case(
    name: str, by_workers: Answers, envelope_schema: jsonschema.Draft202012Validator
) -> None:
    """The answer holds what the case expects, is valid, and says the same as text."""
    case, result = _CASES[name], by_workers[name]
    envelope = result["structuredContent"]
    for pointer, expected in case["expect"].items():
        assert golden.find(envelope, pointer) == expected, pointer
    for pointer in case.get("absent", []):
        assert golden.find(envelope, pointer) is golden.ABSENT, pointer
    for pointer in case.get("present", []):
        assert golden.find(envelope, pointer) is not golden.ABSENT, pointer
    for text in case.get("says", []):
        assert text in envelope["error"]["message"]
    assert result["isError"] is case.get("isError", False)
    envelope_schema.validate(envelope)
    (block,) = result["content"]
    assert block["type"] == "text"
    assert json.loads(block["text"]) == envelope
    assert None not in envelope.values()
    assert envelope["mcp"]["backend"] == {"kind": "pythonWorker"}


@pytest.mark.parametrize("name", _CASES)
def test_golden_case_is_alike_through_both_backends(
    name: str, by_workers: Answers, by_executable: Answers
) -> None:
    """Only the name of the backend differs."""
    one, other = copy.deepcopy(by_workers[name]), copy.deepcopy(by_executable[name])
    assert other["structuredContent"]["mcp"].pop("backend") == {"kind": "nativeCli"}
    assert one["structuredContent"]["mcp"].pop("backend") == {"kind": "pythonWorker"}
    assert one["structuredContent"] == other["structuredContent"]
    assert one["isError"] == other["isError"]


@pytest.mark.parametrize("name", [name for name, case in _CASES.items() if "hostDivergence" in case])
def test_golden_divergence(name: str) -> None:
    """A program that only the looser profile admits has the answer there that its case states."""
    case = _CASES[name]
    divergence = case["hostDivergence"]
    limits = Limits.named(divergence["profile"])
    envelope = agent.answer(case["tool"], golden.arguments(case), limits=limits)
    for pointer, expected in divergence["expect"].items():
        assert golden.find(envelope, pointer) == expected, pointer


def test_golden_cases_reach_every_outcome() -> None:
    """There is a case for each outcome id that the language has."""
    outcomes = read_json("spec/outcomes.json")
    every = {"value", *(f"nil:{reason['id']}" for reason in outcomes["nilReasons"])}
    every |= {f"error:{category['id']}" for category in outcomes["errorCategories"]}
    assert {case["expect"].get("/outcome") for case in _CASES.values()} - {None} == every


def test_golden_cases_reach_every_plain_host_failure() -> None:
    """There is a case for each code that a mere request can bring about."""
    codes = read_json("spec/envelope.schema.json")["$defs"]["hostFailure"]["properties"]["code"]["enum"]
    found = {case["expect"].get("/error/code") for case in _CASES.values()} - {None}
    assert found == set(codes) - _HOST_FAILURES_ELSEWHERE


def test_golden_cases_are_many_and_named_apart() -> None:
    """At least sixty, each with an id of its own."""
    assert len(golden.cases()) == len(_CASES) >= 60


def test_golden_answers_satisfy_the_listed_schema(by_workers: Answers) -> None:
    """What hosts check answers against admits all of them."""
    listed = jsonschema.Draft202012Validator(listed_schema(read_json("spec/envelope.schema.json")))
    for result in by_workers.values():
        listed.validate(result["structuredContent"])
