"""A local service that speaks the streaming protocol of the Messages API, with scripted answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Blocks = list[dict[str, Any]]


@dataclass(frozen=True)
class Reply:
    """How one request is answered.

    Attributes:
        content: the blocks of the turn, streamed in pieces.
        stop: the reason why the turn stopped.
        status: an HTTP status; any but 200 answers with an error instead of a stream.
        breaks_after: how many events are sent before the stream ends without a word; None sends them all.
        error: an error event that ends the stream after the events.
    """

    content: Blocks = field(default_factory=list)
    stop: str = "end_turn"
    status: int = 200
    breaks_after: int | None = None
    error: str | None = None


@dataclass
class Service:
    """A running service.

    Attributes:
        url: its base URL.
        requests: the bodies that it was sent, in order.
        headers: the headers of each, names in lower case.
    """

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def serving(answer: Callable[[dict[str, Any]], Reply]) -> Iterator[Service]:
    """A service that answers each request's body with a reply."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            service.requests.append({"path": self.path, **body})
            service.headers.append({name.lower(): value for name, value in self.headers.items()})
            reply = answer(body)
            self.send_response(reply.status)
            if reply.status == 200:
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                for event in _events(body["model"], reply):
                    self.wfile.write(_spelled(event))
            else:
                fault = {"type": "error", "error": {"type": "some_error", "message": "no such thing"}}
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(fault).encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = Service(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()


def _spelled(event: Mapping[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def _events(model: str, reply: Reply) -> Iterator[dict[str, Any]]:
    events = [*_whole(model, reply)][: reply.breaks_after]
    yield from events
    if reply.error is not None:
        yield {"type": "error", "error": {"type": reply.error, "message": "try again"}}


def _whole(model: str, reply: Reply) -> Iterator[dict[str, Any]]:
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 1},
    }
    yield {"type": "message_start", "message": message}
    yield {"type": "ping"}
    for index, block in enumerate(reply.content):
        if block["type"] == "text":
            opened, kind, text = {"type": "text", "text": ""}, "text", block["text"]
        else:
            opened, kind, text = {**block, "input": {}}, "input_json", json.dumps(block["input"])
        yield {"type": "content_block_start", "index": index, "content_block": opened}
        half = len(text) // 2
        for piece in (text[:half], text[half:]):
            name = "text" if kind == "text" else "partial_json"
            delta = {"type": f"{kind}_delta", name: piece}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": reply.stop, "stop_sequence": None},
        "usage": {"output_tokens": 9},
    }
    yield {"type": "message_stop"}
