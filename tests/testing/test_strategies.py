"""The strategies make what they say, and shrink to what is short."""

from __future__ import annotations

from typing import Any

import pytest
from gmpy2 import mpz
from hypothesis import find, given
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
