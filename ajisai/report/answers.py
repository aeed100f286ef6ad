"""What the tools answer that run nothing: check, infer_contracts, outcomes, word_contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Self

from ajisai.contracts import Contract, Declarations, WordContract
from ajisai.machine.vocabulary import Cost
from ajisai.report.diagnosis import Diagnosis, Situation, diagnose
from ajisai.report.envelope import (
    Envelope,
    declarations_field,
    failure_fields,
    head,
    prelude_field,
    present,
)
from ajisai.report.failures import Error, place_in
from ajisai.report.result import AjisaiError, PreludeWord


@dataclass(frozen=True, kw_only=True)
class SourceReport:
    """What every tool that reads a source answers.

    Attributes:
        status: ``ok`` or ``error``.
        error: the facts of the ERROR that the source is refused with, or None.
        source: the program.
        declarations: the verdicts on the source's ``#:contract`` lines; None for a source without any.
        prelude: the phrasebook Words that were asked for, and those that they call.
        situation: what a diagnosis of the ERROR is made from.
    """

    source: str
    error: Error | None = None
    declarations: Declarations | None = None
    prelude: tuple[PreludeWord, ...] = ()
    situation: Situation | None = field(default=None, repr=False)

    @property
    def status(self) -> str:
        """``ok`` or ``error``."""
        return "ok" if self.error is None else "error"

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        """What went wrong and what to look at next; None where nothing went wrong."""
        if self.error is None or self.situation is None:
            return None
        return diagnose(self.error, self.situation)

    def raise_for_error(self) -> Self:
        """This answer, or :class:`AjisaiError` where the source is refused."""
        if self.error is not None:
            raise AjisaiError(self)
        return self

    def to_envelope(self) -> Envelope:
        """The answer as a host sends it (``spec/envelope.schema.json``)."""
        failure: Envelope = {}
        if self.error is not None:
            diagnosis = self.diagnosis
            failure = failure_fields(self.error, None if diagnosis is None else diagnosis.to_mapping())
        return {
            **head(self.status),
            **failure,
            **self._answer(),
            **present(
                contractDecls=declarations_field(self.declarations), prelude=prelude_field(self.prelude)
            ),
        }

    def _answer(self) -> Envelope:
        """The fields of one tool."""
        return {}


@dataclass(frozen=True, kw_only=True)
class CheckReport(SourceReport):
    """Whether a program has good form, names that resolve and declarations that hold."""


class FoundGap(NamedTuple):
    """Something that inference could not decide: a stable id, the name it met, and where.

    ``line`` and ``column`` are None where the source does not hold the name.
    """

    id: str
    word: str
    detail: str
    line: int | None
    column: int | None


class InferredContract(NamedTuple):
    """The inferred contract of one Word that a source defines.

    Attributes:
        word: the name as it is written.
        inputs, outputs: counts; None where they vary.
        field: ``closed`` or ``leaving``; ``exits`` are the Words and literals that make it leaving.
        partiality, purity, determinism, effects, cost: as in ``spec/words.json``.
        confidence: ``exact``, or ``conservative`` where there are gaps.
        gaps: what could not be decided.
        suggested: the ``#:contract`` line that ``check`` verifies when it is pasted above.
    """

    word: str
    inputs: int | None
    outputs: int | None
    field: str
    exits: tuple[str, ...]
    partiality: str
    purity: str
    determinism: str
    effects: tuple[str, ...]
    cost: Cost
    confidence: str
    gaps: tuple[FoundGap, ...]
    suggested: str

    def to_mapping(self) -> Envelope:
        """The contract as an entry of the field ``contracts``."""
        return {
            "word": self.word,
            "inputs": _count(self.inputs),
            "outputs": _count(self.outputs),
            "field": self.field,
            "exits": list(self.exits),
            "partiality": self.partiality,
            "purity": self.purity,
            "determinism": self.determinism,
            "effects": list(self.effects),
            "cost": {
                "steps": self.cost.steps,
                "numericWork": self.cost.numeric_work,
                "collectionWork": self.cost.collection_work,
            },
            "confidence": self.confidence,
            "gaps": [
                present(id=gap.id, word=gap.word, detail=gap.detail, line=gap.line, column=gap.column)
                for gap in self.gaps
            ],
            "suggested": self.suggested,
        }


def inferred(found: WordContract, source: str) -> InferredContract:
    """The facts of a contract, its gaps placed in the source."""
    contract: Contract = found.contract
    return InferredContract(
        word=found.name,
        inputs=contract.inputs,
        outputs=contract.outputs,
        field=contract.field,
        exits=contract.exits,
        partiality=contract.partiality,
        purity=contract.purity,
        determinism=contract.determinism,
        effects=contract.effects,
        cost=contract.cost,
        confidence=contract.confidence,
        gaps=tuple(
            FoundGap(gap.id, gap.word, gap.detail, *place_in(source, gap.position)) for gap in contract.gaps
        ),
        suggested=found.suggested,
    )


@dataclass(frozen=True, kw_only=True)
class ContractsReport(SourceReport):
    """The contracts of the Words that a source defines, in the order of their first definition."""

    contracts: tuple[InferredContract, ...] = ()

    def _answer(self) -> Envelope:
        return {} if self.error is not None else {"contracts": [each.to_mapping() for each in self.contracts]}


@dataclass(frozen=True, kw_only=True)
class OutcomesReport(SourceReport):
    """The outcome ids that a program could end in; ``exact`` when there is one alone."""

    outcomes: tuple[str, ...]
    exact: bool

    def _answer(self) -> Envelope:
        return {"outcomes": list(self.outcomes), "exact": self.exact}


@dataclass(frozen=True)
class WordReport:
    """The registry entry of a Core Word, or the names nearest to one that is none.

    Attributes:
        word: the name asked for.
        matches: the entry of ``spec/words.json``; empty where no Core Word has the name.
        suggestions: the nearest names, the best first; empty where one matches.
    """

    word: str
    matches: tuple[Mapping[str, Any], ...]
    suggestions: tuple[str, ...]

    def to_envelope(self) -> Envelope:
        """The answer as a host sends it (``spec/envelope.schema.json``)."""
        answer: Envelope = {**head("ok"), "matches": [dict(entry) for entry in self.matches]}
        return answer if self.matches else {**answer, "suggestions": list(self.suggestions)}


def _count(count: int | None) -> int | str:
    return "variable" if count is None else count
