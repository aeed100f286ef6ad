"""``pythonWorker``: warm processes that each answer one call at a time.

One worker more than are busy is kept ready, up to the number of executions at once. A call that runs too
long or is cancelled costs its worker: it is killed, and another takes its place.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ajisai_mcp.backends import frames
from ajisai_mcp.backends.backend import read_envelope
from ajisai_mcp.backends.worker_process import WorkerProcess
from ajisai_mcp.host_errors import HostFailure

_LOG = logging.getLogger("ajisai_mcp.worker")

MEMORY_BYTES: Final = 512 << 20
"""Address space of one worker."""

_CALLS: Final = 2000  # calls after which a worker leaves, so that nothing it may leak adds up
_RETIRE_BYTES: Final = 192 << 20  # peak after which it leaves: what one call needed is given back
_STARTS: Final = 2  # failed starts in a row after which those who wait are told
_START_SECONDS: Final = 30  # a start takes a quarter of a second; a machine in trouble gets this long

# The folder of the package is named to the worker, and -P keeps the working folder out of its path, so that
# it finds the very package that started it and never one that happens to lie where the server was started.
_PROGRAM: Final = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from ajisai_mcp.backends.worker import main; sys.exit(main(sys.argv[2:]))"
)
_ROOT: Final = str(Path(__file__).resolve().parent.parent.parent)


def worker_command(profile: str, *, memory_bytes: int = MEMORY_BYTES, calls: int = _CALLS) -> list[str]:
    """The command line of one worker."""
    settings = [profile, str(memory_bytes), str(calls), str(_RETIRE_BYTES)]
    return [sys.executable, "-P", "-c", _PROGRAM, _ROOT, *settings]


class PythonWorker:
    """The backend ``pythonWorker``.

    Args:
        size: how many workers there are at most.
        wall_ms: milliseconds that one call may take in its worker.
        command: starts one worker.
        identity: what every worker must say of itself; None admits any.
    """

    kind = "pythonWorker"

    def __init__(
        self,
        *,
        size: int,
        wall_ms: int,
        command: Sequence[str],
        identity: Mapping[str, str] | None = None,
    ) -> None:
        self._size = size
        self._wall_ms = wall_ms
        self._command = command
        self._identity = identity
        self._idle: deque[WorkerProcess] = deque()
        self._all: set[WorkerProcess] = set()
        self._young: set[WorkerProcess] = set()
        self._waiting: deque[asyncio.Future[WorkerProcess]] = deque()
        self._starting = 0
        self._failed_starts = 0  # since the last one that succeeded
        self._busy = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Start the first worker."""
        self._fill()

    async def engine_version(self) -> str:
        """The version of the engine of this very package, which the workers run."""
        from ajisai.version import __version__

        return __version__

    async def answer(self, tool: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Have a worker answer. See :class:`ajisai_mcp.backends.backend.Backend`."""
        body = json.dumps({"tool": tool, "arguments": request}).encode()
        worker = await self._take()
        try:
            async with asyncio.timeout(self._wall_ms / 1000):
                answer = await worker.call(body)
            envelope = read_envelope(answer)
        except TimeoutError:
            self._discard(worker)
            raise HostFailure("timeout", limit=self._wall_ms) from None
        except BaseException:  # a failure, or the call was cancelled: its worker is of no use any more
            self._discard(worker)
            raise
        self._give_back(worker)
        return envelope

    async def close(self) -> None:
        """Kill the workers and wait until they are gone."""
        self._closed = True
        for worker in list(self._all):
            self._drop(worker)
        for worker in self._young:
            worker.kill()
        while self._tasks:
            await asyncio.wait(self._tasks)

    @property
    def processes(self) -> list[int]:
        """The ids of the worker processes."""
        return [worker.process.pid for worker in self._all]

    # -- the workers at hand

    async def _take(self) -> WorkerProcess:
        self._busy += 1
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                self._fill()
                return worker
            self._drop(worker)
        turn: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._fill()
        try:
            return await turn
        except BaseException:
            self._busy -= 1
            if turn in self._waiting:
                self._waiting.remove(turn)
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self._offer(turn.result())
            raise

    def _give_back(self, worker: WorkerProcess) -> None:
        self._busy -= 1
        if worker.leaving or not worker.alive:
            self._drop(worker)
            self._fill()
        else:
            self._offer(worker)

    def _discard(self, worker: WorkerProcess) -> None:
        self._busy -= 1
        self._drop(worker)
        self._fill()

    def _offer(self, worker: WorkerProcess) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(worker)
                return
        self._idle.append(worker)

    def _drop(self, worker: WorkerProcess) -> None:
        self._all.discard(worker)
        worker.kill()
        self._spawn(worker.gone())

    def _fill(self) -> None:
        """Start workers until one more than is busy is there or on its way."""
        wanted = min(self._size, self._busy + 1)
        while not self._closed and len(self._all) + self._starting < wanted:
            self._starting += 1
            self._spawn(self._start_one())

    async def _start_one(self) -> None:
        try:
            worker = await self._started()
        except HostFailure as failure:
            if not self._closed:
                _LOG.error("%s", failure)
            self._starting -= 1
            self._failed_starts += 1
            if self._failed_starts < _STARTS and failure.code != "registryUnavailable":
                self._fill()
            else:
                self._tell_waiting(failure)
            return
        self._starting -= 1
        self._failed_starts = 0
        self._all.add(worker)
        if self._closed:
            self._drop(worker)
        else:
            self._offer(worker)

    def _tell_waiting(self, failure: HostFailure) -> None:
        """End the calls that wait for a worker; the next call tries again."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(failure)

    async def _started(self) -> WorkerProcess:
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=frames.HEADER_SIZE + (1 << 20),
            )
        except (OSError, ValueError) as failure:
            raise HostFailure("backendUnavailable", detail=f"no worker can be started: {failure}") from None
        worker = WorkerProcess(process)
        self._young.add(worker)
        try:
            async with asyncio.timeout(_START_SECONDS):
                identity = await worker.ready()
            if self._identity is not None and identity != self._identity:
                raise HostFailure("registryUnavailable", detail=f"a new worker says of itself: {identity}")
        except TimeoutError:
            self._drop(worker)
            raise HostFailure("backendUnavailable", detail="a worker did not get ready in time") from None
        except HostFailure as failure:
            self._drop(worker)
            if failure.code == "registryUnavailable":
                raise
            raise HostFailure("backendUnavailable", detail=f"a worker did not get ready: {failure}") from None
        finally:
            self._young.discard(worker)
        return worker

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
