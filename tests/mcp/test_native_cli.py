"""The backend ``nativeCli``: an executable per call, whatever it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import psutil
import pytest

from ajisai.version import __version__
from ajisai_mcp.backends.native_cli import NativeCli
from ajisai_mcp.host_errors import HostFailure
from tests.mcp.conftest import AJISAI
from tests.mcp.rogues import make_rogue

_PATIENT = 60_000  # milliseconds


def _run(executable: Path, test: Callable[[NativeCli], Awaitable[None]], wall_ms: int = _PATIENT) -> None:
    async def bounded() -> None:
        backend = NativeCli(executable, wall_ms=wall_ms)
        await backend.start()
        try:
            async with asyncio.timeout(60):
                await test(backend)
        finally:
            await backend.close()
        running = [process.info["cmdline"] or [] for process in psutil.process_iter(["cmdline"])]
        # This project's own command may be run by whatever else goes on; a rogue is this test's alone.
        assert executable == AJISAI or not [words for words in running if str(executable) in words]

    asyncio.run(bounded())


def test_native_answers_and_tells_its_version() -> None:
    """This project's own command is such an executable."""

    async def test(backend: NativeCli) -> None:
        envelope = await backend.answer("compute", {"source": "'紫陽花' CHARS LENGTH"})
        assert envelope["stackDisplay"] == ["3/1"]
        assert await backend.engine_version() == __version__

    _run(AJISAI, test)


def test_native_passes_refusals_on() -> None:
    """A request that the engine refuses comes back as the engine's own envelope."""

    async def test(backend: NativeCli) -> None:
        envelope = await backend.answer("compute", {"source": 5})
        assert (envelope["status"], envelope["error"]["code"]) == ("hostError", "invalidRequest")

    _run(AJISAI, test)


@pytest.mark.parametrize(
    ("rogue", "code"),
    [
        ("babbles", "malformedBackendResponse"),
        ("babbles-before", "malformedBackendResponse"),
        ("answers-nothing", "malformedBackendResponse"),
        ("answers-a-list", "malformedBackendResponse"),
        ("answers-another-schema", "malformedBackendResponse"),
        ("claims-provenance", "malformedBackendResponse"),
        ("fails", "backendFailure"),
        ("kills-itself", "backendFailure"),
    ],
)
def test_native_that_misbehaves_is_named_for_it(rogue: str, code: str, tmp_path: Path) -> None:
    """Each way of not answering has its code, twice in a row."""

    async def test(backend: NativeCli) -> None:
        for _ in range(2):
            with pytest.raises(HostFailure) as caught:
                await backend.answer("compute", {"source": ""})
            assert caught.value.code == code
        assert await backend.engine_version() == "9.9.9"

    _run(make_rogue(tmp_path, rogue), test)


@pytest.mark.parametrize("kind", ["missing", "a-folder", "not-executable"])
def test_native_that_cannot_be_started_is_unavailable(kind: str, tmp_path: Path) -> None:
    """No such file, a folder, a file that may not be executed: for the version as for a call."""
    place = tmp_path / "engine"
    if kind == "a-folder":
        place.mkdir()
    elif kind == "not-executable":
        place.write_text("#!/bin/sh\n", encoding="utf-8")

    async def test(backend: NativeCli) -> None:
        for ask in (lambda: backend.answer("compute", {}), backend.engine_version):
            with pytest.raises(HostFailure) as caught:
                await ask()
            assert caught.value.code == "backendUnavailable"

    _run(place, test)


@pytest.mark.parametrize("rogue", ["sleeps", "leaves-a-child"])
def test_native_that_takes_too_long_is_ended_with_all_it_started(rogue: str, tmp_path: Path) -> None:
    """The clock ends the executable, and a child of it that holds the pipe open."""

    async def test(backend: NativeCli) -> None:
        await backend.engine_version()
        with pytest.raises(HostFailure) as caught:
            await backend.answer("compute", {"source": ""})
        assert caught.value.code == "timeout"

    _run(make_rogue(tmp_path, rogue), test, wall_ms=1500)


def test_native_cancelled_call_ends_the_executable(tmp_path: Path) -> None:
    """Nothing of a cancelled call is left running."""

    async def test(backend: NativeCli) -> None:
        await backend.engine_version()
        call = asyncio.create_task(backend.answer("compute", {"source": ""}))
        while not psutil.Process().children():
            await asyncio.sleep(0.001)
        call.cancel()
        await asyncio.wait([call])
        assert call.cancelled()

    _run(make_rogue(tmp_path, "sleeps"), test)
