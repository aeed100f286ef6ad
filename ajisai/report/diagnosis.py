"""Why a program failed and what to look at next (``spec/diagnosis.json``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ajisai.assets import read_json
from ajisai.bounds.failure import Progress

if TYPE_CHECKING:
    from ajisai.report.result import Error


class Situation(NamedTuple):
    """What is remembered of a failure so that it can be explained later.

    Attributes:
        when: ``parse``, ``resolveWord``, ``executeWord`` or ``checkContract``.
    """

    when: str


class NextCheck(NamedTuple):
    """Something to look at: a stable code, and texts in English (``en``) and Japanese (``ja``)."""

    code: str
    title: Mapping[str, str]
    detail: Mapping[str, str]


class ResourceLimit(NamedTuple):
    """The ceiling that was crossed; ``progress`` where the meter is charged as it goes."""

    resource: str
    limit: int
    observed: int
    progress: Progress | None


@dataclass(frozen=True)
class Diagnosis:
    """What went wrong with a program, and what to look at next.

    Attributes:
        when: ``parse``, ``resolveWord``, ``executeWord`` or ``checkContract``.
        why: a member of the closed list of ``spec/outcomes.json`` (``family``).
        candidates: for an unknown name, the nearest names, the best first.
        next_checks: what to look at, the most telling first.
        resource_limit: the ceiling that was crossed.
        repair: ``program`` when the program rather than an operand is wrong.
    """

    when: str
    why: str
    candidates: tuple[str, ...]
    next_checks: tuple[NextCheck, ...]
    resource_limit: ResourceLimit | None
    repair: str | None

    def to_mapping(self) -> dict[str, Any]:
        """The field ``diagnosis`` of an envelope."""
        field: dict[str, Any] = {"when": self.when, "why": self.why}
        if self.candidates:
            field["candidates"] = list(self.candidates)
        field["nextChecks"] = [
            {"code": check.code, "title": dict(check.title), "detail": dict(check.detail)}
            for check in self.next_checks
        ]
        if self.resource_limit is not None:
            field["resourceLimit"] = _ceiling(self.resource_limit)
        if self.repair is not None:
            field["repair"] = self.repair
        return field


def _ceiling(crossed: ResourceLimit) -> dict[str, Any]:
    field: dict[str, Any] = {
        "resource": crossed.resource,
        "limit": _size(crossed.limit),
        "observed": _size(crossed.observed),
    }
    if crossed.progress is not None:
        completed, total, unit = crossed.progress
        field["progress"] = {"completed": _size(completed), "total": _size(total), "unit": unit}
    return field


def _size(size: int) -> int | str:
    """A size as JSON readers keep it: a text where it passes what a double holds exactly."""
    return size if size < 2**53 else str(size)


def diagnose(error: Error, situation: Situation) -> Diagnosis:
    """The diagnosis of an ERROR."""
    category = next(
        entry for entry in read_json("spec/outcomes.json")["errorCategories"] if entry["id"] == error.category
    )
    limit = None
    if error.resource is not None and error.limit is not None and error.observed is not None:
        limit = ResourceLimit(error.resource, error.limit, error.observed, error.progress)
    return Diagnosis(
        when=situation.when,
        why=category["family"],
        candidates=(),
        next_checks=(),
        resource_limit=limit,
        repair="program" if category["repair"] == "program" else None,
    )
