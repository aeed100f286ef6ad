"""Scores of a selection document: which tools were called, with what, and whether the task was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.evaluation.corpus import LANGUAGES, NEGATIVE, POSITIVE, Call, Case, Corpus
from benchmarks.evaluation.pointers import meets
from benchmarks.evaluation.rates import gap, rate
from benchmarks.evaluation.traces import SELECTION, Trace, TraceDocument

Answerer = Callable[[Call], dict[str, Any]]
"""What answers a call with an envelope: a live server."""

_SUBJECT: Final = {"word_contract": "word"}  # the argument that holds what was written; else the source


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the scorer found of one prompt.

    Attributes:
        selected: the expected tool was called in the turn; of a negative case, nothing was.
        first: the first call was of the expected tool.
        generated: the first program (or Word) that was written does the task when the expected tool gets it,
            whichever tool it was sent to.
        succeeded: the last call of the expected tool, as it was made, does the task; of a negative case,
            nothing was called.
        calls: how many calls were made; None where there is no trace.
    """

    case: Case
    language: str
    selected: bool
    first: bool
    generated: bool
    succeeded: bool
    calls: int | None


def score(document: TraceDocument, corpus: Corpus, answer: Answerer) -> dict[str, Any]:
    """The JSON record of a document's scores. A missing trace counts as failed everywhere.

    Args:
        document: a document of the kind ``selection``.
        corpus: what it was captured over.
        answer: what the recorded calls are made again through.
    """
    assert document.kind == SELECTION
    verdicts = [
        _judge(case, language, document.traces.get((case.id, language)), answer)
        for case in corpus.cases
        for language in LANGUAGES
    ]
    by_language = _grouped(verdicts, lambda verdict: verdict.language)
    return {
        "kind": SELECTION,
        "provenance": document.provenance,
        "overall": _block(verdicts),
        "byLanguage": by_language,
        "byClass": _grouped(verdicts, lambda verdict: verdict.case.kind),
        "byCategory": _grouped(verdicts, lambda verdict: verdict.case.category),
        "languageGap": gap(by_language),
        "failures": [_failure(verdict) for verdict in verdicts if not verdict.succeeded],
    }


def _judge(case: Case, language: str, trace: Trace | None, answer: Answerer) -> Verdict:
    if trace is None:
        return Verdict(case, language, False, False, False, False, None)
    calls = trace.turns["calls"]
    if case.call is None:
        return Verdict(case, language, not calls, False, False, not calls, len(calls))
    tool = case.call.tool
    expected = [call for call in calls if call.tool == tool]
    written = _first_written(tool, calls)
    return Verdict(
        case,
        language,
        selected=bool(expected),
        first=bool(calls) and calls[0].tool == tool,
        generated=written is not None and meets(answer(written), case.expect),
        succeeded=bool(expected) and meets(answer(expected[-1]), case.expect),
        calls=len(calls),
    )


def _first_written(tool: str, calls: Iterable[Call]) -> Call | None:
    """The first call that carries what the expected tool reads, as a call of that tool."""
    subject = _SUBJECT.get(tool, "source")
    return next((Call(tool, call.arguments) for call in calls if subject in call.arguments), None)


def _grouped(verdicts: Sequence[Verdict], key: Callable[[Verdict], str]) -> dict[str, Any]:
    names = dict.fromkeys(key(verdict) for verdict in verdicts)
    return {name: _block([verdict for verdict in verdicts if key(verdict) == name]) for name in names}


def _block(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    positive = [verdict for verdict in verdicts if verdict.case.kind == POSITIVE]
    negative = [verdict for verdict in verdicts if verdict.case.kind == NEGATIVE]
    irrelevant = [verdict.calls for verdict in negative if verdict.calls]
    return {
        "composition": {
            "prompts": len(verdicts),
            POSITIVE: len(positive),
            NEGATIVE: len(negative),
        },
        "rates": {
            "toolSelectionAccuracy": rate(verdict.selected for verdict in verdicts),
            "positiveSelectionAccuracy": rate(verdict.selected for verdict in positive),
            "negativeAbstentionRate": rate(verdict.selected for verdict in negative),
            "reachedExpectedToolFirstRate": rate(verdict.first for verdict in positive),
            "firstAttemptGenerationRate": rate(verdict.generated for verdict in positive),
            "endToEndSuccessRate": rate(verdict.succeeded for verdict in verdicts),
            "traceCoverage": rate(verdict.calls is not None for verdict in verdicts),
        },
        "faults": {
            "missingTraces": sum(verdict.calls is None for verdict in verdicts),
            "irrelevantCalls": sum(irrelevant),
            "irrelevantToolRate": rate(bool(verdict.calls) for verdict in negative),
        },
    }


def _failure(verdict: Verdict) -> dict[str, Any]:
    return {
        "caseId": verdict.case.id,
        "language": verdict.language,
        "missing": verdict.calls is None,
        "selected": verdict.selected,
        "generated": verdict.generated,
    }
