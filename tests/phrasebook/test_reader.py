"""The loader: a file with any fault is refused, and the line of the fault is named."""

from __future__ import annotations

import pickle
import re

import pytest

from ajisai.phrasebook import PhrasebookError, load
from ajisai.phrasebook.completion import completed
from tests.phrasebook.conftest import QUADRUPLE, SMALL, TWICE

_DIGEST = "sha256:" + "0" * 64


def _entry(name: str, body: str) -> str:
    return f"# {name} ( x -- y ): for a test.\n# 1 {name} => 1/1\n[ {body} ] '{name}' DEF\n"


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _refused(text: str) -> PhrasebookError:
    with pytest.raises(PhrasebookError) as caught:
        load(text)
    return caught.value


def test_small_phrasebook_loads() -> None:
    """The file that the broken ones below are made from is whole; its parts are read."""
    twice, quadruple = load(SMALL)
    assert (twice.name, twice.effect, twice.calls) == ("TWICE", "x -- y", ())
    assert twice.summary == "a number and itself added, in each lane."
    assert twice.examples == (("4 TWICE", "8/1", 3),)
    assert (twice.line, twice.source, twice.section) == (4, "[ 2 MUL ] 'TWICE' DEF", "")
    assert quadruple.calls == ("TWICE",)
    assert quadruple.text == SMALL.split("\n\n")[1].rstrip("\n")


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment alone\n", "## Title\n\n# more\n"])
def test_file_without_entries_is_empty(text: str) -> None:
    """Comments alone define nothing."""
    assert len(load(text)) == 0


def test_sections_are_opened_by_titles() -> None:
    """A title stands above all entries up to the next one, beside an entry or apart from it."""
    first, second = SMALL.split("\n\n")
    book = load(f"## One\n\n{first}\n\n## Two\n\n{second}")
    assert [entry.section for entry in book] == ["One", "Two"]


def test_lines_may_end_with_carriage_returns() -> None:
    """A file that was saved elsewhere is the same phrasebook."""
    assert [entry.digest for entry in load(SMALL.replace("\n", "\r\n"))] == [
        entry.digest for entry in load(SMALL)
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("[ 2 MUL ]", "[ 3 MUL ]", 5, "the digest of TWICE is not that of its definition"),
        ("[ 2 MUL ]", "[ 2 ADD ]", 5, "the digest of TWICE"),
        ("[ TWICE TWICE ]", "[ TWICE ]", 11, "the digest of QUADRUPLE"),
        ("#:digest TWICE sha256:", "#:digest TWICE sha256:0", 5, "its digest are wanted"),
        ("#:digest TWICE", "#:digest THRICE", 5, "the line is about THRICE, the entry defines TWICE"),
        ("#:contract TWICE", "#:contract THRICE", 2, "the line is about THRICE"),
        ("#:contract TWICE inputs=1", "#:contract TWICE inputs=2", 2, "TWICE: inputs=2 is declared"),
        ("TWICE inputs=1 outputs=1", "TWICE inputs=1 outputs=2", 2, "outputs=2 is declared"),
        ("TWICE inputs=1 outputs=1", "TWICE outputs=1", 2, "must state inputs, outputs and field"),
        ("TWICE inputs=1", "TWICE input=1", 2, "is no term of a contract"),
        ("[ 2 MUL ]", "[ 1 2 DIV DIV ]", 2, "field=closed is declared"),
        ("[ 2 MUL ]", "[ 2 MULL ]", 2, "cannot be verified"),
        ("[ TWICE TWICE ]", "[ TWICE THRICE ]", 8, "cannot be verified"),
        ("[ 2 MUL ]", "[ QUADRUPLE ]", 10, "names it"),
        ("[ 2 MUL ]", "[ TWICE ]", 4, "TWICE: the body names TWICE itself"),
        ("[ 2 MUL ]", "[ ]", 4, "the body of TWICE is empty"),
        ("[ 2 MUL ]", "[ 'QUADRUPLE' BIND 2 ]", 4, "binds QUADRUPLE, which is a Word"),
        ("[ 2 MUL ] 'TWICE' DEF", "[ 2\nMUL ] 'TWICE' DEF", 4, "each on one line"),
        ("[ 2 MUL ] 'TWICE' DEF", "[ 2 MUL ] 'TWICE' BIND", 4, "only definitions"),
        ("[ 2 MUL ] 'TWICE' DEF", "[ 2 MUL ] 'TWICE' DEF 5", 4, "only definitions"),
        ("[ 2 MUL ] 'TWICE' DEF", "'a' [ 2 MUL ] 'TWICE' DEF", 4, "only definitions"),
        ("[ 2 MUL ] 'TWICE' DEF", "[ 1 ] 'A' DEF [ 2 MUL ] 'TWICE' DEF", 4, "a line holds one definition"),
        ("[ 2 MUL ] 'TWICE' DEF", "[ 2 MUL ] 'TWICE' DEF # doubled", 4, "no comment may stand beside"),
        ("'TWICE' DEF", "'twice' DEF", 4, "'twice' is no name in upper case"),
        ("'TWICE' DEF", "'TWO CE' DEF", 4, "is no name"),
        ("'TWICE' DEF", "'ADD' DEF", 4, "ADD is a Core Word"),
        ("'TWICE' DEF", "'TRUE' DEF", 4, "TRUE is a Core Word"),
        ("[ 2 MUL ]", "[ 2 MUL ]]", 4, "the file is no program"),
        ("[ 2 MUL ]", "[ 2 'MUL ]", 4, "no program"),
        ("# TWICE ( x -- y ): a", "# TWICE: a", 1, "must begin with # NAME ( operands -- results )"),
        ("# TWICE ( x", "# THRICE ( x", 1, "the entry of TWICE must begin with"),
        ("# TWICE ( x -- y )", "# TWICE ( a b -- y )", 1, "TWICE takes 1, and its comment names 2"),
        ("# TWICE ( x -- y )", "# TWICE ( x -- )", 1, "TWICE leaves 1, and its comment names 0"),
        (": a number and itself added, in each lane.", ": ", 1, "does not say what it does"),
        ("# 4 TWICE => 8/1\n", "", 3, "TWICE has no example"),
        ("# QUADRUPLE (", "#:contrakt QUADRUPLE\n# QUADRUPLE (", 7, "is no directive"),
        ("\n\n# QUADRUPLE", "\n# QUADRUPLE", 6, "the comment must stand before the #:digest line"),
        ("# 4 TWICE => 8/1", "# 4 TWICE => 8/1\n# and more", 4, "the comment must stand before the examples"),
        ("in each lane.\n#:contract TWICE", "in each lane.\n\n#:contract TWICE", 3, "TWICE has no comment"),
    ],
)  # fmt: skip
def test_changed_line_is_refused(old: str, new: str, line: int, says: str) -> None:
    """One change to a whole file; the fault is found and its line told."""
    assert SMALL.count(old) >= 1, old
    fault = _refused(SMALL.replace(old, new, 1))
    assert (fault.line, says in fault.message) == (line, True), fault


