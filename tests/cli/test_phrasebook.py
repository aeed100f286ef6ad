"""``ajisai phrasebook`` and ``--words``: Words that programs ask for by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ajisai.phrasebook.completion import completed
from tests.cli.conftest import Command

_DRAFT = """\
# TWICE ( x -- y ): a number and itself added, in each lane.
# 4 TWICE =>
[ 2 MUL ] 'TWICE' DEF

# QUADRUPLE ( x -- y ): a number added up four times, in each lane.
# 4 QUADRUPLE =>
[ TWICE TWICE ] 'QUADRUPLE' DEF
"""
_TOOLS = ("run", "check", "contract", "outcomes")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A whole phrasebook of two Words in the folder where the command runs."""
    path = tmp_path / "own.ajisai"
    path.write_text(completed(_DRAFT))
    return path


def test_list_shows_every_word_with_its_effect(ajisai_command: Command) -> None:
    """By section, each section once."""
    finished = ajisai_command("phrasebook", "list")
    assert (finished.code, finished.err) == (0, "")
    lines = finished.out.split("\n")
    assert "  ( vector -- x )" in next(line for line in lines if line.strip().startswith("MEAN "))
    sections = [line for line in lines if line and not line.startswith(" ")]
    assert "Statistics" in sections
    assert len(sections) == len(set(sections))


def test_show_gives_the_entry_as_the_file_has_it(ajisai_command: Command) -> None:
    """In any case of the name, with the Words that it brings along."""
    finished = ajisai_command("phrasebook", "show", "mean")
    lines = finished.out.rstrip("\n").split("\n")
    assert lines[0].startswith("# MEAN ( vector -- x )")
    assert lines[1] == "#:contract MEAN inputs=1 outputs=1 field=leaving"
    assert lines[-3] == "[ '$v' BIND $v SUM $v LENGTH DIV ] 'MEAN' DEF"
    assert lines[-2].startswith("#:digest MEAN sha256:")
    assert lines[-1] == "# defined with it: SUM"


def test_show_of_an_unknown_word(ajisai_command: Command) -> None:
    """The nearest names are told; nothing is shown of the others."""
    finished = ajisai_command("phrasebook", "show", "abs", "MEEN")
    assert (finished.code, finished.out) == (1, "")
    assert "the phrasebook has no Word MEEN: perhaps MEAN" in finished.err


def test_show_needs_a_name(ajisai_command: Command) -> None:
    """A wrong use of the command."""
    assert ajisai_command("phrasebook", "show").code == 2


def test_verify_counts_and_figures(ajisai_command: Command) -> None:
    """The phrasebook that ships verifies; the figures say what is known before a run."""
    finished = ajisai_command("phrasebook", "verify", "--figures")
    assert (finished.code, finished.err) == (0, "")
    verified, gaps, outcomes = finished.out.rstrip("\n").split("\n")
    assert verified.endswith(" examples: verified")
    words = verified.split()[0]
    assert gaps.startswith(f"{words} of {words} Words infer without a gap")
    assert outcomes.startswith("an example is predicted to end in ")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("[ 2 MUL ]", "[ 3 MUL ]", 5, "the digest of TWICE"),
        ("=> 8/1", "=> 9/1", 3, "TWICE: the example leaves 8/1"),
        ("inputs=1", "inputs=2", 2, "inputs=2 is declared"),
        ("# TWICE (", "[ ", 1, "no program"),
    ],
)
def test_verify_names_the_line_at_fault(
    ajisai_command: Command, own: Path, old: str, new: str, line: int, says: str
) -> None:
    """With the name of the file, as compilers write it."""
    own.write_text(own.read_text().replace(old, new, 1))
    finished = ajisai_command("phrasebook", "verify", "own.ajisai")
    assert (finished.code, finished.out) == (1, "")
    assert f"own.ajisai:{line}: " in finished.err
    assert says in finished.err


def test_verify_of_a_missing_file(ajisai_command: Command) -> None:
    """A wrong use of the command, not a fault of a phrasebook."""
    finished = ajisai_command("phrasebook", "verify", "missing")
    assert (finished.code, finished.out) == (2, "")
    assert "cannot be read" in finished.err


def test_add_completes_a_draft(ajisai_command: Command, own: Path) -> None:
    """The file verifies afterwards, and adding again changes nothing."""
    whole = own.read_text()
    own.write_text(_DRAFT)
    assert ajisai_command("phrasebook", "add", "own.ajisai") == (0, "", "")
    assert own.read_text() == whole
    assert ajisai_command("phrasebook", "add", "own.ajisai", "twice") == (0, "", "")
    assert own.read_text() == whole
    assert ajisai_command("phrasebook", "verify", "own.ajisai").out == "2 Words, 2 examples: verified\n"


@pytest.mark.parametrize("names", [["THRICE"], ["TWICE"]])
def test_add_leaves_a_file_that_would_not_verify(
    ajisai_command: Command, own: Path, names: list[str]
) -> None:
    """An unknown name, and an example whose stated result is wrong."""
    before = own.read_text().replace("4 TWICE => 8/1", "4 TWICE => 9/1")
    own.write_text(before)
    finished = ajisai_command("phrasebook", "add", "own.ajisai", *names)
    assert finished.code != 0
    assert finished.out == ""
    assert own.read_text() == before


@pytest.mark.parametrize("tool", _TOOLS)
def test_words_are_defined_before_the_program(ajisai_command: Command, tool: str) -> None:
    """Several in one text, or the option several times."""
    for options in (["--words", "mean abs"], ["--words", "mean", "--words", "ABS"]):
        finished = ajisai_command(tool, "-e", "[ [ -1 4 ] MEAN ABS ] 'F' DEF F", *options)
        assert (finished.code, finished.err) == (0, ""), finished


@pytest.mark.parametrize("tool", _TOOLS)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_unknown_words_are_a_wrong_use(ajisai_command: Command, tool: str, options: list[str]) -> None:
    """Exit code 2 and the nearest names, in the envelope where JSON was asked for."""
    finished = ajisai_command(tool, "-e", "1", "--words", "MEEN", *options)
    assert finished.code == 2
    message = "the phrasebook has no Word MEEN: perhaps MEAN"
    if options:
        assert finished.json()["error"] == {"code": "invalidRequest", "message": message, "retryable": False}
    else:
        assert (finished.out, message in finished.err) == ("", True)


def test_own_phrasebook_is_used_instead(ajisai_command: Command, own: Path) -> None:
    """For --words and for this command alike."""
    env = {"AJISAI_PHRASEBOOK": str(own)}
    assert ajisai_command("run", "-e", "3 QUADRUPLE", "--words", "quadruple", env=env).out == "12/1\n"
    assert ajisai_command("run", "-e", "1", "--words", "MEAN", env=env).code == 2
    assert ajisai_command("phrasebook", "list", env=env).out == (
        "Words\n  TWICE      ( x -- y )\n  QUADRUPLE  ( x -- y )\n"
    )


def test_own_phrasebook_at_fault_is_told(ajisai_command: Command, own: Path) -> None:
    """With the line; programs that ask for no Words run on."""
    own.write_text(own.read_text().replace("[ 2 MUL ]", "[ 3 MUL ]"))
    env = {"AJISAI_PHRASEBOOK": str(own)}
    finished = ajisai_command("run", "-e", "1", "--words", "TWICE", env=env)
    assert (finished.code, finished.out) == (2, "")
    assert "line 5: the digest of TWICE" in finished.err
    assert f"{own}:5: " in ajisai_command("phrasebook", "list", env=env).err
    assert ajisai_command("run", "-e", "1 2 ADD", env=env).out == "3/1\n"
