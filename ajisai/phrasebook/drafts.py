"""The form of a phrasebook file, read with the language's own reader: which line is which part of an entry.

An entry is a run of lines without an empty one between them, in this order::

    # NAME ( operands -- results ): what it does, on one or more lines.
    #:contract NAME inputs=1 outputs=1 field=closed
    # -3 NAME => 3/1
    [ … ] 'NAME' DEF
    #:digest NAME sha256:…

A run of comments alone is text between entries, and a line ``## Title`` opens a section. A draft may lack the
lines that are computed; :mod:`ajisai.phrasebook.reader` demands them all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ajisai.bounds import Failure, Limits, Meter
from ajisai.machine.literals import value_of
from ajisai.machine.vocabulary import records
from ajisai.phrasebook.failures import PhrasebookError
from ajisai.syntax import (
    ContractDirective,
    DigestDirective,
    Directive,
    MalformedDirective,
    NameNode,
    Node,
    Program,
    StringNode,
    VectorNode,
    directives,
    is_name_token,
    read,
)
from ajisai.values import Vector

ARROW: Final = "=>"
_EXAMPLE: Final = re.compile(r"#(?P<source>.*\S) =>(?P<result>.*)")
_SECTION: Final = re.compile(r"##\s+(?P<title>.*\S)\s*")


class Line(NamedTuple):
    """A line of the file: its number from 1, and its text."""

    number: int
    text: str


class Example(NamedTuple):
    """A program, and the display of the stack that it leaves or ``error:`` and its category.

    ``result`` is empty where a draft leaves it to be computed.
    """

    source: str
    result: str
    line: int


class Definition(NamedTuple):
    """The line that defines the Word: ``[ … ] 'NAME' DEF``."""

    name: str
    body: Vector
    source: str
    line: int


@dataclass(slots=True)
class Draft:
    """An entry as far as it is written. ``start`` and ``end`` are its first and last line."""

    definition: Definition
    section: str
    start: int
    end: int
    prose: list[Line] = field(default_factory=list)
    contract: ContractDirective | None = None
    contract_line: int | None = None
    examples: list[Example] = field(default_factory=list)
    digest: DigestDirective | None = None
    digest_line: int | None = None


class Drafts(NamedTuple):
    """A phrasebook file as read: its program, its lines, and its entries in order."""

    program: Program
    lines: Sequence[str]
    entries: Sequence[Draft]


def read_drafts(text: str) -> Drafts:
    """The entries of a file.

    Raises:
        PhrasebookError: for text that is no program, and for a line that is no part of an entry or stands in
            the wrong place.
    """
    try:
        program = read(text, Meter(Limits.playground()))
    except Failure as failure:
        line = None if failure.position is None else text.count("\n", 0, failure.position) + 1
        raise PhrasebookError(f"the file is no program: {failure.detail or failure.category}", line) from None
    lines = text.split("\n")
    parts = _Parts(program)
    entries: list[Draft] = []
    section = ""
    for run in _runs(lines):
        for number in run:
            title = _SECTION.fullmatch(lines[number - 1])
            if title is not None:
                section = title["title"]
        if any(number in parts.definitions or number in parts.directives for number in run):
            entries.append(_draft(run, lines, parts, section))
    return Drafts(program, lines, entries)


class _Parts:
    """Which lines hold definitions, and which directives."""

    def __init__(self, program: Program) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", program.source))]
        self.definitions: dict[int, Definition] = {}
        self.directives: dict[int, Directive] = {}
        lines_of_comments = {self._line(comment.start) for comment in program.comments}
        items = program.items
        place = 0
        while place < len(items):
            definition = self._definition(items[place : place + 3], program)
            if definition.line in self.definitions:
                raise PhrasebookError("a line holds one definition", definition.line)
            if definition.line in lines_of_comments:
                raise PhrasebookError("no comment may stand beside a definition", definition.line)
            self.definitions[definition.line] = definition
            place += 3
        for directive in directives(program):
            self.directives[self._line(directive.start)] = directive

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _definition(self, nodes: Sequence[Node], program: Program) -> Definition:
        line = self._line(nodes[0].start)
        match nodes:
            case [VectorNode() as body, StringNode(text=name), NameNode(spelling=word)] if (
                word.upper() == "DEF" and self._line(nodes[-1].end) == line
            ):
                pass
            case _:
                raise PhrasebookError("only definitions, each on one line: [ … ] 'NAME' DEF", line)
        if not is_name_token(name) or name != name.upper():
            raise PhrasebookError(f"'{name}' is no name in upper case", line)
        if name in records():
            raise PhrasebookError(f"{name} is a Core Word and cannot be defined", line)
        value = value_of(body, program)
        assert type(value) is Vector  # the value of a VectorNode
        if not len(value):
            raise PhrasebookError(f"the body of {name} is empty", line)
        return Definition(name, value, program.source[nodes[0].start : nodes[-1].end], line)


def _runs(lines: Sequence[str]) -> Iterator[Sequence[int]]:
    """The numbers of the lines of each run without an empty line."""
    run: list[int] = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            run.append(number)
        elif run:
            yield run
            run = []
    if run:
        yield run


_ORDER: Final = ("the comment", "the #:contract line", "the examples", "the definition", "the #:digest line")


def _draft(run: Sequence[int], lines: Sequence[str], parts: _Parts, section: str) -> Draft:
    definition = next((parts.definitions[number] for number in run if number in parts.definitions), None)
    if definition is None:
        raise PhrasebookError("no definition follows: an entry needs its line [ … ] 'NAME' DEF", run[-1])
    draft = Draft(definition, section, run[0], run[-1])
    last = 0
    for number in run:
        rank = _take(draft, number, lines[number - 1], parts)
        if rank < last:
            raise PhrasebookError(
                f"{definition.name}: {_ORDER[rank]} must stand before {_ORDER[last]}", number
            )
        last = rank
    return draft


def _take(draft: Draft, number: int, text: str, parts: _Parts) -> int:
    """Put one line in its place in the entry; answers the place in ``_ORDER``."""
    name = draft.definition.name
    if number in parts.definitions:
        if number != draft.definition.line:
            other = parts.definitions[number].name
            raise PhrasebookError(f"an empty line must part {name} from {other}", number)
        return 3
    directive = parts.directives.get(number)
    if isinstance(directive, MalformedDirective):
        raise PhrasebookError(directive.message, number)
    if directive is not None and directive.name != name:
        raise PhrasebookError(f"the line is about {directive.name}, the entry defines {name}", number)
    if isinstance(directive, ContractDirective):
        if draft.contract is not None:
            raise PhrasebookError(f"{name} has a second #:contract line", number)
        draft.contract, draft.contract_line = directive, number
        return 1
    if isinstance(directive, DigestDirective):
        if draft.digest is not None:
            raise PhrasebookError(f"{name} has a second #:digest line", number)
        draft.digest, draft.digest_line = directive, number
        return 4
    example = _EXAMPLE.fullmatch(text)
    if example is not None:
        draft.examples.append(Example(example["source"].strip(), example["result"].strip(), number))
        return 2
    draft.prose.append(Line(number, text))
    return 0
