"""What the server costs beside a FastMCP server whose tool answers a constant, through the same client.

Both are started as a host starts them and called over standard input and output; the constant is the very
envelope that ours computes.
"""

from __future__ import annotations

import atexit
import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any

from benchmarks.harness import Comparison, Family, Side, Timed

_SOURCE = {"source": "1 2 ADD"}
_OURS = (sys.executable, "-P", "-m", "ajisai_mcp")


def calls(count: int) -> Comparison:
    """One call after the other to a server that runs."""
    return Comparison(
        "",
        "call",
        count,
        Side("compute of 1 2 ADD", lambda: _calls(_OURS, count)),
        Side("a constant", lambda: _calls(_constant_server(), count)),
        aim=2.5,
    )


def start() -> Comparison:
    """From the start of the process to the first answer."""
    return Comparison(
        "server start to first answer",
        "start",
        1,
        Side("compute of 1 2 ADD", lambda: _start(_OURS)),
        Side("a constant", lambda: _start(_constant_server())),
        aim=2,
    )


def _calls(command: Sequence[str], count: int) -> list[Any]:
    ask = _running(tuple(command))
    return [ask() for _ in range(count)]


def _start(command: Sequence[str]) -> Timed:
    begin = time.perf_counter()
    with ExitStack() as stack:
        answer = _connect(command, stack)()
        seconds = time.perf_counter() - begin
    return Timed(answer, seconds)


@cache
def _constant_server() -> tuple[str, ...]:
    """The command of the other server, which is told what ours answers."""
    return (sys.executable, "-m", "benchmarks.constant_server", json.dumps(_running(_OURS)()))


@cache
def _running(command: tuple[str, ...]) -> Callable[[], Any]:
    """Asks a server that is started once and ends with this process."""
    stack = ExitStack()
    atexit.register(stack.close)
    return _connect(command, stack)


def _connect(command: Sequence[str], stack: ExitStack) -> Callable[[], Any]:
    """Asks a server through FastMCP's client until the stack is closed."""
    from anyio.from_thread import start_blocking_portal
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    portal = stack.enter_context(start_blocking_portal())
    client = Client(StdioTransport(command[0], list(command[1:]), keep_alive=False))
    stack.enter_context(portal.wrap_async_context_manager(client))

    async def ask() -> Any:
        return (await client.call_tool("compute", _SOURCE)).structured_content

    return lambda: portal.call(ask)


COMPARISONS = (Family("server calls", calls, (200,), small=2), start)
