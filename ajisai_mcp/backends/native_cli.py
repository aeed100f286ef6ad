"""``nativeCli``: an executable that is started once per call and speaks one JSON document each way."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ajisai_mcp.backends.backend import read_envelope
from ajisai_mcp.host_errors import HostFailure

_LOG = logging.getLogger("ajisai_mcp.native")

_LARGEST_ANSWER: Final = 64 << 20  # bytes; an engine that writes on and on is stopped here
_CHUNK: Final = 1 << 16
_FAREWELL_SECONDS: Final = 2  # between a kill and its effect
_LOGGED: Final = 2000  # bytes of an executable's stderr that the log repeats


class NativeCli:
    """The backend ``nativeCli``: ``EXECUTABLE agent TOOL``, a request on stdin, an envelope on stdout.

    Args:
        executable: the file to start.
        wall_ms: milliseconds that one call may take, the start of the process included.
    """

    kind = "nativeCli"

    def __init__(self, executable: Path, *, wall_ms: int) -> None:
        self.executable = executable
        self._wall_ms = wall_ms
        self._version: asyncio.Task[str] | None = None

    async def start(self) -> None:
        """Ask for the version; no process is kept ready."""
        self._version = asyncio.create_task(self._ask_version())

    async def engine_version(self) -> str:
        """The second word of ``EXECUTABLE --version``, asked once."""
        assert self._version is not None, "the backend was not started"
        return await asyncio.shield(self._version)

    async def _ask_version(self) -> str:
        code, answer = await self._exchange(["--version"], b"")
        words = answer.decode("utf-8", "replace").split()
        if code != 0 or len(words) < 2:
            raise HostFailure("malformedBackendResponse", detail=f"--version answered {answer[:200]!r}")
        return words[1]

    async def answer(self, tool: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Have the executable answer. See :class:`ajisai_mcp.backends.backend.Backend`."""
        code, answer = await self._exchange(["agent", tool], json.dumps(request).encode())
        if code != 0:
            raise HostFailure("backendFailure", detail=f"the executable ended with {code}")
        return read_envelope(answer)

    async def close(self) -> None:
        """End what is still asked; every call ends its own process."""
        if self._version is not None:
            self._version.cancel()
            await asyncio.gather(self._version, return_exceptions=True)

    async def _exchange(self, words: list[str], request: bytes) -> tuple[int, bytes]:
        try:
            process = await asyncio.create_subprocess_exec(
                self.executable,
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,  # so that what it starts itself can be ended with it
            )
        except (OSError, ValueError) as failure:
            raise HostFailure(
                "backendUnavailable", detail=f"the executable cannot be started: {failure}"
            ) from None
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        said = asyncio.create_task(_read_some(process.stderr))
        try:
            async with asyncio.timeout(self._wall_ms / 1000):
                _, answer = await asyncio.gather(
                    _write(process.stdin, request), _read(process.stdout, _LARGEST_ANSWER)
                )
                code = await process.wait()
        except TimeoutError:
            raise HostFailure("timeout", limit=self._wall_ms) from None
        finally:
            _kill(process)
            await asyncio.shield(_end(process, said))
        return code, answer


async def _write(stdin: asyncio.StreamWriter, request: bytes) -> None:
    try:
        stdin.write(request)
        await stdin.drain()
    except ConnectionError:  # it did not read all of it; what it answers decides
        pass
    stdin.close()


async def _read(stdout: asyncio.StreamReader, most: int) -> bytes:
    answer = bytearray()
    while chunk := await stdout.read(_CHUNK):
        answer += chunk
        if len(answer) > most:
            raise HostFailure("malformedBackendResponse", detail="the executable writes without end")
    return bytes(answer)


async def _read_some(stderr: asyncio.StreamReader) -> bytes:
    """The beginning of what it says on stderr; the rest is read and forgotten."""
    begin = b""
    while chunk := await stderr.read(_CHUNK):
        begin += chunk[: _LOGGED - len(begin)]
    return begin


def _kill(process: asyncio.subprocess.Process) -> None:
    """End the process and, where the system has groups, all that it started."""
    try:
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except (
        ProcessLookupError,
        PermissionError,
    ):  # PermissionError: only a process that has just ended is left
        pass


async def _end(process: asyncio.subprocess.Process, said: asyncio.Task[bytes]) -> None:
    """Wait for the end and log what was said; something that has left the group is not waited for."""
    try:
        async with asyncio.timeout(_FAREWELL_SECONDS):
            await process.wait()
            assert process.stdout is not None
            await process.stdout.read()  # to its end, at which the loop lets go of the pipe
            text = (await said).decode("utf-8", "replace").strip()
    except TimeoutError:
        text = "(its pipes are held open by something that it started)"
    if text:
        _LOG.warning("the executable says: %s", text)
