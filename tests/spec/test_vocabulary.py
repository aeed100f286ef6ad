"""ajisai.machine.vocabulary: what the engine reads is what spec/ says."""

from __future__ import annotations

import dataclasses

import pytest

from ajisai.assets import read_json
from ajisai.machine.vocabulary import (
    WordRecord,
    error_categories,
    nil_reasons,
    records,
    specification_version,
)

_ENTRIES = {entry["name"]: entry for entry in read_json("spec/words.json")["words"]}


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)


def test_records_keep_the_order_of_the_file() -> None:
    """The mapping lists the Words as words.json does."""
    assert list(records()) == list(_ENTRIES)


@pytest.mark.parametrize("name", _ENTRIES)
def test_record_holds_what_the_entry_says(name: str) -> None:
    """Every fact of the entry stands in the record, unchanged but for tuples and variable counts."""
    entry, record = _ENTRIES[name], records()[name]
    for key in ("name", "family", "tier", "nilPolicy", "purity", "determinism", "field", "partiality"):
        assert getattr(record, {"nilPolicy": "nil_policy"}.get(key, key)) == entry[key]
    for key in ("summary", "syntax", "hover"):
        assert getattr(record, key) == entry[key]
    for key in ("roles", "result_domains", "errors", "effects", "clauses"):
        assert list(getattr(record, key)) == entry[_camel(key)]
    assert [list(each) for each in record.operand_domains] == entry["operandDomains"]
    assert record.standard_kind == entry.get("standardKind")
    assert list(record.projects_when) == entry["projection"]["when"]
    assert list(record.projects_reasons) == entry["projection"]["reasons"]
    assert record.inputs == (None if entry["inputs"] == "variable" else entry["inputs"])
    assert record.outputs == (None if entry["outputs"] == "variable" else entry["outputs"])
    assert list(record.cost) == list(entry["cost"].values())
    assert len(record.examples) == len(entry["examples"])


def test_record_cannot_be_changed() -> None:
    """The engine shares the records, so nothing may write to them."""
    record = records()["ADD"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.name = "SUB"  # type: ignore[misc]
    with pytest.raises(TypeError):
        records()["ADD"] = record  # type: ignore[index]
    assert not hasattr(record, "__dict__")
    assert isinstance(record, WordRecord)


def test_records_are_read_once() -> None:
    """Asking again answers the same mapping."""
    assert records() is records()


def test_lists_of_outcomes_are_those_of_the_file() -> None:
    """Ids in the order of outcomes.json."""
    outcomes = read_json("spec/outcomes.json")
    assert list(nil_reasons()) == [entry["id"] for entry in outcomes["nilReasons"]]
    assert list(error_categories()) == [entry["id"] for entry in outcomes["errorCategories"]]
    assert (nil_reasons()[0], len(nil_reasons()), len(error_categories())) == ("literal", 6, 29)


def test_specification_version_is_the_files() -> None:
    """The version is read, not repeated."""
    assert specification_version() == read_json("spec/words.json")["specificationVersion"]
