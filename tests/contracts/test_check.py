"""check: what a program is refused for before it runs (LANG.CONTRACTS)."""

from __future__ import annotations

import pytest

import ajisai
from ajisai.bounds import Limits, Meter
from ajisai.contracts import Analysis
from ajisai.contracts.check import ALL_CODE, MAY
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


IMPOSSIBLE = [
    ("1 'ADD' BIND", "nameConflict", "BIND", 8, "BIND: ADD is a Word already"),
    ("1 'true' BIND", "nameConflict", "BIND", 9, "BIND: TRUE is a Word already"),
    ("[ 1 2 ] [ 'A' 'a' ] BIND", "nameConflict", "BIND", 20, "one BIND names A twice"),
    ("[ 1 ] 'W' DEF 2 'w' BIND", "nameConflict", "BIND", 20, "BIND: W is a Word already"),
    ("5 'X' BIND [ 1 ] 'x' DEF", "nameConflict", "DEF", 21, "DEF: X is bound in this frame"),
    ("1 'X Y' BIND", "invalidName", "BIND", 8, "the name of BIND must be exactly one name token"),
    ("[ 1 ] '5' DEF", "invalidName", "DEF", 10, "the name of DEF must be exactly one name token"),
    ("[ 1 ] 'add' DEF", "protectedWord", "DEF", 12, "DEF: ADD is a Core Word and cannot be defined"),
    ("'ADD' DEL", "protectedWord", "DEL", 6, "DEL: ADD is a Core Word and cannot be deleted"),
    ("'NOPE' DEL", "wordNotFound", "DEL", 7, "DEL: no User Word is named NOPE"),
    ("[ 1 ] 'W' DEF 'W' DEL 'W' DEL", "wordNotFound", "DEL", 26, "DEL: no User Word is named W"),
    ("[ A ] 'A' DEF", "selfReferentialDefinition", "DEF", 10, "DEF: the body names A itself"),
    (
        "[ B ] 'A' DEF [ A ] 'B' DEF",
        "selfReferentialDefinition",
        "DEF",
        24,
        "DEF: A, which the body reaches, names it",
    ),
    ("[ X ] 'X' BIND", "selfReferentialDefinition", "BIND", 10, "BIND: the value leads back to the name X"),
    (
        "[ Y ] 'X' BIND [ X ] 'Y' BIND",
        "selfReferentialDefinition",
        "BIND",
        25,
        "BIND: the value leads back to the name Y",
    ),
    (
        "[ 1 ] 'A' DEF [ A ] 'B' DEF 'A' DEL",
        "definitionConflict",
        "DEL",
        32,
        "DEL: B depends on A: delete it first",
    ),
    ("[ A ] 'G' DEF [ 1 ] 'A' DEF [ A ] 'B' DEF [ 2 ] 'A' DEF", "definitionConflict", "DEF", 52, None),
    ("[ ] 'W' DEF", "invalidDefinitionBody", "DEF", 8, "DEF: the body must be a non-empty Vector"),
    ("5 'W' DEF", "invalidDefinitionBody", "DEF", 6, "DEF: the body must be a non-empty Vector"),
    ("[ 5 'N' BIND N ] 'W' DEF [ 7 ] 'N' DEF W", "nameConflict", "BIND", 8, "BIND: N is a Word already"),
    ("[ 1 'a b' BIND ] EXEC", "invalidName", "BIND", 10, "the name of BIND must be exactly one name token"),
    ("'ADD' 'N' BIND 1 N BIND", "nameConflict", "BIND", 19, "BIND: ADD is a Word already"),
    ("[ DEF ] 'MAKE' DEF [ 1 ] 'ADD' MAKE", "protectedWord", "DEF", 2, None),
    (
        "[ DEF ] 'MAKE' DEF [ 1 ] 'A' MAKE [ DEF ] 'MAKE' DEF [ 1 ] 'ADD' MAKE",
        "protectedWord",
        "DEF",
        36,
        None,
    ),
    ("[ [ B ] [ A ] ] [ 'A' 'B' ] BIND", "selfReferentialDefinition", "BIND", 28, None),
]


