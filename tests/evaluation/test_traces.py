"""Trace documents without a sound provenance are rejected, and so are traces that are no calls."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.evaluation import corpus, reference, traces
from benchmarks.evaluation.__main__ import main
from benchmarks.evaluation.corpus import Corpus
from benchmarks.evaluation.documents import InvalidDocument
from tests.evaluation.test_scoring import MODEL_PROVENANCE


def _document(committed: Corpus, **changes: Any) -> dict[str, Any]:
    return {**traces.to_json(reference.selection(committed)), **changes}


@pytest.mark.parametrize("kind", [traces.SELECTION, traces.REPAIR])
def test_from_json_what_to_json_wrote_is_the_same_document(committed: Corpus, kind: str) -> None:
    """Both kinds of document survive the file."""
    document = (reference.selection if kind == traces.SELECTION else reference.repair)(committed)
    assert traces.from_json(json.loads(json.dumps(traces.to_json(document))), committed) == document
    assert traces.missing(document, committed) == []


def test_provenance_both_forms_are_accepted() -> None:
    """A fixture says only that; a model says all of its keys."""
    assert list(traces.provenance_faults({"source": "referenceFixture"})) == []
    assert list(traces.provenance_faults(MODEL_PROVENANCE)) == []


@pytest.mark.parametrize("key", [key for key in MODEL_PROVENANCE if key != "source"])
def test_provenance_model_without_a_key_is_rejected(key: str) -> None:
    """Every key of a model's provenance is needed."""
    assert list(traces.provenance_faults({k: v for k, v in MODEL_PROVENANCE.items() if k != key}))


@pytest.mark.parametrize(
    "provenance",
    [
        None,
        {},
        "model",
        {"source": "human"},
        {"source": None},
        {"source": "referenceFixture", "modelId": "x"},
        {**MODEL_PROVENANCE, "note": "x"},
        {**MODEL_PROVENANCE, "modelId": " "},
        {**MODEL_PROVENANCE, "modelId": "a\nb"},
        {**MODEL_PROVENANCE, "modelId": "\ud800"},
        {**MODEL_PROVENANCE, "toolChoice": None},
        {**MODEL_PROVENANCE, "promptTemplateDigest": "sha256:abc"},
        {**MODEL_PROVENANCE, "promptTemplateDigest": "md5:" + "0" * 64},
        {**MODEL_PROVENANCE, "capturedAt": "yesterday"},
        {**MODEL_PROVENANCE, "capturedAt": "2026-01-02T03:04:05"},
        {**MODEL_PROVENANCE, "versions": {"server": "1"}},
        {**MODEL_PROVENANCE, "versions": dict.fromkeys(traces.VERSIONS, 1)},
    ],
    ids=str,
)
def test_provenance_anything_else_is_rejected(committed: Corpus, provenance: Any) -> None:
    """No document is scored whose origin is not declared."""
    with pytest.raises(InvalidDocument):
        traces.from_json(_document(committed, provenance=provenance), committed)


def _spoilt(entry: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {key: value for key, value in {**entry, **changes}.items() if value is not None}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"caseId": "no-such-case"}, "is no prompt of the corpus"),
        ({"language": "fr"}, "is no prompt of the corpus"),
        ({"language": None}, "names no caseId and language"),
        ({"calls": None}, "holds calls, and no verdict"),
        ({"passed": True}, "holds calls, and no verdict"),
        ({"calls": {}}, "must be a list of calls"),
        ({"calls": [{"tool": "compute"}]}, "must be a list of calls"),
        ({"calls": [{"tool": 1, "arguments": {}}]}, "must be a list of calls"),
        ({"calls": [{"tool": "compute", "arguments": "1"}]}, "must be a list of calls"),
        ({"calls": [{"tool": "compute", "arguments": {}, "ok": True}]}, "must be a list of calls"),
    ],
)
def test_from_json_malformed_trace_is_named(committed: Corpus, changes: dict[str, Any], fault: str) -> None:
    """A trace that could not be scored is refused before anything is."""
    document = _document(committed)
    document["traces"][0] = _spoilt(document["traces"][0], **changes)
    with pytest.raises(InvalidDocument, match=fault):
        traces.from_json(document, committed)


def test_from_json_repeated_trace_is_refused(committed: Corpus) -> None:
    """One prompt, one trace: the second could hide the first."""
    document = _document(committed)
    document["traces"].append(copy.deepcopy(document["traces"][0]))
    with pytest.raises(InvalidDocument, match="stands twice"):
        traces.from_json(document, committed)


@pytest.mark.parametrize(
    "changes", [{"kind": "verdicts"}, {"kind": []}, {"schemaVersion": 2}, {"traces": {}}], ids=str
)
def test_from_json_unknown_form_is_refused(committed: Corpus, changes: dict[str, Any]) -> None:
    """Kind, version and list of traces."""
    with pytest.raises(InvalidDocument):
        traces.from_json(_document(committed, **changes), committed)


def test_from_json_value_that_is_no_object_is_refused(committed: Corpus) -> None:
    """A list of traces alone says nothing of its origin."""
    with pytest.raises(InvalidDocument, match="kind"):
        traces.from_json([], committed)


def test_validate_incomplete_trace_document_exits_1(
    tmp_path: Path, committed: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    """A document that leaves prompts out is no committed trace."""
    document = _document(committed)
    del document["traces"][3]
    place = tmp_path / "traces.json"
    place.write_text(json.dumps(document), encoding="utf-8")
    assert main(["validate", str(place)]) == 1
    assert f"no trace of {committed.cases[1].id} in ja" in capsys.readouterr().err


def test_validate_whole_trace_document_exits_0(tmp_path: Path, committed: Corpus) -> None:
    """The reference document is whole."""
    place = tmp_path / "traces.json"
    place.write_text(json.dumps(_document(committed)), encoding="utf-8")
    assert main(["validate", str(place)]) == 0


def test_validate_trace_text_that_is_no_json_exits_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A broken file is named."""
    place = tmp_path / "traces.json"
    place.write_text("[", encoding="utf-8")
    assert main(["validate", str(place)]) == 1
    assert "traces.json is not JSON" in capsys.readouterr().err


def test_keys_of_corpus_holds_each_prompt_once(committed: Corpus) -> None:
    """Every case in every language."""
    assert len(set(traces.keys_of(committed, traces.SELECTION))) == 78 * len(corpus.LANGUAGES)
