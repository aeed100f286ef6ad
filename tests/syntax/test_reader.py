"""Reading source text into a program: tokens, spans, brackets, and the ceilings met from the left."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from ajisai.bounds import Failure
from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY, Number
from ajisai.syntax import Comment, NameNode, NumberNode, StringNode, VectorNode, line_column, same_program
from tests.syntax.specimens import (
    ALMOST_SEPARATORS,
    SEPARATORS,
    Fault,
    expected,
    failure,
    hostile_text,
    lexemes,
    program,
)

DEPTH = 256


def names(source: str) -> list[str]:
    """The spellings of a source that holds names only."""
    items = program(source).items
    assert all(type(item) is NameNode for item in items)
    return [source[item.start : item.end] for item in items]


@pytest.mark.parametrize("source", ["", " ", "\n\n", "\r\n", SEPARATORS])
def test_read_of_nothing(source: str) -> None:
    """The empty source and a blank one are the empty program."""
    assert program(source).items == ()
    assert program(source).source == source


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("42", mpz(42)),
        ("007", mpz(7)),
        ("+5", mpz(5)),
        ("-0", mpz(0)),
        ("1E5", mpz(100000)),
        ("1.5e+3", mpz(1500)),
        ("2.50", mpq(5, 2)),
        ("25e-1", mpq(5, 2)),
        ("6/4", mpq(3, 2)),
        ("-6/4", mpq(-3, 2)),
        ("0/5", mpz(0)),
        ("5/0", INFINITY),
        ("-5/0", NEG_INFINITY),
        ("0/0", NULLITY),
    ],
)
def test_read_of_a_number(spelling: str, value: Number) -> None:
    """Every form of the number grammar is a number, and keeps the spelling it was written with."""
    assert program(f" {spelling} ").items == (NumberNode(value, spelling, 1, 1 + len(spelling)),)


@pytest.mark.parametrize(
    "spelling",
    ["a'b", "{", "}", "|", "1/2/3", ".5", "5.", "1e", "1e+", "+", "-", "--1", "1/-2", "1_000", "0x10", "1,5"]
    + [
        "１",
        "1１",
        "−5",
        "加算",
        '"hi"',
        "a#b",
        "a#",
        "\x00",
        "\ud800",
        "e\u0301",
        "\u0301",
        "\ufeff",
        "\ufeff#",
    ]
    + [f"a{odd}b" for odd in ALMOST_SEPARATORS]
    + ["a''", "1'"],
)
def test_read_of_a_name(spelling: str) -> None:
    """Whatever is no number, bracket, string or comment is a name, characters of any kind in it."""
    assert program(spelling).items == (NameNode(spelling, 0, len(spelling)),)


@pytest.mark.parametrize("separator", list(SEPARATORS))
def test_read_of_each_separator(separator: str) -> None:
    """Every character of the whitespace set parts lexemes, closes strings and stands after brackets."""
    assert names(f"A{separator}B") == ["A", "B"]
    assert len(program(f"'a'{separator}'b'").items) == 2
    assert len(program(f"[{separator}]{separator}1").items) == 2


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ("''", [""]),
        ("'''", ["'"]),
        ("''''", ["''"]),
        ("' '", [" "]),
        ("' ''", [" '"]),
        ("'it's fine'", ["it's fine"]),
        ("'a [ b ] # c'", ["a [ b ] # c"]),
        ("'a\nb\r\nc'", ["a\nb\r\nc"]),
        ("'a' 'b'", ["a", "b"]),
        ("'foo'bar'", ["foo'bar"]),
        ("'foo'[ 1 ]'", ["foo'[ 1 ]"]),
        ("'a''b'", ["a''b"]),
        ("'\\'", ["\\"]),
        ("'\x00\ud800'", ["\x00\ud800"]),
        ("'\ufeff'\ufeff'", ["\ufeff'\ufeff"]),
    ],
)
def test_read_of_a_string(source: str, texts: list[str]) -> None:
    """A string closes at the first later quote before whitespace or the end; any other quote is content."""
    items = program(source).items
    assert [item.text for item in items if type(item) is StringNode] == texts
    assert len(items) == len(texts)


def test_read_of_comments() -> None:
    """A comment runs from a # at the start of a word to the line feed, past every other line break."""
    read_program = program("1 # one ' [ \r \x85 \u2028 2\n#\n3 #:contract X\n'# no' a#b")
    assert read_program.comments == (
        Comment("# one ' [ \r \x85 \u2028 2", 2, 19),
        Comment("#", 20, 21),
        Comment("#:contract X", 24, 36),
    )
    assert [type(item) for item in read_program.items] == [NumberNode, NumberNode, StringNode, NameNode]


