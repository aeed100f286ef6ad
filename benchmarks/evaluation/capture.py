"""Captures of a real model over the live server: what it calls is recorded, and judged elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from benchmarks.evaluation.conversation import TOOL_CHOICE, Client, Model, Refused, handed_back, opening
from benchmarks.evaluation.corpus import LANGUAGES, Call, Corpus
from benchmarks.evaluation.live_server import LiveServer
from benchmarks.evaluation.scoring import Answerer
from benchmarks.evaluation.traces import MODEL, REPAIR, SELECTION, Trace, TraceDocument, cases_of

Progress = Callable[[str], None]


def connected() -> Client:
    """The SDK's client, with whatever credentials the SDK itself finds.

    Raises:
        Refused: without the extra ``evaluation``, or without credentials.
    """
    try:
        import anthropic
    except ImportError:
        raise Refused("captures need the extra: pip install -e '.[evaluation]'") from None
    try:
        client = anthropic.Anthropic()
    except anthropic.AnthropicError as failure:
        raise Refused(f"captures need credentials, and those at hand cannot be used: {failure}") from None
    keys = [key for key in (client.api_key, client.auth_token) if key and key.strip()]
    if not keys and client.credentials is None:
        raise Refused("captures need credentials, such as a key in ANTHROPIC_API_KEY; nothing was written")
    return client


def capture(
    kind: str,
    model: Model,
    corpus: Corpus,
    answer: Answerer,
    versions: dict[str, str],
    progress: Progress,
) -> TraceDocument:
    """Ask every case in every language once.

    A selection is one turn; all of its calls are recorded. A repair is two: between them the first one's
    results are handed back whole. A turn without calls, such as a refusal, is recorded as one.

    Args:
        kind: of the document: ``selection`` or ``repair``.
        model: whom to ask.
        corpus: what to ask.
        answer: what the calls of a first turn are made through.
        versions: of the server that this is.
        progress: takes a line for every prompt.

    Raises:
        Refused: when the model could not be asked.
    """
    ask = _ASK[kind]
    traces = {}
    for case in cases_of(corpus, kind):
        for language in LANGUAGES:
            turns = ask(model, case.prompts[language], answer)
            counts = ", then ".join(f"{len(calls)} calls" for calls in turns.values())
            progress(f"{case.id} {language}: {counts}")
            traces[case.id, language] = Trace(turns)
    return TraceDocument(kind, provenance(model, versions), traces)


def _one_turn(model: Model, prompt: str, _: Answerer) -> dict[str, tuple[Call, ...]]:
    return {"calls": model.turn(opening(prompt)).calls}


def _two_turns(model: Model, prompt: str, answer: Answerer) -> dict[str, tuple[Call, ...]]:
    messages = opening(prompt)
    first = model.turn(messages)
    if not first.calls:
        return {"attempt": (), "revision": ()}
    messages += handed_back(first, [answer(call) for call in first.calls])
    return {"attempt": first.calls, "revision": model.turn(messages).calls}


_ASK: Final = {SELECTION: _one_turn, REPAIR: _two_turns}


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
