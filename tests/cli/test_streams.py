"""Streams that fail: an answer that nobody gets is no success, and nothing ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command

_ANSWERING = [
    "run -e 1",
    "run -e 1 --json",
    "run -e '1 PRINT DUP'",
    "run -e '0 99999 RANGE'",
    "check -e 1",
    "contract -e \"[ 1 ] 'A' DEF\"",
    "outcomes -e 1",
    "word ADD",
    "phrasebook list",
    "fmt -e 1",
    "doctor",
    "doctor --json",
    "repl",
    "run --batch -",
    "--help",
    "--version",
]


_INPUT = {"repl": b"1\n", "run --batch -": b'"1"\n'}


def _shell(line: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = line.replace("ajisai", f"{sys.executable} -m ajisai")
    return subprocess.run(["sh", "-c", command], input=stdin, capture_output=True, check=False)


@pytest.mark.parametrize("words", _ANSWERING)
def test_answer_to_a_closed_stream_is_a_failure(words: str) -> None:
    """Where standard output is closed, the command says that the answer is lost, and fails."""
    finished = _shell(f"ajisai {words} >&-", _INPUT.get(words, b""))
    assert finished.returncode == 2
    assert finished.stderr == b"ajisai: cannot write the answer: standard output is closed\n"


@pytest.mark.parametrize("words", _ANSWERING)
def test_answer_to_a_full_disk_is_a_failure(words: str) -> None:
    """An answer that cannot be written is a failure with a reason."""
    finished = _shell(f"ajisai {words} >/dev/full", _INPUT.get(words, b""))
    assert finished.returncode == 2
    assert finished.stderr == b"ajisai: cannot write the answer: No space left on device\n"


@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
def test_program_that_answers_nothing_loses_nothing(where: str) -> None:
    """An empty stack needs no stream; an error goes to the other one."""
    assert _shell(f"ajisai -e '' {where}").returncode == 0
    failed = _shell(f"ajisai -e DUP {where}")
    assert failed.returncode == 1
    assert failed.stderr.startswith(b"error unknownWord")


@pytest.mark.parametrize("closed", ["<&-", "2>&-"])
def test_other_stream_that_is_closed_is_an_empty_one(closed: str) -> None:
    """Without standard input there is nothing to read; without standard error the answer is the same."""
    finished = _shell(f"ajisai run - {closed}", b"1")
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert finished.stdout == (b"" if closed == "<&-" else b"1/1\n")


@pytest.mark.parametrize("where", [">&- 2>&-", ">/dev/full 2>/dev/full", "2>/dev/full"])
def test_nobody_can_be_told(where: str) -> None:
    """Where no message can be written either, the exit code still says so."""
    program = "DUP" if where == "2>/dev/full" else "1"
    assert _shell(f"ajisai -e {program} {where}").returncode == 2


def test_file_opened_later_is_not_taken_for_the_closed_stream(tmp_path: Path) -> None:
    """The answers of a batch go to their file alone, whatever is closed."""
    out = tmp_path / "answers.jsonl"
    finished = _shell(f"ajisai run --batch - --out {out} >&-", b'"1"')
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert json.loads(out.read_bytes())["stackDisplay"] == ["1/1"]


@pytest.mark.parametrize("words", [["-e", "0 99999 RANGE"], ["-e", "0 99999 RANGE", "--json"], ["--help"]])
def test_stream_whose_reader_has_gone(words: list[str]) -> None:
    """A broken pipe ends the command quietly, as it would any other."""
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as gone:
        finished = subprocess.run(
            [sys.executable, "-m", "ajisai", *words], stdout=gone, stderr=subprocess.PIPE, check=False
        )
    assert (finished.returncode, finished.stderr) == (141, b"")


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
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "words", [["run", "-"], ["check", "-"], ["repl"], ["agent", "compute"]], ids=" ".join
)
def test_interrupt_ends_quietly(words: list[str]) -> None:
    """Ctrl-C while the command waits for its program exits 130 without a word."""
    pipe = subprocess.PIPE
    arguments = [sys.executable, "-c", _WAITING, *words]
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"waiting\n"
        child.send_signal(signal.SIGINT)
        out, err = child.communicate()
    assert (child.returncode, out, err) == (130, b"", b"")


_LONG = "1 3000 RANGE 0 [ 'A' BIND 'B' BIND 1 2000 RANGE A ADD 0 [ ADD ] FOLD ] FOLD"


def test_interrupt_of_a_batch_ends_its_workers(ajisai_command: Command, tmp_path: Path) -> None:
    """Ctrl-C reaches the whole group: one exit, no word from a worker, and the file can be gone on with."""
    programs, out = tmp_path / "programs.jsonl", tmp_path / "answers.jsonl"
    lines = ["1", _LONG, _LONG, _LONG]
    programs.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    words = ["run", "--batch", str(programs), "--jobs", "2", "--out", str(out)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "ajisai", *words], stdout=pipe, stderr=pipe, start_new_session=True
    ) as child:
        while not out.exists() or b"\n" not in out.read_bytes():
            assert child.poll() is None
        os.killpg(child.pid, signal.SIGINT)
        written, err = child.communicate()  # ends when the last worker, who holds the pipes, has ended
    assert (child.returncode, written, err) == (130, b"", b"")
    assert out.read_bytes().count(b"\n") == 1
    programs.write_text('"1"\n"2"\n', encoding="utf-8")
    assert ajisai_command(*words).code == 0
    answers = out.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["stackDisplay"] for line in answers] == [["1/1"], ["2/1"]]


def test_kill_of_a_batch_leaves_no_worker_behind(tmp_path: Path) -> None:
    """A killed command says nothing to its workers; they end all the same."""
    programs = tmp_path / "programs.jsonl"
    programs.write_text('"1"\n' + (json.dumps(_LONG) + "\n") * 3, encoding="utf-8")
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "ajisai", "run", "--batch", str(programs), "--jobs", "2"], stdout=pipe
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline()
        child.kill()
        child.stdout.read()  # to the end: when the last worker has closed it
    assert child.returncode == -signal.SIGKILL
