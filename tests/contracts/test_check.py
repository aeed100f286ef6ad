"""check: what a program is refused for before it runs (LANG.CONTRACTS)."""

from __future__ import annotations

import pytest

import ajisai
from ajisai.bounds import Limits, Meter
from ajisai.contracts import Analysis
from ajisai.contracts.source import program_items
from ajisai.syntax import read
from ajisai.values import Vector
from tests.contracts.support import analysis

ACCEPTED = [
    "",
    "1 2 ADD",
    "1 'X' BIND X x",
    "[ 1 2 ] [ 'A' 'B' ] BIND A B",
    "[ B ] 'A' DEF [ 1 ] 'B' DEF A",
    "[ 1 2 ] [ 'X' BIND X X MUL ] MAP",
    "5 'X' BIND [ 1 2 ] [ X ADD ] MAP",
    "[ FOO add ] LENGTH",
    "[ FOO ] [ BAR ] CONCAT 0 GET STR",
    "[ [ 1 ] 'X' DEF ] EXEC X",
    "[ [ 1 ] 'X' DEF ] 'MAKE' DEF MAKE X",
    "[ 'P' BIND [ P EXEC ] MAP ] 'EACH' DEF [ 1 2 ] [ 'Z' BIND Z Z ADD ] EACH",
    "[ 'P' BIND [ P EXEC ] MAP ] 'EACH' DEF",
    "[ [ 1 ] [ 2 ] ] 1 GET EXEC",
    "[ 1 2 ] [ ADD ] CONCAT EXEC",
    "[ A ] 'X' DEF 5 PRINT [ 1 ] 'A' DEF X",
    "5 LENGTH",
    "'ADD' 'x' FAIL",
]


@pytest.mark.parametrize("source", ACCEPTED)
def test_program_accepted(source: str) -> None:
    """Bindings, forward references, names in nested blocks and Symbols that are data are no fault."""
    assert analysis(source).check() is None


UNKNOWN = [
    ("FOO", "FOO", 0),
    ("1 foo", "foo", 2),
    ("[ FOO ] 'W' DEF", "FOO", 2),
    ("[ [ 1 ] [ FOO ] MAP ] 'W' DEF", "FOO", 10),
    ("[ 'X' BIND X Y ] 'W' DEF", "Y", 13),
    ("X [ 1 ] 'X' DEF", "X", 0),
    ("[ B ] 'A' DEF A [ 1 ] 'B' DEF", "B", 2),
    ("[ 1 ] 'X' DEF 'X' DEL X", "X", 22),
    ("5 'X' BIND [ X ] 'W' DEF W", "X", 13),
    ("[ 5 'X' BIND ] EXEC X", "X", 20),
    ("[ [ 1 ] 'X' DEF ] LENGTH X", "X", 25),
    ("[ [ 1 ] 'X' DEF ] 'MAKE' DEF X", "X", 29),
    ("[ ] [ FOO ] MAP", "FOO", 6),
    ("[ 1 2 ] [ FOO ] CONCAT EXEC", "FOO", 10),
    ("[ A ] 'X' BIND X EXEC", "A", 2),
    ("[ [ 1 ] [ FOO ] ] 1 GET EXEC", "FOO", 10),
    ("FOO [ BAR ] 'W' DEF", "FOO", 0),
]


@pytest.mark.parametrize(("source", "word", "position"), UNKNOWN)
def test_unknown_name_refused(source: str, word: str, position: int) -> None:
    """A name that nothing holds where it is called is refused as written and with its place."""
    refusal = analysis(source).check()
    assert refusal is not None
    assert (refusal.category, refusal.word, refusal.position) == ("unknownWord", word, position)


def test_symbols_of_data_refused_where_code_is_made() -> None:
    """A block that the program makes of numbers it does not know may hold any Symbol of its parts."""
    made = "[ 1 2 3 ] [ DATA ] [ 5 ] CONCAT '{0}' JSON-DECODE DROP EXEC"
    refusal = analysis(made).check()
    assert refusal is not None
    assert refusal.word == "DATA"
    assert analysis(made.replace(" EXEC", " LENGTH")).check() is None


COMPUTED = [
    ("'A' 'B' 2 COLLECT JOIN 'N' BIND [ 1 ] N DEF 5", None),
    ("'A' 'B' 2 COLLECT JOIN 'N' BIND [ 1 ] N DEF [ 2 ] 'W' DEF W", None),
    ("'A' 'B' 2 COLLECT JOIN 'N' BIND [ 1 ] N DEF [ W ] 'V' DEF [ 2 ] 'W' DEF V", "W"),
    ("'A' 'B' 2 COLLECT JOIN 'N' BIND [ 1 ] N DEF AB", "AB"),
    ("[ 2 ] 'W' DEF W 'W' 'N' BIND [ 'A' ] JOIN DEL", "W"),
]


@pytest.mark.parametrize(("source", "word"), COMPUTED)
def test_computed_name_makes_check_cautious(source: str, word: str | None) -> None:
    """Where a run names Words by texts that it makes, a Word must be defined before it is written."""
    refusal = analysis(source).check()
    assert (None if refusal is None else refusal.word) == word


def test_violation_comes_before_names() -> None:
    """A violated declaration is the refusal, whatever the names are, as it is when the program is run."""
    source = "#:contract D inputs=2\nFOO [ 2 MUL ] 'D' DEF"
    refusal = analysis(source).check()
    assert refusal is not None
    assert refusal.category == "contractViolation"
    assert ajisai.run(source).outcome == "error:contractViolation"


def _prelude(source: str) -> dict[str, Vector]:
    [block] = program_items(read(source, Meter(Limits.agent())))[0]
    assert isinstance(block, Vector)
    return {"TRIPLE": block}


def test_prelude_words_are_known() -> None:
    """Words defined before the source resolve, keep their contracts, and are not the source's own."""
    program = read("[ TRIPLE TRIPLE ] 'NINE' DEF 2 NINE", Meter(Limits.agent()))
    subject = Analysis(program, _prelude("[ 3 MUL ]"))
    assert subject.check() is None
    assert [word.suggested for word in subject.contracts] == [
        "#:contract NINE inputs=1 outputs=1 field=closed"
    ]
    assert subject.prediction.outcomes == ("value",)
