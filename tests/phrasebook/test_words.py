"""``words``: phrasebook Words defined before a program, in the library and at the door for hosts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ajisai
from ajisai import agent
from ajisai.bounds import Limits
from ajisai.phrasebook import Phrasebook, PhrasebookError, UnknownWord
from tests.phrasebook.conftest import SMALL

_TOOLS = ("compute", "check", "infer_contracts", "outcomes")
_LIBRARY = (ajisai.run, ajisai.check, ajisai.infer_contracts, ajisai.outcomes)


def _answer(tool: str, source: str, words: Any) -> Any:
    return agent.answer(tool, {"source": source, "words": words}, limits=Limits.agent())


def _refusal(tool: str, words: Any) -> agent.RequestError:
    with pytest.raises(agent.RequestError) as caught:
        _answer(tool, "1", words)
    return caught.value


def test_run_defines_the_words_and_those_they_call(shipped: Phrasebook) -> None:
    """The prelude lists them in the order of their definition, with the digests of the file."""
    result = ajisai.run("[ 1 2 4 ] MEAN", words=["mean"])
    assert result.display == ("7/3",)
    assert [(word.name, word.digest) for word in result.prelude] == [
        (name, shipped.entry(name).digest) for name in ("SUM", "MEAN")
    ]


@pytest.mark.parametrize("tool", _TOOLS)
def test_every_source_tool_lists_the_prelude(tool: str, shipped: Phrasebook) -> None:
    """Name and digest, where words were asked for and only there."""
    envelope = _answer(tool, "[ 1 ] MEAN", ["mean"])
    assert envelope["status"] == "ok"
    assert envelope["prelude"] == [
        {"name": name, "digest": shipped.entry(name).digest} for name in ("SUM", "MEAN")
    ]
    assert "prelude" not in _answer(tool, "1", [])
    assert "prelude" not in agent.answer(tool, {"source": "1"}, limits=Limits.agent())


@pytest.mark.parametrize("tool", _TOOLS)
def test_prelude_is_listed_with_an_error_too(tool: str) -> None:
    """A program that fails had it just the same."""
    assert [word["name"] for word in _answer(tool, "1 ]", ["abs"])["prelude"]] == ["NEG", "ABS"]


def test_definitions_cost_the_program_nothing() -> None:
    """The same program uses the same, whatever Words are defined before it and not called."""
    plain = ajisai.run("1 2 ADD")
    assert ajisai.run("1 2 ADD", words=["stdev", "thousands"]).usage == plain.usage


def test_calls_cost_what_they_cost_when_defined_in_the_source(shipped: Phrasebook) -> None:
    """Only the DEFs make the difference."""
    words = shipped.prelude(["MEDIAN"])
    own = ajisai.run("\n".join(entry.source for entry in words) + "\n[ 3 1 2 ] MEDIAN")
    asked = ajisai.run("[ 3 1 2 ] MEDIAN", words=["MEDIAN"])
    assert own.stack == asked.stack
    assert own.usage.execution_steps - len(words) == asked.usage.execution_steps
    assert own.usage.numeric_work == asked.usage.numeric_work


def test_steps_of_a_prelude_do_not_count_against_the_ceiling(shipped: Phrasebook) -> None:
    """One step is enough to call one Word, with every Word defined."""
    limits = Limits.agent(execution_steps=1)
    assert ajisai.run("1 2 ADD", words=shipped.names, limits=limits).display == ("3/1",)


@pytest.mark.parametrize("source", ["1 2 ADD\n  'a' 1 ADD", "[ 1 ] SUM\n  'a' 1 ADD"])
def test_positions_are_those_of_the_callers_source(source: str) -> None:
    """Nothing is put before the source that could shift its lines."""
    error = ajisai.run(source, words=["SUM", "MEAN"]).error
    assert error is not None
    assert (error.word, error.line, error.column) == ("ADD", 2, 9)


def test_failure_inside_a_phrasebook_word_has_no_place() -> None:
    """The caller's source does not hold the Word that refused."""
    envelope = _answer("compute", "'a' ABS", ["ABS"])
    assert envelope["error"] == {"category": "nonNumeric", "word": "MUL"}


def test_absence_made_inside_a_phrasebook_word_has_no_place() -> None:
    """The trace names the Word, without line and column."""
    assert _answer("compute", "[ ] FIRST", ["FIRST"])["errorFlowTrace"] == [
        {"kind": "nilProduced", "word": "GET", "reason": "indexOutOfBounds", "lanes": 1}
    ]


def test_failure_in_a_callers_block_keeps_its_place() -> None:
    """A block that is written in the caller's source fails there, whoever runs it."""
    error = ajisai.run("[ [ 1 'a' ADD ] ]\nCONCAT-ALL EXEC", words=["CONCAT-ALL"]).error
    assert error is not None
    assert (error.category, error.word) == ("nonNumeric", "ADD")


def test_check_knows_the_words() -> None:
    """They are names like any that the source defines; others stay unknown."""
    assert ajisai.check("[ 1 ] MEAN", words=["mean"]).error is None
    report = ajisai.check("[ 1 ] MEAN")
    assert report.error is not None
    assert (report.error.word, report.error.line, report.error.column) == ("MEAN", 1, 7)
    assert ajisai.check("[ 1 ] MEAN\nMODE", words=["mean"]).error is not None


def test_contracts_are_inferred_through_the_words() -> None:
    """Their own contracts are not listed: the source does not define them."""
    report = ajisai.infer_contracts("[ 2 MUL SUM ] 'F' DEF [ MEAN ] 'G' DEF", words=["mean"])
    assert [each.suggested for each in report.contracts] == [
        "#:contract F inputs=1 outputs=1 field=closed",
        "#:contract G inputs=1 outputs=1 field=leaving",
    ]


