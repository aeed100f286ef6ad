"""check, contract, outcomes and word: what is known of a program before it runs."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Command

_SQUARE = "[ 'X' BIND X X MUL ] 'SQUARE' DEF"


def test_check_of_a_sound_program(ajisai_command: Command) -> None:
    """A program with nothing against it is ok; nothing of it runs."""
    assert ajisai_command("check", "-e", f"{_SQUARE} 3 SQUARE PRINT") == (0, "ok\n", "")


def test_check_of_an_unknown_name_that_no_run_reaches(ajisai_command: Command) -> None:
    """The check is stricter than a run, and shows the place inside the block."""
    finished = ajisai_command("check", "-e", "[ 1 NOPE ] 'NEVER' DEF")
    assert (finished.code, finished.out) == (1, "")
    assert finished.err.startswith("error unknownWord: ")
    assert "1 | [ 1 NOPE ] 'NEVER' DEF\n  |     ^^^^\n" in finished.err


def test_check_of_an_unclosed_bracket(ajisai_command: Command) -> None:
    """A source that does not read is refused with its place."""
    finished = ajisai_command("check", "-e", "[ 1 2")
    assert finished.code == 1
    assert finished.err.startswith("error malformedSource: ")
    assert " --> -e:1:1\n" in finished.err


def test_check_of_a_declaration_that_holds(ajisai_command: Command) -> None:
    """Each declared Word gets its verdict."""
    source = f"#:contract SQUARE inputs=1 outputs=1 field=closed\n{_SQUARE}"
    assert ajisai_command("check", "-e", source) == (0, "SQUARE: verified\nok\n", "")


def test_check_of_a_declaration_that_does_not_hold(ajisai_command: Command) -> None:
    """A violation is an error, with the line of the directive."""
    source = f"#:contract SQUARE inputs=2\n{_SQUARE}"
    finished = ajisai_command("check", "-e", source)
    assert (finished.code, finished.out) == (1, "")
    assert "contractViolation" in finished.err
    assert "1 | #:contract SQUARE inputs=2" in finished.err


def test_check_as_json(ajisai_command: Command) -> None:
    """The envelope alone, with the exit code of its status."""
    assert ajisai_command("check", "--json", "-e", "1").json()["status"] == "ok"
    refused = ajisai_command("check", "--json", "-e", "[")
    assert refused.code == 1
    assert refused.json()["error"]["category"] == "malformedSource"


def test_contract_of_a_word_is_a_line_that_check_verifies(ajisai_command: Command) -> None:
    """What is answered can be pasted above the definition as it is."""
    finished = ajisai_command("contract", "-e", _SQUARE)
    assert (finished.code, finished.err) == (0, "")
    assert finished.out.startswith("#:contract SQUARE inputs=1 outputs=1 field=closed\n")
    assert "SQUARE: verified" in ajisai_command("check", "-", stdin=finished.out + _SQUARE).out


def test_contract_of_a_word_that_leaves_the_finite_numbers(ajisai_command: Command) -> None:
    """The Words by which it leaves are named."""
    assert "by DIV" in ajisai_command("contract", "-e", "[ DIV ] 'OVER' DEF").out


def test_contract_of_a_program_without_words(ajisai_command: Command) -> None:
    """There is nothing on stdout, and a remark for people."""
    assert ajisai_command("contract", "-e", "1 2 ADD") == (0, "", "the program defines no Word\n")


def test_outcomes_lists_one_id_a_line(ajisai_command: Command) -> None:
    """The list holds what the run answers."""
    finished = ajisai_command("outcomes", "-e", "[ 1 2 ] 9 INDEX-OF")
    assert (finished.code, finished.err) == (0, "")
    assert "nil:notFound" in finished.out.splitlines()


def test_word_shows_its_contract(ajisai_command: Command) -> None:
    """Names are found in any case; the card holds syntax, operands, absences, errors and examples."""
    finished = ajisai_command("word", "bsearch")
    assert (finished.code, finished.err) == (0, "")
    assert finished.out.startswith("BSEARCH  (collection, standard)\n")
    for part in ("vector key BSEARCH -> index", "2: data vector, leaf scalar", "unsortedInput", "# => 2/1"):
        assert part in finished.out


def test_word_that_does_not_exist(ajisai_command: Command) -> None:
    """The nearest names are offered, and the exit code tells scripts."""
    finished = ajisai_command("word", "REVERS")
    assert (finished.code, finished.out) == (1, "")
    assert "REVERSE" in finished.err


@pytest.mark.parametrize("name", ["TRUE", "COLLECT", "EXEC", "CONTRACT", "PRINT", "JSON-DECODE"])
def test_word_of_every_form_has_a_card(ajisai_command: Command, name: str) -> None:
    """Words of variable arity, of no operands and with effects are shown as well."""
    finished = ajisai_command("word", name)
    assert finished.code == 0
    assert finished.out.startswith(f"{name}  (")


def test_word_as_json(ajisai_command: Command) -> None:
    """The envelope alone."""
    assert ajisai_command("word", "add", "--json").json()["matches"][0]["name"] == "ADD"