def test_read_of_brackets() -> None:
    """Brackets nest; a span takes in both brackets; a name inside stays a name, TRUE as well."""
    assert program("[ 1 [ ] # c ]\n true ]").items == (
        VectorNode(
            (NumberNode(mpz(1), "1", 2, 3), VectorNode((), 4, 7), NameNode("true", 15, 19)),
            0,
            21,
        ),
    )


def test_read_of_offsets_in_code_points() -> None:
    """Offsets count code points, not bytes or UTF-16 units."""
    assert program("😀 'é' 加算").items[2] == NameNode("加算", 6, 8)


@pytest.mark.parametrize(
    ("source", "position"),
    [
        ("'foo", 0),
        ("1 'foo\n2", 2),
        ("'", 0),
        ("'foo'bar", 0),
        ("'foo'[", 0),
        ("'a' 'b", 4),
        ("'a'\ufeff", 0),
        ("1 ]", 2),
        ("[ 1 ] ]", 6),
        ("[", 0),
        ("[ 1 2", 0),
        ("[ [ 1 ]", 0),
        ("[ [ 1", 2),
        ("[ # ]", 0),
        ("a'b [", 4),
        ("[1 2 ]", 0),
        ("[ 1 2]", 4),
        ("1 2 ADD ]^", 8),
        ("[]", 0),
        ("a[", 0),
        ("1 [[ ]]", 2),
        ("[#", 0),
        ("[']", 0),
        ("]'", 0),
    ],
)
def test_read_of_malformed_source(source: str, position: int) -> None:
    """Each source error, at the start of the lexeme or at the bracket that is to blame."""
    fault = failure(source)
    assert (fault.category, fault.position) == ("malformedSource", position)
    assert fault.detail


@pytest.mark.parametrize(
    ("source", "what", "position"),
    [
        ("[ ] ] 'open", "malformedSource", 4),
        ("[ 'open ]", "malformedSource", 2),
        ("[ [ x[ ]", "malformedSource", 4),
        ("[ 12345678901 [1", "numericLiteralDigits", 2),
        ("[1 12345678901", "malformedSource", 0),
        ("[ [ [ [ 12345678901 ] ]", "nestingDepth", 6),
        ("] [ [ [ [", "malformedSource", 0),
        ("[ 12345678901", "numericLiteralDigits", 2),
    ],
)
def test_read_reports_the_first_fault(source: str, what: str, position: int) -> None:
    """Of several faults the leftmost is reported; an open bracket is known only at the end."""
    fault = failure(source, numeric_literal_digits=10, nesting_depth=3)
    assert (fault.resource or fault.category, fault.position) == (what, position)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("[1 2 ]", "'[1' glues a bracket to something: write '[ 1'"),
        ("x[[y", "write 'x [ [ y'"),
        ("[" + "9" * 50, "'[9999999999999999999999…' glues"),
        (
            "[" * 20,
            "'[[[[[[[[[[[[[[[[[[[[' glues a bracket to something: put whitespace around every [ and ]",
        ),
        ("[" + "9" * 50, "put whitespace around every [ and ]"),
        ("'foo", "never closed"),
        ("'foo'bar", "the ' before 'b' is part of its text"),
        ("x [", "this [ is never closed"),
        ("x ]", "this ] closes nothing"),
        ("[\ud800\x00\u202e", "'[\\u{d800}\\u{0000}\\u{202e}'"),
    ],
)
def test_read_says_what_to_write(source: str, words: str) -> None:
    """The detail names the rule and the correction, and holds nothing that cannot be shown or encoded."""
    detail = failure(source).detail
    assert words in detail
    assert detail.isprintable()
    assert len(detail) < 200


def test_read_at_and_over_source_bytes() -> None:
    """The bytes of UTF-8 are what counts, a lone surrogate taking three; the fault has no position."""
    for source, size in [("abc", 3), ("é", 2), ("加", 3), ("\ud800", 3), ("😀", 4), ("' \udfff'", 6)]:
        assert program(source, source_bytes=size).source == source
        if size > 1:
            fault = failure(source, source_bytes=size - 1)
            assert (fault.category, fault.resource) == ("resourceLimitExceeded", "sourceBytes")
            assert (fault.limit, fault.observed, fault.position) == (size - 1, size, None)


def test_read_counts_source_bytes_first() -> None:
    """A source that is too long is refused for that, whatever else is wrong with it."""
    assert failure("]" * 65537).resource == "sourceBytes"
    assert failure("]" * 65536).category == "malformedSource"


