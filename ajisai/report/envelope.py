"""The envelope: the one document that every door of the engine answers (``spec/envelope.schema.json``).

A field without a value is absent. What decides is at the front: readers of the text meet the status, the
error and the displays before the nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ajisai.machine.vocabulary import specification_version
from ajisai.report.elision import (
    ERROR_STACK_BUDGET,
    VALUE_STACK_BUDGET,
    view_output,
    view_stack,
)
from ajisai.report.wire import sent_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ajisai.contracts import Declarations
    from ajisai.report.failures import Error
    from ajisai.report.result import PreludeWord, Projected, Result

Envelope = dict[str, Any]

SCHEMA_VERSION: Final = 5

_RESERVE: Final = 2048
"""Bytes of a response that are not the engine's: provenance, in both copies, and the keys of elision."""


def head(status: str) -> Envelope:
    """The fields that every answer of the engine starts with."""
    return {
        "schemaVersion": SCHEMA_VERSION,
        "specificationVersion": specification_version(),
        "status": status,
    }


def present(**fields: Any) -> Envelope:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def run_envelope(result: Result) -> Envelope:
    """The envelope of a run."""
    failed = result.error is not None
    budget = ERROR_STACK_BUDGET if failed else VALUE_STACK_BUDGET
    reason = "errorStackBudget" if failed else "valueStackBudget"
    front = {**head(result.status), "outcome": result.outcome}
    if result.error is not None:
        front |= failure_fields(
            result.error, None if result.diagnosis is None else result.diagnosis.to_mapping()
        )
    back = {
        "resourceUsage": {
            "executionSteps": result.usage.execution_steps,
            "numericWork": result.usage.numeric_work,
            "collectionWork": result.usage.collection_work,
        },
        **present(
            errorFlowTrace=trace_field(result.trace, result.trace_rest),
            contractDecls=declarations_field(result.declarations),
            prelude=prelude_field(result.prelude),
        ),
    }
    room = result.limits.response_bytes - _RESERVE - sent_bytes(front) - sent_bytes(back)
    stack = view_stack(result.stack, budget, room, reason)
    middle: Envelope = {"stackDisplay": stack.displays, "stack": stack.nodes}
    elided = stack.elided(budget, reason)
    if elided is not None:
        middle["stackElided"] = elided
    output = view_output(result.output, room - sent_bytes(middle) if result.output else room)
    middle["output"] = output.texts
    if output.entries:
        middle["outputElided"] = {"entries": output.entries, "approxBytes": output.approx_bytes}
    return {**front, **middle, **back}


def failure_fields(error: Error, diagnosis: Envelope | None) -> Envelope:
    """``message``, ``error`` and ``diagnosis`` of a language ERROR."""
    return present(
        message=error.message,
        error=present(
            category=error.category,
            resource=error.resource,
            word=error.word,
            line=error.line,
            column=error.column,
        ),
        diagnosis=diagnosis,
    )


def trace_field(trace: Sequence[Projected], rest: int) -> list[Envelope] | None:
    """``errorFlowTrace``: the calls that projected a NIL, then how many more did."""
    if not trace:
        return None
    field = [
        present(
            kind="nilProduced",
            word=call.word,
            reason=call.reason,
            lanes=call.lanes,
            line=call.line,
            column=call.column,
        )
        for call in trace
    ]
    return [*field, {"kind": "moreProduced", "count": rest}] if rest else field


def declarations_field(declarations: Declarations | None) -> Envelope | None:
    """``contractDecls``, for a source with a directive."""
    if declarations is None:
        return None
    return {
        "outcome": declarations.outcome,
        "findings": [
            present(severity=each.severity, message=each.message, word=each.word, line=each.line)
            for each in declarations.findings
        ],
        "declarations": [{"word": each.word, "verdict": each.verdict} for each in declarations.declarations],
    }


def prelude_field(prelude: Sequence[PreludeWord]) -> list[Envelope] | None:
    """``prelude``: the phrasebook Words defined before the source."""
    return [{"name": word.name, "digest": word.digest} for word in prelude] or None
