"""check, contract, outcomes and word: what is known of a program before it runs."""

from __future__ import annotations

from pathlib import Path

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


def test_contract_of_a_declaration_that_does_not_hold(ajisai_command: Command) -> None:
    """The contracts are answered, the finding is told at its directive, the exit code is that of check."""
    source = f"{_SQUARE} #:contract SQUARE inputs=2"
    finished = ajisai_command("contract", "-e", source)
    assert finished.code == 1
    assert finished.out.startswith("#:contract SQUARE inputs=1 outputs=1 field=closed\n")
    assert finished.err.startswith("error SQUARE: inputs=2 is declared, inputs=1 is what the body does")
    assert " --> -e:1:35\n" in finished.err
    answered = ajisai_command("contract", "-e", source, "--json")
    assert answered.code == 1
    assert answered.json()["contractDecls"]["outcome"] == "violated"


def test_contract_of_a_declaration_without_its_word(ajisai_command: Command) -> None:
    """A program that defines nothing may still declare something."""
    finished = ajisai_command("contract", "-e", "#:contract A inputs=9")
    assert (finished.code, finished.out) == (1, "")
    assert "error A: the source defines no Word A" in finished.err


def test_contract_of_a_declaration_that_cannot_be_verified(ajisai_command: Command) -> None:
    """A warning is no failure, to contract as to check."""
    source = "#:contract RUN inputs=1\n[ EXEC ] 'RUN' DEF"
    for name in ("contract", "check"):
        finished = ajisai_command(name, "-e", source)
        assert finished.code == 0
        assert finished.err.startswith("warning RUN: inputs=1 cannot be verified")


def test_outcomes_of_a_declaration_that_does_not_hold(ajisai_command: Command) -> None:
    """No run would begin: the one outcome, why, and the exit code of check."""
    finished = ajisai_command("outcomes", "-e", "#:contract A inputs=9")
    assert (finished.code, finished.out) == (1, "error:contractViolation\n")
    assert "error A: the source defines no Word A" in finished.err


def test_check_of_several_declarations_tells_each_once(ajisai_command: Command) -> None:
    """The error tells the first violation, the findings the others and what cannot be verified."""
    source = "#:contract A inputs=1\n#:contract B inputs=1\n#:contract C inputs=9\n[ EXEC ] 'C' DEF"
    finished = ajisai_command("check", "-e", source)
    assert finished.code == 1
    for word, count in (("A", 1), ("B", 1)):
        assert finished.err.count(f"the source defines no Word {word}:") == count
    assert "(and 1 more)" in finished.err
    assert "warning C: inputs=9 cannot be verified" in finished.err


def test_check_of_a_name_that_cannot_be_given(ajisai_command: Command) -> None:
    """A name that Core holds is refused before the run, at the Word that would give it."""
    finished = ajisai_command("check", "-e", "1 'ADD' BIND")
    assert (finished.code, finished.out) == (1, "")
    assert finished.err.startswith("error nameConflict: BIND: ADD is a Word already\n --> -e:1:9\n")


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
    assert finished.err == "no Word is named REVERS\nnear: REVERSE\n"
    assert ajisai_command("word", "NOSUCH").err == "no Word is named NOSUCH\n"
    assert ajisai_command("word", "").err == "no Word is named the empty text\n"


def test_word_of_the_phrasebook(ajisai_command: Command, tmp_path: Path) -> None:
    """Its entry is shown, and how it is asked for; the registry that --json answers from has none."""
    finished = ajisai_command("word", "sum")
    assert (finished.code, finished.err) == (0, "")
    assert finished.out.startswith("SUM  (phrasebook): ask for it with --words SUM\n\n# SUM ( vector -- x )")
    assert "[ 0 [ ADD ] FOLD ] 'SUM' DEF\n" in finished.out
    answered = ajisai_command("word", "sum", "--json")
    assert answered.code == 1
    assert (answered.json()["matches"], answered.json()["suggestions"]) == ([], [])
    (tmp_path / "mine").write_text("#:digest SUM sha256:0\n1 ]", encoding="utf-8")
    broken = ajisai_command("word", "sum", env={"AJISAI_PHRASEBOOK": "mine"})
    assert (broken.code, broken.out) == (2, "")
    assert "the phrasebook is not usable" in broken.err


@pytest.mark.parametrize("name", ["TRUE", "COLLECT", "EXEC", "CONTRACT", "PRINT", "JSON-DECODE"])
def test_word_of_every_form_has_a_card(ajisai_command: Command, name: str) -> None:
    """Words of variable arity, of no operands and with effects are shown as well."""
    finished = ajisai_command("word", name)
    assert finished.code == 0
    assert finished.out.startswith(f"{name}  (")


def test_word_as_json(ajisai_command: Command) -> None:
    """The envelope alone."""
    assert ajisai_command("word", "add", "--json").json()["matches"][0]["name"] == "ADD"
