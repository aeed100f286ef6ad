"""Captures through the real SDK, over HTTP, from a local service in the place of the Messages API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anthropic
import pytest

from benchmarks.evaluation import capture, traces
from benchmarks.evaluation.__main__ import main
from benchmarks.evaluation.conversation import Model, Refused, handed_back, opening
from benchmarks.evaluation.corpus import LANGUAGES, Call, Corpus
from tests.evaluation.messages_service import Reply, Service, serving

_KEY = "a key of a test"
_TOOLS = [{"name": "compute", "description": "Runs.", "inputSchema": {"type": "object"}}]
_SILENT = Reply([{"type": "text", "text": "It is 3."}])


def _use(call: Call, name: str = "toolu_1") -> dict[str, Any]:
    return {"type": "tool_use", "id": name, "name": call.tool, "input": call.arguments}


def _model(service: Service) -> Model:
    client = anthropic.Anthropic(api_key=_KEY, base_url=service.url, max_retries=0)
    return Model(client, "scripted", "Ajisai computes exactly.", _TOOLS)


@contextmanager
def _turn(*replies: Reply) -> Iterator[tuple[Model, Service]]:
    script = iter(replies)
    with serving(lambda _: next(script)) as service:
        yield _model(service), service


def test_turn_request_is_what_the_api_documents() -> None:
    """The choice is auto, the answer is streamed, and the tools are declared by their input schemas."""
    with _turn(_SILENT) as (model, service):
        assert model.turn(opening("Add 1 and 2.")).calls == ()
        (request,) = service.requests
        assert request["path"].startswith("/v1/messages")
        assert request["stream"] is True
        assert request["model"] == "scripted"
        assert request["tool_choice"] == {"type": "auto"}
        assert request["system"] == "Ajisai computes exactly."
        assert request["messages"] == [{"role": "user", "content": "Add 1 and 2."}]
        assert request["tools"] == [
            {"name": "compute", "description": "Runs.", "input_schema": {"type": "object"}}
        ]
        assert any(_KEY in value for value in service.headers[0].values())


def test_turn_streamed_calls_are_put_together() -> None:
    """Several calls in a turn, their arguments in pieces; a member that is null stays one."""
    first = Call("compute", {"source": "'花' CHARS", "words": None})
    second = Call("word_contract", {"word": "CHARS"})
    content = [{"type": "text", "text": "Let me look."}, _use(first), _use(second, "toolu_2")]
    with _turn(Reply(content, "tool_use")) as (model, _):
        turn = model.turn(opening("x"))
        assert turn.calls == (first, second)
        assert turn.stop == "tool_use"


def test_turn_that_is_handed_back_is_the_turn_that_came() -> None:
    """What the SDK adds to its objects is not sent back: the API refuses blocks of unknown members."""
    call = Call("compute", {"source": "1 2 AD"})
    content = [{"type": "text", "text": "Running."}, _use(call)]
    with _turn(Reply(content, "tool_use"), _SILENT) as (model, service):
        turn = model.turn(opening("x"))
        model.turn(opening("x") + handed_back(turn, [{"status": "error"}]))
        _, assistant, results = service.requests[1]["messages"]
        assert assistant == {"role": "assistant", "content": content}
        assert results["content"] == [
            {
                "type": "tool_result",
                "tool_use_id": "toolu_1",
                "content": '{"status":"error"}',
                "is_error": False,
            }
        ]


def test_turn_refusal_is_a_turn_without_calls() -> None:
    """The API stops a refusal with a reason of its own, and with no content."""
    with _turn(Reply([], "refusal")) as (model, service):
        assert model.turn(opening("x")).calls == ()
        assert len(service.requests) == 1


@pytest.mark.parametrize(
    "broken",
    [
        Reply(_SILENT.content, breaks_after=0),
        Reply(_SILENT.content, breaks_after=4),
        Reply([_use(Call("compute", {"source": "1"}))], breaks_after=4),
        Reply(_SILENT.content, breaks_after=3, error="overloaded_error"),
        Reply(status=503),
    ],
    ids=["empty", "inside a text", "inside a call", "error event", "unavailable"],
)
def test_turn_stream_that_breaks_is_asked_again(broken: Reply) -> None:
    """Each way in which a stream ends too early, twice, and then a whole one."""
    with _turn(broken, broken, _SILENT) as (model, service):
        assert model.turn(opening("x")).stop == "end_turn"
        assert len(service.requests) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413])
def test_turn_request_that_is_turned_down_is_not_repeated(status: int) -> None:
    """A wrong key or an unknown model stays wrong."""
    with _turn(Reply(status=status)) as (model, service):
        with pytest.raises(Refused, match=f"the request was turned down: .*{status}"):
            model.turn(opening("x"))
        assert len(service.requests) == 1


def _prompts(known: Corpus, kind: str) -> dict[str, Any]:
    return {case.prompts[language]: case for case in traces.cases_of(known, kind) for language in LANGUAGES}


def _captured(command: str, place: Path, service: Service, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("ANTHROPIC_API_KEY", _KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", service.url)
    return main([command, "--model", "scripted", "--out", str(place)])


@pytest.mark.usefixtures("borrowed")
def test_capture_by_the_sdk_is_scored_as_what_was_answered(
    tmp_path: Path, committed: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that knows every answer, from the command line over HTTP to the score."""
    prompts = _prompts(committed, traces.SELECTION)

    def answer(request: dict[str, Any]) -> Reply:
        call = prompts[request["messages"][0]["content"]].call
        return _SILENT if call is None else Reply([_use(call)], "tool_use")

    place, record = tmp_path / "traces.json", tmp_path / "score.json"
    with serving(answer) as service:
        assert _captured("capture", place, service, monkeypatch) == 0
    assert len(service.requests) == 156
    assert main(["score", str(place), "--json", str(record)]) == 0
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert kept["provenance"]["modelId"] == "scripted"
    assert set(kept["overall"]["rates"].values()) == {1.0}


@pytest.mark.usefixtures("borrowed")
def test_repair_capture_by_the_sdk_is_scored_as_what_was_answered(
    tmp_path: Path, committed: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that runs what it is given, reads the diagnosis, and repairs what it names."""
    prompts = _prompts(committed, traces.REPAIR)

    def answer(request: dict[str, Any]) -> Reply:
        opened, *rest = request["messages"]
        case = prompts[opened["content"]]
        if not rest:
            return Reply([_use(case.failed)], "tool_use")
        seen = json.loads(rest[1]["content"][0]["content"])
        repairs = seen["error"]["category"] == case.category
        return Reply([_use(case.revision, "toolu_2")], "tool_use") if repairs else _SILENT

    place, record = tmp_path / "traces.json", tmp_path / "score.json"
    with serving(answer) as service:
        assert _captured("capture-repairs", place, service, monkeypatch) == 0
    assert len(service.requests) == 24
    assert main(["score-repairs", str(place), "--json", str(record)]) == 0
    kept = json.loads(record.read_text(encoding="utf-8"))
    assert set(kept["overall"]["rates"].values()) == {1.0}


@pytest.mark.usefixtures("borrowed")
def test_capture_with_a_wrong_key_exits_2_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The service turns the key down; what it says is passed on."""
    with serving(lambda _: Reply(status=401)) as service:
        assert _captured("capture", tmp_path / "traces.json", service, monkeypatch) == 2
    assert "the request was turned down" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_connected_is_the_sdk_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK finds the key as it does everywhere."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", _KEY)
    assert isinstance(capture.connected(), anthropic.Anthropic)
