"""What people write out of habit from other languages."""

from __future__ import annotations

import pytest

from ajisai.assets import read_json
from ajisai.machine.vocabulary import records
from ajisai.report.habits import habit_of


@pytest.mark.parametrize(
    ("written", "code", "instead"),
    [
        ("+", "operatorWord", "ADD"),
        ("−", "operatorWord", "SUB"),
        ("*", "operatorWord", "MUL"),
        ("/", "operatorWord", "DIV"),
        ("=", "operatorWord", "EQ"),
        ("<", "operatorWord", "LT"),
        (">", "operatorWord", "GT"),
        ("<=", "operatorWord", "GT NOT"),
        ("ge", "operatorWord", "LT NOT"),
        ("plus", "otherName", "ADD"),
        ("Reduce", "otherName", "FOLD"),
        ("dup", "stackShuffler", "BIND"),
        ("SWAP", "stackShuffler", "BIND"),
        ("OVER", "stackShuffler", "BIND"),
        ("ROT", "stackShuffler", "BIND"),
        ("if", "controlKeyword", "SELECT"),
        ("ELSE", "controlKeyword", "SELECT"),
        ("THEN", "controlKeyword", "SELECT"),
        ("while", "controlKeyword", "MAP FILTER FOLD SCAN"),
        ("FOR", "controlKeyword", "MAP FILTER FOLD SCAN"),
        (":", "definitionKeyword", "DEF"),
        ("let", "definitionKeyword", "BIND"),
        ('"hello', "singleQuotes", "'text'"),
        ('hello"', "singleQuotes", "'text'"),
        ("“hello”", "singleQuotes", "'text'"),
        ("「hello」", "singleQuotes", "'text'"),
        ("１２", "fullWidth", "12"),
        ("Ａdd", "fullWidth", "Add"),
        ("［", "fullWidth", "["),
        ("＋", "operatorWord", "ADD"),
        ("＜＝", "operatorWord", "GT NOT"),
        ("ｄｕｐ", "stackShuffler", "BIND"),
        ("／／", "commentMark", "#"),
        ("{", "squareBrackets", "[ ]"),
        ("}", "squareBrackets", "[ ]"),
        ("{x", "squareBrackets", "[ ]"),
        ("(", "squareBrackets", "[ ]"),
        ("f(x)", "squareBrackets", "[ ]"),
        ("1,000", "numberForm", ""),
        (".5", "numberForm", ""),
        ("5.", "numberForm", ""),
        ("1/2/3", "numberForm", ""),
        ("0x1F", "numberForm", ""),
        ("x,", "noCommas", ""),
        (",", "noCommas", ""),
        ("a,b", "noCommas", ""),
        ("x;", "noCommas", ""),
        ("//", "commentMark", "#"),
        ("//note", "commentMark", "#"),
        ("--", "commentMark", "#"),
        ("null", "absenceName", "NIL"),
        ("ADD\u200b", "hiddenCharacter", "ADD"),
        ("\ufeffADD", "hiddenCharacter", "ADD"),
        ("A\u00adDD", "hiddenCharacter", "ADD"),
        ("\u2060", "hiddenCharacter", "the word"),
    ],
)
def test_habit_is(written: str, code: str, instead: str) -> None:
    """Each habit is known for what it is, in any case of letters."""
    habit = habit_of(written)
    assert habit is not None
    assert (habit.code, habit.instead) == (code, instead)


@pytest.mark.parametrize(
    "written", ["X", "DOUBLE", "加算", "テスト", "ﾃｽﾄ", "a'b", "?", "|", "-x", "\ud800", "é"]
)
def test_name_is_no_habit(written: str) -> None:
    """An ordinary name shows none; half-width kana are not letters that should have been ASCII."""
    assert habit_of(written) is None


def test_no_word_is_a_habit() -> None:
    """No Core Word, and nothing that the phrasebook may hold under its own name, is taken for a mistake."""
    assert [name for name in records() if habit_of(name) is not None] == []


def test_what_to_write_instead_exists() -> None:
    """Every Word that a habit is answered with is a Core Word; a comment is begun with its sign."""
    named = {
        word
        for group in read_json("spec/diagnosis.json")["habits"]
        for entry in group["names"]
        for word in entry["instead"].split()
    }
    assert named - set(records()) == {"#"}


def test_habits_are_written_once_and_in_upper_case() -> None:
    """A name has one habit."""
    names = [
        entry["written"] for group in read_json("spec/diagnosis.json")["habits"] for entry in group["names"]
    ]
    assert sorted(names) == sorted({name.upper() for name in names})


@pytest.mark.parametrize(
    ("written", "synonym"),
    [("+", "ADD"), ("reduce", "FOLD"), ("let", "BIND"), ("null", "NIL"), ("<=", None), ("dup", None),
     ("if", None), ("//", None), ('"a"', None), ("１", None)],
)  # fmt: skip
def test_synonym_is(written: str, synonym: str | None) -> None:
    """One Word that means the same; what takes two, or another way of writing, has none."""
    habit = habit_of(written)
    assert habit is not None
    assert habit.synonym == synonym
