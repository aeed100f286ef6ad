"""Reads spec/language.md for its tests: the clauses it defines and the programs it shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
LANGUAGE = ROOT / "spec" / "language.md"

_CLAUSE = re.compile(r"^(?:#{2,4} |- \*\*)(LANG(?:\.[A-Z0-9?-]+)+)", re.MULTILINE)
_CITED = re.compile(r"\bLANG(?:\.[A-Z][A-Z0-9?-]*)+")
_BLOCK = re.compile(r"^```ajisai\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Shown(NamedTuple):
    """A program of the page, and how it is said to end."""

    source: str
    ending: str
    output: tuple[str, ...]
    line: int


def defined_clauses() -> list[str]:
    """The ids that spec/language.md defines, in order: headings, and entries of its lists."""
    return _CLAUSE.findall(LANGUAGE.read_text(encoding="utf-8"))


def word_entries() -> list[str]:
    """The Words that have an entry, by the name in its id."""
    return re.findall(r"^- \*\*LANG\.WORDS\.([A-Z?-]+)", LANGUAGE.read_text(encoding="utf-8"), re.MULTILINE)


def cited_clauses(text: str) -> set[str]:
    """The ids that a text names."""
    return {found.rstrip("-") for found in _CITED.findall(text)}


def shown_programs() -> list[Shown]:
    """Every ``ajisai`` block: the whole block is the program, its comments tell the ending."""
    text = LANGUAGE.read_text(encoding="utf-8")
    answer = []
    for found in _BLOCK.finditer(text):
        source = found[1]
        endings = re.findall(r"^# =>(.*)$", source, re.MULTILINE)
        line = text.count("\n", 0, found.start()) + 2
        assert len(endings) == 1, f"the block on line {line} must tell one ending"
        output = tuple(re.findall(r"^# prints (.*)$", source, re.MULTILINE))
        answer.append(Shown(source, endings[0].strip(), output, line))
    return answer
