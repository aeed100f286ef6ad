"""Wrong uses, broken files and broken streams: exit code 2 (or the signal's) and one plain line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command

_COMMANDS = ("run", "check", "contract", "outcomes", "word", "phrasebook", "fmt", "doctor", "agent")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("run",),
        ("run", "-e"),
        ("run", "-e", "1", "file"),
        ("run", "--profile", "none", "-e", "1"),
        ("nonsense",),
        ("--nonsense",),
        ("word",),
        ("fmt", "--check", "--write", "x"),
        ("fmt", "--write", "-"),
        ("fmt", "--write", "-e", "1"),
        ("agent",),
    ],
    ids=" ".join,
)
def test_usage_mistake_exits_2(ajisai_command: Command, words: tuple[str, ...]) -> None:
    """A wrong use says how it is meant, on stderr."""
    finished = ajisai_command(*words)
    assert (finished.code, finished.out) == (2, "")
    assert "Usage: ajisai" in finished.err or "Error: Option" in finished.err


def test_usage_help_lists_every_command(ajisai_command: Command) -> None:
    """The help page names all subcommands, and each has a page of its own."""
    finished = ajisai_command("--help")
    assert (finished.code, finished.err) == (0, "")
    for name in _COMMANDS:
        assert f"\n  {name} " in finished.out
        assert ajisai_command(name, "--help").code == 0


def test_usage_version(ajisai_command: Command) -> None:
    """Both versions are told: of the engine and of the language."""
    finished = ajisai_command("--version")
    assert finished.code == 0
    assert finished.out == "ajisai 0.1.0 (specification 1.0.0-beta.1)\n"


def test_usage_file_name_in_place_of_a_command(ajisai_command: Command) -> None:
    """Somebody who forgot `run` is told so."""
    assert "ajisai run sum.ajisai" in ajisai_command("sum.ajisai").err


def test_file_that_is_missing(ajisai_command: Command) -> None:
    """A missing file is named."""
    finished = ajisai_command("run", "missing.ajisai")
    assert (finished.code, finished.out) == (2, "")
    assert "missing.ajisai: No such file" in finished.err


def test_file_that_is_a_folder(ajisai_command: Command, tmp_path: Path) -> None:
    """A folder is no program."""
    (tmp_path / "folder").mkdir()
    finished = ajisai_command("run", "folder")
    assert (finished.code, finished.out) == (2, "")
    assert "directory" in finished.err


def test_usage_commas_between_phrasebook_words(ajisai_command: Command) -> None:
    """A comma is no separator; the message shows how the names are written."""
    finished = ajisai_command("-e", "[ 1 ] SUM", "--words", "SUM,MEAN")
    assert (finished.code, finished.out) == (2, "")
    assert finished.err == (
        "Error: the phrasebook has no Word SUM,MEAN: give each name apart, without commas: SUM MEAN\n"
    )
    assert ajisai_command("-e", "1", "--words", ",").err == "Error: the phrasebook has no Word ,\n"


def test_usage_phrasebook_word_in_place_of_a_subcommand(ajisai_command: Command) -> None:
    """Somebody who wants to see a Word is told how; any other name gets no such advice."""
    finished = ajisai_command("phrasebook", "sum")
    assert finished.code == 2
    assert "To see the Word: ajisai phrasebook show sum" in finished.err
    assert "To see the Word" not in ajisai_command("phrasebook", "nonsense").err


def test_usage_help_in_a_narrow_terminal(ajisai_command: Command) -> None:
    """No line of a page of help is wider than the terminal."""
    for words in (("--help",), ("run", "--help"), ("phrasebook", "--help")):
        page = ajisai_command(*words, env={"COLUMNS": "40"}).out
        assert max(map(len, page.splitlines())) <= 40


def test_doctor_finds_nothing_wrong(ajisai_command: Command) -> None:
    """One line a check for a person, one document for a script; both end well."""
    finished = ajisai_command("doctor")
    assert (finished.code, finished.err) == (0, "")
    assert finished.out.count("\nok    ") == 6
    found = ajisai_command("doctor", "--json")
    assert found.code == 0
    document = found.json()
    assert set(document) == {"ajisai", "ok", "checks"}
    assert document["ok"] is True
    assert [check["check"] for check in document["checks"][:3]] == ["python", "arithmetic", "data"]
    assert all(check["ok"] and check["detail"] for check in document["checks"])


@pytest.mark.parametrize("extra", [[], ["--json"]], ids=["person", "json"])
def test_doctor_names_what_is_wrong(extra: list[str]) -> None:
    """A copy that computes wrongly is told, with what it answers and what is right."""
    program = (
        "import sys, ajisai\n"
        "from ajisai.cli import main\n"
        "ajisai.run = lambda source, run=ajisai.run: run('3' if source == '2 SQRT' else source)\n"
        f"sys.exit(main(['doctor', *{extra}]))"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stderr) == (1, "")
    assert "2 SQRT answers 3/1, not sqrt(2)" in finished.stdout
    if extra:
        document = json.loads(finished.stdout)
        assert document["ok"] is False
        assert [check["check"] for check in document["checks"] if not check["ok"]] == ["2 SQRT"]
    else:
        assert finished.stdout.count("FAIL ") == 1


def test_file_whose_name_no_system_can_have(ajisai_command: Command) -> None:
    """A name of thousands of characters is refused like a missing file."""
    assert ajisai_command("run", "x" * 5000).code == 2


def test_file_whose_name_is_not_utf8(ajisai_command: Command) -> None:
    """A name that is no text still gets a readable message."""
    finished = ajisai_command("run", b"\xff.ajisai")
    assert finished.code == 2
    assert "xff.ajisai" in finished.err


def test_defect_is_told_apart_from_a_program_that_fails() -> None:
    """An exception that should not happen has an exit code of its own, and its traceback for the report."""
    program = (
        "import sys, ajisai\n"
        "from ajisai.cli import main\n"
        "ajisai.run = lambda *_, **__: 1 // 0\n"
        "sys.exit(main(['-e', '1']))"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stdout) == (70, "")
    assert "ZeroDivisionError" in finished.stderr
    assert finished.stderr.endswith("please report the lines above\n")
