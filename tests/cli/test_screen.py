"""What people see at a terminal: whole words at every width, colours that any ground carries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.cli.terminal import Terminal

_COLOURS = re.compile(r"\x1b\[([0-9;]*)m")
_SAFE = {"", "0", "1", "3", "4", "22", "23", "24", "31", "35", "39", "49"}  # weights, slants, red and magenta

_SHOWN = [
    ("-e", "[ 1 2 3 ] LENGHT"),
    ("-e", "'加算' [ 1 2 ] 'abc' 1 'x' ADD"),
    ("check", "-e", "#:contract A inputs=1 outputs=9\n[ EXEC ] 'A' DEF"),
    ("contract", "-e", "#:contract A inputs=9\n[ 1 ] 'A' DEF"),
    ("word", "JSON-DECODE"),
    ("word", "LENGHT"),
    ("--help",),
    ("run", "--help"),
]


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("words", _SHOWN, ids=" ".join)
def test_screen_breaks_lines_between_words(tmp_path: Path, words: tuple[str, ...], columns: int) -> None:
    """No line is wider than the terminal, so that the terminal itself breaks none within a word."""
    with Terminal(tmp_path, *words, columns=columns) as terminal:
        terminal.ended()
        lines = terminal.text.splitlines()
    suggested = "#:contract"  # a line to copy stays one line
    assert max(cell_len(line) for line in lines if not line.startswith(suggested)) <= columns
    assert len(lines) > 1


def test_screen_in_japanese_fits(tmp_path: Path) -> None:
    """Full-width texts are broken by the cells that they take."""
    with Terminal(tmp_path, "-e", "[ 1 ] LENGHT", columns=40, env={"LC_ALL": "ja_JP.UTF-8"}) as terminal:
        terminal.ended()
        lines = terminal.text.splitlines()
    assert any(not line.isascii() for line in lines)
    assert max(map(cell_len, lines)) <= 40


@pytest.mark.parametrize("words", _SHOWN[:4], ids=" ".join)
def test_screen_uses_colours_that_any_ground_carries(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Red and magenta alone: yellow and cyan are not read on white, blue not on black."""
    with Terminal(tmp_path, *words) as terminal:
        terminal.ended()
        used = {code for codes in _COLOURS.findall(terminal.raw) for code in codes.split(";")}
    assert used & {"31", "35"}
    assert used <= _SAFE


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_screen_without_colours(tmp_path: Path, env: dict[str, str]) -> None:
    """Where none are wanted, or the terminal has none."""
    with Terminal(tmp_path, "-e", "DUP", env=env) as terminal:
        terminal.ended()
        used = {code for codes in _COLOURS.findall(terminal.raw) for code in codes.split(";")}
    assert used <= {"", "0", "1"}
    assert terminal.text.startswith("error unknownWord: ")


def test_batch_bar_stands_beside_the_answers_only(tmp_path: Path) -> None:
    """A bar where the answers go to a file; none between answers that appear in the terminal."""
    (tmp_path / "programs").write_text('"1"\n"2"\n', encoding="utf-8")
    with Terminal(tmp_path, "run", "--batch", "programs", "--out", "answers") as terminal:
        assert terminal.ended() == 0
        assert "programs ━" in terminal.text
        assert "100%" in terminal.text
        assert "schemaVersion" not in terminal.text
    with Terminal(tmp_path, "run", "--batch", "programs") as terminal:
        assert terminal.ended() == 0
        assert "100%" not in terminal.text
        assert terminal.text.count('{"schemaVersion"') == 2
