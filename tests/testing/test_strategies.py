"""The strategies make what they say, and shrink to what is short."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpz
from hypothesis import find, given, settings
from hypothesis import strategies as st

import ajisai
from ajisai.numbers import Surd, is_number
from ajisai.testing import strategies as ours
from ajisai.values import Record, Vector

LIMITS = ajisai.Limits.agent()


@given(ours.values())
def test_values_written_and_read_are_the_same(value: Any) -> None:
    """Every value has source that builds it."""
    from ajisai.syntax import write_value

    assert ajisai.run(write_value(value)).stack == (value,)


@given(ours.scalars())
def test_scalars_are_numbers(value: Any) -> None:
    """And nothing else."""
    assert is_number(value)


@given(ours.surds())
def test_surds_are_irrational(value: Any) -> None:
    """At least one root is left."""
    assert type(value) is Surd


@given(ours.shapes().flatmap(lambda shape: st.tuples(st.just(shape), ours.shaped(shape))))
def test_shaped_has_its_shape(pair: tuple[tuple[int, ...], Any]) -> None:
    """As SHAPE tells it."""
    shape, value = pair
    assert ajisai.run("SHAPE", inputs=[value]).value == list(shape)


@pytest.mark.parametrize(
    "domain", ["scalar", "boolean", "string", "vector", "record", "symbol", "leaf", "any"]
)
@given(data=st.data())
def test_of_domain_is_admitted(domain: str, data: st.DataObject) -> None:
    """Any value of a domain can be pushed."""
    assert ajisai.run("", inputs=[data.draw(ours.of_domain(domain))]).status == "ok"


def test_of_domain_unknown_named() -> None:
    """A wrong domain is told with the right ones."""
    with pytest.raises(ValueError, match="no domain 'number': any or one of scalar"):
        ours.of_domain("number")


@given(ours.programs())
def test_programs_read(source: str) -> None:
    """A generated program may fail, never on its form; it ends within the agent's ceilings."""
    result = ajisai.run(source, limits=LIMITS)
    assert result.outcome != "error:malformedSource"


@given(ours.broken_sources())
def test_broken_sources_do_not_read(source: str) -> None:
    """Each is refused before anything runs."""
    assert ajisai.run(source).outcome == "error:malformedSource"


def test_programs_shrink_to_one_word() -> None:
    """The shortest program that divides is the Word alone."""
    assert find(ours.programs(), lambda source: "DIV" in source.split()) == "DIV"


def test_values_shrink_to_zero_and_empty() -> None:
    """The simplest value, number, Vector and Record."""
    assert find(ours.integers(), lambda _: True) == mpz(0)
    assert find(ours.vectors(), lambda _: True) == Vector([])
    assert find(ours.mappings(), lambda _: True) == Record(Vector([]), Vector([]))


@pytest.mark.parametrize(
    ("outcome", "words"), [("nil:domainMiss", 4), ("nil:invalidEncoding", 3), ("error:stackUnderflow", 1)]
)
def test_programs_shrink_to_what_an_outcome_needs(outcome: str, words: int) -> None:
    """A found program is read at a glance: a Word, its operands, and little else."""
    found = find(
        ours.programs(),
        lambda source: ajisai.run(source, limits=LIMITS).outcome == outcome,
        settings=settings(max_examples=2000),
    )
    assert len(found.split()) <= words, found


@pytest.mark.parametrize(
    ("strategy", "claim", "least"),
    [
        (ours.integers(), "'X' BIND X 2 DIV FLOOR 2 MUL X EQ", 1),
        (ours.rationals(), "'X' BIND X X MUL X LT NOT", Fraction(1, 2)),
        (ours.vectors(ours.integers()), "'X' BIND X REVERSE X EQ", [0, 1]),
        (ours.texts(), "CHARS LENGTH 3 LT", "000"),
    ],
)
def test_counterexamples_of_ones_own_claims_are_the_least(strategy: Any, claim: str, least: Any) -> None:
    """What an author is shown of a claim that does not hold."""
    found = find(strategy, lambda value: not ajisai.run(claim, inputs=[value], limits=LIMITS).value)
    assert ajisai.run("", inputs=[found]).value == least


@given(ours.programs())
def test_programs_are_cheap(source: str) -> None:
    """Short sources of few steps: what an author's suite can run by the thousand."""
    assert len(source) < 5_000
    result = ajisai.run(source, limits=LIMITS)
    assert result.usage.execution_steps <= 500
    assert result.error is None or result.error.resource not in ("executionSteps", "collectionWork")


@given(ours.programs(words=1))
def test_programs_hold_no_more_calls_than_asked_for(source: str) -> None:
    """One call is one Word that takes something and its operands; none of them is a program of its own."""
    assert ajisai.run(source, limits=LIMITS).usage.execution_steps <= 60


@pytest.mark.parametrize("bits", [0, 1, 8, 200])
@given(data=st.data())
def test_numbers_are_as_wide_as_asked_for(bits: int, data: st.DataObject) -> None:
    """At the bound and never over it, on either side of zero."""
    assert abs(data.draw(ours.integers(bits))) < 2**bits
    if bits:
        value = data.draw(ours.rationals(bits))
        assert max(abs(value.numerator), value.denominator) < 2**bits


def test_numbers_reach_their_bound() -> None:
    """Both ends are drawn."""
    assert find(ours.integers(8), lambda value: value > 254) == 255
    assert find(ours.integers(8), lambda value: value < -254) == -255


@given(ours.surds(terms=2))
def test_surds_have_as_many_terms_as_asked_for(value: Any) -> None:
    """Roots, and at the most one rational term beside them."""
    assert len([radicand for radicand, _ in value.terms if radicand > 1]) <= 2


@given(ours.values(max_leaves=6), ours.vectors(max_size=3), ours.mappings(max_size=2), ours.texts())
def test_containers_are_as_large_as_asked_for(tree: Any, row: Any, record: Any, text: str) -> None:
    """Leaves, elements, entries and characters."""
    assert len(row) <= 3
    assert len(record) <= 2
    assert len(set(record.keys)) == len(record.keys)
    assert len(text) <= 12
    text.encode()
    if isinstance(tree, (Vector, Record)):
        assert tree.depth() <= 8


def test_absences_are_of_reasons_of_the_language() -> None:
    """The literal one first, with a declared text where that is needed."""
    assert find(ours.absences(), lambda _: True).reason == "literal"
    assert find(ours.absences(), lambda value: value.reason == "userDeclared").text == ""
