"""Every short way of a block answers what the plain evaluation answers, part after part of the elements.

The parts and the least counts are made small here, so that generated Vectors reach every way and every seam
between two of them.
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
from ajisai.words import column_blocks, column_folds, element_blocks, integer_folds, short_blocks
from tests.machine.test_short_paths_agree import facts, plain_engine

PRELUDE = (
    "3 'Y' BIND 1/2 'H' BIND 2 SQRT 'R' BIND TRUE 'T' BIND [ 1 2 ] 'V' BIND "
    "[ 2 MUL ] 'DOUBLE' DEF [ 'X' BIND X X MUL Z ] 'LOST' DEF [ DOUBLE 1 ADD DOUBLE ] 'TWICE' DEF "
)


@contextmanager
def small_parts() -> Iterator[None]:
    """Parts of six elements, every way from two elements on."""
    with (
        mock.patch.object(short_blocks, "_PART", 6),
        mock.patch.object(short_blocks, "_FEWEST", 1),
        mock.patch.object(short_blocks, "_FEWEST_IN_COLUMN", 2),
        mock.patch.object(short_blocks, "_FEWEST_IN_FOLD", 2),
    ):
        yield


def assert_agree(source: str, limits: ajisai.Limits) -> None:
    """Both engines give the same facts."""
    with small_parts():
        short = facts(source, limits)
    with plain_engine():
        plain = facts(source, limits)
    assert short == plain, source


narrow = st.integers(-9, 9).map(str)
wide = st.sampled_from([2**31, 2**61, 2**63, 2**64 - 1, 2**64, -(2**64), 2**200]).map(str)
halves = st.builds("{}/{}".format, st.integers(-9, 9), st.integers(1, 4))
long_halves = st.builds("{}/{}".format, st.integers(-(2**64), 2**64), st.integers(1, 2**64))
roots = st.builds("{} SQRT {} MUL {} ADD".format, st.sampled_from([2, 3, 6, 8]), narrow, halves)
odd = st.sampled_from(["NIL", "'a'", "1/0", "-1/0", "0/0", "TRUE", "FALSE", "[ 1 ]"])
column = st.sampled_from(
    [narrow, narrow | wide, halves, long_halves, narrow | halves, st.sampled_from(["TRUE", "FALSE"])]
)
words = st.sampled_from(["ADD", "SUB", "MUL", "DIV", "MIN", "MAX", "LT", "GT", "EQ", "GCD"])
others = st.sampled_from(["FLOOR", "ROUND", "NOT", "AND", "SELECT", "SQRT", "POW", "DOUBLE", "TWICE", "LOST"])
names = st.sampled_from(["X", "X", "A", "A", "Y", "H", "R", "T", "V", "Z"])
steps = st.one_of(
    words,
    others,
    names,
    st.sampled_from(["'X' BIND", "'Q' BIND", "'Y' BIND", "'DOUBLE' BIND", "LENGTH"]),
    narrow | wide | halves | odd,
)


@st.composite
def vectors(draw: st.DrawFn) -> str:
    """Source of a Vector of one column, now and then with something else among it, or of irrationals."""
    kind = draw(column)
    items = draw(st.lists(kind | odd if draw(st.integers(0, 4)) == 0 else kind, max_size=20))
    if draw(st.integers(0, 4)) == 0:
        some = draw(st.lists(roots, min_size=1, max_size=9))
        return " ".join([*some, str(len(some)), "COLLECT"])
    return "[ " + " ".join(items) + " ]"


@st.composite
def operations(draw: st.DrawFn) -> str:
    """A few tokens that together are likely to leave one number for the names X and A."""
    tokens = [draw(names)]
    for _ in range(draw(st.integers(0, 4))):
        tokens += [draw(names | narrow | halves), draw(words)]
        if draw(st.integers(0, 5)) == 0:
            tokens += ["'Q' BIND", "Q", "Q", draw(words)]
    return " ".join(tokens)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program around one block."""
    vector = draw(vectors())
    word = draw(st.sampled_from(["MAP", "FILTER", "FOLD", "FOLD", "SCAN"]))
    given_two = word in ("FOLD", "SCAN")
    seed = draw(narrow | wide | halves | odd) if given_two else ""
    match draw(st.integers(0, 2)):
        case 0:
            block = " ".join(draw(st.lists(steps, max_size=7)))
        case 1:
            block = draw(words) if given_two else f"{draw(narrow | wide | halves)} {draw(words)}"
        case _:
            block = f"'X' BIND {'' if given_two else 'X'} 'A' BIND {draw(operations())}"
    return f"{PRELUDE} {vector} {seed} [ {block} ] {word}"


