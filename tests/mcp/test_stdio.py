"""The transport: one JSON-RPC message a line and not a byte beside, whatever comes in."""

from __future__ import annotations

import json
import random
import string
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajisai_mcp import stdio
from ajisai_mcp.stdio import read_message, split_lines, to_line
from tests.mcp.raw_client import SERVER, RawClient, environment

_PARSE_ERROR, _INVALID_REQUEST = -32700, -32600


def _reader(chunks: list[bytes]) -> Callable[[], bytes]:
    rest = iter(chunks)
    return lambda: next(rest, b"")


# -- lines


@given(st.binary(max_size=200), st.integers(1, 20))
def test_lines_are_those_of_the_whole_however_it_is_cut(text: bytes, size: int) -> None:
    """Where the chunks end makes no difference."""
    chunks = [text[start : start + size] for start in range(0, len(text), size)]
    expected = text.split(b"\n")
    if expected[-1] == b"":
        expected.pop()
    assert list(split_lines(_reader(chunks))) == expected


def test_lines_too_long_keep_only_their_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line without end does not fill the memory, and the next line is read as ever."""
    monkeypatch.setattr(stdio, "_LONGEST_LINE", 10)
    chunks = [b"x" * 8] * 1000 + [b"\nnext\n"]
    first, second = split_lines(_reader(chunks))
    assert len(first) <= 18
    assert second == b"next"


# -- messages


def test_message_is_read_as_what_it_is() -> None:
    """A request, a notification, a response."""
    request = read_message(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
    assert type(request).__name__ == "JSONRPCRequest"
    notification = read_message(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
    assert type(notification).__name__ == "JSONRPCNotification"
    assert type(read_message(b'{"jsonrpc":"2.0","id":1,"result":{}}')).__name__ == "JSONRPCResponse"


def test_message_that_repeats_half_a_surrogate_pair_can_be_sent() -> None:
    """Such as the SDK's answer to a method of that name."""
    request = read_message(rb'{"jsonrpc":"2.0","id":1,"method":"\ud800"}')
    assert not isinstance(request, bytes)
    assert request is not None
    assert to_line(request) == rb'{"jsonrpc": "2.0", "id": 1, "method": "\ud800"}'
    text = read_message('{"jsonrpc":"2.0","id":1,"method":"紫"}'.encode())
    assert not isinstance(text, bytes)
    assert text is not None
    assert "紫".encode() in to_line(text)


def test_message_with_half_a_surrogate_pair_gets_through() -> None:
    """A tool can then say what is wrong with its argument."""
    message = read_message(rb'{"jsonrpc":"2.0","id":1,"method":"x","params":{"source":"\ud800"}}')
    assert message.params == {"source": "\ud800"}  # type: ignore[union-attr]


@pytest.mark.parametrize("line", [b"", b" ", b"\r", b"\t \r"])
def test_message_blank_line_is_nothing(line: bytes) -> None:
    """Blank lines between messages are no messages."""
    assert read_message(line) is None


@pytest.mark.parametrize(
    "line",
    [b"hello", b"{", b'{"jsonrpc":', b"\xff\xfe", b"[" * 100_000, b"{'a': 1}", b"[" * 999 + b"]" * 998],
    ids=["text", "brace", "torn", "not utf-8", "deep", "single quotes", "one bracket short"],
)
def test_message_that_is_no_json_is_a_parse_error(line: bytes) -> None:
    """Its sender is told, under no id."""
    answer = read_message(line)
    assert isinstance(answer, bytes)
    assert json.loads(answer)["error"]["code"] == _PARSE_ERROR
    assert json.loads(answer)["id"] is None


