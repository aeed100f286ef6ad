"""The source tools agree on one program: over every golden source (the corpus has a test of its own)."""

from __future__ import annotations

from typing import Any

import pytest

from ajisai import Limits, agent
from tests.mcp import golden

_ON_FORM = {"malformedSource", "unknownWord", "contractViolation"}
_SOURCES = {
    case["id"]: golden.arguments(case)
    for case in golden.cases()
    if case["tool"] != "word_contract" and case["expect"].get("/status") != "hostError"
}


def _answer(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return agent.answer(tool, arguments, limits=Limits.agent())


@pytest.mark.parametrize("name", _SOURCES)
def test_source_tools_agree(name: str) -> None:
    """The outcome is foreseen, categories are one, a check that passes holds, suggestions verify."""
    arguments = _SOURCES[name]
    run, check = _answer("compute", arguments), _answer("check", arguments)
    foreseen, inferred = _answer("outcomes", arguments), _answer("infer_contracts", arguments)
    if "outcomes" in foreseen:
        assert run["outcome"] in foreseen["outcomes"]
    category = run.get("error", {}).get("category")
    assert run["outcome"] == f"error:{category}" or category is None
    if category == "malformedSource":
        for other in (check, foreseen, inferred):
            assert other["error"]["category"] == category
    if check["status"] == "ok":
        assert category not in _ON_FORM
    source = arguments["source"]
    for contract in inferred.get("contracts", []):
        suggested = {**arguments, "source": f"{contract['suggested']}\n{source}"}
        verdicts = _answer("check", suggested).get("contractDecls", {}).get("declarations", [])
        found = [verdict["verdict"] for verdict in verdicts if verdict["word"] == contract["word"]]
        # What cannot be checked has no verdicts; what declares the Word wrongly has its own, too.
        assert "verified" in found or not verdicts
