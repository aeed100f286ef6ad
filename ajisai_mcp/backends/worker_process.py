"""A worker as the server sees it: a process, its pipes, one call at a time."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from typing import Final

from ajisai_mcp.backends import frames
from ajisai_mcp.host_errors import HostFailure

_LOG = logging.getLogger("ajisai_mcp.worker")

_ENDINGS: Final = (0, -9)  # its own, and the kill that every dropped worker gets


class WorkerProcess:
    """One process and its pipes. ``leaving``: it has said that it answers no further call."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.leaving = False
        self._calls = 0

    @property
    def alive(self) -> bool:
        """Whether the process can be called, as far as is known by now."""
        reader = self.process.stdout
        return self.process.returncode is None and reader is not None and not reader.at_eof()

    async def ready(self) -> dict[str, str]:
        """Wait for what it says of itself."""
        header, body = await self._receive()
        if header.kind != frames.READY:
            raise HostFailure("malformedBackendResponse", detail="a worker spoke before it was ready")
        try:
            identity: dict[str, str] = json.loads(body)
        except (ValueError, RecursionError):
            raise HostFailure("malformedBackendResponse", detail=f"a worker said {body[:200]!r}") from None
        return identity

    async def call(self, body: bytes) -> bytes:
        """Send one call and wait for its envelope."""
        self._calls += 1
        stdin = self.process.stdin
        assert stdin is not None
        try:
            stdin.write(frames.pack(frames.CALL, self._calls, body))
            await stdin.drain()
        except ConnectionError as failure:
            raise HostFailure("backendFailure", detail=f"the worker is gone: {failure}") from None
        header, answer = await self._receive()
        self.leaving = header.last
        if header.call != self._calls:
            raise HostFailure("malformedBackendResponse", detail=f"an answer to another call: {header}")
        if header.kind == frames.FAILED:
            raise HostFailure(
                "backendFailure", detail=f"the engine raised {answer.decode('utf-8', 'replace')}"
            )
        return answer

    async def _receive(self) -> tuple[frames.Header, bytes]:
        stdout = self.process.stdout
        assert stdout is not None
        try:
            header = frames.unpack(await stdout.readexactly(frames.HEADER_SIZE))
            return header, await stdout.readexactly(header.size)
        except frames.MalformedFrame as failure:
            raise HostFailure("malformedBackendResponse", detail=str(failure)) from None
        except (asyncio.IncompleteReadError, ConnectionError):
            raise HostFailure("backendFailure", detail="the worker ended before it answered") from None

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        if self.process.returncode is not None:
            return
        try:
            if sys.platform == "win32":
                self.process.kill()
            else:
                # Not its own kill(): that looks first whether the process has ended, and by looking takes the
                # exit code away from the loop, which waits for it.
                os.kill(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    async def gone(self) -> None:
        """Wait until the system has forgotten the process and its pipes are closed."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.close()
        code = await self.process.wait()
        await stdout.read()
        if code not in _ENDINGS:
            _LOG.warning("a worker ended with %d", code)
