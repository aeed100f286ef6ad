"""Which backend an environment chooses: what it names, and never what merely lies about."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from ajisai_mcp.backends.backend import Backend
from ajisai_mcp.backends.choice import choose
from ajisai_mcp.backends.native_cli import NativeCli
from ajisai_mcp.backends.python_worker import PythonWorker
from tests.mcp.raw_client import RawClient, environment


def _choose(**variables: str) -> Backend:
    return choose(variables, profile="mcp-local-stdio", size=4, wall_ms=5000)


def _executable(backend: Backend) -> Path:
    assert isinstance(backend, NativeCli)
    return backend.executable


def test_choice_is_workers_where_nothing_is_named() -> None:
    """An installed copy needs nothing but itself; empty variables name nothing."""
    assert isinstance(_choose(), PythonWorker)
    assert isinstance(_choose(AJISAI_BIN="", AJISAI_REPO=""), PythonWorker)


def test_choice_of_an_executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """AJISAI_BIN names it, from where the server is started; it comes before AJISAI_REPO."""
    assert _executable(_choose(AJISAI_BIN="/opt/ajisai")) == Path("/opt/ajisai")
    assert _executable(_choose(AJISAI_BIN="/opt/ajisai", AJISAI_REPO="/src")) == Path("/opt/ajisai")
    monkeypatch.chdir(tmp_path)
    assert _executable(_choose(AJISAI_BIN="bin/ajisai")) == tmp_path / "bin" / "ajisai"


def test_choice_of_a_checkout(project_root: Path) -> None:
    """AJISAI_REPO names a folder, whose own environment's command is used."""
    executable = _executable(_choose(AJISAI_REPO=str(project_root)))
    assert executable.is_relative_to(project_root / ".venv")
    assert executable.stem == "ajisai"


def test_choice_ignores_decoys(tmp_path: Path) -> None:
    """Commands and packages called ajisai in the working folder and on the path change nothing."""
    for folder in (tmp_path, tmp_path / "bin"):
        folder.mkdir(exist_ok=True)
        decoy = folder / "ajisai-decoy"
        decoy.write_text("#!/bin/sh\necho decoy\n", encoding="utf-8")
        decoy.chmod(decoy.stat().st_mode | stat.S_IXUSR)
    for name in ("ajisai", "ajisai_mcp", "fastmcp"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('decoy')", encoding="utf-8")
    (tmp_path / "bin" / "ajisai").write_text("#!/bin/sh\necho decoy\n", encoding="utf-8")
    (tmp_path / ".env").write_text("FASTMCP_LOG_LEVEL=nonsense\n", encoding="utf-8")
    with RawClient(env=environment(PATH=str(tmp_path / "bin")), cwd=tmp_path) as client:
        client.initialize()
        envelope = client.compute("1 2 ADD")
    assert envelope["stackDisplay"] == ["3/1"]
    assert envelope["mcp"]["backend"] == {"kind": "pythonWorker"}
    assert client.stderr == b""
