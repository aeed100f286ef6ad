"""Scores of a scripted bad model, computed by hand; and the reference's, which are perfect."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks.evaluation import corpus, rates, reference, scoring, traces
from benchmarks.evaluation.__main__ import main
from benchmarks.evaluation.corpus import Call, Case, Corpus
from benchmarks.evaluation.live_server import LiveServer
from benchmarks.evaluation.traces import Trace, TraceDocument

MODEL_PROVENANCE = {
    "source": "model",
    "modelId": "scripted",
    "promptTemplateDigest": "sha256:" + "0" * 64,
    "toolChoice": "auto",
    "capturedAt": "2026-01-02T03:04:05+00:00",
    "versions": {"server": "1", "engine": "1", "specification": "1", "assetDigest": "x"},
}

_RIGHT = Call("compute", {"source": "1 2 ADD"})
_WRONG = Call("compute", {"source": "1 2 SUB"})
_LOOK = Call("word_contract", {"word": "ADD"})
_SUM = {"/stackDisplay": ["3/1"]}
_PROMPTS = {"en": "add", "ja": "足す"}


def _tiny() -> Corpus:
    sums = [Case(f"p{number}", "sum", _PROMPTS, _RIGHT, _SUM) for number in range(1, 5)]
    look = Case("p5", "registry", _PROMPTS, _LOOK, {"/matches/0/name": "ADD"})
    nothing = [Case(f"n{number}", "prose", _PROMPTS, None, {}) for number in range(1, 4)]
    return Corpus((*sums, look, *nothing), ())


def _bad_model() -> TraceDocument:
    english = {
        "p1": (Call("check", {"source": "1 2 ADD"}),),  # the wrong tool, with the right source
        "p2": (_WRONG,),  # the right tool, with the wrong source
        "p3": (_LOOK, _RIGHT),  # looks a Word up before it computes
        "p4": (),  # silent
        "p5": (_LOOK,),
        "n1": (_RIGHT,),  # calls where nothing is to be called
        "n2": (_LOOK, _RIGHT),
        "n3": (),
    }
    # p1 and n3 are missing; in p2 a second call makes good what the first got wrong
    japanese = {"p2": (_WRONG, _RIGHT), "p3": (_RIGHT,), "p4": (_RIGHT,), "p5": (_LOOK,), "n1": (), "n2": ()}
    found = {(case, "en"): Trace({"calls": calls}) for case, calls in english.items()}
    found |= {(case, "ja"): Trace({"calls": calls}) for case, calls in japanese.items()}
    return TraceDocument(traces.SELECTION, MODEL_PROVENANCE, found)


def _rates(*values: float | None) -> dict[str, float | None]:
    names = (
        "toolSelectionAccuracy",
        "positiveSelectionAccuracy",
        "negativeAbstentionRate",
        "reachedExpectedToolFirstRate",
        "firstAttemptGenerationRate",
        "endToEndSuccessRate",
        "traceCoverage",
    )
    return dict(zip(names, values, strict=True))


def test_score_bad_model_overall_is_what_hands_compute(server: LiveServer) -> None:
    """Ten positive and six negative prompts, two of them without a trace."""
    overall = scoring.score(_bad_model(), _tiny(), server.answer)["overall"]
    assert overall == {
        "composition": {"prompts": 16, "positive": 10, "negative": 6},
        "rates": _rates(10 / 16, 7 / 10, 3 / 6, 6 / 10, 6 / 10, 9 / 16, 14 / 16),
        "faults": {"missingTraces": 2, "irrelevantCalls": 3, "irrelevantToolRate": 2 / 6},
    }


def test_score_bad_model_by_language_is_what_hands_compute(server: LiveServer) -> None:
    """Each language by itself, and what one is ahead of the other."""
    score = scoring.score(_bad_model(), _tiny(), server.answer)
    english, japanese = score["byLanguage"]["en"], score["byLanguage"]["ja"]
    assert english["rates"] == _rates(4 / 8, 3 / 5, 1 / 3, 2 / 5, 3 / 5, 3 / 8, 1.0)
    assert english["faults"] == {"missingTraces": 0, "irrelevantCalls": 3, "irrelevantToolRate": 2 / 3}
    assert japanese["rates"] == _rates(6 / 8, 4 / 5, 2 / 3, 4 / 5, 3 / 5, 6 / 8, 6 / 8)
    assert japanese["faults"] == {"missingTraces": 2, "irrelevantCalls": 0, "irrelevantToolRate": 0.0}
    assert score["languageGap"] == pytest.approx(
        _rates(-2 / 8, -1 / 5, -1 / 3, -2 / 5, 0.0, -3 / 8, 2 / 8), abs=1e-12
    )


def test_score_bad_model_by_class_and_category_is_what_hands_compute(server: LiveServer) -> None:
    """A rate over nothing is None, never 0 or 1."""
    score = scoring.score(_bad_model(), _tiny(), server.answer)
    assert score["byClass"]["positive"]["rates"] == _rates(
        7 / 10, 7 / 10, None, 6 / 10, 6 / 10, 6 / 10, 9 / 10
    )
    assert score["byClass"]["negative"]["rates"] == _rates(3 / 6, None, 3 / 6, None, None, 3 / 6, 5 / 6)
    assert score["byCategory"]["registry"] == {
        "composition": {"prompts": 2, "positive": 2, "negative": 0},
        "rates": _rates(1.0, 1.0, None, 1.0, 1.0, 1.0, 1.0),
        "faults": {"missingTraces": 0, "irrelevantCalls": 0, "irrelevantToolRate": None},
    }
    assert list(score["byCategory"]) == ["sum", "registry", "prose"]


def test_score_bad_model_lists_what_failed(server: LiveServer) -> None:
    """Seven prompts of sixteen, with what was right of each."""
    failures = scoring.score(_bad_model(), _tiny(), server.answer)["failures"]
    assert [(entry["caseId"], entry["language"]) for entry in failures] == [
        ("p1", "en"), ("p1", "ja"), ("p2", "en"), ("p4", "en"), ("n1", "en"), ("n2", "en"), ("n3", "ja")
    ]  # fmt: skip
    assert failures[0]["failed"] == [
        "toolSelectionAccuracy",
        "positiveSelectionAccuracy",
        "reachedExpectedToolFirstRate",
        "endToEndSuccessRate",
    ]
    assert failures[2]["failed"] == ["firstAttemptGenerationRate", "endToEndSuccessRate"]
    assert failures[6]["failed"] == [
        "toolSelectionAccuracy",
        "negativeAbstentionRate",
        "endToEndSuccessRate",
        "traceCoverage",
    ]


def test_table_bad_model_shows_every_group_and_the_gap(server: LiveServer) -> None:
    """The provenance, the heads, a row for each group with its prompts, the gap, the faults."""
    lines = rates.table(scoring.score(_bad_model(), _tiny(), server.answer)).splitlines()
    assert lines[0] == "provenance: model scripted, captured 2026-01-02T03:04:05+00:00"
    heads = ["selection", "of positives", "abstention", "tool first", "generation", "end to end", "traces"]
    assert re.split(r"\s{2,}", lines[1]) == ["prompts", *heads]
    assert [line.split("  ")[0] for line in lines[2:-1]] == [
        *("overall (16)", "en (8)", "ja (8)", "positive (10)", "negative (6)"),
        *("sum (8)", "registry (2)", "prose (6)", "languageGap (en - ja)"),
    ]
    assert lines[2].split()[2:] == ["0.625", "0.700", "0.500", "0.600", "0.600", "0.562", "0.875"]
    assert lines[6].split()[2:] == ["0.500", "-", "0.500", "-", "-", "0.500", "0.833"]
    assert lines[-2].split()[4:] == ["-0.250", "-0.200", "-0.333", "-0.400", "+0.000", "-0.375", "+0.250"]
    assert lines[-1] == "faults: missingTraces 2, irrelevantCalls 3, irrelevantToolRate 0.333333"


@pytest.mark.parametrize(
    ("case", "source", "words", "done"),
    [
        ("phrasebook-median", "[ 7 1 5 3 ] MEDIAN", ["MEDIAN"], True),
        ("phrasebook-median", "[ 7 1 5 3 ] median", ["median"], True),
        ("phrasebook-median", "4", None, False),
        ("phrasebook-median", "4", ["MEAN"], False),
        ("phrasebook-median", "[ 7 1 5 3 ] MEAN", ["MEAN"], False),
        ("phrasebook-stdev", "[ 2 4 4 4 5 5 7 9 ] STDEV", ["STDEV"], True),
        ("phrasebook-stdev", "[ 2 4 4 4 5 5 7 9 ] VARIANCE SQRT", ["VARIANCE"], True),
        ("phrasebook-stdev", "4 SQRT", None, False),
        ("phrasebook-thousands", "1234567 THOUSANDS", ["THOUSANDS"], True),
        ("phrasebook-thousands", "'1,234,567'", None, False),
    ],
)
def test_score_phrasebook_case_asks_for_the_phrasebook(
    case: str, source: str, words: list[str] | None, done: bool, committed: Corpus, server: LiveServer
) -> None:
    """The right value by other means is not what was asked for."""
    (asked,) = (found for found in committed.cases if found.id == case)
    call = Call("compute", {"source": source} | ({} if words is None else {"words": words}))
    document = TraceDocument(traces.SELECTION, MODEL_PROVENANCE, {(case, "en"): Trace({"calls": (call,)})})
    score = scoring.score(document, Corpus((asked,), ()), server.answer)
    assert score["byLanguage"]["en"]["rates"]["endToEndSuccessRate"] == float(done)


def test_score_tool_that_does_not_exist_is_a_wrong_choice(server: LiveServer) -> None:
    """A model may make up a tool: that is scored, not refused."""
    made_up = Trace({"calls": (Call("calculate", {"source": "1 2 ADD"}),)})
    document = TraceDocument(traces.SELECTION, MODEL_PROVENANCE, {("p1", "en"): made_up})
    english = scoring.score(document, _tiny(), server.answer)["byLanguage"]["en"]
    assert english["rates"]["positiveSelectionAccuracy"] == 0
    assert english["rates"]["firstAttemptGenerationRate"] == 1 / 5


def test_reference_live_server_scores_1_everywhere(committed: corpus.Corpus, server: LiveServer) -> None:
    """The corpus answering itself: each rate of each block is 1 or over nothing, no fault is counted."""
    score = scoring.score(reference.selection(committed), committed, server.answer)
    assert rates.is_perfect(score)
    assert score["failures"] == []
    blocks = [score["overall"]]
    for grouping in ("byLanguage", "byClass", "byCategory"):
        blocks += score[grouping].values()
    for block in blocks:
        assert set(block["rates"].values()) <= {1.0, None}
        assert not any(block["faults"].values())
    assert set(score["languageGap"].values()) == {0.0}
    assert score["overall"]["composition"] == {"prompts": 156, "positive": 116, "negative": 40}


def test_reference_subcommand_exits_0_and_keeps_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command starts a server of its own; its record names the provenance."""
    record = tmp_path / "record.json"
    assert main(["reference", "--json", str(record)]) == 0
    assert "referenceFixture" in capsys.readouterr().out
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert kept["selection"]["provenance"] == {"source": "referenceFixture"}
    assert kept["repair"]["overall"]["rates"]["diagnosisDrivenRepairRate"] == 1.0


