"""Everything that is known of one program before it runs: contracts, declarations, check, outcomes.

Nothing is computed before it is asked for, and nothing is executed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ajisai.bounds import Failure, Limits
from ajisai.contracts.contract import CONSERVATIVE_SEED, UNMODELLED_CONTROL_FLOW, UNRESOLVED_WORD, Contract
from ajisai.contracts.declarations import Declarations, suggested, verify
from ajisai.contracts.forecast.walk import Unknown
from ajisai.contracts.inference import Inference
from ajisai.contracts.outcomes import Prediction, predict, refused
from ajisai.contracts.source import Definition, Definitions, program_items
from ajisai.machine.vocabulary import records
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

        Declarations come first, as they do when the program is run: contractViolation. Then names, of which
        the first is reported, as written and with its position: unknownWord for a name that is called where
        nothing has defined or bound it, or that nothing in the source defines, called or not. Symbols that
        are only data are no calls; where the program runs a block that it makes of them, they are.
        """
        if self.declarations is not None and self.declarations.violated:
            return Failure("contractViolation", self.declarations.findings[0].message)
        unknown = self._written_unknown() or self._called_unknown()
        if unknown is None:
            return None
        detail = f"no Word or binding is named {unknown.word}"
        return Failure("unknownWord", detail, word=unknown.word, position=unknown.position)

    def _written_unknown(self) -> Unknown | None:
        """The first name of the top level or of a body, as written, that nothing in the source can hold."""
        gaps = list(self._top.gaps)
        for definition in self.definitions:
            if definition.body is not None:
                gaps.extend(self._names.block(definition.body).gaps)
        names = [Unknown(gap.word, gap.position) for gap in gaps if gap.id == UNRESOLVED_WORD]
        return min(names, key=_place, default=None)

    def _called_unknown(self) -> Unknown | None:
        """The first name that may be called where nothing holds it."""
        if "error:unknownWord" not in self.prediction.outcomes:
            return None
        named = (
            Unknown(word, self._place_of(word) if at is None else at) for word, at in self.prediction.unknown
        )
        return min(named, key=_place, default=None) or self._early_name()

    def _early_name(self) -> Unknown | None:
        """Where no prediction is made: the first name that may stand for nothing, if any.

        That is a User Word's name that is written before the Word is defined at top level, or that DEL may
        take away, and, where the program runs a block that cannot be read, a name among data that no User
        Word has. A name of a body that was walked is bound.
        """
        unread = any(gap.id in (UNMODELLED_CONTROL_FLOW, CONSERVATIVE_SEED) for gap in self._top.gaps)
        outer = [definition for definition in self.definitions if definition.outer]
        defined = {definition.key: definition.position for definition in reversed(outer)}
        names = self._source.names
        deletes = any(written.symbol.key == "DEL" for written in names)
        walked = self._names.walked
        for symbol, position, block in names:
            if symbol.key in self._bodies:
                early = symbol.key not in self.prelude and defined.get(symbol.key, position) >= position
                if early or deletes:
                    return Unknown(symbol.spelling, position)
            elif unread and symbol.key not in records() and block is not None and id(block) not in walked:
                return Unknown(symbol.spelling, position)
        return None

    def _place_of(self, word: str) -> int | None:
        """Where a name is first written."""
        names = self._source.names
        return next((written.position for written in names if written.symbol.key == word.upper()), None)


def _place(unknown: Unknown) -> int:
    return -1 if unknown.position is None else unknown.position
