"""The wheel, built once and installed once into an empty environment for every test of this folder."""

from __future__ import annotations

import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Installed:
    """The packed copy: an environment that holds the wheel and what it depends on, and an empty folder."""

    bin: Path
    empty_folder: Path

    def run(self, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command of the environment from the empty folder, with none of this checkout in sight."""
        return subprocess.run(
            [self.bin / words[0], *words[1:]],
            cwd=self.empty_folder,
            env={"PATH": "", "LANG": "C.UTF-8"},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )


@pytest.fixture(scope="session")
def wheel(project_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without reaching for anything outside the environment."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), "."]
    built = subprocess.run(command, cwd=project_root, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment of its own, with its dependencies installed as a user would."""
    return _install(str(wheel), tmp_path_factory)


@pytest.fixture(scope="session")
def installed_server(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel and what the server needs, in another environment."""
    return _install(f"{wheel}[mcp]", tmp_path_factory)


def _install(requirement: str, folders: pytest.TempPathFactory) -> Installed:
    environment = folders.mktemp("environment")
    venv.create(environment, with_pip=True)
    scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
    command = [
        scripts / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        requirement,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return Installed(scripts, folders.mktemp("empty"))