def _write(place: Path, document: TraceDocument) -> str:
    place.write_text(json.dumps(traces.to_json(document)), encoding="utf-8")
    return str(place)


@pytest.mark.usefixtures("borrowed")
def test_require_perfect_reference_fixture_passes(tmp_path: Path, committed: corpus.Corpus) -> None:
    """The flag asserts that the scorer runs from end to end."""
    place = _write(tmp_path / "traces.json", reference.selection(committed))
    assert main(["score", place, "--require-perfect"]) == 0


def test_require_perfect_model_trace_is_refused(
    tmp_path: Path, committed: corpus.Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    """A perfect model trace is refused too: what a model did is measured, never asserted."""
    perfect = TraceDocument(traces.SELECTION, MODEL_PROVENANCE, reference.selection(committed).traces)
    place = _write(tmp_path / "traces.json", perfect)
    assert main(["score", place, "--require-perfect"]) == 1
    assert "never asserted" in capsys.readouterr().err


@pytest.mark.usefixtures("borrowed")
def test_require_perfect_incomplete_fixture_fails(
    tmp_path: Path, committed: corpus.Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    """One missing trace is enough."""
    document = reference.selection(committed)
    del document.traces["rational-sum", "ja"]
    assert main(["score", _write(tmp_path / "traces.json", document), "--require-perfect"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("evaluation: not perfect: rational-sum in ja: toolSelectionAccuracy, ")


@pytest.mark.usefixtures("borrowed")
def test_score_model_trace_prints_its_provenance(
    tmp_path: Path, committed: corpus.Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    """A score copied out of a log still says what produced it; an imperfect model is no failure."""
    silent = {key: Trace({"calls": ()}) for key in traces.keys_of(committed, traces.SELECTION)}
    document = TraceDocument(traces.SELECTION, MODEL_PROVENANCE, silent)
    assert main(["score", _write(tmp_path / "traces.json", document)]) == 0
    assert "provenance: model scripted, captured 2026-01-02" in capsys.readouterr().out


def test_score_repair_document_is_refused(
    tmp_path: Path, committed: corpus.Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each scorer takes its own kind."""
    place = _write(tmp_path / "traces.json", reference.repair(committed))
    assert main(["score", place]) == 1
    assert "repair document" in capsys.readouterr().err
