"""The backend ``pythonWorker``: warm, reused, bounded, and never brought down by one of its workers."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable

import psutil
import pytest

from ajisai.version import __version__
from ajisai_mcp.assets import Assets
from ajisai_mcp.backends import frames
from ajisai_mcp.backends.python_worker import PythonWorker, worker_command
from ajisai_mcp.host_errors import HostFailure

_PROFILE = "mcp-local-stdio"
_IDENTITY = {"engineVersion": __version__, "assetDigest": Assets().digest}

# A worker that gets ready like a real one and then, at a call, does what its argument says.
_ROGUE = """
import json, os, sys, time
from ajisai_mcp.backends import frames
out, inp = sys.stdout.buffer, sys.stdin.buffer
def send(kind, call, body, last=False):
    out.write(frames.pack(kind, call, body, last=last)); out.flush()
def receive():
    header = frames.unpack(inp.read(frames.HEADER_SIZE))
    return header.call, inp.read(header.size)
OK = b'{"schemaVersion":5,"status":"ok"}'
"""
_READY = "send(frames.READY, 0, b'{}')\n"


def _rogue(body: str, *, ready: str = _READY) -> list[str]:
    return [sys.executable, "-c", _ROGUE + ready + body]


def _run(command: list[str], test: Callable[[PythonWorker], Awaitable[None]], **settings: int) -> None:
    async def bounded() -> None:
        backend = PythonWorker(
            **{"size": 4, "wall_ms": 60_000, **settings},  # type: ignore[arg-type]
            command=command,
        )
        await backend.start()
        try:
            async with asyncio.timeout(60):
                await test(backend)
        finally:
            await backend.close()
        assert backend.processes == []

    before = set(psutil.Process().children())  # servers that other tests share
    asyncio.run(bounded())
    assert set(psutil.Process().children()) <= before


async def _compute(backend: PythonWorker, source: str) -> object:
    envelope = await backend.answer("compute", {"source": source})
    return envelope.get("stackDisplay", envelope)


async def _failure(backend: PythonWorker) -> str:
    with pytest.raises(HostFailure) as caught:
        await backend.answer("compute", {"source": ""})
    return caught.value.code


def test_worker_answers_and_is_reused() -> None:
    """Calls one after the other are answered by one process, each in a fresh session."""

    async def test(backend: PythonWorker) -> None:
        assert await _compute(backend, "[ 1 ADD ] 'INC' DEF 1 INC") == ["2/1"]
        first = set(backend.processes)
        envelope = await backend.answer("compute", {"source": "1 INC"})
        assert envelope["outcome"] == "error:unknownWord"
        for number in range(20):
            assert await _compute(backend, f"{number} 1 ADD") == [f"{number + 1}/1"]
        assert first <= set(backend.processes)

    _run(worker_command(_PROFILE), test)


def test_worker_starts_no_more_than_it_may() -> None:
    """However many calls come at once, there are never more processes than the size."""

    async def test(backend: PythonWorker) -> None:
        answers = await asyncio.gather(*(_compute(backend, f"{number} 1 ADD") for number in range(30)))
        assert answers == [[f"{number + 1}/1"] for number in range(30)]
        assert len(backend.processes) <= 2

    _run(worker_command(_PROFILE), test, size=2)


def test_worker_that_is_killed_costs_only_its_call() -> None:
    """A kill in the middle of a call is ``backendFailure`` for it; the next call is answered."""

    async def test(backend: PythonWorker) -> None:
        assert await _compute(backend, "1") == ["1/1"]
        before = set(backend.processes)
        call = asyncio.create_task(_failure(backend))
        await asyncio.sleep(0)
        for process in before:
            os.kill(process, signal.SIGKILL)
        assert await call == "backendFailure"
        assert await _compute(backend, "2") == ["2/1"]
        assert not before & set(backend.processes)

    _run(worker_command(_PROFILE), test, size=1)


def test_worker_that_died_in_its_sleep_is_replaced() -> None:
    """A worker that ends between two calls costs no call at all."""

    async def test(backend: PythonWorker) -> None:
        assert await _compute(backend, "1") == ["1/1"]
        for process in backend.processes:
            os.kill(process, signal.SIGKILL)
        while any(psutil.pid_exists(process) for process in backend.processes):
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)  # the loop hears of it
        assert await _compute(backend, "2") == ["2/1"]

    _run(worker_command(_PROFILE), test, size=1)


def test_worker_out_of_memory_costs_only_its_call() -> None:
    """A program that needs more memory than a worker may take fails alone."""

    async def test(backend: PythonWorker) -> None:
        with pytest.raises(HostFailure) as caught:
            await backend.answer("compute", {"source": "1 99999 RANGE 3 DIV 'V' BIND " + "V 1 ADD " * 30})
        assert caught.value.code == "backendFailure"
        assert await _compute(backend, "2") == ["2/1"]

    _run(worker_command(_PROFILE, memory_bytes=72 << 20), test)


def test_worker_leaves_after_its_calls() -> None:
    """A worker that has answered as many calls as it may is replaced between two calls."""

    async def test(backend: PythonWorker) -> None:
        seen: set[int] = set()
        for number in range(9):
            assert await _compute(backend, f"{number}") == [f"{number}/1"]
            seen.update(backend.processes)
        assert len(seen) >= 3

    _run(worker_command(_PROFILE, calls=3), test, size=1)


def test_worker_timeout_kills_and_replaces() -> None:
    """A call that takes too long is ``timeout``, and its worker does not survive it."""

    async def test(backend: PythonWorker) -> None:
        with pytest.raises(HostFailure) as caught:
            await backend.answer("compute", {"source": ""})
        error = caught.value.to_envelope()["error"]
        assert (error["code"], error["limit"], error["retryable"]) == ("timeout", "wallTimeMs", True)

    _run(_rogue("receive()\ntime.sleep(600)"), test, wall_ms=100)


def test_worker_cancelled_call_kills_and_replaces() -> None:
    """Cancellation ends the worker at once; the next call gets another one."""

    async def test(backend: PythonWorker) -> None:
        call = asyncio.create_task(backend.answer("compute", {"source": "sleep"}))
        while not backend.processes:
            await asyncio.sleep(0)
        before = set(backend.processes)
        await asyncio.sleep(0.05)
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()
        assert await backend.answer("compute", {"source": "ok"}) == {"schemaVersion": 5, "status": "ok"}
        assert not before & set(backend.processes)

    body = "call, request = receive()\nif b'sleep' in request: time.sleep(600)\nsend(frames.ANSWER, call, OK)"
    _run(_rogue(body), test, size=1)


def test_worker_cancelled_while_waiting_for_one() -> None:
    """Cancellation before a worker is at hand takes nothing from the others."""

    async def test(backend: PythonWorker) -> None:
        calls = [asyncio.create_task(_compute(backend, f"{number}")) for number in range(4)]
        await asyncio.sleep(0)
        calls[1].cancel()
        calls[3].cancel()
        done = await asyncio.gather(*calls, return_exceptions=True)
        assert [done[0], done[2]] == [["0/1"], ["2/1"]]
        assert await _compute(backend, "5") == ["5/1"]

    _run(worker_command(_PROFILE), test, size=1)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("receive()\nprint('here is your answer', flush=True)\ntime.sleep(600)", "malformedBackendResponse"),
        ("call, _ = receive()\nsend(frames.ANSWER, call + 1, OK)", "malformedBackendResponse"),
        ("call, _ = receive()\nsend(frames.ANSWER, call, b'[]')", "malformedBackendResponse"),
        ("call, _ = receive()\nsend(frames.ANSWER, call, b'{\"a\":')", "malformedBackendResponse"),
        ("call, _ = receive()\nsend(frames.ANSWER, call, b'[' * 100000)", "malformedBackendResponse"),
        ("call, _ = receive()\nsend(frames.FAILED, call, b'KeyError', True)", "backendFailure"),
        ("receive()\nsys.exit(1)", "backendFailure"),
        ("receive()\nos.abort()", "backendFailure"),
        (
            "call, _ = receive()\nout.write(frames.pack(frames.ANSWER, call, OK)[:-3]); out.flush()",
            "backendFailure",
        ),
    ],
    ids=[
        "babble",
        "another-call",
        "a-list",
        "torn-json",
        "deep-json",
        "engine-raises",
        "exit",
        "abort",
        "torn-frame",
    ],
)
def test_worker_that_misbehaves_costs_only_its_call(body: str, code: str) -> None:
    """Whatever comes out of a worker, the call ends in the failure that says so, and the worker is gone."""

    async def test(backend: PythonWorker) -> None:
        for _ in range(3):
            assert await _failure(backend) == code

    _run(_rogue(body), test, size=2)


@pytest.mark.parametrize(
    "command",
    [
        ["/nonexistent/python"],
        [sys.executable, "-c", "import sys; sys.exit(1)"],
        _rogue("", ready="print('loading', flush=True)"),
        _rogue("", ready="send(frames.ANSWER, 0, OK)"),
        _rogue("", ready="send(frames.READY, 0, b'hello')"),
    ],
    ids=["no-file", "exit", "babble", "answer-first", "ready-without-sense"],
)
def test_worker_that_does_not_get_ready_is_unavailable(command: list[str]) -> None:
    """A worker that cannot start is ``backendUnavailable``; the next call tries again."""

    async def test(backend: PythonWorker) -> None:
        for _ in range(2):
            assert await _failure(backend) == "backendUnavailable"

    _run(command, test)


def test_worker_of_another_package_is_refused() -> None:
    """A worker that would answer from other data than the server's is ``registryUnavailable``."""

    async def test() -> None:
        backend = PythonWorker(
            size=1,
            wall_ms=60_000,
            command=_rogue("", ready="send(frames.READY, 0, json.dumps({'engineVersion': '0'}).encode())"),
            identity=_IDENTITY,
        )
        await backend.start()
        assert await _failure(backend) == "registryUnavailable"
        await backend.close()

    asyncio.run(test())


