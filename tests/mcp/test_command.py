"""The command ``ajisai-mcp``: what it prints where, and its exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ajisai.assets import data_root, read_json
from ajisai.version import __version__
from tests.mcp.conftest import AJISAI
from tests.mcp.raw_client import environment
from tests.mcp.rogues import make_rogue

_COMMAND = Path(sys.executable).parent / "ajisai-mcp"


def _run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [_COMMAND, *words],
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_version_names_everything() -> None:
    """Adapter, engine, specification, and the digest of the data."""
    ended = _run("--version")
    digest = json.loads((data_root() / "spec" / "assets.json").read_text(encoding="utf-8"))["digest"]
    assert ended.stdout.splitlines() == [
        f"ajisai-mcp {__version__}",
        f"engine {__version__}",
        f"specification {read_json('spec/words.json')['specificationVersion']}",
        f"assets {digest}",
    ]
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("variables", "backend"), [({}, "pythonWorker"), ({"AJISAI_BIN": str(AJISAI)}, "nativeCli")]
)
def test_doctor_computes_through_the_backend(variables: dict[str, str], backend: str) -> None:
    """Every check passes: exit code 0."""
    ended = _run("--doctor", **variables)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert all(line.startswith("ok ") for line in lines)
    assert f"backend {backend}" in ended.stdout
    assert "ok    2 3 DIV 1 3 DIV ADD answers 1/1" in lines
    assert "ok    2 SQRT answers sqrt(2)" in lines


@pytest.mark.parametrize("rogue", ["babbles", "fails", "missing"])
def test_doctor_finds_a_backend_that_does_not_compute(rogue: str, tmp_path: Path) -> None:
    """Any check that fails: exit code 1."""
    executable = tmp_path / rogue if rogue == "missing" else make_rogue(tmp_path, rogue)
    ended = _run("--doctor", AJISAI_BIN=str(executable))
    assert ended.returncode == 1
    assert "FAIL  " in ended.stdout


def test_help_says_what_it_does_without_arguments() -> None:
    """And lists the others."""
    ended = _run("--help")
    assert ended.returncode == 0
    for text in ("--version", "--doctor", "--http HOST:PORT", "standard input and output"):
        assert text in " ".join(ended.stdout.split())


@pytest.mark.parametrize(
    "words", [["--nonsense"], ["file"], ["--http", "nowhere"], ["--doctor", "--version"]]
)
def test_wrong_use_is_refused(words: list[str]) -> None:
    """With exit code 2, and a word about it on stderr."""
    ended = _run(*words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "usage: ajisai-mcp" in ended.stderr
