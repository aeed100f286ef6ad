"""Rules of the Words of truth; a NIL in truth position is UNKNOWN."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ajisai.contracts.forecast.facts import (
    CONTAINER,
    NIL,
    NOTHING,
    RECORD,
    TRUTH,
    TRUTH_FACT,
    UNLIMITED,
    Fact,
    Rule,
    fact_of,
    join,
    lanes,
    nil_fact,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.values import FALSE, TRUE


def true(_ledger: Ledger) -> Fact:
    """TRUE."""
    return fact_of(TRUE)


def false(_ledger: Ledger) -> Fact:
    """FALSE."""
    return fact_of(FALSE)


def and_(_ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """AND: FALSE decides; else an UNKNOWN is carried."""
    kinds = left.kinds | right.kinds
    absent = nil_fact((left.reasons if left.kinds & NIL else 0) | (right.reasons if right.kinds & NIL else 0))
    known = TRUTH_FACT if kinds & TRUTH else NOTHING
    return join(known, absent._replace(text=max(left.text, right.text)))


def not_(_ledger: Ledger, value: Fact) -> Fact:
    """NOT."""
    absent = value.only(NIL)._replace(options=())
    return join(TRUTH_FACT if value.kinds & TRUTH else NOTHING, absent)


def select(ledger: Ledger, when_true: Fact, when_false: Fact, mask: Fact) -> Fact:
    """SELECT: whole under a truth mask, lane by lane under a container."""
    answer = NOTHING
    if lanes(mask).kinds & ~(TRUTH_FACT.kinds | NIL):
        ledger.fail("nonTruthValue")
    if mask.kinds & TRUTH_FACT.kinds:
        if len(mask.options) == 1:
            answer = when_true if mask.options[0] is TRUE else when_false
        else:
            answer = join(when_true, when_false)
    if mask.kinds & NIL:
        answer = join(answer, nil_fact(mask.reasons)._replace(text=mask.text))
    if not mask.kinds & CONTAINER:
        return answer
    return join(answer, _woven(ledger, when_true, when_false, mask))


def _woven(ledger: Ledger, when_true: Fact, when_false: Fact, mask: Fact) -> Fact:
    choices = join(when_true, when_false)
    simple = not (choices.inner | mask.inner) & CONTAINER and not (choices.kinds | mask.kinds) & RECORD
    shape = mask.shape if simple else None
    leaves = max(mask.leaves, choices.leaves)
    if choices.kinds & CONTAINER:
        shapes = {fact.shape for fact in (when_true, when_false, mask) if fact.kinds & CONTAINER}
        if not simple or shapes != {mask.shape} or mask.shape is None:
            ledger.fail("shapeMismatch")
            shape = None
    if not simple:
        leaves = min(UNLIMITED, mask.leaves * when_true.leaves * when_false.leaves)
    return Fact(
        mask.kinds & CONTAINER,
        0,
        choices.kinds
        | choices.inner
        | (mask.inner if mask.kinds & RECORD else mask.inner & (CONTAINER | NIL)),
        choices.reasons | choices.inner_reasons | mask.inner_reasons,
        choices.symbols | mask.symbols,
        None,
        shape,
        max(choices.bits, mask.bits),
        max(choices.terms, mask.terms),
        max(choices.text, mask.text),
        leaves,
        min(UNLIMITED, mask.depth + choices.depth),
    )


RULES: Final[Mapping[str, Rule]] = {
    "TRUE": true,
    "FALSE": false,
    "AND": and_,
    "NOT": not_,
    "SELECT": select,
}
