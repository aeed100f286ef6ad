"""What hostile programs took, as a table and as a record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.records import provenance

SECONDS: Final = 2.5
"""What a program may take: half of wallTimeMs."""

MEBIBYTES: Final = 512
"""What a worker may hold."""

_REFUSALS: Final = {"responseTooLarge", "sourceTooLarge"}
"""Host failures that refuse by name; any other ends a program for a reason that is not its own."""


@dataclass(frozen=True)
class Cost:
    """What one program took.

    Attributes:
        outcome: the outcome of a run, the status of another tool's answer, or the code of a host failure.
        resource: the ceiling that refused it, where one did.
        answered: whether it was answered or refused by name; False for another host failure.
        seconds: of the call. processor: of its process, where that is known.
        mebibytes: the most that its process held. response: bytes of the answer.
    """

    name: str
    outcome: str
    resource: str | None
    answered: bool
    seconds: float
    processor: float | None
    mebibytes: float
    response: int

    def fault(self, seconds: float) -> str | None:
        """What is wrong, in a word; None when it ended by itself within the figures."""
        if not self.answered:
            return f"ENDED BY THE HOST: {self.outcome}"
        if self.seconds > seconds:
            return "TOO LONG"
        return "TOO LARGE" if self.mebibytes > MEBIBYTES else None


def cost_of(
    name: str, envelope: dict[str, Any], seconds: float, processor: float | None, mebibytes: float, size: int
) -> Cost:
    """What an answer of any tool says of itself, with what was measured."""
    error = envelope.get("error") or {}
    host = envelope["status"] == "hostError"
    outcome = error.get("code", "hostError") if host else envelope.get("outcome", envelope["status"])
    answered = not host or outcome in _REFUSALS
    return Cost(name, outcome, error.get("resource"), answered, seconds, processor, mebibytes, size)


def tell(costs: Sequence[Cost], seconds: float) -> None:
    """Print the table, the slowest first."""
    for cost in sorted(costs, key=lambda cost: -cost.seconds):
        told = cost.outcome if cost.resource is None else f"{cost.outcome} ({cost.resource})"
        processor = "       " if cost.processor is None else f"{cost.processor:5.2f} s"
        fault = cost.fault(seconds)
        print(
            f"{cost.seconds:6.2f} s {processor} {cost.mebibytes:5.0f} MiB  {cost.name:<26} {told}"
            f"{'' if fault is None else '  ' + fault}"
        )


def keep(costs: Sequence[Cost], place: Path, **how: object) -> None:
    """Write the record."""
    record = {
        **provenance(),
        **how,
        "programs": [asdict(cost) for cost in costs],
    }
    place.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"record: {place}")
