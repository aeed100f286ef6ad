"""Five hundred calls from eight clients while workers are killed: each is answered once, and right."""

from __future__ import annotations

import asyncio
import itertools
import random
import signal
from collections import Counter
from typing import Any

import psutil
import pytest
from fastmcp import Client

from ajisai import Limits, agent
from tests.mcp.http_server import HttpServer, serving

pytestmark = pytest.mark.slow

_CLIENTS = 8
_CALLS = 500
_KILL_EVERY = 60
_WARM = 100  # calls after which memory may not grow any more
_SLACK = 24 << 20  # bytes: one worker more or less at the moment of measuring
_HEAVY = "{} 'N' BIND 1 6000 RANGE [ STR CHARS REVERSE JOIN NUM ] MAP 0 [ ADD ] FOLD N ADD"


def _program(number: int) -> str:
    """Seven quick ones, a heavy one, one that fails in its form, one that fails in its run."""
    kinds = [f"{number} 1 ADD"] * 6 + [f"{number} SQRT 12 FORMAT", _HEAVY.format(number)]
    return [*kinds, f"[ {number}", f"{number} 'a' ADD"][number % 10]


def _expected(source: str) -> dict[str, Any]:
    return agent.answer("compute", {"source": source}, limits=Limits.agent())


class _Stress:
    """The calls still to make, and what became of them."""

    def __init__(self, server: HttpServer) -> None:
        self.server = psutil.Process(server.process.pid)
        self.url = server.url
        self.numbers = iter(range(_CALLS))
        self.outcomes: Counter[str] = Counter()
        self.answered: Counter[int] = Counter()
        self.kills = 0
        self.memory: list[int] = []
        self._chance = random.Random(4)

    async def client(self) -> None:
        """One client: takes the next call until there is none."""
        async with Client(self.url) as client:
            for number in self.numbers:
                await self._call(client, number)
                self.answered[number] += 1
                if number % _KILL_EVERY == _KILL_EVERY - 1:
                    self._kill_a_worker()
                if number in (_WARM, _CALLS - 1):
                    self.memory.append(self._memory())

    async def _call(self, client: Client[Any], number: int) -> None:
        source = _program(number)
        for _ in itertools.count():
            result = await client.call_tool_mcp("compute", {"source": source})
            envelope = dict(result.structured_content or {})
            code = envelope.get("error", {}).get("code")
            self.outcomes[code or envelope["status"]] += 1
            if code == "capacityExhausted":
                await asyncio.sleep(envelope["error"]["retryAfterMs"] / 1000)
                continue
            if code is None:
                envelope.pop("mcp")
                assert envelope == _expected(source)
            return

    def _workers(self) -> list[psutil.Process]:
        return [child for child in self.server.children() if child.status() != psutil.STATUS_ZOMBIE]

    def _kill_a_worker(self) -> None:
        workers = self._workers()
        if workers:
            self._chance.choice(workers).send_signal(signal.SIGKILL)
            self.kills += 1

    def _memory(self) -> int:
        total: int = self.server.memory_info().rss
        for worker in self._workers():
            try:
                total += worker.memory_info().rss
            except psutil.NoSuchProcess:
                pass
        return total


def test_stress() -> None:
    """Whatever is killed beside it, a call gets its right answer, or the failure that says it got none."""

    async def run(stress: _Stress) -> None:
        async with asyncio.timeout(240):
            await asyncio.gather(*(stress.client() for _ in range(_CLIENTS)))

    with serving() as server:
        stress = _Stress(server)
        asyncio.run(run(stress))
        workers = stress._workers()
        assert len(workers) <= 4
    assert stress.answered == Counter(range(_CALLS))
    assert set(stress.outcomes) <= {"ok", "error", "backendFailure", "capacityExhausted"}
    assert stress.outcomes["backendFailure"] <= stress.kills
    assert stress.kills == _CALLS // _KILL_EVERY
    first, last = stress.memory
    assert last <= first + _SLACK
    _, alive = psutil.wait_procs(workers, timeout=30)
    assert [process for process in alive if process.status() != psutil.STATUS_ZOMBIE] == []
