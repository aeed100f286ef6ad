"""The facts that are kept of a failure."""

from __future__ import annotations

import pytest

import ajisai
from ajisai.bounds import Failure, Limits, Meter
from ajisai.report.failures import error_of, place_in, situation_of
from ajisai.report.spoken import spoken_names
from ajisai.syntax import read


@pytest.mark.parametrize(
    ("position", "place"), [(None, (None, None)), (0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (6, (2, 4))]
)
def test_place_is(position: int | None, place: tuple[int | None, int | None]) -> None:
    """Lines and columns from 1, in code points; a line break ends its own line."""
    assert place_in("ab\ncdé😀", position) == place


def test_error_holds_the_facts() -> None:
    """Everything that the envelope and the diagnosis tell is in it."""
    failure = Failure(
        "resourceLimitExceeded", word="POW", position=3, resource="bigintBits", limit=1, observed=2
    )
    error = error_of(failure, "2 9 POW")
    assert error == ajisai.Error(
        "resourceLimitExceeded",
        "bigintBits of 2 exceeds the limit of 1",
        "POW",
        1,
        4,
        "bigintBits",
        1,
        2,
        None,
    )


@pytest.mark.parametrize(
    ("source", "position", "lexeme"),
    [("1 [2 3", 2, "[2"), ("'" + "x" * 50, 0, "'" + "x" * 23), ("1 ]", 2, "]"), ("1 ]\u3000", 2, "]")],
)
def test_lexeme_at_the_fault_is_kept_short(source: str, position: int, lexeme: str) -> None:
    """The word at the fault, 24 code points at most."""
    failure = Failure("malformedSource", position=position)
    assert situation_of(failure, "parse", source, None).lexeme == lexeme


def test_situation_of_an_unknown_name_is_resolving() -> None:
    """Whatever stage met it; the source's own names come first, each once."""
    source = "1 'B' BIND [ 2 ] 'A' DEF X"
    program = read(source, Meter(Limits.agent()))
    situation = situation_of(
        Failure("unknownWord", word="X"), "executeWord", source, program, ["A", "C"], ["P"]
    )
    assert situation.when == "resolveWord"
    assert situation.names == ("B", "A", "C")
    assert situation.phrasebook == ("P",)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("", ()),
        ("[ 1 ] 'A' DEF", ("A",)),
        ("5 'x y' bind", ("x y",)),
        ("[ 1 2 ] [ 'A' 'B' ] BIND", ("A", "B")),
        ("[ [ 1 ] 'IN' DEF 5 'T' BIND ] 'OUT' DEF", ("IN", "T", "OUT")),
        ("'A' 'B' DEF", ("B",)),
        ("5 BIND 'A' [ BIND ] DEF", ()),
        ("[ 'A' BIND ] MAP 'A' BIND", ("A",)),
        ("[ " * 200 + "1 'DEEP' BIND " + "] " * 200, ("DEEP",)),
    ],
)
def test_spoken_names_are(source: str, names: tuple[str, ...]) -> None:
    """The Strings before DEF and BIND, wherever they stand, in the order written."""
    assert spoken_names(read(source, Meter(Limits.agent()))) == names


@pytest.mark.parametrize(
    ("source", "word", "place"),
    [
        ("1\n  #:contract DOUBLE inputs=2\n[ 2 MUL ] 'DOUBLE' DEF", "DOUBLE", (2, 14)),
        ("#:contract contract inputs=2\n1", "contract", (1, 12)),
        ("#:contract c inputs=2\n1", "c", (1, 12)),
        ("#:contract inputs=1", None, (1, 1)),
        ("1 #:nothing X", "X", (1, 13)),
    ],
)
def test_violation_is_placed_at_its_name(source: str, word: str | None, place: tuple[int, int]) -> None:
    """The declared name where the directive writes it, or the directive that names none."""
    for answer in (ajisai.run(source), ajisai.check(source)):
        error = answer.error
        assert error is not None
        assert (error.category, error.word, (error.line, error.column)) == ("contractViolation", word, place)


def test_violation_tells_the_first_and_counts_the_rest() -> None:
    """The message quotes one finding and says how many more there are; warnings do not count."""
    one = "#:contract A inputs=1"
    source = f"{one}\n#:contract B inputs=1\n"
    error = ajisai.run(source).error
    assert error is not None
    assert error.message == "the source defines no Word A: define it, or take the line away (and 1 more)"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("5 [ ] MAP", "operand 1 of MAP must be a Vector, not a number"),
        ("'x' [ NOT ] FILTER", "operand 1 of FILTER must be a Vector, not a String"),
        ("TRUE 0 [ ADD ] FOLD", "operand 1 of FOLD must be a Vector, not a Boolean"),
        ("[ 1 ] [ 1 ] RECORD 0 [ ADD ] SCAN", "operand 1 of SCAN must be a Vector, not a Record"),
        ("[ 1 'a' NIL ] SORT", "SORT: the element at index 1 must be a number, not a String"),
        ("[ NIL ] ORDER", "ORDER: the element at index 0 must be a number, not NIL"),
        ("[ 1 2 [ ] ] 1 BSEARCH", "BSEARCH: the element at index 2 must be a number, not a Vector"),
        ("[ 'a' 1 ] JOIN", "JOIN: the element at index 1 must be a String, not a number"),
        ("[ [ ] X ] ZIP", "ZIP: the row at index 1 must be a Vector, not a Symbol"),
        ("5 [ 'A' 2 ] BIND", "BIND: the name at index 1 must be a String, not a number"),
        (
            "[ 1/0 ] [ ] FILTER",
            "the block of FILTER must answer TRUE, FALSE or NIL, not a number over zero",
        ),
    ],
)
def test_wrong_value_is_named(source: str, message: str) -> None:
    """Which value it was, what the Word reads there, and what it was given."""
    error = ajisai.run(source).error
    assert error is not None
    assert error.message == message
