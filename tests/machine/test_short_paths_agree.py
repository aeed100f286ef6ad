"""The short paths (whole columns, integers on top) answer exactly what the plain path answers.

The plain path is the same engine with its kernels, column blocks and scalar paths taken out, which only a
test can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.machine import compiler
from ajisai.values import columns
from ajisai.words import column_blocks, higher_order, registry, scalar_paths, short_blocks


@contextmanager
def plain_engine() -> Iterator[None]:
    """The engine without any short path: every block is evaluated by the machine, every Word in general."""
    with (
        mock.patch.object(registry, "_whole_column", return_value=None),
        mock.patch.dict(scalar_paths.SHORT, clear=True),
        mock.patch.object(short_blocks, "short_block", return_value=None),
        mock.patch.object(higher_order, "linked", return_value=None),
        mock.patch.object(compiler, "_bind", lambda _name, general: general),
    ):
        registry.core_words.cache_clear()
        try:
            yield
        finally:
            registry.core_words.cache_clear()


def facts(source: str, limits: ajisai.Limits) -> tuple[Any, ...]:
    """Everything observable of a run but the time it took."""
    result = ajisai.run(source, limits=limits)
    return result.outcome, result.display, tuple(result.output), result.error, result.usage


def assert_agree(source: str, limits: ajisai.Limits) -> None:
    """Both engines give the same facts."""
    short = facts(source, limits)
    with plain_engine():
        plain = facts(source, limits)
    assert short == plain, source


integers = st.integers(-9, 9) | st.sampled_from([2**63, 2**64 - 1, 2**64, -(2**64), 2**200])
numbers = integers.map(str) | st.builds("{}/{}".format, st.integers(-9, 9), st.integers(1, 4))
odd = st.sampled_from(["NIL", "'a'", "1/0", "0/0", "TRUE", "[ 1 ]", "[ 1 2 3 4 5 ]"])
WORDS = ["ADD", "SUB", "MUL", "DIV", "MIN", "MAX", "LT", "GT", "EQ", "FLOOR", "ROUND", "NOT", "AND", "SELECT"]
tokens = st.sampled_from([*WORDS, *WORDS, "'X' BIND", "X", "X", "Y", "Z", "W", "SQRT"]) | numbers | odd


@st.composite
def elements(draw: st.DrawFn) -> str:
    """A Vector literal: integers, fractions or a mixture, now and then with something else inside."""
    kind = draw(st.sampled_from([integers.map(str), numbers, numbers | odd]))
    return "[ " + " ".join(draw(st.lists(kind, max_size=9))) + " ]"


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program around one block, or around one lifted Word."""
    prelude = "3 'Y' BIND [ 2 MUL ] 'W' DEF "
    if draw(st.booleans()):
        operands = st.tuples(elements() | numbers, elements() | numbers)
        return " ".join([prelude, *draw(operands), draw(st.sampled_from(WORDS))])
    block = " ".join(draw(st.lists(tokens, min_size=1, max_size=6)))
    word = draw(st.sampled_from(["MAP", "MAP", "FILTER", "FOLD", "SCAN"]))
    seed = draw(numbers | odd) if word in ("FOLD", "SCAN") else ""
    return f"{prelude} {draw(elements())} {seed} [ {block} ] {word}"


@given(programs())
def test_short_paths_any_program_agree(source: str) -> None:
    """Generated programs under ample ceilings."""
    assert_agree(source, ajisai.Limits.agent())


@given(
    programs(),
    st.integers(1, 40),
    st.integers(1, 60),
    st.integers(1, 90),
    st.sampled_from([8, 64, 100, 4096]),
)
def test_short_paths_tight_ceilings_agree(
    source: str, steps: int, numeric: int, collection: int, bits: int
) -> None:
    """The same ceiling is met at the same Word with the same usage."""
    limits = ajisai.Limits.agent(
        execution_steps=steps, numeric_work=numeric, collection_work=collection, bigint_bits=bits
    )
    assert_agree(source, limits)


@pytest.mark.parametrize(
    "source",
    [
        "[ 1 2 3 4 5 ] [ 2 MUL ] MAP",
        "[ 1 2 3 4 5 ] [ 'X' BIND X X MUL 3 DIV ] MAP",
        "[ 1 2 3 4 5 ] [ 'X' BIND X 0 X 2 GT SELECT ] MAP",
        "[ 1/2 1/3 1/4 1/5 ] [ 2 DIV FLOOR ] MAP",
        "[ 1 2 3 4 5 ] [ 2 GT NOT ] FILTER",
        "[ 1 2 3 4 5 ] [ 1 ADD ] FILTER",
        "[ 1 2 3 4 5 ] 0 [ ADD ] SCAN",
        "[ 5 4 3 2 1 ] 9 [ MIN ] FOLD",
        "[ 1 2 3 4 ] [ [ 10 20 30 40 ] ADD ] MAP",
        "[ 1 2 3 0 ] [ 6 'S' BIND 'D' BIND S D DIV ] MAP",
    ],
)
def test_short_paths_chosen_programs_agree(source: str) -> None:
    """Programs that are known to take a short path."""
    assert_agree(source, ajisai.Limits.agent())


def test_short_paths_column_taken_for_computing_block() -> None:
    """The comparison would be empty if no program took the whole-column path."""
    with mock.patch.object(column_blocks, "evaluate", wraps=column_blocks.evaluate) as seen:
        ajisai.run("[ 1 2 3 4 5 6 7 8 ] [ 2 MUL ] MAP")
        assert seen.call_count == 1
    run = ajisai.run("[ 1 2 3 4 5 6 7 8 ] [ 2 MUL ] MAP")
    assert run.stack[0].types() == columns.INTEGERS
