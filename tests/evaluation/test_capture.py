"""Captures, with a scripted client in the place of a model."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.evaluation import capture, corpus, traces
from benchmarks.evaluation.__main__ import main
from benchmarks.evaluation.conversation import ATTEMPTS, Model, Refused, opening
from benchmarks.evaluation.corpus import Call, Corpus
from benchmarks.evaluation.live_server import LiveServer
from benchmarks.evaluation.traces import TraceDocument


class Block:
    """A content block as the SDK has it: fields that can be dumped."""

    def __init__(self, **fields: Any) -> None:
        self._fields = fields

    def model_dump(self, *, mode: str, exclude_none: bool) -> dict[str, Any]:
        """The fields that have a value."""
        assert mode == "json"
        assert exclude_none
        return {name: value for name, value in self._fields.items() if value is not None}


class Message:
    """A final message."""

    def __init__(self, *content: Block, stop: str | None = "tool_use") -> None:
        self.content = content
        self.stop_reason = stop


class ScriptedClient:
    """A client that answers what it is told to, and keeps what it was asked."""

    def __init__(self, *script: Message | BaseException) -> None:
        self.requests: list[dict[str, Any]] = []
        self._script = iter(script)

    @property
    def messages(self) -> ScriptedClient:
        """The client stands for its own resource."""
        return self

    @contextmanager
    def stream(self, **request: Any) -> Iterator[ScriptedClient]:
        """One turn."""
        self.requests.append(json.loads(json.dumps(request)))
        yield self

    def get_final_message(self) -> Message:
        """The next message of the script, or its failure."""
        found = next(self._script)
        if isinstance(found, BaseException):
            raise found
        return found


_VERSIONS = dict.fromkeys(traces.VERSIONS, "1")
_TOOLS = [{"name": "compute", "description": "Runs.", "inputSchema": {"type": "object"}, "title": "x"}]
_SILENT = Message(Block(type="text", text="It is 3."), stop="end_turn")


def _use(tool: str, arguments: Mapping[str, Any], name: str = "t1") -> Block:
    return Block(type="tool_use", id=name, name=tool, input=arguments, caller=None)


def _model(client: ScriptedClient) -> Model:
    return Model(client, "scripted", "Ajisai computes exactly.", _TOOLS)


def _without_credentials(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """As on a machine that knows of no account: no variable, and no profile in the home folder."""
    for name in [name for name in os.environ if name.startswith("ANTHROPIC_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))


def _quiet(_: str) -> None:
    pass


def _never(call: Call) -> dict[str, Any]:
    raise AssertionError(f"a selection makes no call, and {call} was made")


def _select(client: ScriptedClient, asked: Corpus) -> TraceDocument:
    return capture.capture(traces.SELECTION, _model(client), asked, _never, _VERSIONS, _quiet)


def _part(committed: Corpus, case: int = 1, repairs: Sequence[int] = ()) -> Corpus:
    return Corpus(committed.cases[:case], tuple(committed.repairs[number] for number in repairs))


def test_turn_prompt_is_sent_with_the_servers_instructions_and_tools() -> None:
    """The system prompt, the listing and the choice are the server's; the prompt is sent as it stands."""
    client = ScriptedClient(_SILENT)
    _model(client).turn(opening("Add 1 and {2}."))
    (request,) = client.requests
    assert request["model"] == "scripted"
    assert request["system"] == "Ajisai computes exactly."
    assert request["tool_choice"] == {"type": "auto"}
    assert request["messages"] == [{"role": "user", "content": "Add 1 and {2}."}]
    assert request["tools"] == [
        {"name": "compute", "description": "Runs.", "input_schema": {"type": "object"}}
    ]


def test_template_digest_changes_with_what_is_sent() -> None:
    """Two captures under other descriptions are told apart."""
    client = ScriptedClient()
    first = _model(client).template_digest
    assert first == _model(client).template_digest
    other = Model(client, "scripted", "Something else.", _TOOLS).template_digest
    assert first != other


def test_capture_asks_each_case_in_each_language_once(committed: Corpus) -> None:
    """One call of the model per case and language, in the corpus's order."""
    client = ScriptedClient(*[_SILENT] * 4)
    _select(client, _part(committed, 2))
    asked = [request["messages"][0]["content"] for request in client.requests]
    assert asked == [case.prompts[lang] for case in committed.cases[:2] for lang in corpus.LANGUAGES]


def test_capture_several_calls_in_a_turn_are_all_recorded(committed: Corpus) -> None:
    """Calls are kept in order, between texts, as calls and not as verdicts; no call is an empty list."""
    turn = Message(
        Block(type="text", text="Let me look."),
        _use("word_contract", {"word": "ADD"}, "t1"),
        _use("compute", {"source": "1 2 ADD"}, "t2"),
    )
    document = _select(ScriptedClient(turn, _SILENT), _part(committed))
    case = committed.cases[0].id
    written = traces.to_json(document)
    assert written["traces"] == [
        {
            "caseId": case,
            "language": "en",
            "calls": [
                {"tool": "word_contract", "arguments": {"word": "ADD"}},
                {"tool": "compute", "arguments": {"source": "1 2 ADD"}},
            ],
        },
        {"caseId": case, "language": "ja", "calls": []},
    ]
    assert traces.from_json(written, committed) == document
    assert document.provenance["source"] == "model"


def test_capture_refusal_is_a_turn_without_calls(committed: Corpus) -> None:
    """A model that refuses is recorded as it answered, not left out."""
    refusal = Message(stop="refusal")
    document = _select(ScriptedClient(refusal, refusal), _part(committed))
    assert [trace.turns["calls"] for trace in document.traces.values()] == [(), ()]


