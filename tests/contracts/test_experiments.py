"""Experiments: what contracts promise is held against thousands of runs.

Programs are made from fixed seeds. ``AJISAI_HYPOTHESIS=thorough`` makes thirty times as many.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

import ajisai
from ajisai import Limits
from ajisai.contracts.check import ALL_CODE, MAY, UNREAD
from ajisai.contracts.forecast.ledger import LostError
from ajisai.contracts.forecast.walk import ProgramWalk
from ajisai.contracts.slots import points_in
from ajisai.contracts.source import program_items
from tests.contracts.programs import LIMITS, WORD_DEFINITIONS, grown, named, piece, tangled, wild
from tests.contracts.support import analysis

_SCALE = 30 if os.environ.get("AJISAI_HYPOTHESIS") == "thorough" else 1
_BATCHES = 10
SEEDS = range(_BATCHES * _SCALE)
EACH = 40

KINDS = pytest.mark.parametrize("make", [grown, wild, tangled, named])
BATCHES = pytest.mark.parametrize("batch", SEEDS)


@cache
def _sources(make: Callable[[Random], str], batch: int) -> list[str]:
    return [make(Random(seed)) for seed in range(EACH * batch, EACH * (batch + 1))]


@KINDS
@BATCHES
def test_outcome_is_predicted(make: Callable[[Random], str], batch: int) -> None:
    """However a program ends, its end was predicted."""
    for source in _sources(make, batch):
        predicted = analysis(source).prediction.outcomes
        assert ajisai.run(source, limits=LIMITS).outcome in predicted, source


NAMES = {
    "unknownWord",
    "invalidName",
    "protectedWord",
    "nameConflict",
    "definitionConflict",
    "selfReferentialDefinition",
    "wordNotFound",
}
RULES = tuple(f"({rule})" for rule in (MAY, ALL_CODE, UNREAD))


@KINDS
@BATCHES
def test_check_answers_for_names(make: Callable[[Random], str], batch: int) -> None:
    """What check passes never ends for a name; what it refuses would fail, or it says by which rule."""
    for source in _sources(make, batch):
        refused, run = ajisai.check(source, limits=LIMITS).error, ajisai.run(source, limits=LIMITS)
        if refused is None:
            assert run.outcome.removeprefix("error:") not in NAMES, source
            continue
        certain = analysis(source).prediction.outcomes == (f"error:{refused.category}",)
        stricter = refused.message.endswith(RULES)
        if certain and not stricter:
            assert refused == run.error, source
        if run.status == "ok":
            assert stricter, (source, refused)


def _tight(random: Random) -> Limits:
    choices = {
        "execution_steps": (3, 60),
        "numeric_work": (5, 400),
        "collection_work": (20, 8000),
        "materialized_elements": (2, 12),
        "nesting_depth": (2, 4),
        "bigint_bits": (2, 40),
        "algebraic_terms": (1, 3),
    }
    chosen = {name: random.randint(*span) for name, span in choices.items() if random.random() < 0.4}
    return Limits.agent(**chosen)


@BATCHES
def test_outcome_under_tight_ceilings_is_predicted(batch: int) -> None:
    """Under ceilings that programs really meet, the ERROR of a ceiling is predicted as well."""
    for place, source in enumerate(_sources(grown, batch)):
        limits = _tight(Random(1000 * batch + place))
        predicted = analysis(source, limits).prediction.outcomes
        assert ajisai.run(source, limits=limits).outcome in predicted, (source, limits)


@BATCHES
def test_meters_stay_within_bounds(batch: int) -> None:
    """What the meters show after a run is never more than what was foreseen."""
    for source in _sources(grown, batch):
        items, positions = program_items(analysis(source).program)
        try:
            walk = ProgramWalk(items, positions, {}, None, LIMITS, 20_000)
        except LostError:
            continue
        usage = ajisai.run(source, limits=LIMITS).usage
        assert usage.execution_steps <= walk.ledger.steps, source
        assert usage.numeric_work <= walk.ledger.numeric, source
        assert usage.collection_work <= walk.ledger.collection, source


def _value(random: Random, depth: int = 2) -> Any:
    """A Python value without a point over zero."""
    kind = random.random()
    if kind < 0.45:
        return random.randint(-5, 12)
    if kind < 0.55:
        return Fraction(random.randint(-9, 9), random.randint(1, 9))
    if kind < 0.65:
        return random.choice(("a", "12", "", "abc", "x,y"))
    if kind < 0.72:
        return random.random() < 0.5
    if kind < 0.74:
        return None
    if kind < 0.95 and depth:
        return [_value(random, depth - 1) for _ in range(random.randint(0, 4))]
    return {"a": 1, "b": [1, 2]}


def _body(random: Random) -> str:
    names = {"TWICE", "SWAP"}
    return " ".join(piece(random, names) for _ in range(random.randint(1, 6)))


@BATCHES
def test_inferred_contract_holds(batch: int) -> None:
    """Counts are what a run does; closed code leaves no point over zero, pure code no text and no Word."""
    for seed in range(EACH * batch, EACH * (batch + 1)):
        random = Random(seed)
        source = f"{WORD_DEFINITIONS} [ {_body(random)} ] 'BODY' DEF"
        contract = analysis(source).inference.word("BODY")
        assert contract is not None
        inputs = random.randint(0, 3) if contract.inputs is None else contract.inputs
        session = ajisai.Session(limits=LIMITS)
        session.run(source)
        words = len(session._dictionary)
        operands = [_value(random) for _ in range(inputs)]
        result = session.run("BODY", inputs=["floor", *operands])
        if result.status == "ok" and contract.inputs is not None:
            assert result.stack[0] == "floor", source
            assert len(result.stack) == 1 + (contract.outputs or 0), source
            if inputs:
                fewer = ajisai.run(f"{source} BODY", inputs=operands[1:], limits=LIMITS)
                assert fewer.status == "error", source
        if result.outcome == "error:stackUnderflow" and contract.inputs is not None:
            plenty = ajisai.run(f"{source} BODY", inputs=[*[0] * 100, *operands], limits=LIMITS)
            assert plenty.outcome == result.outcome, source  # it is a block's own stack that was too short
        if contract.field == "closed" and result.status == "ok":
            assert not any(points_in(value) for value in result.stack), source
            assert not any("/0" in text for text in result.output), source
        if contract.purity == "pure":
            assert not result.output, source
            assert len(session._dictionary) == words, source


@BATCHES
def test_suggested_lines_verify(batch: int) -> None:
    """Every suggested line of every program verifies above its source."""
    for source in _sources(grown, batch):
        for word in analysis(source).contracts:
            found = analysis(f"{word.suggested}\n{source}").declarations
            assert found is not None
            assert found.outcome == "verified", (word.suggested, source)
