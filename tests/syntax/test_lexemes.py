"""The whitespace set, name tokens, and the grammar's agreement with the number grammar."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import ajisai.syntax
from ajisai.bounds import Failure
from ajisai.numbers import NUMBER_REGEX
from ajisai.syntax import WHITESPACE, NameNode, StringNode, is_name_token
from ajisai.syntax.lexemes import string_pieces
from tests.syntax.specimens import ALPHABET, SEPARATORS, hostile_text, program


def test_whitespace_is_the_specified_set() -> None:
    """Every separator once, and nothing of Python's own set beside them."""
    assert sorted(WHITESPACE) == sorted(SEPARATORS)
    assert not set("\x1c\x1d\x1e\x1f\ufeff\u200b\u180e") & set(WHITESPACE)


def test_grammar_writes_numbers_and_whitespace_as_the_code_does() -> None:
    """The grammar file repeats the number grammar and the whitespace set: it must not drift from them."""
    grammar = Path(ajisai.syntax.__file__).with_name("grammar.lark").read_text(encoding="ascii")
    assert "/" + NUMBER_REGEX.replace("/", r"\/") + "/" in grammar
    for code in range(0x110000):
        if chr(code) not in SEPARATORS and chr(code).isspace():
            assert names_only(f"a{chr(code)}b") == 1


def names_only(source: str) -> int:
    """How many names a source of names holds."""
    return len(program(source).items)


@pytest.mark.parametrize(
    "text", ["a", "ADD", "a'b", "+", ".5", "5.", "1/2/3", "{", "加算", "\ufeff", "a#", "１"]
)
def test_is_name_token_of_a_name(text: str) -> None:
    """What reads as exactly one name is one."""
    assert is_name_token(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a ",
        " a",
        "a b",
        "a\n",
        "a\u3000",
        "5",
        "1/2",
        "-1e5",
        "[",
        "]",
        "[a",
        "a]",
        "'",
        "'a'",
        "'a",
        "#",
        "#a",
    ],
)
def test_is_name_token_of_anything_else(text: str) -> None:
    """Numbers, brackets, strings, comments, blanks and texts of several tokens are none."""
    assert not is_name_token(text)


@given(hostile_text | st.text(alphabet=st.sampled_from(ALPHABET), max_size=4))
@example("1")
def test_is_name_token_agrees_with_the_reader(text: str) -> None:
    """A text is a name token exactly when reading it gives that one name."""
    try:
        read_program = program(text)
    except Failure:
        assert not is_name_token(text)
        return
    assert is_name_token(text) == (
        read_program.items == (NameNode(text, 0, len(text)),) and not read_program.comments
    )


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", [""]),
        ("'", ["'"]),
        ("x'", ["x'"]),
        ("it's", ["it's"]),
        ("a' b", ["a'", " b"]),
        ("'\n'\u3000'", ["'", "\n'", "\u3000'"]),
        ("' ' ", ["'", " '", " "]),
        ("'\ufeff", ["'\ufeff"]),
    ],
)
def test_string_pieces(text: str, pieces: list[str]) -> None:
    """A text is parted only where its literal would close early."""
    assert string_pieces(text) == pieces


@given(st.text(alphabet=st.sampled_from("'' \na\u3000"), max_size=12) | hostile_text)
def test_string_pieces_each_read_back(text: str) -> None:
    """Joined the pieces are the text, and each reads back from its quotes, whatever follows."""
    pieces = string_pieces(text)
    assert "".join(pieces) == text
    source = " ".join(f"'{piece}'" for piece in pieces)
    assert [node.text for node in program(source).items if type(node) is StringNode] == pieces
