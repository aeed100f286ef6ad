"""The clauses of spec/language.md: each is defined once, and whatever cites one finds it."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from ajisai.machine.vocabulary import error_categories, nil_reasons, records, specification_version
from tests.spec.clauses import LANGUAGE, ROOT, cited_clauses, defined_clauses, word_entries

_CITING = sorted(
    path
    for folder in ("ajisai", "ajisai_mcp", "spec", "phrasebook", "docs")
    for pattern in ("*.py", "*.md", "*.json", "*.lark")
    for path in (ROOT / folder).rglob(pattern)
)


def test_clauses_are_defined_once() -> None:
    """An id names one rule."""
    clauses = defined_clauses()
    assert len(clauses) == len(set(clauses))
    assert len(clauses) > 100


def test_clauses_stand_under_a_section() -> None:
    """The section of every id is a heading of its own, so that an id can be found by its parts."""
    clauses = set(defined_clauses())
    assert {".".join(clause.split(".")[:2]) for clause in clauses} <= clauses


def test_words_have_one_entry_each() -> None:
    """Every Core Word has an entry of a list, under its own name, and nothing else has."""
    assert sorted(word_entries()) == sorted(records())


@pytest.mark.parametrize("name", records())
def test_word_cites_clauses_that_exist(name: str) -> None:
    """The first clause of a Word is its own; the others are rules it rests on."""
    clauses = records()[name].clauses
    assert clauses[0] == f"LANG.WORDS.{name}"
    assert set(clauses) <= set(defined_clauses())


@pytest.mark.parametrize("path", _CITING, ids=lambda path: str(path.relative_to(ROOT)))
def test_file_cites_clauses_that_exist(path: Path) -> None:
    """No file points at a rule that is not there."""
    assert cited_clauses(path.read_text(encoding="utf-8")) <= set(defined_clauses())


def test_language_names_every_outcome() -> None:
    """Each NIL reason and ERROR category occurs in the rules."""
    text = LANGUAGE.read_text(encoding="utf-8")
    missing = [name for name in (*nil_reasons(), *error_categories()) if name not in text]
    assert missing == []


def test_language_version_is_the_vocabularys() -> None:
    """The page and the data speak of one version."""
    assert f"`{specification_version()}`" in LANGUAGE.read_text(encoding="utf-8")


def test_language_lines_fit() -> None:
    """Lines of prose are wrapped; tables and programs may be as long as they must."""
    lines = LANGUAGE.read_text(encoding="utf-8").splitlines()
    fences = [number for number, line in enumerate(lines) if line.startswith("```")]
    programs = {n for start, end in list(pairwise(fences))[::2] for n in range(start, end)}
    long = [
        number + 1
        for number, line in enumerate(lines)
        if len(line) > 130 and number not in programs and not re.match(r"\|", line)
    ]
    assert long == []
