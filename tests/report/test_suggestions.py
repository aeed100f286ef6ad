"""The names nearest to one that nobody knows."""

from __future__ import annotations

import pytest

from ajisai.machine.vocabulary import records
from ajisai.report.suggestions import folded, nearest


@pytest.mark.parametrize(
    ("written", "best"),
    [
        ("AD", "ADD"),
        ("ADDD", "ADD"),
        ("DAD", "ADD"),
        ("lenght", "LENGTH"),
        ("LEN", "LENGTH"),
        ("FODL", "FOLD"),
        ("FILTR", "FILTER"),
        ("DECODE", "JSON-DECODE"),
        ("GROUP-BY", "GROUP"),
        ("SORTED", "SORT"),
        ("INDEXOF", "INDEX-OF"),
        ("INDEX_OF", "INDEX-OF"),
        ("MEMBER", "MEMBER?"),
        ("JSONDECODE", "JSON-DECODE"),
        ("CONCATENATE", "CONCAT"),
        ("TOKENISE", "TOKENIZE"),
        ("UNIQ", "UNIQUE"),
        ("RECROD", "RECORD"),
        ("FLASE", "FALSE"),
        ("ＡＤＤ", "ADD"),
        ("ｌｅｎｇｔｈ", "LENGTH"),
    ],
)
def test_nearest_is(written: str, best: str) -> None:
    """A slip of the fingers, a shortened or lengthened name, full-width letters."""
    assert nearest(written, records())[0] == best


@pytest.mark.parametrize(
    "written",
    [
        *("", "+", "<=", "?", "→", "ZZZZ", "加算", "X", "Q1", "x" * 65, "\x00", "\ud800"),
        *(
            "FOO",
            "DUP",
            "SUM",
            "TAX",
            "NET",
            "RATE",
            "PRICE",
            "COUNT",
            "ANY",
            "ALL",
            "POS",
            "LE",
            "E",
            "SUBSTR",
        ),
    ],
)
def test_nothing_is_near(written: str) -> None:
    """Signs are never near letters; a short, strange or endless name, and one that is a word of its own and
    only looks like another, is near nothing."""
    assert nearest(written, records()) == ()


@pytest.mark.parametrize(("written", "names", "found"), [
    ("+-", ["-+", "++", "ADD", "+1"], ("-+",)),
    ("TAXS", ["tax", "TAX", "Rate"], ("tax",)),
    ("RATES", ["GATE", "rate", "RATE-OF"], ("rate",)),
    ("RATE", ["GATE", "RATIO", "RATES", "RATE-OF", "TAX-RATE"], ("RATES", "RATE-OF", "TAX-RATE")),
    ("BASE-RATE", ["BASE", "RATE", "BASED"], ("BASE", "RATE")),
    ("NAME", ["NAME"], ("NAME",)),
    ("AB", ["", "ABC", "ABD", "ABE", "ABF", "ABG", "ABH"], ("ABC", "ABD", "ABE", "ABF", "ABG")),
])  # fmt: skip
def test_nearest_of_given_names(written: str, names: list[str], found: tuple[str, ...]) -> None:
    """The best first, equals as they were given, each name once whatever its case, five at most."""
    assert nearest(written, names) == found


@pytest.mark.parametrize(
    ("name", "plain"),
    [("add", "ADD"), ("ＡＤＤ", "ADD"), ("ｘ１", "X1"), ("ß", "SS"), ("+", "+"), ("＋", "+"), ("", "")],
)
def test_folded_is(name: str, plain: str) -> None:
    """Upper case, and compatibility letters plain."""
    assert folded(name) == plain