@pytest.mark.parametrize(
    ("number", "line", "says"),
    [
        (1, 1, "TWICE has no comment"),
        (2, 3, "TWICE has no #:contract line"),
        (4, 4, "no definition follows"),
        (5, 4, "TWICE has no #:digest line"),
    ],
)
def test_missing_line_is_refused(number: int, line: int, says: str) -> None:
    """Each line of an entry is needed."""
    lines = _lines(SMALL)
    del lines[number - 1]
    fault = _refused("\n".join(lines))
    assert (fault.line, says in fault.message) == (line, True), fault


@pytest.mark.parametrize("number", [2, 5])
def test_second_directive_is_refused(number: int) -> None:
    """An entry has one contract and one digest."""
    lines = _lines(SMALL)
    lines.insert(number, lines[number - 1])
    fault = _refused("\n".join(lines))
    assert (fault.line, "has a second" in fault.message) == (number + 1, True), fault


def test_second_definition_in_an_entry_is_refused() -> None:
    """Entries are parted by empty lines."""
    lines = _lines(SMALL)
    lines.insert(4, "[ 1 ] 'OTHER' DEF")
    fault = _refused("\n".join(lines))
    assert (fault.line, fault.message) == (5, "an empty line must part TWICE from OTHER")


def test_duplicate_word_is_refused_at_its_second_line() -> None:
    """A name is defined once."""
    fault = _refused(f"{SMALL}\n{completed(TWICE)}")
    assert (fault.line, fault.message) == (16, "TWICE is defined a second time")


def test_cycle_is_refused_where_it_closes() -> None:
    """Forward references are free until they lead back."""
    text = "\n".join(_entry(name, body) for name, body in [("A", "B"), ("B", "C"), ("C", "A")])
    fault = _refused(text)
    assert fault.line == 11
    assert "C:" in fault.message


def test_cycle_through_quoted_names_is_refused() -> None:
    """A name that is only carried counts as a dependency, as it does for DEF."""
    assert "names A itself" in _refused(_entry("A", "[ [ A ] ]")).message


def test_forward_reference_loads() -> None:
    """Words may stand in any order."""
    book = load(completed(f"{QUADRUPLE}\n{TWICE}"))
    assert [entry.name for entry in book.prelude(["quadruple"])] == ["TWICE", "QUADRUPLE"]
    assert {entry.name: entry.digest for entry in book} == {entry.name: entry.digest for entry in load(SMALL)}


def test_contract_that_cannot_be_verified_is_refused() -> None:
    """A gap in the inference is no proof: a Word that runs what it is given may not declare counts."""
    text = completed(_entry("RUN", "EXEC").replace("( x -- y )", "( … -- … )"))
    assert "inputs=variable" in text
    assert load(text).names == ("RUN",)
    fault = _refused(text.replace("inputs=variable outputs=variable", "inputs=1 outputs=1"))
    assert fault.line == 2
    assert "cannot be verified" in fault.message


def test_leaving_may_be_declared_of_a_closed_word() -> None:
    """A contract may promise less than inference knows, as in any program."""
    assert load(SMALL.replace("field=closed", "field=leaving", 1)).names == ("TWICE", "QUADRUPLE")


def test_error_tells_its_line_and_survives_pickling() -> None:
    """A worker may hand it to its parent."""
    fault = _refused(SMALL.replace("[ 2 MUL ]", "[ 3 MUL ]"))
    assert str(fault).startswith("line 5: the digest of TWICE")
    assert re.search(r"which is sha256:[0-9a-f]{64}$", fault.message)
    again = pickle.loads(pickle.dumps(fault))
    assert (str(again), again.line, again.message) == (str(fault), fault.line, fault.message)


def test_every_change_of_a_character_is_noticed_or_harmless() -> None:
    """Damage to one character is refused with its line, or leaves every digest as it was."""
    whole = {entry.name: entry.digest for entry in load(SMALL)}
    lines: list[int | None] = []
    for place in range(len(SMALL)):
        damaged = SMALL[:place] + "x] \n'#"[place % 6] + SMALL[place + 1 :]
        try:
            book = load(damaged)
        except PhrasebookError as fault:
            lines.append(fault.line)
        else:
            assert {entry.name: entry.digest for entry in book}.items() <= whole.items(), damaged
    assert None not in lines
    assert len(lines) > len(SMALL) / 2