@given(programs())
def test_short_blocks_any_program_agree(source: str) -> None:
    """Generated programs under ample ceilings."""
    assert_agree(source, ajisai.Limits.agent())


@given(
    programs(),
    st.integers(1, 120),
    st.integers(1, 400),
    st.integers(1, 200),
    st.sampled_from([8, 64, 128, 129, 140, 4096]),
)
def test_short_blocks_tight_ceilings_agree(
    source: str, steps: int, numeric: int, collection: int, bits: int
) -> None:
    """The same ceiling is met at the same element and Word, with the same usage."""
    limits = ajisai.Limits.agent(
        execution_steps=25 + steps,
        numeric_work=60 + numeric,
        collection_work=150 + collection,
        bigint_bits=bits,
        algebraic_terms=2,
    )
    assert_agree(source, limits)


edges = st.sampled_from([1, 2, 3, 7, 8, 31, 32, 63, 64])
halves_at_edges = st.builds(lambda bits, off: max(1, (1 << bits) - off), edges, st.integers(0, 3))


@given(
    st.lists(st.tuples(st.booleans(), halves_at_edges, halves_at_edges | st.none()), min_size=2, max_size=40),
    st.sampled_from(["ADD", "SUB"]),
    st.integers(1, 3000),
    st.sampled_from([100, 128, 200, 300, 500, 4096]),
)
def test_short_blocks_fraction_sums_agree(
    parts: list[tuple[bool, int, int | None]], word: str, numeric: int, bits: int
) -> None:
    """Accumulators whose width changes as fast as it can, both ways, under ceilings on work and on width."""
    items = " ".join(
        f"{'-' * minus}{top}" + ("" if under is None else f"/{under + 1}") for minus, top, under in parts
    )
    source = f"[ {items} ] 0 [ {word} ] SCAN"
    assert_agree(source, ajisai.Limits.agent())
    assert_agree(source, ajisai.Limits.agent(numeric_work=numeric, bigint_bits=bits))


