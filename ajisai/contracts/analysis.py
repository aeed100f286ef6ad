"""Everything that is known of one program before it runs: contracts, declarations, check, outcomes.

Nothing is computed before it is asked for, and nothing is executed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ajisai.bounds import Failure, Limits
from ajisai.contracts.check import Check
from ajisai.contracts.contract import Contract
from ajisai.contracts.declarations import Declarations, suggested, verify
from ajisai.contracts.inference import Inference
from ajisai.contracts.outcomes import Prediction, predict, refused
from ajisai.contracts.source import Definition, Definitions, program_items
from ajisai.syntax import Program
from ajisai.values import Vector


class WordContract(NamedTuple):
    """A Word that a source defines: its name as written, its contract, and the directive that it keeps."""

    name: str
    contract: Contract
    suggested: str


class Analysis:
    """What is known of a program without running it.

    Args:
        program: the source as read.
        prelude: bodies of the Words that are defined before it, by upper-case name.
        limits: the ceilings that a run would have; those of ``mcp-local-stdio`` where None.
    """

    def __init__(
        self,
        program: Program,
        prelude: Mapping[str, Vector] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.program = program
        self.prelude: Mapping[str, Vector] = {} if prelude is None else prelude
        self.limits = Limits.agent() if limits is None else limits
        self._items, self._positions = program_items(program)
        self._source = Definitions(self._items, self._positions)
        self.definitions: Sequence[Definition] = self._source.found
        self._bodies: dict[str, list[Vector | None]] = {key: [body] for key, body in self.prelude.items()}
        for definition in self.definitions:
            self._bodies.setdefault(definition.key, []).append(definition.body)
        self.inference = Inference(lambda key: self._bodies.get(key, ()))
        # Contracts must not depend on what else was asked: names are looked at with fuel of their own.
        self._names = Inference(lambda key: self._bodies.get(key, ()))

    @cached_property
    def contracts(self) -> tuple[WordContract, ...]:
        """The Words that the source defines, each once, in the order of their first definition."""
        found: dict[str, WordContract] = {}
        for definition in self.definitions:
            if definition.key not in found:
                contract = self.inference.word(definition.key)
                assert contract is not None  # it has a definition
                line = suggested(definition.name, contract)
                found[definition.key] = WordContract(definition.name, contract, line)
        return tuple(found.values())

    @cached_property
    def declarations(self) -> Declarations | None:
        """The verdicts on the source's ``#:contract`` lines; None for a source without a directive."""
        return verify(self.program, self.definitions, self.inference)

    @cached_property
    def prediction(self) -> Prediction:
        """The outcomes that the program may have (LANG.OUTCOMES)."""
        if self.declarations is not None and self.declarations.violated:
            return refused("contractViolation")
        inference = self._names if self._source.literal else None
        return predict(self._items, self._positions, self.prelude, inference, self.limits)

    @cached_property
    def _top(self) -> Contract:
        """What is inferred of the top level, as if it were a body."""
        return self._names.program(self._items, self._positions)

    def check(self) -> Failure | None:
        """The ERROR that a host refuses the program with before running it, or None.

        Declarations come first, as they do when the program is run: contractViolation. Then names
        (:mod:`ajisai.contracts.check`). Symbols that are only data are no calls; where the program runs a
        block that it makes of them, they are.
        """
        if self.declarations is not None and self.declarations.violated:
            return Failure("contractViolation", self.declarations.findings[0].message)
        return Check(
            self._items, self._source, self.prelude, self._names, self._top, self.prediction
        ).refusal()
