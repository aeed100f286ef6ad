"""The server of the wheel, from an empty folder, each time in a process of its own."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from tests.packaging.conftest import Installed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]

_IMPORTED = """
import asyncio, json
import ajisai_mcp
from fastmcp import Client
from ajisai_mcp.assets import Assets
from ajisai_mcp.service import running_app

async def main():
    async with running_app({}, Assets()) as app, Client(app) as client:
        answer = await client.call_tool("compute", {"source": "2 3 DIV 1 3 DIV ADD"})
        print(json.dumps([ajisai_mcp.__file__, answer.structured_content]))

asyncio.run(main())
"""


def _compute(installed: Installed, **variables: str) -> dict[str, Any]:
    """What the command answers to a client that starts it."""

    async def ask() -> dict[str, Any]:
        transport = StdioTransport(
            str(installed.bin / "ajisai-mcp"),
            [],
            env={"PATH": "", **variables},
            cwd=str(installed.empty_folder),
        )
        async with Client(transport) as client:
            result = await client.call_tool("compute", {"source": "2 3 DIV 1 3 DIV ADD"})
        assert result.structured_content is not None
        return result.structured_content

    return asyncio.run(ask())


def test_packed_server_is_imported_and_computes(installed_server: Installed) -> None:
    """With neither variable set it computes by itself, in an environment without this checkout."""
    finished = installed_server.run("python", "-c", _IMPORTED)
    assert finished.returncode == 0, finished.stderr
    place, envelope = json.loads(finished.stdout)
    assert "site-packages" in place
    assert envelope["stackDisplay"] == ["1/1"]
    assert envelope["mcp"]["backend"] == {"kind": "pythonWorker"}


def test_packed_server_is_started_by_a_client(installed_server: Installed) -> None:
    """The command as every host starts it."""
    envelope = _compute(installed_server)
    assert envelope["stackDisplay"] == ["1/1"]
    assert envelope["mcp"]["backend"] == {"kind": "pythonWorker"}


def test_packed_server_finds_itself_sound(installed_server: Installed) -> None:
    """Its doctor passes every check."""
    finished = installed_server.run("ajisai-mcp", "--doctor")
    assert (finished.returncode, finished.stderr) == (0, ""), finished.stdout


def test_packed_server_takes_the_executable_that_is_named(installed_server: Installed) -> None:
    """The command again, with AJISAI_BIN: the other backend, the same answer."""
    envelope = _compute(installed_server, AJISAI_BIN=str(installed_server.bin / "ajisai"))
    assert envelope["stackDisplay"] == ["1/1"]
    assert envelope["mcp"]["backend"] == {"kind": "nativeCli"}


def test_plain_install_says_what_the_server_needs(installed: Installed) -> None:
    """Without the extra, both commands name it instead of failing with a traceback."""
    for words in (["ajisai", "mcp"], ["ajisai-mcp"], ["ajisai-mcp", "--http", "127.0.0.1:0"]):
        finished = installed.run(*words)
        assert finished.returncode == 2, words
        assert "pip install 'ajisai[mcp]'" in finished.stderr
        assert "Traceback" not in finished.stderr
        assert finished.stdout == ""
    doctor = installed.run("ajisai-mcp", "--doctor")
    assert doctor.returncode == 1
    assert "FAIL  the server needs more than the plain package: pip install 'ajisai[mcp]'" in doctor.stdout
