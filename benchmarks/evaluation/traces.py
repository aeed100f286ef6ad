"""Trace documents: what was called for each prompt, and what produced it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from benchmarks.evaluation.corpus import LANGUAGES, Call, Case, Corpus, RepairCase, call_of
from benchmarks.evaluation.documents import InvalidDocument, read_json

SCHEMA_VERSION: Final = 1
SELECTION, REPAIR = "selection", "repair"
REFERENCE, MODEL = "referenceFixture", "model"
PARTS: Final = {SELECTION: ("calls",), REPAIR: ("attempt", "revision")}
VERSIONS: Final = ("server", "engine", "specification", "assetDigest")
_MODEL_KEYS: Final = {"source", "modelId", "promptTemplateDigest", "toolChoice", "capturedAt", "versions"}
_DIGEST: Final = re.compile(r"sha256:[0-9a-f]{64}")

Key = tuple[str, str]
"""A case's id and a language: one prompt."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What was called for one prompt, by turn (``calls``; ``attempt`` and ``revision``): no verdict."""

    turns: dict[str, tuple[Call, ...]]


@dataclass(frozen=True, slots=True)
class TraceDocument:
    """Traces of one origin."""

    kind: str
    provenance: dict[str, Any]
    traces: dict[Key, Trace]

    @property
    def is_reference(self) -> bool:
        """Whether the corpus, and no model, made it."""
        return bool(self.provenance["source"] == REFERENCE)


def cases_of(corpus: Corpus, kind: str) -> Sequence[Case | RepairCase]:
    """The cases that a document of this kind is about."""
    return corpus.cases if kind == SELECTION else corpus.repairs


def keys_of(corpus: Corpus, kind: str) -> list[Key]:
    """Every prompt that a whole document of this kind answers."""
    return [(case.id, language) for case in cases_of(corpus, kind) for language in LANGUAGES]


def read(place: Path, corpus: Corpus) -> TraceDocument:
    """The trace document of a file.

    Raises:
        InvalidDocument: for a file that is no JSON, and for what ``from_json`` refuses.
        OSError: when the file cannot be read.
    """
    return from_json(read_json(place), corpus)


def from_json(document: Any, corpus: Corpus) -> TraceDocument:
    """The document that a JSON value is.

    Raises:
        InvalidDocument: when the provenance is anything but one of the two declared forms; when a trace names
            an unknown case or language, repeats a prompt, or is not made of calls. Missing traces are no
            fault here: the scorers count them.
    """
    if not isinstance(document, dict) or document.get("kind") not in list(PARTS):
        raise InvalidDocument([f"a trace document has a kind: {' or '.join(PARTS)}"])
    if document.get("schemaVersion") != SCHEMA_VERSION:
        raise InvalidDocument([f"schemaVersion must be {SCHEMA_VERSION}"])
    kind = document["kind"]
    faults = list(provenance_faults(document.get("provenance")))
    entries = document.get("traces")
    if not isinstance(entries, list):
        raise InvalidDocument([*faults, "traces must be a list"])
    known = set(keys_of(corpus, kind))
    traces: dict[Key, Trace] = {}
    for entry in entries:
        found = list(_trace_faults(entry, kind))
        if not found:
            key = (entry["caseId"], entry["language"])
            if key not in known:
                found.append(f"{key[0]} in {key[1]!r} is no prompt of the corpus")
            if key in traces:
                found.append(f"{key[0]} in {key[1]} stands twice")
            traces[key] = Trace({part: tuple(map(call_of, entry[part])) for part in PARTS[kind]})
        faults += found
    if faults:
        raise InvalidDocument(faults)
    return TraceDocument(kind, document["provenance"], traces)


def to_json(document: TraceDocument) -> dict[str, Any]:
    """The JSON value that ``from_json`` reads back."""
    return {
        "schemaVersion": SCHEMA_VERSION,
        "kind": document.kind,
        "provenance": document.provenance,
        "traces": [
            {"caseId": case, "language": language}
            | {
                part: [{"tool": call.tool, "arguments": call.arguments} for call in calls]
                for part, calls in trace.turns.items()
            }
            for (case, language), trace in document.traces.items()
        ],
    }


def missing(document: TraceDocument, corpus: Corpus) -> list[Key]:
    """The prompts without a trace."""
    return [key for key in keys_of(corpus, document.kind) if key not in document.traces]


def provenance_faults(provenance: Any) -> Iterator[str]:
    """What keeps a provenance from being one of the two forms."""
    if not isinstance(provenance, dict):
        yield "no provenance: a score without one cannot be told from a fixture's"
    elif provenance.get("source") == REFERENCE:
        if set(provenance) != {"source"}:
            yield f"the provenance of a {REFERENCE} has no other key than source"
    elif provenance.get("source") == MODEL:
        yield from _model_faults(provenance)
    else:
        yield f"provenance.source must be {REFERENCE} or {MODEL}, not {provenance.get('source')!r}"


def _model_faults(provenance: dict[str, Any]) -> Iterator[str]:
    if set(provenance) != _MODEL_KEYS:
        yield f"the provenance of a model has exactly the keys {', '.join(sorted(_MODEL_KEYS))}"
        return
    for key in ("modelId", "toolChoice"):
        if not _is_text(provenance[key]):
            yield f"provenance.{key} must be a text"
    if not (
        _is_text(provenance["promptTemplateDigest"]) and _DIGEST.fullmatch(provenance["promptTemplateDigest"])
    ):
        yield "provenance.promptTemplateDigest must be sha256: and 64 hex digits"
    if not _is_moment(provenance["capturedAt"]):
        yield "provenance.capturedAt must be an ISO 8601 time with its offset"
    versions = provenance["versions"]
    if not (
        isinstance(versions, dict)
        and set(versions) == set(VERSIONS)
        and all(_is_text(version) for version in versions.values())
    ):
        yield f"provenance.versions must hold texts for {', '.join(VERSIONS)}"


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _is_moment(value: object) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _trace_faults(entry: Any, kind: str) -> Iterator[str]:
    if not (isinstance(entry, dict) and _is_text(entry.get("caseId")) and _is_text(entry.get("language"))):
        yield "a trace names no caseId and language"
        return
    where = f"{entry['caseId']} in {entry['language']}"
    if set(entry) != {"caseId", "language", *PARTS[kind]}:
        yield f"{where}: a {kind} trace holds {' and '.join(PARTS[kind])}, and no verdict"
        return
    for part in PARTS[kind]:
        calls = entry[part]
        if not (isinstance(calls, list) and all(_is_call(call) for call in calls)):
            yield f"{where}: {part} must be a list of calls, each a tool and its arguments"


def _is_call(call: object) -> bool:
    return (
        isinstance(call, dict)
        and set(call) == {"tool", "arguments"}
        and isinstance(call["tool"], str)
        and isinstance(call["arguments"], dict)
    )
