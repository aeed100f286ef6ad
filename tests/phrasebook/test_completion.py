"""``ajisai phrasebook add``: the lines that can be computed are, and no other is touched."""

from __future__ import annotations

import pytest

from ajisai.phrasebook import Phrasebook, PhrasebookError, UnknownWord, load
from ajisai.phrasebook.completion import completed
from tests.phrasebook.conftest import QUADRUPLE, SMALL, TWICE


def test_completion_writes_contract_result_and_digest() -> None:
    """A comment, an example without a result and a definition are enough."""
    assert completed(TWICE).split("\n")[:4] == [
        "# TWICE ( x -- y ): a number and itself added, in each lane.",
        "#:contract TWICE inputs=1 outputs=1 field=closed",
        "# 4 TWICE => 8/1",
        "[ 2 MUL ] 'TWICE' DEF",
    ]
    assert load(completed(TWICE)).entry("twice").digest == load(SMALL).entry("twice").digest


def test_completion_of_a_whole_file_changes_nothing(shipped: Phrasebook) -> None:
    """What is right stays as it is."""
    assert completed(SMALL) == SMALL
    assert completed(shipped.text) == shipped.text


def test_completion_of_an_empty_file() -> None:
    """There is nothing to write."""
    assert completed("") == ""
    assert completed("# only\n\n# comments\n") == "# only\n\n# comments\n"


def test_completion_replaces_wrong_lines_in_place() -> None:
    """A contract and a digest that a changed definition has left behind."""
    changed = SMALL.replace("[ 2 MUL ]", "[ 2 DIV ]").replace("field=closed", "field=leaving", 1)
    repaired = completed(changed)
    assert repaired.count("#:contract TWICE") == repaired.count("#:digest TWICE") == 1
    assert "#:contract TWICE inputs=1 outputs=1 field=closed" in repaired
    assert load(repaired).names == ("TWICE", "QUADRUPLE")


def test_completion_keeps_stated_results() -> None:
    """A result that somebody wrote is a claim to verify, not a blank to fill."""
    assert "# 4 TWICE => 9/1" in completed(TWICE.replace("=>", "=> 9/1"))


def test_completion_of_named_words_takes_their_callers_along() -> None:
    """Their digests depend on it. Other entries keep what they have."""
    other = "# OTHER ( -- x ): one.\n# OTHER =>\n[ 1 ] 'OTHER' DEF\n"
    draft = f"{TWICE}\n{QUADRUPLE}\n{other}"
    written = completed(draft, ["twice"])
    assert written.startswith(SMALL.rstrip("\n"))
    assert written.endswith(other)


def test_completion_of_a_caller_leaves_what_it_calls() -> None:
    """Only the named Words and those that depend on them are written."""
    written = completed(f"{TWICE}\n{QUADRUPLE}", ["QUADRUPLE"])
    assert written.startswith(TWICE)
    assert "#:digest QUADRUPLE" in written


def test_completion_writes_what_an_example_leaves() -> None:
    """Several values, none, and an ERROR."""
    lines = "# 1 2 =>\n# 1 'A' BIND =>\n# 'a' TWICE =>\n"
    assert completed(TWICE.replace("# 4 TWICE =>\n", lines)).split("\n")[2:5] == [
        "# 1 2 => 1/1 2/1",
        "# 1 'A' BIND =>",
        "# 'a' TWICE => error:nonNumeric",
    ]


def test_completion_of_an_entry_without_comment() -> None:
    """The lines are written where they belong; the loader then asks for the comment."""
    written = completed("[ 2 MUL ] 'TWICE' DEF")
    assert written.split("\n")[0].startswith("#:contract TWICE")
    with pytest.raises(PhrasebookError, match="TWICE has no comment"):
        load(written)


def test_completion_of_an_unknown_word() -> None:
    """The file does not define it."""
    with pytest.raises(UnknownWord):
        completed(SMALL, ["THRICE"])


@pytest.mark.parametrize(
    ("text", "line"),
    [("1 ]", 1), ("[ A ] 'A' DEF", 1), ("[ 1 ] 'A' DEF\n\n[ 2 ] 'A' DEF", 3), ("\n[ 1 ] 'ADD' DEF", 2)],
)
def test_completion_refuses_what_is_no_phrasebook(text: str, line: int) -> None:
    """There is nothing sensible to compute for it."""
    with pytest.raises(PhrasebookError) as caught:
        completed(text)
    assert caught.value.line == line
