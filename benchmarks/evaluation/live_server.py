"""The server as clients start it: a process, spoken to in JSON-RPC over its pipes, one call at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from typing import Any, Final, Self

from benchmarks.evaluation.corpus import Call

PATIENCE: Final = 60.0  # seconds; the server itself ends a call after five
_HOST_FAULTS: Final = {
    "backendUnavailable",
    "capacityExhausted",
    "malformedBackendResponse",
    "registryUnavailable",
}
_CHOOSERS: Final = ("AJISAI_BIN", "AJISAI_REPO", "AJISAI_PHRASEBOOK")


class ServerLost(RuntimeError):
    """The server ended, or did not answer."""


class LiveServer:
    """A context that holds one initialized server.

    Attributes:
        instructions: what the server tells models of itself.
        last_bytes: size of the last response's ``result``, as it was sent.
    """

    def __init__(self) -> None:
        self.instructions = ""
        self.last_bytes = 0
        self._number = 0
        self._known: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> Self:
        kept = {name: value for name, value in os.environ.items() if name not in _CHOOSERS}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "ajisai_mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=kept,
        )
        hello = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "ajisai-evaluation", "version": "1"},
        }
        try:
            self.instructions = self.request("initialize", hello).get("instructions") or ""
            self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the server."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def tools(self) -> list[dict[str, Any]]:
        """The tools as the server lists them."""
        listed: list[dict[str, Any]] = self.request("tools/list", {})["tools"]
        return listed

    def call(self, call: Call) -> dict[str, Any]:
        """The envelope of a call."""
        envelope = self.result(call)["structuredContent"]
        assert isinstance(envelope, dict)
        return envelope

    def answer(self, call: Call) -> dict[str, Any]:
        """The envelope of a call, remembered: the tools are idempotent, so equal calls are asked once.

        Raises:
            ServerLost: when no result comes, and when the server says that it cannot compute at all, which
                must not be scored as a caller's failure.
        """
        spelled = json.dumps([call.tool, call.arguments], sort_keys=True)
        if spelled not in self._known:
            envelope = self.call(call)
            if envelope["status"] == "hostError" and envelope["error"]["code"] in _HOST_FAULTS:
                raise ServerLost(f"the server computes nothing: {envelope['error']['message']}")
            self._known[spelled] = envelope
        return self._known[spelled]

    def result(self, call: Call) -> dict[str, Any]:
        """The whole result of a call: content, structured content, and whether it is an error."""
        return self.request("tools/call", {"name": call.tool, "arguments": call.arguments})

    def request(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """The result of one request.

        Raises:
            ServerLost: when no result comes.
        """
        self._number += 1
        watchdog = threading.Timer(PATIENCE, self._process.kill)
        watchdog.start()
        try:
            self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
            message, line = self._receive()
        finally:
            watchdog.cancel()
        if "result" not in message:
            raise ServerLost(f"{method} was answered by {message.get('error')}")
        # The frame around the result depends on the request's number, the result does not.
        self.last_bytes = len(line) - len(json.dumps({**message, "result": 0}, separators=(",", ":"))) + 1
        result: dict[str, Any] = message["result"]
        return result

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise ServerLost("the server has ended") from None

    def _receive(self) -> tuple[dict[str, Any], bytes]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") == self._number:
                return message, line.rstrip(b"\n")
        raise ServerLost("the server ended without an answer")