CHOSEN = {
    "integer sums": "1 30 RANGE 0 [ ADD ] FOLD",
    "integer differences, each": "1 30 RANGE 0 [ SUB ] SCAN",
    "integer sums that outgrow a limb": "1 30 RANGE 2305843009213693951 MUL 0 [ ADD ] SCAN",
    "greatest fraction": "1 30 RANGE 7 DIV 7 MUL 1/2 MUL 1/3 ADD 0 [ MAX ] FOLD",
    "fraction sums": "1 1 30 RANGE 1/3 ADD DIV 0 [ ADD ] FOLD",
    "fraction differences, each": "1 1 30 RANGE 1/3 ADD DIV 0 [ SUB ] SCAN",
    "fraction sums that cancel": "[ 1/2 -1/2 1/2 1/2 -1/3 1/3 1/6 5/6 ] 0 [ ADD ] SCAN",
    "fold of several Words": "1 30 RANGE 0 [ 'X' BIND 'A' BIND A X SUB 5 MUL A 5 MUL SUB ] FOLD",
    "fold that grows": "1 30 RANGE 1 [ 'X' BIND 'A' BIND A X MUL X SUB ] SCAN",
    "fold between bounds": "1 30 RANGE 0 [ ADD 20 MIN -20 MAX 3 SUB ] SCAN",
    "fold that turns": "1 30 RANGE 0 [ MAX 7 MIN 5 MUL 100 'Q' BIND 'A' BIND Q A SUB ] SCAN",
    "fold of columns": "1 30 RANGE 0 [ 'X' BIND 'A' BIND A X X MUL ADD X 3 MUL SUB X 4 LT X 9 EQ AND "
    "A X SELECT ADD ] SCAN",
    "fold that forgets": "1 30 RANGE 0 [ 'X' BIND 'A' BIND X 2 MUL ] SCAN",
    "fold with constants alone": "1 30 RANGE 0 [ 'X' BIND 'A' BIND 3 2 ADD X MUL A GCD ] SCAN",
    "fold of mixed numbers": "1 30 RANGE 2 DIV 0 [ ADD ] SCAN",
    "fold that chooses": "1 30 RANGE 0 [ 'X' BIND 'A' BIND A X 9 GT X 20 LT AND A X MAX SELECT ] FOLD",
    "fold of truth values": "1 30 RANGE TRUE [ 25 LT AND ] SCAN",
    "map of irrationals": "1 9 RANGE [ SQRT ] MAP [ R MUL R EQ ] MAP",
    "map with an absent element": "1 9 RANGE NIL 1 COLLECT CONCAT 1 9 RANGE CONCAT [ Y MUL ] MAP",
    "map with a domain miss": "-9 9 RANGE [ SQRT ] MAP",
    "map of Words": "1 9 RANGE [ TWICE ] MAP",
    "filter by a comparison": "1 30 RANGE [ 9 LT ] FILTER",
    "filter by a turned comparison": "1 30 RANGE [ 'X' BIND 9 X LT ] FILTER",
    "filter by two columns": "1 30 RANGE [ 'X' BIND X X MUL X 9 ADD GT ] FILTER",
    "fold that ends in a truth value": "1 30 RANGE 40 [ GT ] FOLD",
    "filter by an equality": "1 30 RANGE [ 'X' BIND X X MUL 81 EQ ] FILTER",
    "filter of fractions": "1 30 RANGE 7 DIV [ Y GT ] FILTER",
    "filter by no truth value": "1 30 RANGE [ Y MUL ] FILTER",
    "map by equality with containers": "1 9 RANGE [ 1 RANGE ] MAP [ V EQ ] MAP",
    "map by equality among containers": "1 9 RANGE [ 1 RANGE ] MAP [ 'X' BIND X X EQ ] MAP",
    "rows bound by a name": "1 9 RANGE [ 1 RANGE ] MAP [ 'Q' BIND Q Q MUL 0 [ ADD ] FOLD ] MAP",
    "names bound to texts": "1 9 RANGE [ STR 'Q' BIND Q Q 2 COLLECT 'P' BIND P P P ] MAP",
    "names bound to Symbols": "1 9 RANGE [ 'I' BIND [ ADD K ] 'Q' BIND [ Q ] 'K' BIND I ] MAP",
    "names bound to themselves": "1 9 RANGE [ 'I' BIND [ Q ] 'Q' BIND I ] MAP",
    "names of Words": "1 9 RANGE [ 'I' BIND [ 1 2 ] 'DOUBLE' BIND I ] MAP",
    "map of rows to themselves": "1 9 RANGE [ 1 RANGE ] MAP [ 'X' BIND X ] MAP DEPTH",
    "filter of rows": "1 9 RANGE [ 1 RANGE ] MAP [ 'X' BIND 1 2 LT ] FILTER SHAPE",
    "map of texts": "1 9 RANGE STR [ 'X' BIND X ] MAP",
    "fold of rows": "1 9 RANGE [ 1 RANGE ] MAP 0 [ 'X' BIND 'A' BIND A Y ADD ] FOLD",
    "fold on rows": "1 9 RANGE [ 1 ] [ 'X' BIND 'A' BIND X ] SCAN",
    "map of a Word put together": "[ 1 ] [ ADD ] CONCAT 'MADE' DEF 1 30 RANGE [ MADE MADE ] MAP",
    "map of a Word put together, with an absent element": "[ 1 ] [ ADD ] CONCAT 'MADE' DEF "
    "[ NIL 1 2 3 4 5 6 7 8 9 10 11 12 ] [ MADE ] MAP",
    "fold of a block put together": "1 30 RANGE 0 [ ADD ] [ 2 MUL 9 MIN ] CONCAT FOLD",
    "map of a long block": f"1 9 RANGE [ {'1 ADD ' * 300}] MAP",
    "map of a block that is not too long": f"1 9 RANGE [ {'1 ADD ' * 256}] MAP",
    "map of a constant": "1 30 RANGE [ 'X' BIND Y ] MAP",
    "map that leaves two": "1 30 RANGE [ Y ] MAP",
}


