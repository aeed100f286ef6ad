"""The corpus answering itself, built in memory: a new case can never be missing from it."""

from __future__ import annotations

from typing import Final

from benchmarks.evaluation.corpus import LANGUAGES, Call, Case, Corpus
from benchmarks.evaluation.traces import REFERENCE, REPAIR, SELECTION, Trace, TraceDocument

_PROVENANCE: Final = {"source": REFERENCE}


def selection(corpus: Corpus) -> TraceDocument:
    """The trace document in which every prompt gets its reference call, or none."""
    traces = {
        (case.id, language): Trace({"calls": _calls(case)}) for case in corpus.cases for language in LANGUAGES
    }
    return TraceDocument(SELECTION, _PROVENANCE, traces)


def repair(corpus: Corpus) -> TraceDocument:
    """The trace document in which every repair case fails, and is repaired, as the corpus has it."""
    traces = {
        (case.id, language): Trace({"attempt": (case.failed,), "revision": (case.revision,)})
        for case in corpus.repairs
        for language in LANGUAGES
    }
    return TraceDocument(REPAIR, _PROVENANCE, traces)


def _calls(case: Case) -> tuple[Call, ...]:
    return () if case.call is None else (case.call,)