def test_declaration_about_a_phrasebook_word_is_refused() -> None:
    """A source declares what it defines."""
    result = ajisai.run("#:contract MEAN inputs=1\n1", words=["MEAN"])
    assert result.outcome == "error:contractViolation"


def test_outcomes_follow_the_words() -> None:
    """What a phrasebook Word may do is in what the program may do."""
    assert ajisai.outcomes("[ ] FIRST", words=["FIRST"]).outcomes == ("nil:indexOutOfBounds",)
    assert "error:unknownWord" in ajisai.outcomes("[ ] FIRST").outcomes


def test_source_may_redefine_a_word_that_nothing_depends_on() -> None:
    """The ordinary rule of DEF."""
    assert ajisai.run("[ 7 ] 'MEAN' DEF MEAN", words=["MEAN"]).display == ("7/1",)
    assert ajisai.run("'MEAN' DEL 1", words=["MEAN"]).display == ("1/1",)


@pytest.mark.parametrize("source", ["[ 7 ] 'SUM' DEF", "'SUM' DEL"])
def test_source_may_not_pull_away_what_a_word_calls(source: str) -> None:
    """The ordinary rule of DEF and DEL again."""
    error = ajisai.run(source, words=["MEAN"]).error
    assert error is not None
    assert (error.category, error.line) == ("definitionConflict", 1)


def test_names_of_the_words_cannot_be_bound() -> None:
    """They are User Words, and BIND refuses those."""
    assert ajisai.run("1 'MEAN' BIND", words=["MEAN"]).outcome == "error:nameConflict"
    assert ajisai.run("1 '$v' BIND [ 1 ] MEAN $v", words=["MEAN"]).display == ("1/1", "1/1")


def test_calls_leave_nothing_behind_for_the_next() -> None:
    """Every call is a fresh session, whatever an earlier one did to the Words."""
    ajisai.run("[ 7 ] 'MEAN' DEF [ 9 ] 'MINE' DEF", words=["MEAN"])
    assert ajisai.run("[ 1 3 ] MEAN", words=["MEAN"]).display == ("2/1",)
    assert ajisai.run("MINE", words=["MEAN"]).outcome == "error:unknownWord"


def test_session_keeps_its_words() -> None:
    """They are defined once, and a run may use them or take their place."""
    session = ajisai.Session(words=["SUM"])
    assert session.run("[ 1 2 ] SUM").display == ("3/1",)
    assert session.run("[ 5 ] 'SUM' DEF SUM").display == ("3/1", "5/1")
    assert session.run("SUM").display == ("3/1", "5/1", "5/1")


@pytest.mark.parametrize("tool", _TOOLS)
def test_unknown_name_is_an_invalid_request(tool: str) -> None:
    """A host failure, never a language ERROR, with the nearest names."""
    refusal = _refusal(tool, ["abs", "MEEN"])
    assert refusal.code == "invalidRequest"
    assert refusal.message == "the phrasebook has no Word MEEN: perhaps MEAN"


@pytest.mark.parametrize("name", ["ADD", "true", "line\nbreak", "x" * 100_000])
def test_other_wrong_names_are_invalid_requests(name: str) -> None:
    """A Core Word, and names that are none: told in one line, and a long one not at full length."""
    refusal = _refusal("compute", [name])
    assert refusal.code == "invalidRequest"
    assert "\n" not in refusal.message
    assert len(refusal.message) < 500


@pytest.mark.parametrize("words", ["MEAN", [1], [None], {"MEAN": 1}, 5, None, [["MEAN"]]])
def test_words_of_another_kind_are_an_invalid_request(words: Any) -> None:
    """A list of texts is wanted."""
    assert _refusal("check", words).code == "invalidRequest"


@pytest.mark.parametrize("function", _LIBRARY)
def test_library_raises_for_wrong_words(function: Callable[..., Any]) -> None:
    """One text is no list of names: it would be read letter by letter."""
    with pytest.raises(TypeError, match=r"must be a list of names.* not str"):
        function("1", words="MEAN")
    with pytest.raises(TypeError, match="must be a str, not int"):
        function("1", words=[1])
    with pytest.raises(UnknownWord):
        function("1", words=["MEEN"])


def test_unknown_name_in_a_source_points_to_the_phrasebook() -> None:
    """The diagnosis says that the name can be asked for, first of all."""
    for tool in ("compute", "check"):
        checks = agent.answer(tool, {"source": "[ 1 ] mean"}, limits=Limits.agent())["diagnosis"][
            "nextChecks"
        ]
        assert checks[0]["code"] == "phrasebookWord"


def test_own_phrasebook_serves_words(in_force: Callable[[str], Path]) -> None:
    """And only its own."""
    in_force(SMALL)
    assert ajisai.run("3 QUADRUPLE", words=["quadruple"]).display == ("12/1",)
    assert _refusal("compute", ["MEAN"]).code == "invalidRequest"


def test_own_phrasebook_at_fault_refuses_requests_for_words_alone(in_force: Callable[[str], Path]) -> None:
    """The door names the line and no path; a program that asks for nothing is not touched."""
    path = in_force(SMALL.replace("[ 2 MUL ]", "[ 3 MUL ]"))
    refusal = _refusal("compute", ["TWICE"])
    assert refusal.code == "registryUnavailable"
    assert "line 5" in refusal.message
    assert str(path.parent) not in refusal.message
    with pytest.raises(PhrasebookError):
        ajisai.run("1", words=["TWICE"])
    assert _answer("compute", "1 2 ADD", [])["stackDisplay"] == ["3/1"]
    assert _answer("compute", "TWICE", [])["error"]["category"] == "unknownWord"
