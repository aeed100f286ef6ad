"""The line with the caret: it points at the right cells whatever the characters are."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ajisai.cli.excerpt import excerpt
from ajisai.values.visible import visible


def test_excerpt_of_a_word_in_the_middle() -> None:
    """The carets stand under the whole word and nothing else."""
    assert excerpt("1 2 DUP ADD", 1, 5, 80) == ("1 2 DUP ADD", "    ^^^")


def test_excerpt_of_a_later_line() -> None:
    """Only the line that is meant is shown; a carriage return at its end is not."""
    assert excerpt("1\r\n 2 FOO\r\n3", 2, 4, 80) == (" 2 FOO", "   ^^^")


@pytest.mark.parametrize(("line", "column"), [(0, 1), (3, 1), (99, 1)])
def test_excerpt_of_a_line_that_is_not_there(line: int, column: int) -> None:
    """A place outside the source has no excerpt."""
    assert excerpt("1\n2", line, column, 80) is None


def test_excerpt_at_the_end_of_an_empty_line() -> None:
    """A place with no word still gets one caret."""
    assert excerpt("", 1, 1, 80) == ("", "^")


def test_excerpt_after_full_width_characters() -> None:
    """A full-width character takes two cells, before the word and within it."""
    assert excerpt("'加' １ ＡＤＤ", 1, 7, 80) == ("'加' １ ＡＤＤ", "        ^^^^^^")


def test_excerpt_after_combining_characters() -> None:
    """A combining mark takes no cell of its own."""
    assert excerpt("'e\u0301' FOO", 1, 6, 80) == ("'e\u0301' FOO", "    ^^^")


def test_excerpt_of_a_line_with_tabs_and_controls() -> None:
    """Tabs become spaces, control characters signs, and an escape sequence is harmless."""
    piece = excerpt("\t\x1b[31m FOO", 1, 8, 80)
    assert piece == ("    ␛[31m FOO", "          ^^^")


def test_excerpt_of_hidden_characters() -> None:
    """Bidirectional controls and lone surrogates are written out."""
    assert visible("a\u202eb\ud800c\u2028") == "a\\u{202E}b\\u{D800}c\\u{2028}"


def test_excerpt_of_a_long_line_is_cut_on_both_sides() -> None:
    """A line that does not fit is cut around the place, and the carets stay under the word."""
    source = "1 " * 200 + "OOPS" + " 2" * 200
    piece = excerpt(source, 1, 401, 40)
    assert piece is not None
    assert piece.source.startswith("…")
    assert piece.source.endswith("…")
    assert piece.source[piece.carets.index("^") :].startswith("OOPS ")
    assert cell_len(piece.source) <= 40


def test_excerpt_of_a_word_longer_than_the_line() -> None:
    """A word of 64 KiB is shown by its beginning."""
    piece = excerpt("A" * 65536, 1, 1, 40)
    assert piece is not None
    assert cell_len(piece.source) <= 40
    assert piece.source.startswith("AAAA")
    assert piece.source.endswith("…")
    assert set(piece.carets) == {"^"}


@given(st.text(st.characters(codec=None), max_size=120), st.integers(1, 130), st.integers(8, 100))
def test_excerpt_of_any_text_fits_and_points_inside(source: str, column: int, width: int) -> None:
    """Whatever the characters, the two lines fit the width and hold no control character."""
    piece = excerpt(source.replace("\n", " "), 1, column, width)
    assert piece is not None
    assert piece.carets.endswith("^")
    assert cell_len(piece.source) <= width
    assert cell_len(piece.carets) <= width
    assert not [character for character in piece.source if category(character) in ("Cc", "Cs", "Zl", "Zp")]
