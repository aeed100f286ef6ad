"""The source tools agree on one program: over every case of the corpus, the phrasebook and the registry.

A file of the corpus is one test, because each case costs four answers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

import ajisai
from ajisai import agent, phrasebook
from ajisai.assets import read_json
from ajisai.contracts.check import ALL_CODE, MAY, UNREAD
from ajisai.machine.vocabulary import records

_CORPUS = Path(__file__).resolve().parent.parent / "conformance"
_SCHEMA = jsonschema.Draft202012Validator(read_json("spec/envelope.schema.json"))
_TOOLS = ("compute", "check", "infer_contracts", "outcomes")
_ON_FORM = {
    "malformedSource",
    "contractViolation",
    "unknownWord",
    "invalidName",
    "protectedWord",
    "nameConflict",
    "definitionConflict",
    "selfReferentialDefinition",
    "wordNotFound",
}
_RULES = tuple(f"({rule})" for rule in (MAY, ALL_CODE, UNREAD))
_SMALL = 4_000  # bytes of JSON: validating a larger answer takes long and shows nothing new


class Subject(NamedTuple):
    """A program, and the ceilings that it is looked at under."""

    name: str
    source: str
    limits: ajisai.Limits
    words: tuple[str, ...] = ()


def _cases(path: Path) -> Iterator[Subject]:
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
        profile = case.get("profile", "mcp-local-stdio")
        limits = ajisai.Limits.named(profile, **case.get("limits", {}))
        yield Subject(case["id"], case["source"], limits)


def _outcomes() -> Iterator[Subject]:
    document = read_json("spec/outcomes.json")
    for entry in (*document["nilReasons"], *document["errorCategories"]):
        yield Subject(entry["id"], entry["witness"], ajisai.Limits.agent())


def _registry() -> Iterator[Subject]:
    for record in records().values():
        for place, example in enumerate(record.examples):
            yield Subject(f"{record.name} {place}", example.source, ajisai.Limits.agent())


def _phrases() -> Iterator[Subject]:
    for entry in phrasebook.current():
        for place, example in enumerate(entry.examples):
            yield Subject(f"{entry.name} {place}", example.source, ajisai.Limits.agent(), (entry.name,))


def _unverified(subject: Subject, request: dict[str, Any], contracts: list[dict[str, Any]]) -> list[str]:
    """The suggested lines that do not verify when all of them are pasted above the source."""
    if not contracts:
        return []
    lines = [contract["suggested"] for contract in contracts]
    pasted = {**request, "source": "\n".join([*lines, subject.source])}
    limits = subject.limits.replacing(source_bytes=subject.limits.source_bytes + 100 * len(lines))
    declared = agent.answer("check", pasted, limits=limits)["contractDecls"]["declarations"]
    verified = {each["word"] for each in declared if each["verdict"] == "verified"}
    return [contract["suggested"] for contract in contracts if contract["word"] not in verified]


def _disagreements(subject: Subject, seen: set[tuple[str, str]]) -> Iterator[str]:
    """What the tools do not agree on. An answer of a kind that was not ``seen`` is validated, too."""
    request: dict[str, Any] = {"source": subject.source}
    if subject.words:
        request["words"] = list(subject.words)
    answers = {tool: agent.answer(tool, request, limits=subject.limits) for tool in _TOOLS}
    category = {tool: each.get("error", {}).get("category") for tool, each in answers.items()}
    compute, outcomes = answers["compute"], answers["outcomes"]

    for tool, each in answers.items():
        kind = (tool, each.get("outcome", str(category[tool])))
        text = agent.to_json(each)
        if kind not in seen and len(text) < _SMALL:
            seen.add(kind)
            yield from (f"{tool}: {fault.message}" for fault in _SCHEMA.iter_errors(json.loads(text)))
    if compute["outcome"] not in outcomes["outcomes"]:
        yield f"{compute['outcome']} is not among {outcomes['outcomes']}"
    if outcomes["exact"] != (len(outcomes["outcomes"]) == 1):
        yield "exact is said of other than one outcome"
    if category["compute"] is not None and compute["outcome"] != f"error:{category['compute']}":
        yield f"{compute['outcome']} beside {category['compute']}"
    unread = compute.get("diagnosis", {}).get("when") == "parse"
    if unread and set(category.values()) != {category["compute"]}:
        yield f"a source that cannot be read is told as {category}"
    if unread and not outcomes["exact"]:
        yield "a source that cannot be read is not predicted exactly"
    if not unread and (category["infer_contracts"] or category["outcomes"]):
        yield f"a source that can be read is refused: {category}"
    if category["compute"] in _ON_FORM and category["check"] != category["compute"]:
        yield f"the run fails on form or names ({category['compute']}), the check says {category['check']}"
    if category["check"] and compute["status"] == "ok" and not answers["check"]["message"].endswith(_RULES):
        yield f"the run is fine, and the check refuses it by no rule: {answers['check']['message']}"
    for line in _unverified(subject, request, answers["infer_contracts"].get("contracts", [])):
        yield f"{line} does not verify"


def _assert_agreement(subjects: Iterator[Subject]) -> None:
    seen: set[tuple[str, str]] = set()
    found = [f"{each.name}: {fault}" for each in subjects for fault in _disagreements(each, seen)]
    assert found == []
    assert seen


@pytest.mark.parametrize("path", sorted(_CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_tools_agree_on_the_corpus(path: Path) -> None:
    """Every program of one file of the conformance corpus."""
    _assert_agreement(_cases(path))


@pytest.mark.parametrize("subjects", [_outcomes, _registry, _phrases], ids=lambda each: each.__name__[1:])
def test_tools_agree_on_shown_programs(subjects: Any) -> None:
    """The witnesses of the outcomes, and the examples of the registry and of the phrasebook."""
    _assert_agreement(subjects())


def test_check_is_stricter_than_a_run() -> None:
    """A name that nothing defines is refused in a Word that is never called, which a run never reaches."""
    source = "[ NOBODY ] 'NEVER' DEF 1"
    assert ajisai.check(source).error is not None
    assert ajisai.run(source).status == "ok"
