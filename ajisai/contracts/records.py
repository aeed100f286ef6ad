"""Contracts as Records of the language: what the Word CONTRACT answers (LANG.WORDS.CONTRACT)."""

from __future__ import annotations

from collections.abc import Iterable

from gmpy2 import mpz

from ajisai.contracts.contract import Contract
from ajisai.machine.vocabulary import Cost, WordRecord
from ajisai.values import Record, Value, Vector


def to_record(contract: Contract) -> Record:
    """The inferred contract of a block or User Word. Counts are numbers, or the text ``variable``."""
    return _record(
        {
            "inputs": _count(contract.inputs),
            "outputs": _count(contract.outputs),
            "field": contract.field,
            "partiality": contract.partiality,
            "purity": contract.purity,
            "determinism": contract.determinism,
            "effects": _texts(contract.effects),
            "cost": _cost(contract.cost),
            "exits": _texts(contract.exits),
            "confidence": contract.confidence,
            "gaps": _texts(f"{gap.id} {gap.word}" for gap in contract.gaps),
        }
    )


def core_record(record: WordRecord) -> Record:
    """The registered contract of a Core Word, whole."""
    entries: dict[str, Value] = {
        "inputs": _count(record.inputs),
        "outputs": _count(record.outputs),
        "field": record.field,
        "partiality": record.partiality,
        "purity": record.purity,
        "determinism": record.determinism,
        "effects": _texts(record.effects),
        "cost": _cost(record.cost),
        "family": record.family,
        "tier": record.tier,
        "roles": _texts(record.roles),
        "operandDomains": Vector([_texts(domains) for domains in record.operand_domains]),
        "resultDomains": _texts(record.result_domains),
        "nilPolicy": record.nil_policy,
        "projectsWhen": _texts(record.projects_when),
        "projectsReasons": _texts(record.projects_reasons),
        "errors": _texts(record.errors),
        "name": record.name,
        "summary": record.summary,
    }
    if record.standard_kind is not None:
        entries["standardKind"] = record.standard_kind
    return _record(entries)


def _record(entries: dict[str, Value]) -> Record:
    return Record(Vector(list(entries)), Vector(list(entries.values())))


def _count(count: int | None) -> Value:
    return "variable" if count is None else mpz(count)


def _texts(texts: Iterable[str]) -> Vector:
    return Vector(list(texts))


def _cost(cost: Cost) -> Record:
    return _record(
        {
            "steps": cost.steps,
            "numericWork": cost.numeric_work,
            "collectionWork": cost.collection_work,
        }
    )
