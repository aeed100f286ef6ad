"""Rates over groups of prompts, and the gap between the languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from benchmarks.evaluation.corpus import LANGUAGES
from benchmarks.evaluation.traces import REPAIR, SELECTION

Rates = dict[str, float | None]

RATES: Final = {
    SELECTION: {
        "toolSelectionAccuracy": "selection",
        "positiveSelectionAccuracy": "of positives",
        "negativeAbstentionRate": "abstention",
        "reachedExpectedToolFirstRate": "tool first",
        "firstAttemptGenerationRate": "generation",
        "endToEndSuccessRate": "end to end",
        "traceCoverage": "traces",
    },
    REPAIR: {
        "diagnosisObservationRate": "diagnosis seen",
        "diagnosisDrivenRepairRate": "repaired",
        "traceCoverage": "traces",
    },
}
"""The rates of each kind of document, and the heads of their columns."""


def rate(verdicts: Iterable[bool]) -> float | None:
    """The share of true verdicts; None of none, because nothing was measured."""
    found = list(verdicts)
    return sum(found) / len(found) if found else None


def gap(by_language: Mapping[str, Mapping[str, Any]]) -> Rates:
    """Each rate of the first language less the second's: positive where English does better."""
    first, second = (by_language[language]["rates"] for language in LANGUAGES)
    return {
        name: None if first[name] is None or second[name] is None else first[name] - second[name]
        for name in first
    }


def is_perfect(score: Mapping[str, Any]) -> bool:
    """Whether every overall rate is 1 and no fault was counted."""
    overall = score["overall"]
    return all(value == 1.0 for value in overall["rates"].values()) and not any(overall["faults"].values())


def table(score: Mapping[str, Any]) -> str:
    """The score as people read it."""
    blocks = [("overall", score["overall"])]
    for grouping in ("byLanguage", "byClass", "byCategory"):
        blocks += list(score.get(grouping, {}).items())
    heads = RATES[score["kind"]]
    lines = [
        f"provenance: {_provenance(score['provenance'])}",
        _row("prompts", list(heads.values())),
    ]
    lines += [_row(_label(name, block), _cells(block["rates"], heads)) for name, block in blocks]
    lines.append(
        _row("languageGap (en - ja)", [_figure(score["languageGap"][name], "+.3f") for name in heads])
    )
    faults = score["overall"]["faults"]
    lines.append("faults: " + ", ".join(f"{name} {_figure(value, 'g')}" for name, value in faults.items()))
    return "\n".join(lines)


def said(failure: Mapping[str, Any]) -> str:
    """One of a score's failures as people read it."""
    return f"{failure['caseId']} in {failure['language']}: {', '.join(failure['failed'])}"


def _provenance(provenance: Mapping[str, Any]) -> str:
    if "modelId" not in provenance:
        return f"{provenance['source']} (shows that the harness works, and nothing of any model)"
    return f"{provenance['source']} {provenance['modelId']}, captured {provenance['capturedAt']}"


def _label(name: str, block: Mapping[str, Any]) -> str:
    return f"{name} ({block['composition']['prompts']})"


def _cells(rates: Mapping[str, float | None], names: Iterable[str]) -> list[str]:
    return [_figure(rates[name], ".3f") for name in names]


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _row(label: str, cells: Sequence[str]) -> str:
    return f"{label:<26}" + "".join(f" {cell:>14}" for cell in cells)
