"""Hostile programs through a server as a host starts it, while a child keeps another core busy."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psutil  # type: ignore[import-untyped]
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from benchmarks.adversarial.costs import Cost, cost_of
from benchmarks.adversarial.programs import Program
from benchmarks.busy import busy_core

_COMMAND: Final = (sys.executable, "-P", "-m", "ajisai_mcp")
_LOOK: Final = 0.02  # seconds between two looks at the workers


def run_through_server(programs: Sequence[Program], *, at_once: int) -> list[Cost]:
    """What each program takes, sent ``at_once`` times together; of such calls the longest is told."""
    with busy_core():
        return asyncio.run(_run(programs, at_once))


async def _run(programs: Sequence[Program], at_once: int) -> list[Cost]:
    transport = StdioTransport(_COMMAND[0], list(_COMMAND[1:]), keep_alive=False, log_file=Path(os.devnull))
    costs = []
    async with Client(transport) as client:
        server = next(child for child in psutil.Process().children() if _COMMAND[-1] in child.cmdline())
        await _ask(client, Program("", "compute", "1 2 ADD"))
        for program in programs:
            costs.append(await _cost(client, server, program, at_once))
    return costs


async def _cost(client: Client[Any], server: psutil.Process, program: Program, at_once: int) -> Cost:
    async with _watched(server) as watch:
        answers = await asyncio.gather(*[_ask(client, program) for _ in range(at_once)])
    # A call that was ended by the host is the one to tell; else the one that took the longest.
    envelope, seconds = max(answers, key=lambda answer: (answer[0]["status"] == "hostError", answer[1]))
    size = len(
        json.dumps(envelope, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    )
    return cost_of(program.name, envelope, seconds, watch.processor / at_once, watch.mebibytes, size)


async def _ask(client: Client[Any], program: Program) -> tuple[dict[str, Any], float]:
    begin = time.perf_counter()
    result = await client.call_tool_mcp(program.tool, {"source": program.source})
    seconds = time.perf_counter() - begin
    return dict(result.structured_content or {}), seconds


class _Watch:
    """The most memory that one worker held, and the processor time that all of them took."""

    def __init__(self, server: psutil.Process) -> None:
        self._server = server
        self._before = self._times()
        self._after = dict(self._before)
        self.mebibytes = 0.0

    @property
    def processor(self) -> float:
        """Seconds, those of workers that have left among them as far as they were seen."""
        return sum(used - self._before.get(pid, 0.0) for pid, used in self._after.items())

    def look(self) -> None:
        """Look at every worker that is there."""
        self._after.update(self._times())
        for worker in self._server.children(recursive=True):
            with suppress(psutil.Error):
                self.mebibytes = max(self.mebibytes, worker.memory_info().rss / 2**20)

    def _times(self) -> dict[int, float]:
        times = {}
        for worker in self._server.children(recursive=True):
            with suppress(psutil.Error):
                used = worker.cpu_times()
                times[worker.pid] = used.user + used.system
        return times


@asynccontextmanager
async def _watched(server: psutil.Process) -> AsyncIterator[_Watch]:
    watch = _Watch(server)

    async def keep_looking() -> None:
        while True:
            watch.look()
            await asyncio.sleep(_LOOK)

    looking = asyncio.create_task(keep_looking())
    try:
        yield watch
    finally:
        looking.cancel()
        watch.look()
