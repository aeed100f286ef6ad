"""A client that sees every byte: it speaks JSON-RPC over a server's pipes, and keeps what came back."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import Empty, Queue
from typing import Any

SERVER = [sys.executable, "-P", "-m", "ajisai_mcp"]
PATIENCE = 60  # seconds until an answer is taken for lost; no test waits so long unless it fails

HEAVY = "0 99999 RANGE 'R' BIND " + "R 3 DIV " * 25
"""A maximal program: all of numericWork, in two seconds of computing, and much memory."""

_VARIABLES = ("AJISAI_BIN", "AJISAI_REPO", "AJISAI_PHRASEBOOK")


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, without what chooses a backend, and with ``changes``."""
    kept = {name: value for name, value in os.environ.items() if name not in _VARIABLES}
    return kept | changes


class RawClient:
    """One server process and the ends of its pipes.

    Attributes:
        lines: every line that came from standard output, in order, as bytes without the line's end.
    """

    def __init__(
        self,
        command: Sequence[str | Path] = SERVER,
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment() if env is None else env,
            cwd=cwd,
        )
        self.lines: list[bytes] = []
        self.stderr = b""
        self._answers: dict[int | str, Queue[dict[str, Any]]] = {}
        self._numbers = itertools.count(1)
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_stderr, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def initialize(self) -> dict[str, Any]:
        """The handshake; answers the server's part."""
        answer = self.request(
            "initialize",
            {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "raw", "version": "1"},
            },
        )
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        result: dict[str, Any] = answer["result"]
        return result

    def send(self, message: object) -> None:
        """Send one message."""
        self.send_line(json.dumps(message).encode())

    def send_line(self, line: bytes) -> None:
        """Send one line, whatever it holds."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def begin(self, method: str, params: Mapping[str, Any] | None = None) -> int:
        """Send a request; answers its number, for ``wait``."""
        number = next(self._numbers)
        self._answers[number] = Queue()
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        return number

    def wait(self, number: int | str, patience: float = PATIENCE) -> dict[str, Any]:
        """The response to a request. Raises Empty when none comes."""
        return self._answers.setdefault(number, Queue()).get(timeout=patience)

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and wait for its response."""
        return self.wait(self.begin(method, params))

    def begin_call(self, tool: str, arguments: object) -> int:
        """Send a call of a tool; answers its number."""
        return self.begin("tools/call", {"name": tool, "arguments": arguments})

    def call(self, tool: str, arguments: object) -> dict[str, Any]:
        """Call a tool; answers the result."""
        return self.result(self.begin_call(tool, arguments))

    def result(self, number: int) -> dict[str, Any]:
        """The result of a call that was begun."""
        answer = self.wait(number)
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def compute(self, source: str) -> dict[str, Any]:
        """Run a program; answers the envelope."""
        envelope: dict[str, Any] = self.call("compute", {"source": source})["structuredContent"]
        return envelope

    def cancel(self, number: int) -> None:
        """Cancel a request that was begun."""
        self.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})

    def answered(self, number: int) -> bool:
        """Whether a response has come by now."""
        try:
            self.wait(number, 0.001)
        except Empty:
            return False
        return True

    def close(self) -> int:
        """Close the server's input and wait for its end; answers the exit code."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            code = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        return code

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.removesuffix(b"\n"))
            try:
                message = json.loads(line)
            except ValueError:  # kept in ``lines``, where the tests of the raw bytes find it
                continue
            if isinstance(message, dict) and isinstance(message.get("id"), int | str):
                self._answers.setdefault(message["id"], Queue()).put(message)

    def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.stderr += line
