"""Wrong uses, broken files and broken streams: exit code 2 (or the signal's) and one plain line."""

from __future__ import annotations

import os
import signal
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


def test_file_whose_name_no_system_can_have(ajisai_command: Command) -> None:
    """A name of thousands of characters is refused like a missing file."""
    assert ajisai_command("run", "x" * 5000).code == 2


def test_file_whose_name_is_not_utf8(ajisai_command: Command) -> None:
    """A name that is no text still gets a readable message."""
    finished = ajisai_command("run", b"\xff.ajisai")
    assert finished.code == 2
    assert "xff.ajisai" in finished.err


def test_file_that_is_not_utf8(ajisai_command: Command, tmp_path: Path) -> None:
    """The first wrong byte is named."""
    (tmp_path / "latin1").write_bytes(b"'caf\xe9'")
    finished = ajisai_command("run", "latin1")
    assert (finished.code, finished.out) == (2, "")
    assert "byte 4 is 0xe9" in finished.err


def test_standard_input_that_is_not_utf8(ajisai_command: Command) -> None:
    """The same holds for standard input."""
    assert ajisai_command("run", "-", stdin=b"\xff").code == 2


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_stream_that_is_closed(stream: int) -> None:
    """A closed standard stream is an empty one."""
    program = f"exec {sys.executable} -m ajisai run - {stream}>&-"
    finished = subprocess.run(["sh", "-c", program], input=b"1", capture_output=True, check=False)
    assert (finished.returncode, finished.stderr) == (0, b"")


def test_stream_on_a_full_disk() -> None:
    """An answer that cannot be written is a failure with a reason."""
    with open("/dev/full", "wb") as full:
        finished = subprocess.run(
            [sys.executable, "-m", "ajisai", "-e", "1"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert finished.returncode == 2
    assert finished.stderr == b"ajisai: cannot write the answer: No space left on device\n"


def test_stream_whose_reader_has_gone() -> None:
    """A broken pipe ends the command quietly, as it would any other."""
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as gone:
        finished = subprocess.run(
            [sys.executable, "-m", "ajisai", "-e", "0 99999 RANGE"],
            stdout=gone,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (finished.returncode, finished.stderr) == (141, b"")


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


# The command with a standard input that says when it is being read, and then waits for ever.
_WAITING = """
import io, os, sys
from ajisai.cli import main

class Waiting(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        os.write(1, b"waiting\\n")
        return len(os.read(0, 1))

sys.stdin = io.TextIOWrapper(io.BufferedReader(Waiting()))
sys.exit(main(["run", "-"]))
"""


def test_interrupt_ends_quietly() -> None:
    """Ctrl-C while the command waits for its program exits 130 without a word."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", _WAITING], stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"waiting\n"
        child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    assert (child.returncode, out, err) == (130, b"", b"")
