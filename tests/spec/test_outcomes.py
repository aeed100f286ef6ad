"""spec/outcomes.json: the closed lists of NIL reasons and ERROR categories, and their witnesses."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

import ajisai
from ajisai.assets import read_bytes, read_json
from ajisai.bounds import Limits
from ajisai.machine.vocabulary import error_categories, nil_reasons, records, specification_version
from tests.spec.canonical import canonical

_OUTCOMES = read_json("spec/outcomes.json")


def _entries(key: str) -> list[Any]:
    return [pytest.param(entry, id=entry["id"]) for entry in _OUTCOMES[key]]


def test_outcomes_follow_their_schema() -> None:
    """The data are of the described form."""
    jsonschema.Draft202012Validator(read_json("spec/outcomes.schema.json")).validate(_OUTCOMES)


def test_outcomes_are_written_in_one_way() -> None:
    """The file is its own canonical text, so that a change shows as what it is."""
    assert read_bytes("spec/outcomes.json").decode("utf-8") == canonical(_OUTCOMES)


def test_outcomes_are_of_the_vocabularys_version() -> None:
    """One language version over all of spec/."""
    assert _OUTCOMES["specificationVersion"] == specification_version()


def test_outcome_ids_are_distinct() -> None:
    """No id occurs twice, in one list or across both."""
    ids = [*nil_reasons(), *error_categories()]
    assert len(ids) == len(set(ids))


def test_outcomes_hold_what_words_register() -> None:
    """Every reason and category that a Word registers is in the closed lists."""
    for record in records().values():
        assert set(record.projects_reasons) <= set(nil_reasons())
        assert set(record.errors) <= set(error_categories())


@pytest.mark.parametrize("entry", _entries("nilReasons"))
def test_nil_reason_has_a_witness(entry: dict[str, str]) -> None:
    """The witness ends in that absence."""
    assert ajisai.run(entry["witness"], limits=Limits.agent()).outcome == "nil:" + entry["id"]


@pytest.mark.parametrize("entry", _entries("errorCategories"))
def test_error_category_has_a_witness(entry: dict[str, str]) -> None:
    """The witness ends in that ERROR, as the server runs it."""
    assert ajisai.run(entry["witness"], limits=Limits.agent()).outcome == "error:" + entry["id"]


@pytest.mark.parametrize("entry", _entries("nilReasons") + _entries("errorCategories"))
def test_witness_is_small(entry: dict[str, str]) -> None:
    """No witness needs more than 2,000 steps, but the one whose point is that it takes too many."""
    result = ajisai.run(entry["witness"], limits=Limits.agent(execution_steps=2000))
    assert result.outcome.partition(":")[2] == entry["id"]
