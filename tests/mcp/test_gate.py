"""The gate: so many at once, first come first served, for a bounded time, and no slot is ever lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from ajisai_mcp.gate import Gate
from ajisai_mcp.host_errors import HostFailure

_LONG = 60_000  # milliseconds: longer than any test runs


async def _settle() -> None:
    """Let every task run as far as it can."""
    for _ in range(20):
        await asyncio.sleep(0)


class _Caller:
    """A caller that holds its slot until it is told to leave."""

    def __init__(self, gate: Gate, name: str, admitted: list[str]) -> None:
        self.leave = asyncio.Event()
        self.task = asyncio.create_task(self._call(gate, name, admitted))

    async def _call(self, gate: Gate, name: str, admitted: list[str]) -> None:
        async with gate.admitted():
            admitted.append(name)
            await self.leave.wait()


def _run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(30):
            await test()

    asyncio.run(bounded())


def test_gate_admits_up_to_its_slots() -> None:
    """With room, nobody waits."""

    async def test() -> None:
        gate, admitted = Gate(2, _LONG), list[str]()
        callers = [_Caller(gate, name, admitted) for name in "ab"]
        await _settle()
        assert admitted == ["a", "b"]
        assert (gate.running, gate.waiting) == (2, 0)
        for caller in callers:
            caller.leave.set()
            await caller.task
        assert gate.running == 0

    _run(test)


def test_gate_serves_in_order_of_coming() -> None:
    """Each slot that is given back goes to whoever has waited longest."""

    async def test() -> None:
        gate, admitted = Gate(1, _LONG), list[str]()
        callers = [_Caller(gate, name, admitted) for name in "abcde"]
        for count, caller in enumerate(callers, 1):
            await _settle()
            assert admitted == list("abcde"[:count])
            caller.leave.set()
            await caller.task
        assert (gate.running, gate.waiting) == (0, 0)

    _run(test)


def test_gate_lets_nobody_overtake() -> None:
    """Who comes in the moment a slot becomes free still stands behind those who wait."""

    async def test() -> None:
        gate, admitted = Gate(1, _LONG), list[str]()
        first, second = _Caller(gate, "first", admitted), _Caller(gate, "second", admitted)
        await _settle()
        first.leave.set()
        await first.task
        late = _Caller(gate, "late", admitted)
        await _settle()
        assert admitted == ["first", "second"]
        for caller in (second, late):
            caller.leave.set()
            await caller.task
        assert admitted == ["first", "second", "late"]

    _run(test)


def test_gate_refuses_after_the_wait() -> None:
    """A caller who waits too long is told the ceiling and when to come again; the slot is not his."""

    async def test() -> None:
        gate, admitted = Gate(1, 1), list[str]()
        holder = _Caller(gate, "holder", admitted)
        await _settle()
        with pytest.raises(HostFailure) as caught:
            async with gate.admitted():
                raise AssertionError("admitted")
        error = caught.value.to_envelope()["error"]
        assert (error["code"], error["retryable"]) == ("capacityExhausted", True)
        assert (error["limit"], error["retryAfterMs"]) == ("concurrentExecutions", 1)
        assert (gate.running, gate.waiting) == (1, 0)
        holder.leave.set()
        await holder.task
        async with gate.admitted():
            assert gate.running == 1

    _run(test)


def test_gate_cancelled_waiter_leaves_the_line() -> None:
    """Who is cancelled while he waits holds nobody up."""

    async def test() -> None:
        gate, admitted = Gate(1, _LONG), list[str]()
        holder, gone, next_one = (_Caller(gate, name, admitted) for name in ("holder", "gone", "next"))
        await _settle()
        gone.task.cancel()
        await asyncio.wait([gone.task])
        assert gate.waiting == 1
        holder.leave.set()
        await _settle()
        assert admitted == ["holder", "next"]
        next_one.leave.set()
        await next_one.task
        assert gate.running == 0

    _run(test)


def test_gate_cancelled_holder_gives_his_slot_back() -> None:
    """Cancellation inside frees the slot for the next."""

    async def test() -> None:
        gate, admitted = Gate(1, _LONG), list[str]()
        holder, next_one = _Caller(gate, "holder", admitted), _Caller(gate, "next", admitted)
        await _settle()
        holder.task.cancel()
        await _settle()
        assert admitted == ["holder", "next"]
        next_one.leave.set()
        await next_one.task
        assert gate.running == 0

    _run(test)


def test_gate_cancelled_in_the_moment_of_admission_passes_the_slot_on() -> None:
    """A slot that was given to a caller who is cancelled before he runs goes to the next one."""

    async def test() -> None:
        gate, admitted = Gate(1, _LONG), list[str]()
        async with gate.admitted():
            gone, next_one = (_Caller(gate, name, admitted) for name in ("gone", "next"))
            await _settle()
        gone.task.cancel()  # nothing has run between the slot's return, which gave it to him, and this
        await _settle()
        assert admitted == ["next"]
        next_one.leave.set()
        await next_one.task
        assert (gate.running, gate.waiting) == (0, 0)

    _run(test)
