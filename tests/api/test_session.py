"""``ajisai.Session``: what is kept between runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.phrasebook import UnknownWord


def test_stack_words_and_bindings_are_kept() -> None:
    """Each run goes on where the one before ended."""
    session = ajisai.Session()
    session.run("1 2").raise_for_error()
    session.run("[ 2 MUL ] 'DOUBLE' DEF 10 'TEN' BIND").raise_for_error()
    assert session.run("ADD DOUBLE TEN MUL").value == 60
    assert list(map(int, session.stack)) == [60]  # type: ignore[arg-type]


def test_output_and_usage_are_of_one_run() -> None:
    """Nothing of an earlier run is counted again."""
    session = ajisai.Session()
    assert session.run("'a' PRINT 1 2 ADD").usage.execution_steps == 2
    second = session.run("'b' PRINT")
    assert (list(second.output), second.usage.execution_steps) == (["b"], 1)


@pytest.mark.parametrize(
    "failing",
    [
        "DROP DROP FOO",
        "[ 9 ] 'DOUBLE' DEF 9 'TEN' BIND [ 1 ] 'NEW' DEF FOO",
        "'DOUBLE' DEL FOO",
        "[ 1",
        "#:contract DOUBLE inputs=9\n7",
        "1 200000 RANGE [ 1 ADD ] MAP 1 200000 RANGE [ 1 ADD ] MAP",
    ],
)
def test_failed_run_changes_nothing(failing: str) -> None:
    """Stack, dictionary and bindings are as they were before it."""
    session = ajisai.Session(limits=ajisai.Limits.agent())
    session.run("7 [ 2 MUL ] 'DOUBLE' DEF 10 'TEN' BIND").raise_for_error()
    before = session.stack
    assert session.run(failing).status == "error"
    assert session.stack == before
    assert session.run("DOUBLE TEN").display == ("14/1", "10/1")
    assert session.run("NEW").outcome == "error:unknownWord"


@given(
    st.lists(
        st.sampled_from(["1", "2 ADD", "'W' DEL", "[ 1 ] 'W' DEF", "W", "5 'B' BIND", "B", "FOO", "ADD"])
    )
)
def test_failed_runs_leave_no_trace(programs: list[str]) -> None:
    """A session that met failures is the session that never did."""
    session, clean = ajisai.Session(), ajisai.Session()
    for program in programs:
        if session.run(program).status == "ok":
            clean.run(program).raise_for_error()
    assert session.stack == clean.stack
    for probe in ("W", "B"):
        assert session.run(probe).outcome == clean.run(probe).outcome


def test_sessions_are_apart() -> None:
    """One knows nothing of another, and ``run`` knows nothing of any."""
    one, other = ajisai.Session(), ajisai.Session()
    one.run("[ 1 ] 'W' DEF 5")
    assert other.run("W").outcome == "error:unknownWord"
    assert ajisai.run("W").outcome == "error:unknownWord"
    assert other.stack == ()


def test_error_in_a_word_of_an_earlier_run_has_no_place() -> None:
    """The source that failed does not hold the Word inside; it holds the call, which is not it."""
    session = ajisai.Session()
    session.run("[ 'x' ADD ] 'W' DEF")
    error = session.run("1 W").error
    assert error is not None
    assert (error.category, error.word, error.line, error.column) == ("nonNumeric", "ADD", None, None)


def test_inputs_are_pushed_on_the_kept_stack() -> None:
    """They come above what earlier runs left."""
    session = ajisai.Session()
    session.run("10")
    assert session.run("SUB", inputs=[4]).value == 6


def test_declarations_are_verified_with_earlier_words() -> None:
    """A Word may call what an earlier run defined; one of an earlier run cannot be declared."""
    session = ajisai.Session()
    session.run("[ 2 MUL ] 'DOUBLE' DEF")
    result = session.run("#:contract FOUR inputs=1 outputs=1 field=closed\n[ DOUBLE DOUBLE ] 'FOUR' DEF")
    assert result.declarations is not None
    assert result.declarations.outcome == "verified"
    assert session.run("#:contract DOUBLE inputs=1\n1").outcome == "error:contractViolation"


def test_phrasebook_words_are_defined_from_the_start() -> None:
    """Those named and those that they call, in any case; every result lists them."""
    session = ajisai.Session(words=["mean"])
    first = session.run("[ 1 2 3 4 ] MEAN")
    assert first.value == ajisai.run("5/2").value
    assert [word.name for word in first.prelude] == ["SUM", "MEAN"]
    assert all(word.digest.startswith("sha256:") for word in first.prelude)
    assert session.run("[ 1 2 ] SUM").prelude == first.prelude


def test_phrasebook_words_cost_nothing_to_define() -> None:
    """The program's own steps are counted, and places are those of its own source."""
    result = ajisai.run("1\n'x' ADD", words=["MEAN", "SUM", "VARIANCE"])
    assert result.usage.execution_steps == 1
    assert result.error is not None
    assert (result.error.line, result.error.column) == (2, 5)


def test_error_inside_a_phrasebook_word_has_no_place() -> None:
    """The caller's source does not hold it."""
    error = ajisai.run("[ 'a' ] SUM", words=["SUM"]).error
    assert error is not None
    assert (error.category, error.line, error.column) == ("nonNumeric", None, None)


def test_unknown_phrasebook_name_is_refused_with_near_ones() -> None:
    """Before anything runs."""
    with pytest.raises(UnknownWord) as caught:
        ajisai.run("1", words=["MEEN"])
    assert "MEAN" in caught.value.near


@pytest.mark.parametrize("words", ["MEAN", [1], [None]])
def test_words_that_are_no_list_of_names_are_refused(words: list[str]) -> None:
    """A text would be taken for its letters."""
    with pytest.raises(TypeError):
        ajisai.run("1", words=words)
