"""Scores of a trace document: which tools were called, with what, and whether the task was done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.evaluation.corpus import LANGUAGES, NEGATIVE, POSITIVE, Call, Case, Corpus, RepairCase
from benchmarks.evaluation.pointers import meets
from benchmarks.evaluation.rates import RATES, gap, rate
from benchmarks.evaluation.traces import REPAIR, SELECTION, Trace, TraceDocument, cases_of

Answerer = Callable[[Call], dict[str, Any]]
"""What answers a call with an envelope: a live server."""

_SUBJECT: Final = {"word_contract": "word"}  # the argument that holds what was written; else the source
_TASK: Final = {SELECTION: "endToEndSuccessRate", REPAIR: "diagnosisDrivenRepairRate"}
"""The rate of which a prompt that fails is listed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the scorer found of one prompt.

    Attributes:
        calls: how many calls were made; None where there is no trace.
        marks: whether the prompt counts as done, by each rate that it has a part in.
    """

    case: Case | RepairCase
    language: str
    calls: int | None
    marks: dict[str, bool]


def score(document: TraceDocument, corpus: Corpus, answer: Answerer) -> dict[str, Any]:
    """The JSON record of a document's scores. A missing trace counts as failed everywhere.

    A revision that works counts only behind the expected diagnosis: without it the model did not repair, it
    wrote another program.

    Args:
        document: a document of either kind.
        corpus: what it was captured over.
        answer: what the recorded calls are made again through.
    """
    kind = document.kind
    verdicts = [
        _judged(case, language, document.traces.get((case.id, language)), answer)
        for case in cases_of(corpus, kind)
        for language in LANGUAGES
    ]

    def grouped(key: Callable[[Verdict], str]) -> dict[str, Any]:
        names = dict.fromkeys(key(verdict) for verdict in verdicts)
        return {name: _block([found for found in verdicts if key(found) == name], kind) for name in names}

    by_language = grouped(lambda verdict: verdict.language)
    return {
        "kind": kind,
        "provenance": document.provenance,
        "overall": _block(verdicts, kind),
        "byLanguage": by_language,
        **({"byClass": grouped(_class_of)} if kind == SELECTION else {}),
        "byCategory": grouped(lambda verdict: verdict.case.category),
        "languageGap": gap(by_language),
        "failures": [_failure(verdict) for verdict in verdicts if not verdict.marks[_TASK[kind]]],
    }


def _judged(case: Case | RepairCase, language: str, trace: Trace | None, answer: Answerer) -> Verdict:
    if isinstance(case, RepairCase):
        marks = _repair_marks(case, trace, answer)
    elif case.call is None:
        marks = _negative_marks(trace)
    else:
        marks = _positive_marks(case, case.call.tool, trace, answer)
    calls = None if trace is None else sum(map(len, trace.turns.values()))
    return Verdict(case, language, calls, {**marks, "traceCoverage": trace is not None})


def _negative_marks(trace: Trace | None) -> dict[str, bool]:
    silent = trace is not None and not trace.turns["calls"]
    return {
        "toolSelectionAccuracy": silent,
        "negativeAbstentionRate": silent,
        "endToEndSuccessRate": silent,
    }


def _positive_marks(case: Case, tool: str, trace: Trace | None, answer: Answerer) -> dict[str, bool]:
    calls = () if trace is None else trace.turns["calls"]
    expected = [call for call in calls if call.tool == tool]
    written = _first_written(tool, calls)
    return {
        "toolSelectionAccuracy": bool(expected),
        "positiveSelectionAccuracy": bool(expected),
        "reachedExpectedToolFirstRate": bool(calls) and calls[0].tool == tool,
        "firstAttemptGenerationRate": written is not None and meets(answer(written), case.expect),
        "endToEndSuccessRate": bool(expected) and meets(answer(expected[-1]), case.expect),
    }


def _repair_marks(case: RepairCase, trace: Trace | None, answer: Answerer) -> dict[str, bool]:
    attempt, revision = ((), ()) if trace is None else (trace.turns["attempt"], trace.turns["revision"])
    observed = any(meets(answer(call), case.diagnosis) for call in attempt)
    repaired = observed and any(meets(answer(call), case.expect) for call in revision)
    return {"diagnosisObservationRate": observed, "diagnosisDrivenRepairRate": repaired}


def _first_written(tool: str, calls: Iterable[Call]) -> Call | None:
    """The first call that carries what the expected tool reads, as a call of that tool."""
    subject = _SUBJECT.get(tool, "source")
    return next((Call(tool, call.arguments) for call in calls if subject in call.arguments), None)


def _class_of(verdict: Verdict) -> str:
    return verdict.case.kind


def _block(verdicts: Sequence[Verdict], kind: str) -> dict[str, Any]:
    classes = Counter(map(_class_of, verdicts))
    negative = [verdict.calls or 0 for verdict in verdicts if _class_of(verdict) == NEGATIVE]
    composition = {"prompts": len(verdicts)}
    faults: dict[str, Any] = {"missingTraces": sum(verdict.calls is None for verdict in verdicts)}
    if kind == SELECTION:
        composition |= {name: classes[name] for name in (POSITIVE, NEGATIVE)}
        faults |= {"irrelevantCalls": sum(negative), "irrelevantToolRate": rate(map(bool, negative))}
    rates = {
        name: rate(verdict.marks[name] for verdict in verdicts if name in verdict.marks)
        for name in RATES[kind]
    }
    return {"composition": composition, "rates": rates, "faults": faults}


def _failure(verdict: Verdict) -> dict[str, Any]:
    return {
        "caseId": verdict.case.id,
        "language": verdict.language,
        "failed": [name for name, done in verdict.marks.items() if not done],
    }
