"""Scores of a repair document: was the failure seen as what it is, and did the revision mend it?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.evaluation.corpus import LANGUAGES, Corpus, RepairCase
from benchmarks.evaluation.pointers import meets
from benchmarks.evaluation.rates import gap, rate
from benchmarks.evaluation.scoring import Answerer
from benchmarks.evaluation.traces import REPAIR, Trace, TraceDocument


@dataclass(frozen=True, slots=True)
class RepairVerdict:
    """What the scorer found of one prompt.

    Attributes:
        observed: a call of the first turn, made again through the tool it was sent to, answers the expected
            diagnosis.
        repaired: it was observed, and a call of the second turn then does the task.
        present: there is a trace.
    """

    case: RepairCase
    language: str
    observed: bool
    repaired: bool
    present: bool


def score_repairs(document: TraceDocument, corpus: Corpus, answer: Answerer) -> dict[str, Any]:
    """The JSON record of a repair document's scores.

    A revision that works counts only behind the expected diagnosis: without it the model did not repair, it
    wrote another program.

    Args:
        document: a document of the kind ``repair``.
        corpus: what it was captured over.
        answer: what the recorded calls are made again through.
    """
    assert document.kind == REPAIR
    verdicts = [
        _judge(case, language, document.traces.get((case.id, language)), answer)
        for case in corpus.repairs
        for language in LANGUAGES
    ]
    by_language = _grouped(verdicts, lambda verdict: verdict.language)
    return {
        "kind": REPAIR,
        "provenance": document.provenance,
        "overall": _block(verdicts),
        "byLanguage": by_language,
        "byCategory": _grouped(verdicts, lambda verdict: verdict.case.category),
        "languageGap": gap(by_language),
        "failures": [
            {"caseId": verdict.case.id, "language": verdict.language, "observed": verdict.observed}
            for verdict in verdicts
            if not verdict.repaired
        ],
    }


def _judge(case: RepairCase, language: str, trace: Trace | None, answer: Answerer) -> RepairVerdict:
    if trace is None:
        return RepairVerdict(case, language, False, False, False)
    observed = any(meets(answer(call), case.diagnosis) for call in trace.turns["attempt"])
    repaired = observed and any(meets(answer(call), case.expect) for call in trace.turns["revision"])
    return RepairVerdict(case, language, observed, repaired, True)


def _grouped(verdicts: Sequence[RepairVerdict], key: Callable[[RepairVerdict], str]) -> dict[str, Any]:
    names = dict.fromkeys(key(verdict) for verdict in verdicts)
    return {name: _block([verdict for verdict in verdicts if key(verdict) == name]) for name in names}


def _block(verdicts: Sequence[RepairVerdict]) -> dict[str, Any]:
    return {
        "composition": {"prompts": len(verdicts)},
        "rates": {
            "diagnosisObservationRate": rate(verdict.observed for verdict in verdicts),
            "diagnosisDrivenRepairRate": rate(verdict.repaired for verdict in verdicts),
            "traceCoverage": rate(verdict.present for verdict in verdicts),
        },
        "faults": {"missingTraces": sum(not verdict.present for verdict in verdicts)},
    }
