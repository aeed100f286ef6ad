"""Declarations: verdicts, and findings that say what to change (LANG.CONTRACTS.DECLARATION)."""

from __future__ import annotations

import pytest

from ajisai.contracts import Declarations
from tests.contracts.support import analysis


def verdicts(source: str) -> Declarations:
    """The verdicts on a source that has a directive."""
    found = analysis(source).declarations
    assert found is not None
    return found


VERDICTS = [
    ("inputs=1 outputs=1 field=closed", "2 MUL", "verified"),
    ("inputs=1", "2 MUL", "verified"),
    ("field=leaving", "2 MUL", "verified"),
    ("field=leaving", "0 DIV", "verified"),
    ("inputs=variable outputs=variable field=leaving", "EXEC", "verified"),
    ("inputs=2", "2 MUL", "violated"),
    ("outputs=0", "2 MUL", "violated"),
    ("inputs=variable", "2 MUL", "violated"),
    ("field=closed", "0 DIV", "violated"),
    ("field=closed", "1/0", "violated"),
    ("inputs=1", "EXEC", "cannotVerify"),
    ("inputs=1", "FOO", "cannotVerify"),
    ("inputs=1 outputs=1", "COLLECT", "cannotVerify"),
    ("field=closed", "COLLECT", "verified"),
    ("field=closed", "MAP", "cannotVerify"),
    ("inputs=3", "MAP", "violated"),
    ("inputs=1 field=closed", "EXEC NUM", "violated"),
]


@pytest.mark.parametrize(("declared", "body", "verdict"), VERDICTS)
def test_verdict_on_declaration(declared: str, body: str, verdict: str) -> None:
    """Equal counts verify; different ones violate, unless a gap stands in the way."""
    found = verdicts(f"#:contract W {declared}\n[ {body} ] 'W' DEF")
    assert found.outcome == verdict
    assert [(each.word, each.verdict) for each in found.declarations] == [("W", verdict)]
    assert bool(found.findings) == (verdict != "verified")
    assert all(
        each.severity == ("error" if verdict == "violated" else "warning") for each in found.findings[-1:]
    )


def test_source_without_directive_has_no_verdicts() -> None:
    """A source without a directive declares nothing; a comment is none."""
    assert analysis("# contract D inputs=9\n[ 2 MUL ] 'D' DEF").declarations is None


def test_finding_names_exits_and_line() -> None:
    """A violated field=closed names the exits; every finding has its line."""
    [finding] = verdicts("\n#:contract H field=closed\n[ 1/0 ADD 0 DIV ] 'H' DEF").findings
    assert finding.line == 2
    assert finding.word == "H"
    assert "through 1/0, DIV" in finding.message


def test_finding_says_what_to_write() -> None:
    """A count that differs says the count that the body has."""
    [finding] = verdicts("#:contract D inputs=2\n[ 2 MUL ] 'D' DEF").findings
    assert "write inputs=1" in finding.message


@pytest.mark.parametrize(
    "line", ["#:contract W", "#:contract W purity=pure", "#:contrct W inputs=1", "#:contract"]
)
def test_malformed_directive_is_violated(line: str) -> None:
    """A directive with any other term, or none, is a violation that shows the right form."""
    found = verdicts(f"{line}\n[ 1 ] 'W' DEF")
    assert found.violated
    assert "#:contract" in found.findings[0].message


@pytest.mark.parametrize("name", ["NOPE", "ADD"])
def test_word_not_defined_is_violated(name: str) -> None:
    """A declared Word that the source does not define is a violation, a Core Word included."""
    assert verdicts(f"#:contract {name} inputs=2\n1").violated


def test_worst_verdict_is_the_outcome() -> None:
    """One violation is enough; names fold."""
    found = verdicts("#:contract a outputs=1\n#:contract B outputs=1\n[ 1 ] 'A' DEF [ ADD 1 ] 'B' DEF")
    assert [each.verdict for each in found.declarations] == ["verified", "violated"]
    assert found.outcome == "violated"


SUGGESTED = ["2 MUL", "0 DIV", "EXEC", "COLLECT", "MAP", "FOO", "W", "1/0", "'X' BIND X X", "[ 1 2 ] MAP"]


@pytest.mark.parametrize("body", SUGGESTED)
def test_suggested_line_is_verified(body: str) -> None:
    """Every suggested line verifies when it is put above its source."""
    source = f"[ {body} ] 'W' DEF"
    [word] = analysis(source).contracts
    assert verdicts(f"{word.suggested}\n{source}").outcome == "verified"


def test_contracts_of_source_in_order() -> None:
    """The Words that a source defines are answered once each, in order, with names as written."""
    found = analysis("[ 1 ] 'b' DEF [ 2 ] 'A' DEF [ 3 ] 'B' DEF [ [ 4 ] 'C' DEF ] 'D' DEF").contracts
    assert [word.name for word in found] == ["b", "A", "D", "C"]
    assert found[1].suggested == "#:contract A inputs=0 outputs=1 field=closed"
