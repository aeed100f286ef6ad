"""``ajisai.run`` and what it answers."""

from __future__ import annotations

import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq, mpz

import ajisai


def _kind(thing: Any) -> str:
    return type(thing).__name__


def test_result_holds_the_facts() -> None:
    """Status, outcome, values, texts, output, usage, limits and source."""
    result = ajisai.run("'hello' PRINT 1 3 DIV 1 6 DIV ADD")
    assert (result.status, result.outcome, result.error) == ("ok", "value", None)
    assert result.stack == (mpq(1, 2),)
    assert result.display == ("1/2",)
    assert list(result.output) == ["hello"]
    assert result.usage.execution_steps == 4
    assert result.limits == ajisai.Limits.playground()
    assert result.source == "'hello' PRINT 1 3 DIV 1 6 DIV ADD"
    assert result.trace == ()
    assert result.raise_for_error() is result


def test_empty_source_is_the_empty_program() -> None:
    """It leaves nothing, which is a value."""
    result = ajisai.run("")
    assert (result.outcome, result.stack, result.value) == ("value", (), None)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("42", 42),
        ("1/3", Fraction(1, 3)),
        ("1/0", ajisai.Point(1)),
        ("TRUE", True),
        ("'text'", "text"),
        ("NIL", None),
        ("-1 SQRT", None),
        ("[ 1 [ 'a' NIL ] ]", [1, ["a", None]]),
        ("[ 'x' 2 ] [ 1 [ ] ] RECORD", {"x": 1, 2: []}),
    ],
)
def test_value_is_the_top_as_python(source: str, value: Any) -> None:
    """Exact Python objects, of exactly their types."""
    answer = ajisai.run(source).value
    assert answer == value
    assert type(answer) is type(value)


def test_value_of_an_irrational_is_a_surd() -> None:
    """It has no exact image among Python's own numbers."""
    assert isinstance(ajisai.run("2 SQRT").value, ajisai.Surd)


def test_value_of_a_failed_run_raises() -> None:
    """The ERROR, with its facts and the whole Result."""
    result = ajisai.run("1 2 PLUS")
    assert (result.status, result.outcome) == ("error", "error:unknownWord")
    with pytest.raises(ajisai.AjisaiError, match="unknownWord: no Word or binding is named PLUS") as caught:
        _ = result.value
    assert caught.value.error == result.error
    assert caught.value.result is result


@pytest.mark.parametrize(
    ("thing", "display"),
    [
        (0, "0/1"),
        (-(10**50), f"-{10**50}/1"),
        (True, "TRUE"),
        (None, "NIL"),
        ("text", "'text'"),
        (Fraction(6, 4), "3/2"),
        (Decimal("0.10"), "1/10"),
        (mpz(7), "7/1"),
        (mpq(4, 2), "2/1"),
        ([1, [2]], "[ 1/1 [ 2/1 ] ]"),
        ((), "[ ]"),
        ({"k": 1}, "[ 'k' ] [ 1/1 ] RECORD"),
        (ajisai.run("2 SQRT").value, "sqrt(2)"),
        (ajisai.Point(0), "0/0"),
    ],
    ids=repr,
)
def test_inputs_are_pushed_exactly(thing: Any, display: str) -> None:
    """Each kind that has an exact image."""
    assert ajisai.run("", inputs=[thing]).display == (display,)


def test_inputs_are_pushed_in_order() -> None:
    """The last one is the top."""
    assert ajisai.run("SUB", inputs=(10, 4)).value == 6
    assert ajisai.run("2 COLLECT", inputs=iter([1, 2])).value == [1, 2]


def test_float_is_refused_with_what_to_pass() -> None:
    """A guess is no number of this language."""
    with pytest.raises(TypeError, match=r"Fraction\(0\.1\)"):
        ajisai.run("", inputs=[0.1])


@pytest.mark.parametrize("thing", [object(), {1, 2}, b"bytes", 1j, [0.5]], ids=_kind)
def test_input_without_an_image_is_refused(thing: Any) -> None:
    """A TypeError names the kind."""
    with pytest.raises(TypeError):
        ajisai.run("", inputs=[thing])