def test_worker_says_what_the_server_expects() -> None:
    """A real worker has the identity that the server compares with."""

    async def test() -> None:
        backend = PythonWorker(size=1, wall_ms=60_000, command=worker_command(_PROFILE), identity=_IDENTITY)
        await backend.start()
        assert await _compute(backend, "1") == ["1/1"]
        assert await backend.engine_version() == __version__
        await backend.close()

    asyncio.run(test())


def test_worker_prints_to_stderr_only(tmp_path: object) -> None:
    """What a library prints in a worker is not taken for an answer."""

    async def test(backend: PythonWorker) -> None:
        assert await _compute(backend, "1 2 ADD") == ["3/1"]

    command = worker_command(_PROFILE)
    command[3] = command[3].replace(
        "from ajisai_mcp.backends.worker import main;",
        "from ajisai_mcp.backends import worker; from ajisai_mcp.backends.worker import main; "
        "send = worker._send; "
        "worker._send = lambda *a, **k: (print('babble', flush=True), send(*a, **k)); ",
    )
    _run(command, test)


def test_frames_tell_headers_from_other_bytes() -> None:
    """A header reads back as it was packed; anything else is refused."""
    header = frames.unpack(frames.pack(frames.CALL, 7, b"body", last=True)[: frames.HEADER_SIZE])
    assert header == (frames.CALL, True, 7, 4)
    for torn in (b"Hello, world", b"\xa7\x15" + b"\xff" * 10, b"\xa7\x15\x02\x00" + b"\xff" * 8):
        with pytest.raises(frames.MalformedFrame):
            frames.unpack(torn)
