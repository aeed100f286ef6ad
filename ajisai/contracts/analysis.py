"""Everything that is known of one program before it runs: contracts, declarations, check, outcomes.

Nothing is computed before it is asked for, and nothing is executed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ajisai.bounds import Failure
from ajisai.contracts.contract import UNRESOLVED_WORD, Contract, Gap
from ajisai.contracts.declarations import Declarations, suggested, verify
from ajisai.contracts.inference import Inference
from ajisai.contracts.source import Definition, definitions, program_items
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
    """

    def __init__(self, program: Program, prelude: Mapping[str, Vector] | None = None) -> None:
        self.program = program
        self.prelude: Mapping[str, Vector] = {} if prelude is None else prelude
        self._items, self._positions = program_items(program)
        self.definitions: Sequence[Definition] = definitions(self._items, self._positions)
        self._bodies: dict[str, list[Vector | None]] = {key: [body] for key, body in self.prelude.items()}
        for definition in self.definitions:
            self._bodies.setdefault(definition.key, []).append(definition.body)
        self.inference = Inference(lambda key: self._bodies.get(key, ()))

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

    def check(self) -> Failure | None:
        """The ERROR that a host refuses the program with before running it, or None.

        Declarations come first, as they do when the program is run: contractViolation. Then names:
        unknownWord, with the name as written and its position.
        """
        if self.declarations is not None and self.declarations.violated:
            return Failure("contractViolation", self.declarations.findings[0].message)
        unresolved = self._unresolved()
        if unresolved is None:
            return None
        detail = f"no Word or binding is named {unresolved.word}"
        return Failure("unknownWord", detail, word=unresolved.word, position=unresolved.position)

    def _unresolved(self) -> Gap | None:
        """The first name, as the source is written, that nothing in it can resolve."""
        found = list(self.inference.program(self._items, self._positions).gaps)
        for definition in self.definitions:
            if definition.body is not None:
                found.extend(self.inference.block(definition.body).gaps)
        names = [gap for gap in found if gap.id == UNRESOLVED_WORD]
        return min(names, key=lambda gap: -1 if gap.position is None else gap.position, default=None)