@pytest.mark.parametrize(
    ("at_limit", "over"),
    [
        ("9" * 4096, "9" * 4097),
        ("1e4095", "1e4096"),
        ("1e-4095", "1e-4096"),
        ("1/" + "7" * 4096, "1/" + "7" * 4097),
        ("0" * 4096, "0" * 4097),
        ("0e99999999999", "1e99999999999"),
    ],
)
def test_read_at_and_over_numeric_literal_digits(at_limit: str, over: str) -> None:
    """A literal is refused by the digits that it spells, where it stands, before it is built."""
    assert len(program(f"[ {at_limit} ]").items) == 1
    fault = failure(f"[ {over} ]")
    assert (fault.resource, fault.limit, fault.position) == ("numericLiteralDigits", 4096, 2)


def test_read_at_and_over_nesting_depth() -> None:
    """The bracket that would open one level too many is refused, before anything behind it is looked at."""
    assert program("[ " * DEPTH + "] " * DEPTH).items[0].end == 4 * DEPTH - 1
    for source in (
        "[ " * (DEPTH + 1) + "] " * (DEPTH + 1),
        "[ " * (DEPTH + 1) + "'open",
        "[ " * 5000 + "] " * 5000,
    ):
        fault = failure(source)
        assert (fault.resource, fault.limit, fault.observed) == ("nestingDepth", DEPTH, DEPTH + 1)
        assert fault.position == 2 * DEPTH
    assert len(program("[ ] " * (DEPTH + 1)).items) == DEPTH + 1


def test_read_of_a_hundred_thousand_open_brackets() -> None:
    """A pile of brackets is a ceiling and never Python's stack."""
    assert failure("[ " * 100_000, source_bytes=10**6).position == 2 * DEPTH
    assert failure("] " * 100_000, source_bytes=10**6).position == 0
    assert failure("[" * 100_000, source_bytes=10**6).category == "malformedSource"


def test_read_in_threads() -> None:
    """The parser is shared, its state is not: readings at once do not meet."""
    sources = [f"[ {n} 'x' ] # {n}\n" * 50 for n in range(8)]
    with ThreadPoolExecutor(4) as pool:
        programs = list(pool.map(program, sources))
    for source, read_program in zip(sources, programs, strict=True):
        assert read_program == program(source)


def test_read_loads_lark_late() -> None:
    """Importing the package does not import Lark; reading does."""
    script = (
        "import sys, ajisai.syntax as s; from ajisai.bounds import Limits, Meter;"
        "assert 'lark' not in sys.modules; s.read('1', Meter(Limits.agent())); assert 'lark' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_line_column_counts_line_feeds_only() -> None:
    """Lines end at U+000A alone, columns are code points, both count from 1; the text's end has a place."""
    source = "a\r\x85😀b\nc\n"
    assert [line_column(source, offset) for offset in range(len(source) + 1)] == [
        (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 1), (2, 2), (3, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1 [ add 'x' ]", " 1/1\n[ add\t'x' ] # c", True),
        ("[ 1 ]", "1", False),
        ("[ [ 1 ] 2 ]", "[ [ 1 2 ] ]", False),
        ("[ 1 ]", "[ 1 1 ]", False),
        ("add", "ADD", False),
        ("x", "'x'", False),
        ("1", "2", False),
    ],
)
def test_same_program_ignores_layout_and_spelling(one: str, other: str, same: bool) -> None:
    """Programs are the same by nodes: numbers by value, names by spelling, whatever the layout."""
    assert same_program(program(one), program(other)) is same


def _compare_with_specification(source: str) -> None:
    wanted = expected(source, digits=5, depth=2)
    try:
        found: object = lexemes(program(source, numeric_literal_digits=5, nesting_depth=2))
    except Failure as fault:
        found = Fault(fault.resource or fault.category, fault.position if fault.position is not None else -1)
    assert found == wanted


@given(hostile_text)
@example("'a' '")
@example("[ 1e5 [ [ ] ] 00 ]#")
def test_read_agrees_with_the_specification(source: str) -> None:
    """On any text the reader finds the tokens and spans, or the fault, that the specification names."""
    _compare_with_specification(source)


@given(st.lists(st.sampled_from(["[", "]", "'a'", "1/2", "X", "# c\n", "''", "1e9"]), max_size=30))
def test_read_of_tokens_agrees_with_the_specification(tokens: list[str]) -> None:
    """The same on texts of well-formed tokens, which nest deeper."""
    _compare_with_specification(" ".join(tokens))
