"""``ajisai run``: the answer, the exit code, and what is said when it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_run_shows_each_value_on_a_line(ajisai_command: Command) -> None:
    """The stack is written bottom first, the top last."""
    assert ajisai_command("run", "-e", "1 'a' [ TRUE NIL ]") == (0, "1/1\n'a'\n[ TRUE NIL ]\n", "")


def test_run_without_the_name_of_the_subcommand(ajisai_command: Command) -> None:
    """``ajisai -e`` is ``ajisai run -e``."""
    assert ajisai_command("-e", "2 3 DIV 1 3 DIV ADD") == (0, "1/1\n", "")


@pytest.mark.parametrize("words", [("run", "-"), ("-",)])
def test_run_of_standard_input(ajisai_command: Command, words: tuple[str, ...]) -> None:
    """A dash reads the program from standard input, as UTF-8 whatever the locale."""
    finished = ajisai_command(*words, stdin="'紫陽花'", env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert finished == (0, "'紫陽花'\n", "")


def test_run_of_a_file(ajisai_command: Command, tmp_path: Path) -> None:
    """A file is read as UTF-8; comments and line breaks are plain."""
    (tmp_path / "sum.ajisai").write_bytes("# 合計\r\n1 2 ADD\r\n".encode())
    assert ajisai_command("run", "sum.ajisai") == (0, "3/1\n", "")


def test_run_of_the_empty_program(ajisai_command: Command) -> None:
    """Nothing is a program, and leaves nothing."""
    assert ajisai_command("run", "-") == (0, "", "")


def test_run_prints_before_the_stack(ajisai_command: Command) -> None:
    """What PRINT appended comes first, then the stack."""
    assert ajisai_command("-e", "1 'hello' PRINT [ 'x' ] PRINT") == (0, "hello\n[ 'x' ]\n1/1\n", "")


def test_run_keeps_a_lone_surrogate_from_breaking_the_output(ajisai_command: Command) -> None:
    """Bytes after -e that are no UTF-8 are a wrong use of the command."""
    finished = ajisai_command("-e", b"'\xff'")
    assert (finished.code, finished.out) == (2, "")
    assert "not UTF-8" in finished.err


def test_run_failing_shows_the_place(ajisai_command: Command) -> None:
    """An error names itself, the line, the Word with a caret under it, and the stack."""
    finished = ajisai_command("-e", "'before' PRINT\n5 7 DUP MUL")
    assert (finished.code, finished.out) == (1, "before\n")
    lines = finished.err.splitlines()
    assert lines[0].startswith("error unknownWord: ")
    assert lines[1:4] == [" --> -e:2:5", "2 | 5 7 DUP MUL", "  |     ^^^"]
    assert lines[-3:] == ["stack at the failure, top last:", "  5/1", "  7/1"]
    assert "try: " in finished.err


def test_run_failing_in_japanese(ajisai_command: Command) -> None:
    """What to try is said in the language of the locale."""
    finished = ajisai_command("-e", "5 DUP", env={"LC_ALL": "ja_JP.UTF-8"})
    advice = next(line for line in finished.err.splitlines() if line.startswith("try: "))
    assert not advice.isascii()


def test_run_failing_on_a_name_that_is_nearly_right(ajisai_command: Command) -> None:
    """The nearest names are offered."""
    finished = ajisai_command("-e", "[ 1 2 ] REVERS")
    assert "near: REVERSE" in finished.err


def test_run_failing_under_a_deep_stack(ajisai_command: Command) -> None:
    """Only the top of a large stack is shown, and long values by their beginning."""
    finished = ajisai_command("-e", "1 2 3 4 5 6 7 8 9 10 0 999 RANGE NOPE")
    assert "(the top 8 of 11)" in finished.err
    assert max(map(len, finished.err.splitlines())) < 300


def test_run_failing_on_escape_sequences(ajisai_command: Command) -> None:
    """A program cannot send control sequences to the terminal through an error."""
    finished = ajisai_command("-e", "'\x1b[31m' \x1b]0;x\x07")
    assert finished.code == 1
    assert "\x1b" not in finished.err


def test_run_failing_writes_no_colour_into_a_pipe(ajisai_command: Command) -> None:
    """Colours are for terminals."""
    assert "\x1b" not in ajisai_command("-e", "DUP", env={"TERM": "xterm-256color"}).err


def test_run_as_json_is_one_envelope(ajisai_command: Command) -> None:
    """--json writes the envelope and nothing else, for an answer and for an error alike."""
    fine = ajisai_command("-e", "'é' 1 2 ADD", "--json")
    assert fine.code == 0
    assert fine.json()["stackDisplay"] == ["'é'", "3/1"]
    assert "é" in fine.out
    failing = ajisai_command("-e", "DUP", "--json")
    assert failing.code == 1
    assert failing.json()["error"]["category"] == "unknownWord"


def test_run_applies_the_profile(ajisai_command: Command) -> None:
    """The tighter profile refuses what the looser one admits."""
    assert ajisai_command("-e", "0 100000 RANGE LENGTH").out == "100001/1\n"
    finished = ajisai_command("-e", "0 100000 RANGE LENGTH", "--profile", "mcp-local-stdio")
    assert finished.code == 1
    assert "materializedElements" in finished.err


def test_run_with_phrasebook_words(ajisai_command: Command) -> None:
    """--words defines them before the program; several in one text, or the option several times."""
    expected = (0, "5/1\n1/1\n", "")
    assert ajisai_command("-e", "-5 ABS 7 SIGN", "--words", "abs", "--words", "SIGN") == expected
    assert ajisai_command("-e", "-5 ABS 7 SIGN", "--words", "ABS SIGN") == expected


@pytest.mark.parametrize("extra", [(), ("--json",)], ids=["person", "json"])
def test_run_with_an_unknown_phrasebook_word(ajisai_command: Command, extra: tuple[str, ...]) -> None:
    """A name that the phrasebook lacks is a wrong use of the command; the nearest is offered."""
    finished = ajisai_command("-e", "1", "--words", "ABSS", *extra)
    assert finished.code == 2
    assert "perhaps ABS" in finished.out + finished.err


def test_run_with_a_faulty_phrasebook(ajisai_command: Command, tmp_path: Path) -> None:
    """A phrasebook of one's own that holds a fault is refused with its line."""
    (tmp_path / "mine.ajisai").write_text("1 ]")
    finished = ajisai_command("-e", "1", "--words", "ABS", env={"AJISAI_PHRASEBOOK": "mine.ajisai"})
    assert (finished.code, finished.out) == (2, "")
    assert "line 1: " in finished.err


def test_run_of_an_endless_stream_is_refused(ajisai_command: Command) -> None:
    """No more is read than shows that the ceiling is crossed."""
    finished = ajisai_command("run", "/dev/zero", "--profile", "mcp-local-stdio", "--json")
    assert finished.code == 1
    assert finished.json()["error"] == {"category": "resourceLimitExceeded", "resource": "sourceBytes"}


def test_run_of_a_source_that_fills_the_ceiling(ajisai_command: Command) -> None:
    """64 KiB of source are admitted, one byte more is not."""
    full = "1 " + " " * 65534
    assert ajisai_command("run", "-", "--profile", "mcp-local-stdio", stdin=full).out == "1/1\n"
    assert ajisai_command("run", "-", "--profile", "mcp-local-stdio", stdin=full + " ").code == 1
