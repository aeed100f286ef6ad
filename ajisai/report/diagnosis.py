"""Why a program failed and what to look at next, in the words of ``spec/diagnosis.json``."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ajisai.assets import read_json
from ajisai.bounds.failure import Progress
from ajisai.machine.vocabulary import records
from ajisai.report.habits import habit_of
from ajisai.report.messages import in_one_line
from ajisai.report.suggestions import nearest

if TYPE_CHECKING:
    from ajisai.report.failures import Error


class Situation(NamedTuple):
    """What is remembered of a failure so that it can be explained later.

    Attributes:
        when: ``parse``, ``resolveWord``, ``executeWord`` or ``checkContract``.
        lexeme: for a source that is not well formed, the word at the fault, cut short.
        marked: whether the source begins with a byte order mark.
        found: for an operand of the wrong kind, the ``type`` of its node.
        names: for an unknown name, the names beside those of Core that the run and the source hold.
        phrasebook: for an unknown name, the names that the phrasebook holds.
    """

    when: str
    lexeme: str = ""
    marked: bool = False
    found: str | None = None
    names: tuple[str, ...] = ()
    phrasebook: tuple[str, ...] = ()


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


def diagnose(error: Error, situation: Situation) -> Diagnosis:
    """The diagnosis of an ERROR."""
    category = _categories()[error.category]
    limit = None
    if error.resource is not None and error.limit is not None and error.observed is not None:
        limit = ResourceLimit(error.resource, error.limit, error.observed, error.progress)
    candidates: tuple[str, ...] = ()
    if error.category == "unknownWord":
        candidates = candidates_for(error.word or "", situation.names, situation.phrasebook)
    checks = dict(_checks(error, situation, candidates))
    return Diagnosis(
        when=situation.when,
        why=category["family"],
        candidates=candidates,
        next_checks=tuple(_filled(code, places) for code, places in checks.items()),
        resource_limit=limit,
        repair="program" if category["repair"] == "program" else None,
    )


def candidates_for(
    written: str, names: tuple[str, ...] = (), phrasebook: Collection[str] = ()
) -> tuple[str, ...]:
    """The names that an unknown one may be meant for, from Core and from ``names``, the best first.

    Another language's name is known for what it means, and is no slip of a Core Word; a name that the
    phrasebook holds is no slip of any.
    """
    habit = habit_of(written) if written else None
    synonym = () if habit is None or habit.synonym is None else (habit.synonym,)
    if written.upper() in phrasebook:
        return synonym
    foreign = habit is not None and habit.code not in _MISWRITTEN
    core = () if foreign else records()
    pool = [*core, *(name for name in names if name.upper() != written.upper())]
    return tuple(dict.fromkeys([*synonym, *nearest(written, pool)]))


_MISWRITTEN: Final = ("fullWidth", "hiddenCharacter")
"""Habits of writing a name that is meant otherwise: near names are looked for beside them."""

_Places = dict[str, str]
_LEXEMES: Final = {"[": "openBracket", "]": "extraBracket"}
_KINDS_FOUND: Final = {
    ("nonNumeric", "string"): "textIsNoNumber",
    ("nonNumeric", "symbol"): "symbolIsNoCall",
    ("invalidInteger", "string"): "textIsNoNumber",
    ("invalidInteger", "symbol"): "symbolIsNoCall",
}


def _checks(error: Error, situation: Situation, candidates: tuple[str, ...]) -> Iterator[tuple[str, _Places]]:
    """The codes of what to look at, with what their texts leave open."""
    if situation.marked and error.category in ("unknownWord", "malformedSource"):
        yield "byteOrderMark", {}
    if error.category == "unknownWord" and error.word:
        yield from _unknown(error.word, situation, candidates)
    if error.category == "malformedSource":
        opened = "openString" if situation.lexeme.startswith("'") else "gluedBracket"
        yield _LEXEMES.get(situation.lexeme, opened), {}
    kind = _KINDS_FOUND.get((error.category, situation.found or ""))
    if kind is not None:
        yield kind, {}
    if error.progress is not None and error.progress.completed:
        completed, total, unit = error.progress
        yield "sizeThatFits", {"completed": str(completed), "total": str(total), "unit": unit}
    places = {}
    if error.word is not None and error.word in records():
        places = {"word": error.word, "syntax": records()[error.word].syntax}
    for code in _codes()[error.resource or error.category]:
        if places or not _asks_for_a_word(code):
            yield code, places


def _unknown(word: str, situation: Situation, candidates: tuple[str, ...]) -> Iterator[tuple[str, _Places]]:
    written = in_one_line(word)
    habit = habit_of(word)
    if word.upper() in (name.upper() for name in situation.names):
        yield "definedLater", {"written": written}
    if word.upper() in situation.phrasebook:
        yield "phrasebookWord", {"written": written}
    if habit is not None and not (situation.marked and habit.code == "hiddenCharacter"):
        yield habit.code, {"written": written, "instead": in_one_line(habit.instead)}
    if candidates and (habit is None or habit.code in _MISWRITTEN):
        yield "nearName", {"written": written, "instead": " ".join(map(in_one_line, candidates))}


def _filled(code: str, places: _Places) -> NextCheck:
    entry = _texts()[code]
    return NextCheck(code, _fill(entry["title"], places), _fill(entry["detail"], places))


def _fill(texts: Mapping[str, str], places: _Places) -> dict[str, str]:
    return {language: text.format_map(places) for language, text in texts.items()}


@cache
def _texts() -> Mapping[str, Any]:
    return {entry["code"]: entry for entry in read_json("spec/diagnosis.json")["checks"]}


@cache
def _categories() -> Mapping[str, Any]:
    return {entry["id"]: entry for entry in read_json("spec/outcomes.json")["errorCategories"]}


@cache
def _codes() -> Mapping[str, list[str]]:
    """The checks of an ERROR category or of a ceiling."""
    document = read_json("spec/diagnosis.json")
    return {entry["category"]: entry["checks"] for entry in document["categories"]} | {
        entry["resource"]: entry["checks"] for entry in document["resources"]
    }


@cache
def _asks_for_a_word(code: str) -> bool:
    return "{word}" in _texts()[code]["detail"]["en"]


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
