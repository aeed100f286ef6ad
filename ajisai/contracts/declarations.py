"""Verifies what a source declares of its Words (LANG.CONTRACTS.DECLARATION)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ajisai.contracts.contract import Contract
from ajisai.contracts.inference import Inference
from ajisai.contracts.source import Definition
from ajisai.syntax import Program, line_column
from ajisai.syntax.directives import ContractDirective, MalformedDirective, directives

VERDICTS: Final = ("verified", "cannotVerify", "violated")
"""From the best to the worst; the outcome of a source is its worst."""


class Finding(NamedTuple):
    """What is wrong with a declaration and what to change.

    ``severity`` is ``error`` for a violation, ``warning`` for what cannot be verified.
    """

    severity: str
    message: str
    word: str | None
    line: int


class Declaration(NamedTuple):
    """A declared Word, as written, and its verdict, one of VERDICTS."""

    word: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Declarations:
    """The verdict on every ``#:contract`` line of a source, in order."""

    outcome: str
    findings: tuple[Finding, ...]
    declarations: tuple[Declaration, ...]

    @property
    def violated(self) -> bool:
        """Whether the source must be refused (category contractViolation)."""
        return self.outcome == "violated"


class _Fault(NamedTuple):
    verdict: str
    message: str


def verify(program: Program, defined: Sequence[Definition], inference: Inference) -> Declarations | None:
    """The verdicts on a source's declarations; None for a source without a directive.

    ``defined`` are the Words that the source defines itself, ``inference`` answers their contracts.
    """
    written = directives(program)
    if not written:
        return None
    names = {definition.key for definition in defined}
    findings: list[Finding] = []
    declarations: list[Declaration] = []
    outcome = 0
    for directive in written:
        line = line_column(program.source, directive.start)[0]
        if isinstance(directive, MalformedDirective):
            faults = [_Fault("violated", directive.message)]
        elif isinstance(directive, ContractDirective):
            faults = _faults(directive, names, inference)
        else:
            continue
        verdict = max((VERDICTS.index(fault.verdict) for fault in faults), default=0)
        outcome = max(outcome, verdict)
        if directive.name is not None:
            declarations.append(Declaration(directive.name, VERDICTS[verdict]))
        for fault in faults:
            severity = "error" if fault.verdict == "violated" else "warning"
            findings.append(Finding(severity, fault.message, directive.name, line))
    return Declarations(VERDICTS[outcome], tuple(findings), tuple(declarations))


def suggested(name: str, contract: Contract) -> str:
    """The directive that a Word of this contract keeps."""
    inputs, outputs = _shown(contract.inputs), _shown(contract.outputs)
    return f"#:contract {name} inputs={inputs} outputs={outputs} field={contract.field}"


def _faults(declared: ContractDirective, names: set[str], inference: Inference) -> list[_Fault]:
    contract = inference.word(declared.name) if declared.name.upper() in names else None
    if contract is None:
        message = f"the source defines no Word {declared.name}: define it, or take the line away"
        return [_Fault("violated", message)]
    found: list[_Fault] = []
    for key, stated in (("inputs", declared.inputs), ("outputs", declared.outputs)):
        inferred = contract.inputs if key == "inputs" else contract.outputs
        if stated is None or stated == _shown(inferred) or stated == inferred:
            continue
        gap = next((gap for gap in contract.gaps if key in gap.keys), None)
        if gap is not None and inferred is None:
            why = f"{gap.word}: {gap.detail} ({gap.id})"
            found.append(_Fault("cannotVerify", f"{key}={stated} cannot be verified: {why}"))
            continue
        message = f"{key}={stated} is declared, {key}={_shown(inferred)} is what the body does: "
        found.append(_Fault("violated", message + f"write {key}={_shown(inferred)}, or change the body"))
    if declared.field == "closed" and contract.field == "leaving":
        found.append(_leaving(contract))
    return found


def _leaving(contract: Contract) -> _Fault:
    """A body that may leave the finite numbers. An exit that the walk could read is a violation."""
    doubted = {gap.word for gap in contract.gaps if "field" in gap.keys}
    certain = [name for name in contract.exits if name not in doubted]
    if not certain:
        gap = next(gap for gap in contract.gaps if "field" in gap.keys)
        why = f"{gap.word}: {gap.detail} ({gap.id})"
        return _Fault("cannotVerify", f"field=closed cannot be verified: {why}")
    exits = ", ".join(certain)
    return _Fault(
        "violated",
        f"field=closed is declared, but the body can answer a point over zero through {exits}: "
        "write field=leaving, or keep the divisor a non-zero literal",
    )


def _shown(count: int | None) -> int | str:
    return "variable" if count is None else count