@pytest.mark.parametrize(("source", "category", "word", "position", "message"), IMPOSSIBLE)
def test_name_that_every_run_refuses(
    source: str, category: str, word: str, position: int, message: str | None
) -> None:
    """What is certain of a name is refused as the run refuses it: category, Word, place and text."""
    refusal = analysis(source).check()
    assert refusal is not None
    assert (refusal.category, refusal.word, refusal.position) == (category, word, position)
    checked, ran = ajisai.check(source).error, ajisai.run(source).error
    assert checked is not None
    assert checked == ran
    if message is not None:
        assert checked.message == message


NEVER_RUN = [
    ("[ 1 'ADD' BIND ] 'W' DEF 5", "nameConflict", 10),
    ("[ 1 'x y' BIND ] 'W' DEF 5", "invalidName", 10),
    ("[ [ 1 2 ] [ 'A' 'A' ] BIND ] 'W' DEF 5", "nameConflict", 22),
    ("[ [ 1 ] 'TRUE' DEF ] 'W' DEF 5", "protectedWord", 15),
    ("[ [ V ] 'V' DEF ] 'W' DEF 5", "selfReferentialDefinition", 12),
    ("[ [ X ] 'X' BIND ] 'W' DEF 5", "selfReferentialDefinition", 12),
    ("[ [ ] 'V' DEF ] 'W' DEF 5", "invalidDefinitionBody", 10),
    ("[ 5 'V' DEF ] 'W' DEF 5", "invalidDefinitionBody", 8),
    ("[ 'ADD' DEL ] 'W' DEF 5", "protectedWord", 8),
    ("[ ] [ 'ADD' DEL ] MAP", "protectedWord", 12),
    ("[ FOO ] 'W' DEF 5", "unknownWord", 2),
]


@pytest.mark.parametrize(("source", "category", "position"), NEVER_RUN)
def test_code_that_never_runs_is_asked_too(source: str, category: str, position: int) -> None:
    """The first stricter rule: names in all code; the message says so, and the run is fine."""
    refusal = analysis(source).check()
    assert refusal is not None
    assert (refusal.category, refusal.position) == (category, position)
    assert refusal.detail.endswith(f"({ALL_CODE})")
    assert ajisai.run(source).status == "ok"


def test_data_that_looks_like_code_is_not_asked() -> None:
    """A Vector that nothing runs may hold any text before BIND."""
    assert analysis("[ 1 'ADD' BIND ] LENGTH").check() is None
    assert analysis("[ X ] LENGTH 'X' BIND").check() is None


BRANCHES = [
    ("[ 1 ] [ 1 'ADD' BIND ] 1 3 LT SELECT EXEC", "nameConflict"),
    ("[ [ 1 ] 'W' DEF ] [ 1 ] 1 3 LT SELECT EXEC 'W' DEL", "wordNotFound"),
    ("[ [ 1 ] 'W' DEF ] [ 1 ] 1 3 LT SELECT EXEC W", "unknownWord"),
    ("[ [ 1 ] 'W' DEF ] [ 1 ] 1 3 LT SELECT EXEC 2 'W' BIND", "nameConflict"),
    ("'[]' JSON-DECODE [ 1 'ADD' BIND ] MAP", "nameConflict"),
]


@pytest.mark.parametrize(("source", "category"), BRANCHES)
def test_what_a_run_may_meet_is_refused(source: str, category: str) -> None:
    """The second stricter rule: on one way of several; the message says so."""
    refusal = analysis(source).check()
    assert refusal is not None
    assert refusal.category == category
    assert refusal.detail.endswith(f"({MAY})")


def test_way_that_a_constant_rules_out_is_not_asked() -> None:
    """A constant mask chooses before the run does; what it leaves out is data."""
    assert analysis("[ 1 ] [ FOO ] TRUE SELECT EXEC").check() is None
    assert analysis("[ 1 ] [ FOO ] FALSE SELECT EXEC").check() is not None


