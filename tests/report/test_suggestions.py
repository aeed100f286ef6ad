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
    "written", ["", "+", "<=", "?", "→", "ZZZZ", "加算", "X", "Q1", "x" * 65, "\x00", "\ud800"]
)
def test_nothing_is_near(written: str) -> None:
    """Signs are never near letters, and a short, strange or endless name is near nothing."""
    assert nearest(written, records()) == ()


@pytest.mark.parametrize(("written", "names", "found"), [
    ("+-", ["++", "ADD", "+1"], ("++",)),
    ("TAXS", ["tax", "TAX", "Rate"], ("tax",)),
    ("RATES", ["GATE", "rate", "RATE-OF"], ("rate", "RATE-OF", "GATE")),
    ("NAME", ["NAME"], ("NAME",)),
    ("AB", ["", "AC", "AD", "AE", "AF", "AG", "AH"], ("AC", "AD", "AE", "AF", "AG")),
])  # fmt: skip
def test_nearest_of_given_names(written: str, names: list[str], found: tuple[str, ...]) -> None:
    """The best first, equals as they were given, each name once whatever its case, five at most."""
    assert nearest(written, names) == found


@pytest.mark.parametrize(("edits", "found"), [(0, ()), (1, ("FOLD",)), (2, ("FOLD", "FILL", "FAIL"))])
def test_nearest_within_edits(edits: int, found: tuple[str, ...]) -> None:
    """Where the number of edits is given, nothing else makes a name near."""
    assert nearest("FODL", records(), edits=edits) == found


@pytest.mark.parametrize(
    ("name", "plain"),
    [("add", "ADD"), ("ＡＤＤ", "ADD"), ("ｘ１", "X1"), ("ß", "SS"), ("+", "+"), ("＋", "+"), ("", "")],
)
def test_folded_is(name: str, plain: str) -> None:
    """Upper case, and compatibility letters plain."""
    assert folded(name) == plain