@pytest.mark.parametrize("source", CHOSEN.values(), ids=CHOSEN.keys())
def test_short_blocks_chosen_programs_agree(source: str) -> None:
    """Programs of which each takes a way of its own."""
    assert_agree(PRELUDE + source, ajisai.Limits.agent())


@pytest.mark.parametrize("source", CHOSEN.values(), ids=CHOSEN.keys())
def test_short_blocks_every_ceiling_of_chosen_programs_agrees(source: str) -> None:
    """Each ceiling is lowered to every value below what the program uses, a few dozen of them."""
    used = ajisai.run(PRELUDE + source, limits=ajisai.Limits.agent()).usage
    for name, whole in (
        ("execution_steps", used.execution_steps),
        ("numeric_work", used.numeric_work),
        ("collection_work", used.collection_work),
    ):
        for limit in range(1, whole, 1 + whole // 24):
            assert_agree(PRELUDE + source, ajisai.Limits.agent(**{name: limit}))


def _taken(owner: Any, name: str, source: str) -> bool:
    """Whether a run of the program gets something from a function of one of the ways."""
    answers: list[Any] = []
    original = getattr(owner, name)

    def seen(*args: Any, **kwargs: Any) -> Any:
        answers.append(original(*args, **kwargs))
        return answers[-1]

    with mock.patch.object(owner, name, seen):
        ajisai.run(PRELUDE + source)
    return any(answer and answer[0] for answer in answers)


@pytest.mark.parametrize(
    ("owner", "name", "source"),
    [
        (column_blocks, "evaluate", "1 30 RANGE [ 2 MUL ] MAP"),
        (column_blocks, "chosen", "1 30 RANGE [ 9 LT ] FILTER"),
        (column_folds, "_priced", "1 30 RANGE 0 [ ADD ] FOLD"),
        (column_folds, "_fractions", "1 1 30 RANGE 1/3 ADD DIV 0 [ ADD ] FOLD"),
        (
            integer_folds.IntegerFold,
            "run",
            "1 99 RANGE 0 [ 'X' BIND 'A' BIND A X SUB 5 MUL A 5 MUL SUB ] FOLD",
        ),
        (element_blocks.Row, "map", "1 9 RANGE [ SQRT ] MAP [ R MUL R EQ ] MAP"),
        (element_blocks.Row, "fold", "1 9 RANGE [ SQRT ] MAP 0 [ ADD ] FOLD"),
    ],
)
def test_short_blocks_way_is_taken(owner: Any, name: str, source: str) -> None:
    """The comparisons would be empty if no program took the way."""
    assert _taken(owner, name, source)


def test_block_program_of_doubling_calls_is_declined() -> None:
    """Bodies that double from call to call are not written out in line: the steps meet their ceiling soon."""
    words = " ".join(f"[ W{i} W{i} ] 'W{i + 1}' DEF" for i in range(60))
    source = f"[ 1 ADD ] 'W0' DEF {words} 1 9 RANGE [ W60 ] MAP"
    result = ajisai.run(source, limits=ajisai.Limits.agent())
    assert result.outcome == "error:executionLimitExceeded"


def test_block_program_kept_until_a_name_changes() -> None:
    """A block that is evaluated again finds Words and bindings as they are then."""
    session = ajisai.Session()
    session.run("[ [ 'K' BIND K N ADD W ] MAP ] 'B' BIND [ 2 MUL ] 'W' DEF")
    for definition, expected in (
        ("1 'N' BIND", "[ 4/1 6/1 8/1 10/1 12/1 ]"),
        ("2 'N' BIND", "[ 6/1 8/1 10/1 12/1 14/1 ]"),
        ("[ 3 MUL ] 'W' DEF", "[ 9/1 12/1 15/1 18/1 21/1 ]"),
        ("[ 5 ] 'N' BIND", "[ [ 18/1 ] [ 21/1 ] [ 24/1 ] [ 27/1 ] [ 30/1 ] ]"),
    ):
        assert session.run(f"{definition} [ 1 2 3 4 5 ] B EXEC").display[-1] == expected
    assert session.run("[ 1 ] 'K' DEF [ 1 2 3 4 5 ] B EXEC").outcome == "error:nameConflict"
