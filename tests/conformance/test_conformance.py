"""Runs the conformance corpus: every case of every JSON file beside this one.

A file is ``{"family": text, "cases": [case, ...]}``. A case states what the law (``spec/language.md``) says
about one program, and only that:

============ =============================================================================================
id           unique over the corpus
source       the program
outcome      ``value``, ``nil:<reason>`` or ``error:<category>``
stack        displays of the final stack, bottom first; for an ERROR the stack at the failure
output       the PRINT texts, in order; a case without it prints nothing
error        category, and any of word, line, column, resource; ``null`` says that the field is absent
steps        executed Words
limits       ceilings that replace those of the profile, by their specified names
profile      ``mcp-local-stdio`` (the default) or ``playground``
note         the sentence that the case pins down
============ =============================================================================================

The files named ``shared_*`` are kept as they were handed to the project, ids included.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ajisai

HERE = Path(__file__).resolve().parent
PROFILES = ("mcp-local-stdio", "playground")
KEYS = {"id", "source", "outcome", "stack", "output", "error", "steps", "limits", "profile", "note"}
ERROR_KEYS = {"category", "word", "line", "column", "resource"}
CEILING_CATEGORIES = {"executionLimitExceeded", "recursionLimitExceeded", "resourceLimitExceeded"}


def _files() -> list[Path]:
    return sorted(HERE.glob("*.json"))


def _cases() -> list[tuple[str, dict[str, Any]]]:
    return [
        (path.name, case)
        for path in _files()
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]
    ]


CASES = _cases()


def _observed_error(error: Any, expected: dict[str, Any]) -> dict[str, Any]:
    return {key: getattr(error, key) for key in expected}


def _check(case: dict[str, Any], result: Any) -> None:
    assert result.outcome == case["outcome"], (result.outcome, result.display, result.error)
    if "stack" in case:
        assert list(result.display) == case["stack"]
    assert list(result.output) == case.get("output", [])
    if "error" in case:
        assert _observed_error(result.error, case["error"]) == case["error"]
    else:
        assert result.error is None
    if "steps" in case:
        assert result.usage.execution_steps == case["steps"]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for _, case in CASES])
def test_case_holds(case: dict[str, Any]) -> None:
    """The program ends as the case says; where no ceiling decides, under either profile."""
    profile = case.get("profile", PROFILES[0])
    limits = case.get("limits", {})
    _check(case, ajisai.run(case["source"], limits=ajisai.Limits.named(profile, **limits)))
    category = case.get("error", {}).get("category")
    if "profile" not in case and not limits and category not in CEILING_CATEGORIES:
        _check(case, ajisai.run(case["source"], limits=ajisai.Limits.named(PROFILES[1])))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in _files()])
def test_file_is_well_formed(path: Path) -> None:
    """A file has a family and cases, a case only known keys, and an ERROR says which."""
    document = json.loads(path.read_text(encoding="utf-8"))
    assert set(document) == {"family", "cases"}
    assert document["cases"]
    for case in document["cases"]:
        assert set(case) <= KEYS, case["id"]
        assert {"id", "source", "outcome"} <= set(case), case["id"]
        failed = case["outcome"].startswith("error:")
        assert failed == ("error" in case), case["id"]
        assert failed or "stack" in case, case["id"]
        if failed:
            assert set(case["error"]) <= ERROR_KEYS, case["id"]
            assert case["outcome"] == "error:" + case["error"]["category"], case["id"]
        if case["outcome"].startswith("nil:"):
            assert case["stack"][-1] == "NIL", case["id"]
        assert case.get("profile", PROFILES[0]) in PROFILES, case["id"]


def test_ids_are_unique() -> None:
    """No two cases share an id."""
    ids = [case["id"] for _, case in CASES]
    assert sorted(ids) == sorted(set(ids))


def test_programs_are_unique() -> None:
    """No two of the project's own cases state the same program under the same ceilings."""
    own = [
        (case["source"], case.get("profile"), json.dumps(case.get("limits"), sort_keys=True))
        for name, case in CASES
        if not name.startswith("shared_")
    ]
    assert len(own) == len(set(own)), [entry for entry in own if own.count(entry) > 1]


def _root(project_root: Path, name: str) -> Any:
    return json.loads((project_root / "spec" / name).read_text(encoding="utf-8"))


def test_every_word_is_exercised(project_root: Path) -> None:
    """Every Core Word is written in some case."""
    written = {token.upper() for _, case in CASES for token in case["source"].split()}
    names = {record["name"] for record in _root(project_root, "words.json")["words"]}
    assert names <= written, names - written


def test_every_declared_error_is_provoked(project_root: Path) -> None:
    """Every ERROR category that a Word's contract declares is raised by that Word in some case."""
    raised = {(case["error"].get("word"), case["error"]["category"]) for _, case in CASES if "error" in case}
    declared = {
        (record["name"], category)
        for record in _root(project_root, "words.json")["words"]
        for category in record["errors"]
    }
    assert declared <= raised, sorted(declared - raised)


def test_every_projection_is_provoked(project_root: Path) -> None:
    """Every Word that projects a NIL is written in a case that ends in a NIL of that reason."""
    ends = {
        (token.upper(), case["outcome"].removeprefix("nil:"))
        for _, case in CASES
        if case["outcome"].startswith("nil:")
        for token in case["source"].split()
    }
    declared = {
        (record["name"], reason)
        for record in _root(project_root, "words.json")["words"]
        for reason in record["projection"]["reasons"]
    }
    assert declared <= ends, sorted(declared - ends)


def test_every_outcome_is_reached(project_root: Path) -> None:
    """Every NIL reason and every ERROR category of the closed lists ends some case."""
    outcomes = _root(project_root, "outcomes.json")
    named = {"nil:" + entry["id"] for entry in outcomes["nilReasons"]}
    named |= {"error:" + entry["id"] for entry in outcomes["errorCategories"]}
    reached = {case["outcome"] for _, case in CASES}
    assert reached == named | {"value"}
