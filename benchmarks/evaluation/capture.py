"""Captures of a real model over the live server: what it calls is recorded, and judged elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from benchmarks.evaluation.conversation import TOOL_CHOICE, Client, Model, Refused, handed_back, opening
from benchmarks.evaluation.corpus import LANGUAGES, Call, Corpus
from benchmarks.evaluation.live_server import LiveServer
from benchmarks.evaluation.traces import MODEL, REPAIR, SELECTION, Trace, TraceDocument

_KEY = "ANTHROPIC_API_KEY"
Progress = Callable[[str], None]


def connected() -> Client:
    """The SDK's client.

    Raises:
        Refused: without the extra ``evaluation``, or without a key in the environment.
    """
    try:
        import anthropic
    except ImportError:
        raise Refused("captures need the extra: pip install -e '.[evaluation]'") from None
    key = os.environ.get(_KEY, "").strip()
    if not key:
        raise Refused(f"captures need {_KEY} in the environment; nothing was written")
    client: Client = anthropic.Anthropic(api_key=key)
    return client


def capture_selection(
    model: Model, corpus: Corpus, versions: dict[str, str], progress: Progress
) -> TraceDocument:
    """One turn per case and language; every call of it is recorded. A refusal is a turn without calls."""
    traces = {}
    for case in corpus.cases:
        for language in LANGUAGES:
            turn = model.turn(opening(case.prompts[language]))
            progress(f"{case.id} {language}: {len(turn.calls)} calls, {turn.stop}")
            traces[case.id, language] = Trace({"calls": turn.calls})
    return TraceDocument(SELECTION, provenance(model, versions), traces)


def capture_repairs(
    model: Model,
    corpus: Corpus,
    answer: Callable[[Call], dict[str, Any]],
    versions: dict[str, str],
    progress: Progress,
) -> TraceDocument:
    """Two turns per repair case and language: between them the first one's results are handed back whole."""
    traces = {}
    for case in corpus.repairs:
        for language in LANGUAGES:
            messages = opening(case.prompts[language])
            first = model.turn(messages)
            revision: tuple[Call, ...] = ()
            if first.calls:
                messages += handed_back(first, [answer(call) for call in first.calls])
                revision = model.turn(messages).calls
            progress(f"{case.id} {language}: {len(first.calls)} calls, then {len(revision)}")
            traces[case.id, language] = Trace({"attempt": first.calls, "revision": revision})
    return TraceDocument(REPAIR, provenance(model, versions), traces)


def provenance(model: Model, versions: dict[str, str]) -> dict[str, Any]:
    """What a capture says of its origin."""
    return {
        "source": MODEL,
        "modelId": model.model_id,
        "promptTemplateDigest": model.template_digest,
        "toolChoice": TOOL_CHOICE,
        "capturedAt": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions,
    }


def versions_of(server: LiveServer) -> dict[str, str]:
    """The versions that a server's answers name."""
    envelope = server.answer(Call("compute", {"source": ""}))
    return {
        "server": envelope["mcp"]["serverVersion"],
        "engine": envelope["mcp"]["engineVersion"],
        "specification": envelope["specificationVersion"],
        "assetDigest": envelope["mcp"]["assetDigest"],
    }
