"""Whatever the source: a value, a listed NIL or a listed ERROR, and the same one again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import ajisai
from ajisai.machine.vocabulary import error_categories, nil_reasons
from tests.laws.programs import broken, well_formed

LIMITS = ajisai.Limits.agent(execution_steps=20_000, materialized_elements=20_000, numeric_work=300_000)
ALLOWED = {
    "value",
    *(f"nil:{reason}" for reason in nil_reasons()),
    *(f"error:{category}" for category in error_categories()),
}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("make", [well_formed, broken])
def test_program_any_ends_in_a_listed_outcome(make: Callable[[Random], str], seed: int) -> None:
    """Two thousand programs of each kind; none raises, each ends alike twice."""
    random = Random(f"{make.__name__} {seed}")
    for _ in range(250):
        source = make(random)
        first, second = (ajisai.run(source, limits=LIMITS) for _ in range(2))
        assert first.outcome in ALLOWED, source
        facts = [(r.outcome, r.display, r.output, r.error, r.usage) for r in (first, second)]
        assert facts[0] == facts[1], source


@pytest.mark.parametrize("seed", range(4))
def test_program_that_ends_is_the_same_under_both_profiles(seed: int) -> None:
    """A looser profile changes no answer (LANG.CEILINGS)."""
    random = Random(f"profiles {seed}")
    for _ in range(200):
        source = well_formed(random)
        agent = ajisai.run(source, limits=ajisai.Limits.agent())
        if agent.error is not None and agent.error.resource is not None:
            continue
        playground = ajisai.run(source, limits=ajisai.Limits.playground())
        assert (agent.outcome, agent.display, agent.output) == (
            playground.outcome,
            playground.display,
            playground.output,
        ), source


@pytest.mark.parametrize("seed", range(4))
def test_session_failed_run_changes_nothing(seed: int) -> None:
    """After an ERROR the stack, the dictionary and the bindings are what they were."""
    random = Random(f"session {seed}")
    session = ajisai.Session(limits=LIMITS)
    session.run("1 2 [ 3 MUL ] 'TRIPLE' DEF 9 'KEPT' BIND")
    probe = "KEPT TRIPLE [ TRIPLE ] 0 GET DIGEST"
    failures = 0
    for _ in range(150):
        before = session.stack
        reference = ajisai.Session(limits=LIMITS)
        reference.run("1 2 [ 3 MUL ] 'TRIPLE' DEF 9 'KEPT' BIND")
        result = session.run(f"[ 7 ] 'TRIPLE' DEF 1 'KEPT' BIND {well_formed(random)} NOSUCHWORD")
        failures += result.status == "error"
        assert result.status == "error"
        assert session.stack == before
        assert (
            session.run(f"{probe} 3 COLLECT NOSUCHWORD").display[-1]
            == reference.run(f"{probe} 3 COLLECT").display[-1]
        )
    assert failures == 150