def test_turn_broken_stream_is_asked_again() -> None:
    """A stream that breaks, or ends before its message, is no silent turn."""
    client = ScriptedClient(ConnectionError("reset"), Message(stop=None), _SILENT)
    assert _model(client).turn(opening("x")).stop == "end_turn"
    assert len(client.requests) == 3


def test_turn_stream_broken_every_time_ends_the_capture() -> None:
    """The capture gives up by name."""
    client = ScriptedClient(*[ConnectionError("reset")] * ATTEMPTS)
    with pytest.raises(Refused, match="the stream broke 3 times: ConnectionError: reset"):
        _model(client).turn(opening("x"))


def test_turn_request_that_is_turned_down_is_not_repeated() -> None:
    """A wrong key or an unknown model stays wrong: it is said at once, and not as a broken stream."""

    class NotFound(Exception):
        status_code = 404

    client = ScriptedClient(NotFound("model: nobody"))
    with pytest.raises(Refused, match="the request was turned down: model: nobody"):
        _model(client).turn(opening("x"))
    assert len(client.requests) == 1


def test_capture_repairs_hands_the_whole_result_back(committed: Corpus, server: LiveServer) -> None:
    """The second turn sees the first one's calls and their whole structured results."""
    failing = _use("compute", {"source": "1 2 AD"})
    both = Message(failing, _use("word_contract", {"word": "AD"}, "t2"))
    repaired = Message(_use("compute", {"source": "1 2 ADD"}, "t3"))
    client = ScriptedClient(both, repaired, _SILENT)
    document = capture.capture(
        traces.REPAIR, _model(client), _part(committed, 0, [0]), server.answer, _VERSIONS, _quiet
    )
    prompt, turn, results = client.requests[1]["messages"]
    assert prompt["content"] == committed.repairs[0].prompts["en"]
    assert [block["id"] for block in turn["content"]] == ["t1", "t2"]
    assert [block["tool_use_id"] for block in results["content"]] == ["t1", "t2"]
    assert json.loads(results["content"][0]["content"]) == server.answer(
        Call("compute", {"source": "1 2 AD"})
    )
    assert "diagnosis" in json.loads(results["content"][0]["content"])
    assert not any(block["is_error"] for block in results["content"])
    english, japanese = (document.traces["repair-unknown-word", side] for side in corpus.LANGUAGES)
    assert [call.arguments for call in english.turns["attempt"]] == [{"source": "1 2 AD"}, {"word": "AD"}]
    assert [call.arguments for call in english.turns["revision"]] == [{"source": "1 2 ADD"}]
    assert japanese.turns == {"attempt": (), "revision": ()}
    assert len(client.requests) == 3


@pytest.mark.parametrize("command", ["capture", "capture-repairs"])
def test_capture_without_credentials_exits_2_and_writes_nothing(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is asked and nothing is written."""
    _without_credentials(monkeypatch, tmp_path / "none")
    place = tmp_path / "traces.json"
    assert main([command, "--model", "x", "--out", str(place)]) == 2
    assert "captures need credentials, such as a key in ANTHROPIC_API_KEY" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"])
def test_connected_blank_credentials_are_none(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable that holds nothing but blanks holds no key."""
    _without_credentials(monkeypatch, tmp_path)
    monkeypatch.setenv(name, "  ")
    with pytest.raises(Refused, match="captures need credentials"):
        capture.connected()
    monkeypatch.setenv(name, "of a test")
    assert capture.connected().messages is not None


def test_connected_profile_that_is_missing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Credentials that are named and cannot be read are said to be so."""
    _without_credentials(monkeypatch, tmp_path)
    monkeypatch.setenv("ANTHROPIC_PROFILE", "nobody")
    with pytest.raises(Refused, match="captures need credentials"):
        capture.connected()


def test_connected_without_the_sdk_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK comes with an extra."""
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(Refused, match=r"pip install -e '\.\[evaluation\]'"):
        capture.connected()


@pytest.mark.usefixtures("borrowed")
def test_capture_interrupted_exits_2_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever stops a capture gets no half of one."""
    client = ScriptedClient(_SILENT, KeyboardInterrupt())
    monkeypatch.setattr(capture, "connected", lambda: client)
    assert main(["capture", "--model", "x", "--out", str(tmp_path / "traces.json")]) == 2
    assert capsys.readouterr().err.endswith("evaluation: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["capture", "capture-repairs"])
@pytest.mark.usefixtures("borrowed")
def test_capture_broken_stream_exits_2_and_writes_nothing(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half a capture is not a capture."""
    first = Message(_use("compute", {"source": "1 2 ADD"}))
    client = ScriptedClient(first, *[ConnectionError("reset")] * ATTEMPTS)
    monkeypatch.setattr(capture, "connected", lambda: client)
    place = tmp_path / "traces.json"
    assert main([command, "--model", "x", "--out", str(place)]) == 2
    assert "the stream broke" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("borrowed")
def test_capture_whole_run_writes_a_sound_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, committed: Corpus
) -> None:
    """A silent model over the whole corpus, with the live server's own listing and versions."""
    client = ScriptedClient(*[_SILENT] * 156)
    monkeypatch.setattr(capture, "connected", lambda: client)
    place = tmp_path / "traces.json"
    assert main(["capture", "--model", "scripted", "--out", str(place)]) == 0
    assert [tool["name"] for tool in client.requests[0]["tools"]] == [
        "compute", "check", "infer_contracts", "outcomes", "word_contract"
    ]  # fmt: skip
    document = traces.read(place, committed)
    assert traces.missing(document, committed) == []
    assert document.provenance["versions"]["specification"] == "1.0.0-beta.1"


def test_capture_into_a_missing_folder_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    """A long capture is not lost for want of a folder."""
    place = tmp_path / "nowhere" / "traces.json"
    assert main(["capture", "--model", "x", "--out", str(place)]) == 2
