"""The vocabulary as the engine reads it: one typed record per Core Word, and the closed lists of outcomes.

``spec/words.json`` and ``spec/outcomes.json`` are the authority; nothing here adds a fact to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from ajisai.assets import read_json


class Cost(NamedTuple):
    """Cost classes of a Word by meter (LANG.CONTRACTS.COST), such as ``const`` or ``linear*``."""

    steps: str
    numeric_work: str
    collection_work: str


class Example(NamedTuple):
    """A program and how it ends: ``stack`` (displays) with ``output``, or ``error`` (a category)."""

    source: str
    stack: tuple[str, ...] | None
    output: tuple[str, ...]
    error: str | None


@dataclass(frozen=True, slots=True)
class WordRecord:
    """The registered contract and help of one Core Word (LANG.CONTRACTS.RECORD).

    Attributes:
        inputs, outputs: operand and result counts; None where the count is variable.
        roles: one of data, leaf, element, control, truth per operand, in the order written.
        operand_domains: the domains admitted per operand; empty where the count is variable.
        projects_when, projects_reasons: the situations in which it makes a NIL, and the NIL reasons.
        errors: ERROR categories of its own, beside stackUnderflow and the ceilings.
        clauses: ids of spec/language.md.
    """

    name: str
    family: str
    tier: str
    standard_kind: str | None
    inputs: int | None
    outputs: int | None
    roles: tuple[str, ...]
    operand_domains: tuple[tuple[str, ...], ...]
    result_domains: tuple[str, ...]
    nil_policy: str
    projects_when: tuple[str, ...]
    projects_reasons: tuple[str, ...]
    errors: tuple[str, ...]
    purity: str
    determinism: str
    cost: Cost
    field: str
    partiality: str
    effects: tuple[str, ...]
    summary: str
    syntax: str
    hover: str
    examples: tuple[Example, ...]
    clauses: tuple[str, ...]


def _count(value: int | str) -> int | None:
    return value if isinstance(value, int) else None


def _example(entry: Mapping[str, Any]) -> Example:
    stack = entry.get("stack")
    return Example(
        entry["source"],
        None if stack is None else tuple(stack),
        tuple(entry.get("output", ())),
        entry.get("error"),
    )


def _record(entry: Mapping[str, Any]) -> WordRecord:
    cost = entry["cost"]
    return WordRecord(
        name=entry["name"],
        family=entry["family"],
        tier=entry["tier"],
        standard_kind=entry.get("standardKind"),
        inputs=_count(entry["inputs"]),
        outputs=_count(entry["outputs"]),
        roles=tuple(entry["roles"]),
        operand_domains=tuple(tuple(domains) for domains in entry["operandDomains"]),
        result_domains=tuple(entry["resultDomains"]),
        nil_policy=entry["nilPolicy"],
        projects_when=tuple(entry["projection"]["when"]),
        projects_reasons=tuple(entry["projection"]["reasons"]),
        errors=tuple(entry["errors"]),
        purity=entry["purity"],
        determinism=entry["determinism"],
        cost=Cost(cost["steps"], cost["numericWork"], cost["collectionWork"]),
        field=entry["field"],
        partiality=entry["partiality"],
        effects=tuple(entry["effects"]),
        summary=entry["summary"],
        syntax=entry["syntax"],
        hover=entry["hover"],
        examples=tuple(_example(example) for example in entry["examples"]),
        clauses=tuple(entry["clauses"]),
    )


@cache
def records() -> Mapping[str, WordRecord]:
    """Every Core Word's record by its upper-case name, in the order of ``spec/words.json``."""
    return MappingProxyType(
        {entry["name"]: _record(entry) for entry in read_json("spec/words.json")["words"]}
    )


@cache
def specification_version() -> str:
    """The version of the language that ``spec/`` defines, such as ``1.0.0-beta.1``."""
    return str(read_json("spec/words.json")["specificationVersion"])


@cache
def nil_reasons() -> tuple[str, ...]:
    """The ids of every NIL reason, in the order of ``spec/outcomes.json`` (LANG.NIL.REASONS)."""
    return tuple(entry["id"] for entry in read_json("spec/outcomes.json")["nilReasons"])


@cache
def error_categories() -> tuple[str, ...]:
    """The ids of every ERROR category, in the order of ``spec/outcomes.json`` (LANG.ERRORS.CATEGORIES)."""
    return tuple(entry["id"] for entry in read_json("spec/outcomes.json")["errorCategories"])
