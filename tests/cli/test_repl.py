"""The prompt: what a dialogue answers, and the command on a pipe."""

from __future__ import annotations

import pytest

import ajisai
from ajisai.cli.dialogue import Dialogue, is_unfinished
from tests.cli.conftest import Command


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
