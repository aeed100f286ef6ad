"""The layout of programs: what ``write_program`` keeps, what it decides, and that it settles at once."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ajisai.syntax import WHITESPACE, StringNode, same_program, write_program
from tests.syntax.specimens import program


def laid_out(source: str) -> str:
    """The source in standard layout."""
    return write_program(program(source))


@pytest.mark.parametrize("source", ["", " ", "\n\n\n", "\t\r\n"])
def test_write_program_of_nothing(source: str) -> None:
    """A blank source becomes the empty text."""
    assert laid_out(source) == ""


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("1", "1\n"),
        ("  1   2\tADD  ", "1 2 ADD\n"),
        ("\n\n1\n2\n\n\n\n3\n\n", "1\n2\n\n3\n"),
        ("1\r\n2\r\n\r\n\r\n3", "1\n2\n\n3\n"),
        ("1\u30002\u20283\r4", "1 2 3 4\n"),
        ("[ ]", "[ ]\n"),
        ("[ 1 [ 2 ] ]", "[ 1 [ 2 ] ]\n"),
        ("007 1e5 +5 6/4 add Add", "007 1e5 +5 6/4 add Add\n"),
        ("'a  b'   'it's'", "'a  b' 'it's'\n"),
    ],
)
def test_write_program_of_one_line(source: str, wanted: str) -> None:
    """Single spaces, the author's line breaks, at most one blank line; every spelling stays."""
    assert laid_out(source) == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("[ 1\n2\n]", "[ 1\n  2\n]\n"),
        ("[\n[ 1 ]\n[ 2\n3 ] ]", "[\n  [ 1 ]\n  [ 2\n    3 ] ]\n"),
        ("[ [\n1\n] ]", "[ [\n    1\n] ]\n"),
        ("[ [\n1\n]\n] 2", "[ [\n    1\n  ]\n] 2\n"),
        ("[ 1\n] [ 2\n] 3", "[ 1\n] [ 2\n] 3\n"),
        ("[\n\n\n1\n\n\n]", "[\n\n  1\n\n]\n"),
        ("  [\n      2 MUL # twice\n  ] 'D' DEF", "[\n  2 MUL # twice\n] 'D' DEF\n"),
    ],
)
def test_write_program_of_brackets(source: str, wanted: str) -> None:
    """Two spaces for every bracket open where a line begins, less those that the line begins by closing."""
    assert laid_out(source) == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("# a  b \t\r\n1", "# a  b\n1\n"),
        ("1   # one", "1 # one\n"),
        ("#\n\n\n#", "#\n\n#\n"),
        ("#:contract X  inputs=1   \n[ 1 ] 'X' DEF", "#:contract X  inputs=1\n[ 1 ] 'X' DEF\n"),
        ("[ # in ]\n1 ]", "[ # in ]\n  1 ]\n"),
        ("[ 1\n# in\n]", "[ 1\n  # in\n]\n"),
        ("1 # a \r b", "1 # a \r b\n"),
    ],
)
def test_write_program_of_comments(source: str, wanted: str) -> None:
    """A comment stays beside or above what it stood by, its inner text untouched, directives too."""
    assert laid_out(source) == wanted


def test_write_program_of_a_string_over_lines() -> None:
    """A string is never touched inside: no indentation, no trimming, no line counted for a blank one."""
    assert laid_out("[ 1\n'a \n\n\n  [ b' 2 ]") == "[ 1\n  'a \n\n\n  [ b' 2 ]\n"


def test_write_program_at_nesting_depth() -> None:
    """The deepest program is laid out without Python's stack."""
    source = "[\n" * 256 + "]\n" * 256
    text = laid_out(source)
    assert text.split("\n")[255] == "  " * 255 + "["
    assert write_program(program(text, source_bytes=10**6)) == text


_tokens = st.sampled_from(
    ["1", "007", "1/3", "ADD", "a'b", "''", "'a \n\n b'", "'#'", "'[ '", "加", "\ufeff", "TRUE"]
)
_spaces = st.text(alphabet=st.sampled_from(" \n\n\t\r\u3000"), min_size=1, max_size=4)
_comments = st.text(alphabet=st.sampled_from("#: a'[]\r\t"), max_size=5).map(lambda text: f"#{text}\n")
_gaps = st.lists(_spaces | _comments, max_size=2).map(lambda parts: " " + "".join(parts) + " ")


@st.composite
def _sources(draw: st.DrawFn) -> str:
    """A well-formed source whose tokens stand in arbitrary gaps of whitespace and comments."""
    parts = [draw(_gaps)]
    opened = 0
    for _ in range(draw(st.integers(0, 12))):
        token = draw(_tokens | st.sampled_from(["[", "]"]))
        if token == "]" and not opened:
            token = "["
        opened += (token == "[") - (token == "]")
        parts += [token, draw(_gaps)]
    for _ in range(opened):
        parts += ["]", draw(_gaps)]
    return "".join(parts)


@given(_sources())
@example("1\r\n\r\n2")
def test_write_program_keeps_the_program(source: str) -> None:
    """Read again it is the same program with the same comments, in a form that a second pass leaves alone."""
    before = program(source)
    text = write_program(before)
    after = program(text)
    assert same_program(before, after)
    assert [c.text.rstrip(WHITESPACE) for c in before.comments] == [c.text for c in after.comments]
    assert write_program(after) == text


@given(_sources().filter(lambda source: "'a" not in source))
def test_write_program_leaves_no_loose_space(source: str) -> None:
    """No line ends in space, no two blank lines meet, none stands at either end."""
    text = laid_out(source)
    assert not re.search(r"[ \t]\n|\n\n\n|^\n|\n\n\Z", text)
    assert text == "" or text.endswith("\n")


@given(_sources())
def test_write_program_keeps_strings_verbatim(source: str) -> None:
    """String literals hold the same characters before and after."""
    strings = [node.text for node in program(source).items if type(node) is StringNode]
    assert strings == [node.text for node in program(laid_out(source)).items if type(node) is StringNode]
