"""Charges a run against its ceilings, before the work is done."""

from __future__ import annotations

from typing import NoReturn, TypeAlias

from ajisai.bounds.failure import Failure, Progress
from ajisai.bounds.limits import Limits

Price: TypeAlias = int
"""What charges are made of. A constant annotated with ``Final[Price]`` is one that ``benchmarks.calibration``
holds against the time that is bought with it."""


def refuse(resource: str, limit: int, observed: int, progress: Progress | None = None) -> NoReturn:
    """Raise the ERROR of a crossed ceiling: its name, its value, the size that crossed it."""
    category = {
        "executionSteps": "executionLimitExceeded",
        "callDepth": "recursionLimitExceeded",
    }.get(resource, "resourceLimitExceeded")
    raise Failure(category, resource=resource, limit=limit, observed=observed, progress=progress)


class Meter:
    """The counters of one run. ``numeric``, ``collection`` and ``steps`` are what has been used so far.

    A refused charge is not counted, so that usage never passes a ceiling.
    """

    __slots__ = (
        "algebraic_terms",
        "bigint_bits",
        "collection",
        "collection_limit",
        "limits",
        "materialized_limit",
        "nesting_limit",
        "numeric",
        "numeric_limit",
        "short_bits",
        "steps",
        "steps_limit",
    )

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.steps = 0
        self.numeric = 0
        self.collection = 0
        self.steps_limit = limits.execution_steps
        self.numeric_limit = limits.numeric_work
        self.collection_limit = limits.collection_work
        self.bigint_bits = limits.bigint_bits
        # Operands up to so many bits need no look at the width of their sum, difference or product.
        self.short_bits = min(64, limits.bigint_bits // 2 - 1)
        self.algebraic_terms = limits.algebraic_terms
        self.materialized_limit = limits.materialized_elements
        self.nesting_limit = limits.nesting_depth

    def charge_steps(self, count: int) -> None:
        """Charge ``count`` executed Words (LANG.STEPS)."""
        total = self.steps + count
        if total > self.steps_limit:
            refuse("executionSteps", self.steps_limit, total)
        self.steps = total

    def charge_numeric(self, units: int, progress: Progress | None = None) -> None:
        """Charge arithmetic: lanes times limb products, at least 1 per operation."""
        total = self.numeric + units
        if total > self.numeric_limit:
            refuse("numericWork", self.numeric_limit, total, progress)
        self.numeric = total

    def charge_collection(self, units: int, progress: Progress | None = None) -> None:
        """Charge element copies, comparisons and equality probes."""
        total = self.collection + units
        if total > self.collection_limit:
            refuse("collectionWork", self.collection_limit, total, progress)
        self.collection = total

    def charge_if_it_fits(self, steps: int, numeric: int, collection: int) -> bool:
        """Charge all three meters, or none where one of them has not the room; whether they were charged."""
        steps += self.steps
        numeric += self.numeric
        collection += self.collection
        if steps > self.steps_limit or numeric > self.numeric_limit or collection > self.collection_limit:
            return False
        self.steps, self.numeric, self.collection = steps, numeric, collection
        return True

    def check_elements(self, leaves: int) -> None:
        """Refuse a Vector or Record of more leaves than one Word may build."""
        if leaves > self.materialized_limit:
            refuse("materializedElements", self.materialized_limit, leaves)

    def check_depth(self, depth: int) -> None:
        """Refuse a value that nests deeper than the ceiling."""
        if depth > self.nesting_limit:
            refuse("nestingDepth", self.nesting_limit, depth)

    def check_bits(self, bits: int) -> None:
        """Refuse an arithmetic result with a numerator, denominator or coefficient of so many bits."""
        if bits > self.bigint_bits:
            refuse("bigintBits", self.bigint_bits, bits)

    def check_terms(self, terms: int) -> None:
        """Refuse an irrational of more terms than the ceiling."""
        if terms > self.algebraic_terms:
            refuse("algebraicTerms", self.algebraic_terms, terms)
