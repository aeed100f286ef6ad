"""A revision counts only behind the expected diagnosis, through whichever tool was called."""

from __future__ import annotations

from benchmarks.evaluation import corpus, rates, reference, scoring, traces
from benchmarks.evaluation.corpus import Call
from benchmarks.evaluation.live_server import LiveServer
from benchmarks.evaluation.traces import Trace, TraceDocument
from tests.evaluation.test_scoring import MODEL_PROVENANCE


def _trace(attempt: Call | None, *revision: Call) -> Trace:
    return Trace({"attempt": () if attempt is None else (attempt,), "revision": revision})


def test_score_repairs_reference_is_perfect(committed: corpus.Corpus, server: LiveServer) -> None:
    """Every failing program fails as it should, and its repair works."""
    score = scoring.score(reference.repair(committed), committed, server.answer)
    assert rates.is_perfect(score)
    assert set(score["byCategory"]) == set(corpus.REPAIR_KINDS)


def test_score_repairs_scripted_model_is_what_hands_compute(
    committed: corpus.Corpus, server: LiveServer
) -> None:
    """Twelve prompts: one of each mistake in English; four of the Japanese ones are missing."""
    good = Call("compute", {"source": "1 2 ADD"})
    found = {
        # `check` sees the same diagnosis as a run: observed, repaired
        ("repair-unknown-word", "en"): _trace(Call("check", {"source": "1 2 AD"}), good),
        # the revision is right, but no failure was met before it: neither
        ("repair-stack-shape", "en"): _trace(
            Call("compute", {"source": "5 5 MUL"}), Call("compute", {"source": "5 5 MUL"})
        ),
        # met, and revised wrongly: observed
        ("repair-malformed-source", "en"): _trace(
            Call("compute", {"source": "[ 1 2 3 REVERSE"}), Call("compute", {"source": "[ 1 2 3 ]"})
        ),
        # met, and given up: observed
        ("repair-collection-ceiling", "en"): _trace(Call("compute", {"source": "1 200000 RANGE"})),
        # another failure than the expected one: neither
        ("repair-contract", "en"): _trace(
            Call("compute", {"source": "7 SQUARE"}), Call("compute", {"source": "7 7 MUL"})
        ),
        # met, checked and then run: observed, repaired
        ("repair-shape-mismatch", "en"): _trace(
            Call("compute", {"source": "[ 1 2 ] [ 10 20 30 ] ADD"}),
            Call("check", {"source": "[ 1 2 ] [ 10 20 ] ADD"}),
            Call("compute", {"source": "[ 1 2 ] [ 10 20 ] ADD"}),
        ),
        ("repair-unknown-word", "ja"): _trace(Call("compute", {"source": "1 2 AD"}), good),
        ("repair-stack-shape", "ja"): _trace(None),  # silent
    }
    score = scoring.score(TraceDocument(traces.REPAIR, MODEL_PROVENANCE, found), committed, server.answer)
    assert score["overall"] == {
        "composition": {"prompts": 12},
        "rates": {
            "diagnosisObservationRate": 5 / 12,
            "diagnosisDrivenRepairRate": 3 / 12,
            "traceCoverage": 8 / 12,
        },
        "faults": {"missingTraces": 4},
    }
    assert score["byLanguage"]["en"]["rates"] == {
        "diagnosisObservationRate": 4 / 6,
        "diagnosisDrivenRepairRate": 2 / 6,
        "traceCoverage": 1.0,
    }
    assert score["languageGap"] == {
        "diagnosisObservationRate": 4 / 6 - 1 / 6,
        "diagnosisDrivenRepairRate": 2 / 6 - 1 / 6,
        "traceCoverage": 1.0 - 2 / 6,
    }
