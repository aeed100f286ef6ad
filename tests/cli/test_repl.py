"""The prompt: what a dialogue answers, and the command on a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

import ajisai
from ajisai.cli.dialogue import Dialogue, is_unfinished
from tests.cli.conftest import Command
from tests.cli.terminal import Terminal


@pytest.fixture
def dialogue() -> Dialogue:
    """A fresh session."""
    return Dialogue(ajisai.Limits.playground())


def said(dialogue: Dialogue, *lines: str) -> list[str]:
    """What is answered to the last of some lines."""
    answers: list[str] = []
    for line in lines:
        answers = list(dialogue.answer(line))
    return answers


def test_dialogue_stack_goes_on(dialogue: Dialogue) -> None:
    """Each line works on what the lines before have left."""
    assert said(dialogue, "1 2 ADD") == ["3/1"]
    assert said(dialogue, "4 MUL 'x' PRINT") == ["x", "12/1"]


def test_dialogue_failed_line_changes_nothing(dialogue: Dialogue) -> None:
    """The failure is kept for whoever shows it."""
    said(dialogue, "7")
    assert said(dialogue, "[ 1 ] 'W' DEF 8 FOO") == []
    assert dialogue.failed is not None
    assert dialogue.failed.outcome == "error:unknownWord"
    assert said(dialogue, ":stack") == ["7/1"]
    assert said(dialogue, ":words")[-1] == "Here: none yet"


def test_dialogue_undo_takes_one_line_back(dialogue: Dialogue) -> None:
    """Down to the beginning, and not beyond; clearing can be taken back too."""
    assert said(dialogue, "1", "2", ":undo") == ["1/1"]
    assert said(dialogue, ":clear", ":stack") == []
    assert said(dialogue, ":undo") == ["1/1"]
    assert said(dialogue, ":undo") == []
    assert said(dialogue, ":undo") == ["nothing to take back"]


def test_dialogue_contract_of_core_own_and_unknown(dialogue: Dialogue) -> None:
    """Whatever a Word may be, its contract is asked for without running it."""
    said(dialogue, "[ 2 MUL ] 'DOUBLE' DEF 5")
    assert "  inputs           1" in said(dialogue, ":contract double")
    assert "  field            leaving" in said(dialogue, ":contract DIV")
    assert said(dialogue, ":contract NOSUCH") == ["no Word is named NOSUCH"]
    assert said(dialogue, ":contract") == ["say which: :contract NAME"]
    assert said(dialogue, ":stack") == ["5/1"]


def test_dialogue_unknown_command_told(dialogue: Dialogue) -> None:
    """And where the list is."""
    assert said(dialogue, ":frobnicate") == [":frobnicate is no command here. :help lists them"]
    assert any(":undo" in line for line in said(dialogue, ":help"))


def test_dialogue_names_complete_words_and_bindings(dialogue: Dialogue) -> None:
    """Core Words, what the session has made, and the commands."""
    said(dialogue, "[ 1 ] 'ONE' DEF 2 'two' BIND")
    assert {"MAP", "ONE", "TWO", ":undo"} <= set(dialogue.names())


def test_dialogue_long_stack_shows_its_top(dialogue: Dialogue) -> None:
    """Twelve values, and how many are below."""
    answers = said(dialogue, " ".join(map(str, range(20))))
    assert answers[0] == "… 8 values below"
    assert answers[-1] == "19/1"


@pytest.mark.parametrize(
    ("source", "unfinished"),
    [
        ("[ 1 2\n", True),
        ("[", True),
        ("'a\n", True),
        ("[ 1 [ 2 ]\n", True),
        ("[1 2\n", False),
        ("]\n", False),
        ("1 2 ADD\n", False),
        ("", False),
        ("'a' [ 1 ]\n", False),
    ],
)
def test_unfinished_only_where_another_line_may_help(source: str, unfinished: bool) -> None:
    """An open bracket or String waits; any other fault is told at once."""
    assert is_unfinished(source) is unfinished


def test_repl_pipe_answers_without_prompt(ajisai_command: Command) -> None:
    """Programs over several lines, and exit code 1 after a failure."""
    finished = ajisai_command("repl", stdin="[ 1 2\n3 ] [ 2 MUL ] MAP\n:quit\n99\n")
    assert (finished.code, finished.out, finished.err) == (0, "[ 2/1 4/1 6/1 ]\n", "")
    failed = ajisai_command("repl", stdin="1 ADD\n5\n")
    assert (failed.code, failed.out) == (1, "5/1\n")
    assert "stackUnderflow" in failed.err


def test_repl_unknown_phrasebook_word_is_wrong_use(ajisai_command: Command) -> None:
    """Told by name, exit code 2."""
    finished = ajisai_command("repl", "--words", "NOSUCHWORD")
    assert finished.code == 2
    assert "NOSUCHWORD" in finished.err


def test_dialogue_long_value_is_shown_without_its_middle(dialogue: Dialogue) -> None:
    """A result of 100,000 elements takes ten lines; the value itself is whole."""
    [shown] = said(dialogue, "1 100000 RANGE")
    assert len(shown) < 900
    assert shown.startswith("[ 1/1 2/1 ")
    assert " characters … " in shown
    assert shown.endswith(" 100000/1 ]")
    assert said(dialogue, "LENGTH") == ["100000/1"]


@pytest.mark.parametrize("columns", ["80", "40"])
def test_dialogue_lists_words_in_lines_that_fit(
    dialogue: Dialogue, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """Broken between names, whatever the terminal."""
    monkeypatch.setenv("COLUMNS", columns)
    lines = said(dialogue, ":words")
    assert max(map(len, lines)) <= int(columns)
    assert {"INDEX-OF", "NIL-REASON", "MEMBER?"} <= {name for line in lines for name in line.split()}


def test_prompt_edits_a_program_of_several_lines_as_one(tmp_path: Path) -> None:
    """Enter ends it when it is finished; the history brings all of it back."""
    with Terminal(tmp_path, "repl") as terminal:
        terminal.until("ajisai>")
        terminal.type("[ 1 2\r")
        terminal.until("...>")
        terminal.type("3 ] 10 MUL\r")
        terminal.until("[ 10/1 20/1 30/1 ]\n")
        terminal.until("ajisai>")
        terminal.type("\x1b[A\r")  # up
        terminal.until("[ 10/1 20/1 30/1 ]\n[ 10/1 20/1 30/1 ]\n")
        terminal.until("ajisai>")
        terminal.type("\x04")
        assert terminal.ended() == 0
    history = (tmp_path / ".ajisai_history").read_text(encoding="utf-8")
    assert "+[ 1 2\n+3 ] 10 MUL\n" in history


def test_prompt_completes_names(tmp_path: Path) -> None:
    """Core Words, and the names of the session."""
    with Terminal(tmp_path, "repl") as terminal:
        terminal.until("ajisai>")
        terminal.type("[ 1 2 ] REV\t")
        terminal.until("REVERSE")
        terminal.type("\r")
        terminal.until("[ 2/1 1/1 ]\n")
        terminal.until("ajisai>")
        terminal.type("5 'width' BIND\r")
        terminal.until("ajisai>")
        terminal.type("wid\t")
        terminal.until("WIDTH")
        terminal.type(" 2 MUL\r")
        terminal.until("10/1\n")


def test_prompt_interrupt_gives_up_the_line_only(tmp_path: Path) -> None:
    """What was open before is forgotten, and the session goes on."""
    with Terminal(tmp_path, "repl") as terminal:
        terminal.until("ajisai>")
        terminal.type("[ 5\r")
        terminal.until("...>")
        terminal.type("\x03")
        terminal.until("ajisai>")
        terminal.type("7\r")
        terminal.until("7/1\n")
        terminal.type(":quit\r")
        assert terminal.ended() == 0


def test_prompt_interrupt_gives_up_the_program_that_runs(tmp_path: Path) -> None:
    """Ctrl-C while a program runs: its line has no effect, and the session goes on."""
    slow = "1 3000 RANGE 0 [ 'A' BIND 'B' BIND 1 2000 RANGE A ADD 0 [ ADD ] FOLD ] FOLD"
    with Terminal(tmp_path, "repl") as terminal:
        terminal.until("ajisai>")
        terminal.type("7\r")
        terminal.until("7/1\n")
        terminal.until("ajisai>")
        terminal.type(f"{slow}\r")
        terminal.until_it_runs()
        terminal.type("\x03")
        assert "/1" not in terminal.until("ajisai>")
        terminal.type(":stack\r")
        assert "8001000" not in terminal.until("7/1\n")


def test_prompt_takes_a_large_paste(tmp_path: Path) -> None:
    """Thousands of lines at once, as a terminal brackets a paste, are one program."""
    rows = "\n".join(" ".join(str(10 * row + place) for place in range(10)) for row in range(1000))
    with Terminal(tmp_path, "repl") as terminal:
        terminal.until("ajisai>")
        terminal.type(f"\x1b[200~[ {rows} ] LENGTH\x1b[201~\r")
        terminal.until("\n10000/1\n")


def test_prompt_without_its_extra_is_plain(tmp_path: Path) -> None:
    """Where prompt_toolkit is not installed, lines are read plainly; the prompt tells what is open."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as util\nfind = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if name == 'prompt_toolkit' else find(name, *rest)\n",
        encoding="utf-8",
    )
    with Terminal(tmp_path, "repl", env={"PYTHONPATH": str(tmp_path)}) as terminal:
        terminal.until("ajisai>")
        terminal.type("[ 1\n")
        terminal.until("...>")
        terminal.type("2 ]\n")
        terminal.until("[ 1/1 2/1 ]\n")
        terminal.until("ajisai>")
        terminal.type("\x04")
        assert terminal.ended() == 0