@pytest.mark.parametrize(
    ("line", "identity"),
    [
        (b"[]", None),
        (b"5", None),
        (b"null", None),
        (b"1" * 10_000, None),
        (b"[" * 100_000 + b"]" * 100_000, None),
        (b'{"jsonrpc":"2.0","id":%b,"method":"ping"}' % (b"1" * 5000), None),
        (b"{}", None),
        (b'{"id":7}', 7),
        (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', 7),
        (b'{"jsonrpc":"2.0","id":"a","method":5}', "a"),
        (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', 7),
        (b'{"jsonrpc":"2.0","id":[1],"method":5}', None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', None),
    ],
)
def test_message_that_is_no_request_is_an_invalid_one(line: bytes, identity: object) -> None:
    """Its sender is told, under the id that it gave where that is one."""
    answer = read_message(line)
    assert isinstance(answer, bytes)
    assert json.loads(answer)["error"]["code"] == _INVALID_REQUEST
    assert json.loads(answer)["id"] == identity


@pytest.mark.parametrize("line", [b'{"jsonrpc":"2.0","method":5}', b'{"method":"x"}'])
def test_message_malformed_notification_is_not_answered(line: bytes) -> None:
    """What asks for no answer gets none."""
    assert read_message(line) is None


_HARD = {
    "long number": b"9" * 5000,
    "longest number": b"-" + b"1" * 1_000_000,
    "deep": b"[" * 5000 + b"]" * 5000,
    "deep in both": b'{"a":[' * 5000 + b'"]}"' + b"]}" * 5000,
    "beside each other": b"[" + b",".join([b"[" * 500 + b"]" * 500] * 20) + b"]",
}


@pytest.mark.parametrize("value", _HARD.values(), ids=_HARD)
def test_message_with_an_argument_that_no_reader_builds(value: bytes) -> None:
    """It is a message like any other, so that its sender is answered under its id."""
    line = b'{"jsonrpc":"2.0","id":68,"method":"tools/call","params":{"source":%b,"word":"a]"}}' % value
    message = read_message(line)
    assert not isinstance(message, bytes)
    assert message.id == 68
    assert message.params["word"] == "a]"
    assert not isinstance(message.params["source"], str)


@pytest.mark.parametrize("value", _HARD.values(), ids=_HARD)
def test_argument_that_no_reader_builds_is_an_invalid_request(python_worker: RawClient, value: bytes) -> None:
    """The tool says that it takes a text."""
    arguments = b'{"jsonrpc":"2.0","id":"hard","method":"tools/call","params":{"name":"compute","arguments":'
    python_worker.send_line(arguments + b'{"source":%b}}}' % value)
    envelope = python_worker.wait("hard")["result"]["structuredContent"]
    assert (envelope["status"], envelope["error"]["code"]) == ("hostError", "invalidRequest")


# -- the wire


def _check_lines(lines: list[bytes]) -> list[dict[str, Any]]:
    """Every line is one JSON-RPC message in UTF-8; answers them."""
    messages = []
    for line in lines:
        message = json.loads(line.decode("utf-8"))
        assert message["jsonrpc"] == "2.0"
        assert ("result" in message) != ("error" in message)
        assert "id" in message
        messages.append(message)
    return messages


def test_wire_carries_nothing_but_messages(tmp_path: Path) -> None:
    """Under load, on errors, on shutdown; variables that ask for noise change nothing."""
    noisy = environment(
        FASTMCP_SHOW_SERVER_BANNER="true", FASTMCP_LOG_LEVEL="DEBUG", PYTHONIOENCODING="cp1252"
    )
    with RawClient(env=noisy, cwd=tmp_path) as client:
        client.initialize()
        calls = []
        for number in range(40):
            calls.append(client.begin_call("compute", {"source": f"'紫陽花😀' PRINT {number} 1 ADD"}))
            calls.append(client.begin_call("compute", {"source": f"[ {number}"}))
            calls.append(client.begin_call("no such tool", {}))
            client.send_line(b"this is no message")
            for call in calls[-3:]:
                client.result(call)
        large = client.begin_call("compute", {"source": "0 4999 RANGE " * 4})
        client.result(large)
        client.begin_call("compute", {"source": "1 99998 RANGE 0 [ ADD ] FOLD"})
    messages = _check_lines(client.lines)
    assert "紫陽花😀".encode() in b"".join(client.lines), "text is sent as UTF-8, not as escapes"
    assert sorted(message["id"] for message in messages if message["id"] is not None) == list(
        range(1, len(calls) + 4)
    )
    assert sum(message["id"] is None for message in messages) == 40
    assert client.process.returncode == 0


def test_wire_shutdown_ends_the_server_at_once() -> None:
    """A client that closes its end in the middle of calls gets no torn line, and the server ends well."""
    client = RawClient()
    client.initialize()
    for _ in range(8):
        client.begin_call("compute", {"source": "1 99998 RANGE 0 [ ADD ] FOLD"})
    assert client.close() == 0
    _check_lines(client.lines)
    assert client.stderr == b""


def test_wire_ends_before_it_begins() -> None:
    """No input at all is a client that has left."""
    client = RawClient()
    assert client.close() == 0
    assert (client.lines, client.stderr) == ([], b"")


def test_wire_that_nobody_reads_does_not_keep_the_server() -> None:
    """A client that has closed both ends leaves no server behind."""
    server = subprocess.Popen(
        SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert server.stdout is not None
    server.stdout.close()
    _, log = server.communicate(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n' * 100, timeout=60)
    assert (server.returncode, log) == (0, b"")


def test_wire_survives_a_thousand_hostile_lines() -> None:
    """Malformed, torn, deep, wrong in every field: each is answered or ignored, and the server lives."""
    chance = random.Random(20)
    with RawClient() as client:
        client.initialize()
        for line in _hostile_lines(chance, 1000):
            client.send_line(line)
        assert client.compute("1 2 ADD")["stackDisplay"] == ["3/1"]
        assert client.request("ping")["result"] == {}
    _check_lines(client.lines)
    assert client.process.returncode == 0


def _hostile_lines(chance: random.Random, count: int) -> Iterator[bytes]:
    good = {
        "jsonrpc": "2.0",
        "id": "hostile",
        "method": "tools/call",
        "params": {"name": "compute", "arguments": {"source": "1 2 ADD"}},
    }
    values = [None, True, -1, 2**70, 1.5, "", "x" * 500, [], {}, [[]], {"a": {"b": []}}, "\ud800", "\x00"]

    def changed(**fields: object) -> bytes:
        return json.dumps({**good, **fields}).encode()

    def value() -> object:
        return chance.choice(values)

    makers: list[Callable[[], bytes]] = [
        lambda: chance.randbytes(chance.randrange(1, 200)).replace(b"\n", b" "),
        lambda: json.dumps(good).encode()[: chance.randrange(1, 90)],
        lambda: changed(**{chance.choice(list(good)): value()}),
        lambda: changed(params={"name": value(), "arguments": {}}),
        lambda: changed(params={"name": "compute", "arguments": value()}),
        lambda: changed(params={"name": "compute", "arguments": {"source": value()}}),
        lambda: changed(method="".join(chance.choices(string.printable, k=12))),
        lambda: json.dumps([good] * chance.randrange(3)).encode(),
        lambda: b"[" * chance.randrange(1, 5000),
        lambda: b'{"a":' * chance.randrange(1, 3000),
        lambda: json.dumps({"jsonrpc": "2.0", "id": value(), "result": {}}).encode(),
        lambda: changed(method="notifications/cancelled", params={"requestId": value()}),
        lambda: changed(method="resources/read", params={"uri": value()}),
        lambda: changed(method="initialize", params=value()),
    ]
    for number in range(count):
        yield makers[number % len(makers)]()