MADE = "'A' 'B' 2 COLLECT JOIN 'N' BIND [ 1 ] N DEF"
UNFOLLOWED = [
    (MADE, "invalidName", "DEF"),
    (f"AB {MADE}", "unknownWord", "AB"),
    (f"[ W ] 'V' DEF [ 2 ] 'W' DEF {MADE}", "unknownWord", "W"),
    ("[ 1 2 ] [ [ 7 ] 'G' DEF ] MAP G", "unknownWord", "G"),
    ("[ 1 2 ] [ [ 7 ] 'G' DEF ] MAP [ EXEC ] 'R' DEF [ A ] R [ 1 EXEC ] 'R' DEF", "unknownWord", "A"),
    ("[ 1 2 ] [ [ 7 ] 'ADD' DEF ] MAP", "protectedWord", "DEF"),
    ("[ 1 2 ] [ [ 7 ] 'G' DEF ] MAP 1 'G' BIND", "nameConflict", "DEF"),
    ("[ 1 ] [ 'G' BIND 7 ] MAP [ 1 2 ] [ [ 7 ] 'G' DEF ] MAP", "nameConflict", "BIND"),
    ("[ 1 2 ] [ [ 7 ] 'G' DEF ] MAP 'G' DEL 'G' DEL", "wordNotFound", "DEL"),
    ("[ 1 ] 'H' DEF [ H ] 'G' DEF 'H' DEL [ 1 2 ] [ [ 7 ] 'K' DEF ] MAP", "definitionConflict", "DEL"),
    ("[ 1 ] 'B' DEF [ 1 2 ] [ [ B ] 'A' DEF [ 2 ] 'B' DEF ] MAP", "definitionConflict", "DEF"),
    ("[ 1 2 ] [ [ 7 ] 'K' DEF ] MAP [ X ] REVERSE 'X' BIND", "selfReferentialDefinition", "BIND"),
]


@pytest.mark.parametrize(("source", "category", "word"), UNFOLLOWED)
def test_what_cannot_be_followed_is_asked_of_every_name(source: str, category: str, word: str) -> None:
    """The third stricter rule: a name that is made, a Word defined in a loop."""
    refusal = analysis(source).check()
    assert refusal is not None
    assert (refusal.category, refusal.word) == (category, word)


FOLLOWABLE = [
    "[ 1 2 ] [ [ 7 ] 'G' DEF ] MAP",
    "[ 2 MUL ] 'D' DEF [ 1 2 ] [ [ 7 ] 'G' DEF D ] MAP 5 'V' BIND V D",
    "[ 1 2 ] [ [ 7 ] 'G' DEF ] MAP [ 'V' BIND V V MUL ] MAP",
]


@pytest.mark.parametrize("source", FOLLOWABLE)
def test_rightly_named_program_is_not_refused_for_being_unfollowed(source: str) -> None:
    """Names that are right whatever happens are no reason to refuse."""
    assert analysis(source).check() is None


def _long(last: str) -> str:
    """A program of more items than a prediction follows, with a Word and a binding among them."""
    turns = " ".join(["1 64 RANGE 0 [ ADD ] FOLD 'V' BIND"] * 300)
    return f"[ 2 MUL ] 'D' DEF {turns} V D {last}"


@pytest.mark.parametrize(
    ("last", "category"),
    [
        ("", None),
        ("1 'ADD' BIND", "nameConflict"),
        ("'D' DEL", None),
        ("'D' DEL D", "unknownWord"),
        ("[ D ] 'B' BIND 'D' DEL B EXEC", "unknownWord"),
        ("'D' DEL 'D' DEL", "wordNotFound"),
        ("2 'D' BIND", "nameConflict"),
        ("FOO", "unknownWord"),
    ],
)
def test_long_program_is_checked(last: str, category: str | None) -> None:
    """A program beyond what can be followed is passed where its names are right, and refused where not."""
    subject = analysis(_long(last), Limits.playground())
    assert subject.prediction.unread
    refusal = subject.check()
    assert (None if refusal is None else refusal.category) == category


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