@pytest.mark.parametrize("source", [None, 5, b"1 2 ADD", ["1"], ajisai.Symbol("ADD")], ids=repr)
def test_source_that_is_no_text_is_refused(source: Any) -> None:
    """Every door says so."""
    for door in (ajisai.run, ajisai.check, ajisai.infer_contracts, ajisai.outcomes, ajisai.word_contract):
        with pytest.raises(TypeError, match=r"must be a str, not "):
            door(source)


def test_limits_bound_the_run() -> None:
    """The ceilings given, and the playground's where none are."""
    assert ajisai.run("1 2 ADD", limits=ajisai.Limits.agent(execution_steps=1)).status == "ok"
    error = ajisai.run("1 2 ADD 3 ADD", limits=ajisai.Limits.agent(execution_steps=1)).error
    assert error is not None
    assert (error.category, error.resource, error.limit, error.observed, error.word, error.column) == (
        "executionLimitExceeded",
        "executionSteps",
        1,
        2,
        "ADD",
        11,
    )


def test_stack_at_a_failure_is_kept() -> None:
    """With the operands of the Word that failed; what was printed before is kept as well."""
    result = ajisai.run("'before' PRINT 1 2 'x' ADD")
    assert result.display == ("1/1", "2/1", "'x'")
    assert list(result.output) == ["before"]


def test_trace_places_what_projected() -> None:
    """The Word, why, in how many lanes, where."""
    (call,) = ajisai.run("[ -1 -2 ]\nSQRT").trace
    assert call == ("SQRT", "domainMiss", 2, 2, 1)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("", "Result(value:)"),
        ("1 2", "Result(value: 1/1 2/1)"),
        ("1 FOO", "Result(error:unknownWord: 1/1)"),
        ("1 2 100 RANGE 3", "Result(value: … 3/1)"),
        ("10 1000 POW", "Result(value: …)"),
        ("[ 100000 ] 1 FILL 'S' BIND [ S ] 0 GET S S", "Result(value: …)"),
    ],
)
def test_repr_is_short(source: str, text: str) -> None:
    """The top of the stack, as far as it fits in a line."""
    assert repr(ajisai.run(source)) == text


@pytest.mark.parametrize(
    "source",
    [
        "\x00",
        "\ud800",
        "'\udfff' PRINT",
        "\ufeff1",
        "[ " * 100_000,
        "] " * 5_000,
        "'" * 65_536,
        "9" * 65_536,
        "x" * 65_536,
        " " * 65_537,
        "1e99999999",
        "-" * 1_000,
        "# only a comment",
        "#:contract",
        "#:" * 30_000,
        "\u2212" * 100,
        "[ " * 256 + "] " * 256 + "PRINT",
    ],
    ids=lambda source: ascii(source[:12]),
)
def test_no_source_raises(source: str) -> None:
    """Whatever the text, an answer comes from every door, twice the same."""
    limits = ajisai.Limits.agent()
    for door in (ajisai.run, ajisai.check, ajisai.infer_contracts, ajisai.outcomes):
        first, second = door(source, limits=limits), door(source, limits=limits)
        assert first.to_envelope() == second.to_envelope()


def test_run_works_inside_a_deep_caller() -> None:
    """256 levels of values and calls need no more of Python's stack than is left to a deep caller."""
    nested = "[ " * 256 + "] " * 256

    def dive(frames: int, source: str) -> Any:
        if frames:
            return dive(frames - 1, source)
        result = ajisai.run(source)
        ajisai.check(source), ajisai.outcomes(source), ajisai.infer_contracts(source)
        return result.outcome, result.to_envelope(), result.display

    frame, used = sys._getframe(), 0
    while frame is not None:
        frame, used = frame.f_back, used + 1  # type: ignore[assignment]
    for source in (
        nested,
        nested + " DIGEST",
        f"{nested} {nested} EQ",
        nested + " 'X' DEF X",
        nested + " FOO",
    ):
        assert dive(sys.getrecursionlimit() - used - 60, source) == dive(0, source)
