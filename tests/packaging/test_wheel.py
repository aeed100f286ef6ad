"""The wheel holds what runs and nothing else, and runs from an empty folder."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from tests.packaging.conftest import Installed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]

_ADMITTED = re.compile(
    r"""
    (?: ajisai | ajisai_mcp ) / (?: [a-z_]+ / )* (?: [a-z_]+ \. (?: py | lark ) | py\.typed )
    | ajisai / _data / (?: README | CHANGELOG ) \. md
    | ajisai / _data / spec / [a-zA-Z_.-]+ \. (?: json | md )
    | ajisai / _data / phrasebook / [a-zA-Z_.-]+ \. (?: ajisai | md )
    | ajisai-[0-9.a-z]+ \.dist-info / (?: METADATA | WHEEL | RECORD | entry_points\.txt | licenses/LICENSE )
    """,
    re.VERBOSE,
)


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    """The names of the files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_wheel_holds_only_what_runs(names: list[str]) -> None:
    """Every file is of an admitted kind: no test, corpus, benchmark or stray file ships."""
    assert [name for name in names if not _ADMITTED.fullmatch(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "ajisai/py.typed",
        "ajisai/syntax/grammar.lark",
        "ajisai/_data/spec/words.json",
        "ajisai/_data/spec/limits.json",
        "ajisai/_data/spec/outcomes.json",
        "ajisai/_data/README.md",
        "ajisai/_data/CHANGELOG.md",
        "ajisai_mcp/__main__.py",
    ],
)
def test_wheel_holds_what_it_needs(names: list[str], name: str) -> None:
    """The data and the typing marker are there."""
    assert name in names


def test_wheel_holds_every_data_file_of_the_checkout(names: list[str], project_root: Path) -> None:
    """Nothing of spec/ and phrasebook/ is left behind."""
    expected = {
        f"ajisai/_data/{path.relative_to(project_root).as_posix()}"
        for folder in ("spec", "phrasebook")
        for path in (project_root / folder).rglob("*")
        if path.is_file()
    }
    assert expected <= set(names)


def test_installed_command_computes(installed: Installed) -> None:
    """The command works from an empty folder, with only the plain install."""
    finished = installed.run("ajisai", "-e", "2 3 DIV 1 3 DIV ADD")
    assert (finished.stdout, finished.stderr, finished.returncode) == ("1/1\n", "", 0)


def test_installed_library_computes(installed: Installed) -> None:
    """The library works from an empty folder, and is the installed copy."""
    program = "import ajisai; print(ajisai.run('2 SQRT').display, ajisai.__file__)"
    finished = installed.run("python", "-c", program)
    assert finished.stderr == ""
    assert finished.stdout.startswith("('sqrt(2)',) ")
    assert "site-packages" in finished.stdout


def test_installed_agent_door_answers(installed: Installed) -> None:
    """One JSON document in, one out: what a host starts."""
    finished = installed.run("ajisai", "agent", "compute", stdin=json.dumps({"source": "1 2 ADD"}))
    assert (finished.stderr, finished.returncode) == ("", 0)
    assert json.loads(finished.stdout)["stackDisplay"] == ["3/1"]


def test_installed_copy_finds_itself_sound(installed: Installed) -> None:
    """The doctor has nothing to say against it."""
    finished = installed.run("ajisai", "doctor")
    assert finished.returncode == 0, finished.stdout


def test_installed_versions_agree(installed: Installed, wheel: Path) -> None:
    """The file name, the commands and the package say one version."""
    version = wheel.name.split("-")[1]
    assert installed.run("ajisai", "--version").stdout.startswith(f"ajisai {version} ")
    assert version in installed.run("ajisai-mcp", "--version").stdout
