"""Rules of the Words of Records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ajisai.contracts.forecast.collection_rules import NOT_FOUND
from ajisai.contracts.forecast.facts import (
    NOTHING,
    TRUTH_FACT,
    UNLIMITED,
    Fact,
    Rule,
    count_fact,
    elements,
    join,
    keys,
    nil_fact,
    record_of,
    vector_of,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.values import Vector


def record(ledger: Ledger, names: Fact, values: Fact) -> Fact:
    """RECORD."""
    exact = names.shape is not None and values.shape is not None
    if not exact or (names.shape or ())[0] != (values.shape or ())[0]:
        ledger.fail("shapeMismatch")
        if exact:
            return NOTHING
    if _may_repeat(names):
        ledger.fail("duplicateKey")
        if len(names.options) == 1:
            return NOTHING
    length = min(names.length, values.length)
    built = record_of(elements(names), elements(values), length)
    return built._replace(leaves=min(UNLIMITED, names.leaves + values.leaves))


def _may_repeat(names: Fact) -> bool:
    if len(names.options) == 1 and type(names.options[0]) is Vector:
        items = names.options[0].elements()
        return len(set(items)) != len(items)
    return names.length > 1


def record_keys(ledger: Ledger, record: Fact) -> Fact:
    """KEYS."""
    return ledger.build(vector_of(keys(record), record.length)._replace(leaves=record.leaves))


def record_values(_ledger: Ledger, record: Fact) -> Fact:
    """VALUES."""
    return vector_of(elements(record), record.length)._replace(leaves=record.leaves)


def without(_ledger: Ledger, record: Fact, _key: Fact) -> Fact:
    """WITHOUT."""
    return join(record, nil_fact(NOT_FOUND))


def has(_ledger: Ledger, _record: Fact, _key: Fact) -> Fact:
    """HAS?."""
    return TRUTH_FACT


def merge(_ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """MERGE."""
    return join(left, right)._replace(leaves=min(UNLIMITED, left.leaves + right.leaves))


def tally(_ledger: Ledger, vector: Fact) -> Fact:
    """TALLY."""
    counts = count_fact(vector.length, positive=True)
    return record_of(elements(vector), counts, vector.length)._replace(
        leaves=min(UNLIMITED, 2 * vector.leaves)
    )


def group(ledger: Ledger, names: Fact, values: Fact) -> Fact:
    """GROUP."""
    exact = names.shape is not None and values.shape is not None
    if not exact or (names.shape or ())[0] != (values.shape or ())[0]:
        ledger.fail("shapeMismatch")
        if exact:
            return NOTHING
    row = vector_of(elements(values), values.length)
    grouped = record_of(elements(names), row, min(names.length, values.length))
    return grouped._replace(leaves=min(UNLIMITED, names.leaves + values.leaves))


RULES: Final[Mapping[str, Rule]] = {
    "RECORD": record,
    "KEYS": record_keys,
    "VALUES": record_values,
    "WITHOUT": without,
    "HAS?": has,
    "MERGE": merge,
    "TALLY": tally,
    "GROUP": group,
}
