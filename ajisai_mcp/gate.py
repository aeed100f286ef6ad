"""Admits executions: so many at once, the rest in the order in which they came, for a bounded time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ajisai_mcp.host_errors import HostFailure


class Gate:
    """Slots for executions.

    A caller who comes while others wait waits behind them, even when a slot has just become free: a slot that
    is given back goes to whoever has waited longest, so that nobody overtakes.
    """

    def __init__(self, slots: int, wait_ms: int) -> None:
        self._slots = slots
        self._free = slots
        self._wait_ms = wait_ms
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def running(self) -> int:
        """How many slots are taken."""
        return self._slots - self._free

    @property
    def waiting(self) -> int:
        """How many callers wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def admitted(self) -> AsyncIterator[None]:
        """Hold a slot.

        Raises:
            HostFailure: ``capacityExhausted`` when none became free in time.
        """
        await self._enter()
        try:
            yield
        finally:
            self._leave()

    async def _enter(self) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(self._wait_ms / 1000):
                await turn
        except TimeoutError:
            if not self._withdraw(turn):
                raise HostFailure(
                    "capacityExhausted", limit=self._slots, retry_after_ms=self._wait_ms
                ) from None
        except asyncio.CancelledError:
            if self._withdraw(turn):
                self._leave()
            raise

    def _withdraw(self, turn: asyncio.Future[None]) -> bool:
        """Stop waiting; whether the slot had been given already, in the same moment."""
        if turn in self._waiting:
            self._waiting.remove(turn)
            return False
        return True

    def _leave(self) -> None:
        if self._waiting:
            turn = self._waiting.popleft()
            # A turn that was cancelled in this very moment still takes the slot: its waiter gives it back.
            if not turn.done():
                turn.set_result(None)
        else:
            self._free += 1
