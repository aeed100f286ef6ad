"""What a forecast adds up: the ERRORs that may occur, and upper bounds of what the meters would show."""

from __future__ import annotations

from typing import Final

from ajisai.bounds import CALL_DEPTH, Limits
from ajisai.contracts.forecast.facts import UNLIMITED, Fact, fact_of
from ajisai.values import Value, Vector

_NODE: Final = 320
"""collectionWork of a leaf, a term or a container of a container that is read, compared or built, and of a
call: above every price of ``words.costs``, those of DEF and DIGEST apart."""

_SINGLE: Final = 160
"""The same of a value that is no container."""

_LETTER: Final = 16
"""collectionWork of one code point, or of 16 bits, read or written: above every price of ``words.costs``."""


class LostError(Exception):
    """A walk gave up: it met names that it cannot read, or it would take too long."""


class Ledger:
    """ERRORs and bounds of one forecast.

    Attributes:
        errors: categories that may occur.
        steps, numeric, collection: upper bounds of the meters, as far as the forecast has come.
        deepest: the largest number of evaluations that may be active at once.
        size: code points of the source, which bounds what is read of definitions.
        fuel: how many more items may be walked.
    """

    __slots__ = ("_facts", "collection", "deepest", "errors", "fuel", "limits", "numeric", "size", "steps")

    def __init__(self, limits: Limits, size: int, fuel: int) -> None:
        self.limits = limits
        self.fuel = fuel
        self._facts: dict[int, Fact] = {}
        self.size = size
        self.errors: set[str] = set()
        self.steps = 0
        self.numeric = 0
        self.collection = 0
        self.deepest = 0

    def fail(self, category: str) -> None:
        """Note an ERROR that may occur."""
        self.errors.add(category)

    def fact(self, value: Value) -> Fact:
        """What is known of a literal; a Vector is looked at once, however often it is met."""
        if type(value) is not Vector:
            return fact_of(value)
        known = self._facts.get(id(value))
        if known is None:
            self.burn(value.leaves() >> 3)
            # The options of a fact keep its Vector alive, and so the id.
            known = fact_of(value, self._facts)
        return known

    def burn(self, items: int) -> None:
        """Count items walked. Raises LostError when they were too many."""
        self.fuel -= items
        if self.fuel < 0:
            raise LostError

    def within(self, fact: Fact, kinds: int, category: str) -> Fact:
        """An operand as far as it is of one of ``kinds``; another one is an ERROR of that category."""
        if fact.kinds & ~kinds:
            self.fail(category)
            return fact.only(kinds)
        return fact

    def fail_size(self) -> None:
        """Note that a size may cross its ceiling."""
        self.errors.add("resourceLimitExceeded")

    def step(self) -> None:
        """Count one Word, and what any call costs beside its operands."""
        self.steps += 1
        self.collect(_SINGLE)

    def work(self, units: int) -> None:
        """Add numericWork."""
        self.numeric = min(UNLIMITED, self.numeric + units)

    def handle(self, *facts: Fact) -> None:
        """Add the collectionWork of a Word that reads and builds these values."""
        units = 0
        for fact in facts:
            leaf = _LETTER * (fact.text + (fact.bits >> 4) * fact.terms)
            units += fact.nodes * (_NODE * fact.terms + leaf) if fact.depth else _SINGLE * fact.terms + leaf
        self.collect(units)

    def handle_each(self, fact: Fact, units: int) -> None:
        """Add so much collectionWork for every leaf, term and container of a value."""
        self.collect(fact.nodes * fact.terms * units)

    def collect(self, units: int) -> None:
        """Add collectionWork."""
        self.collection = min(UNLIMITED, self.collection + units)

    def build(self, fact: Fact) -> Fact:
        """Check a value that a Word builds against the ceilings of size, and answer it."""
        limits = self.limits
        if fact.leaves > limits.materialized_elements or fact.depth > limits.nesting_depth:
            self.fail_size()
        return fact

    def arithmetic(self, fact: Fact) -> Fact:
        """Check a result of arithmetic against its ceilings, and answer it within them."""
        limits = self.limits
        if fact.bits + 2 > limits.bigint_bits or fact.terms > limits.algebraic_terms:
            self.fail_size()
            return fact._replace(
                bits=min(fact.bits, limits.bigint_bits), terms=min(fact.terms, limits.algebraic_terms)
            )
        return fact

    def enter(self, depth: int) -> None:
        """Note that so many evaluations may be active."""
        self.deepest = max(self.deepest, depth)

    def close(self) -> set[str]:
        """The ERRORs, those of the meters included."""
        limits = self.limits
        if self.steps > limits.execution_steps:
            self.fail("executionLimitExceeded")
        if self.deepest > CALL_DEPTH:
            self.fail("recursionLimitExceeded")
        if self.numeric > limits.numeric_work or self.collection > limits.collection_work:
            self.fail_size()
        return self.errors
