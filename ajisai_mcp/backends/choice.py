"""Chooses the backend, once, when the server starts."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ajisai_mcp.backends.backend import Backend
from ajisai_mcp.backends.native_cli import NativeCli
from ajisai_mcp.backends.python_worker import PythonWorker, worker_command

EXECUTABLE: Final = "AJISAI_BIN"
CHECKOUT: Final = "AJISAI_REPO"


def choose(
    environment: Mapping[str, str],
    *,
    profile: str,
    size: int,
    wall_ms: int,
    identity: Mapping[str, str] | None = None,
) -> Backend:
    """``nativeCli`` where the environment names an executable or a checkout, else ``pythonWorker``.

    Nothing else is ever looked at: no search path, no working folder.
    """
    if executable := _executable(environment):
        return NativeCli(executable, wall_ms=wall_ms)
    return PythonWorker(size=size, wall_ms=wall_ms, command=worker_command(profile), identity=identity)


def _executable(environment: Mapping[str, str]) -> Path | None:
    if named := environment.get(EXECUTABLE):
        return Path(named).absolute()
    if checkout := environment.get(CHECKOUT):
        scripts, suffix = ("Scripts", ".exe") if sys.platform == "win32" else ("bin", "")
        return Path(checkout).absolute() / ".venv" / scripts / f"ajisai{suffix}"
    return None
