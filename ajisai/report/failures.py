"""From a Failure, which is the engine's, to the facts that are kept of it and told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ajisai.bounds import Failure
from ajisai.bounds.failure import Progress
from ajisai.contracts import Declarations
from ajisai.report.diagnosis import Situation
from ajisai.report.messages import message_of
from ajisai.report.spoken import spoken_names
from ajisai.syntax import WHITESPACE, Program, line_column
from ajisai.syntax.directives import directives
from ajisai.values.nodes import kind_of_type

_LEXEME_SHOWN = 24  # code points of a faulty word that are kept: enough to tell what it is


class Error(NamedTuple):
    """The facts of a language ERROR.

    Attributes:
        category: an ERROR category of ``spec/outcomes.json``.
        message: one line of English.
        word: the Word it is attributed to: canonical, or as written for an unknown name.
        line, column: where that Word is written in the source, from 1; None where the source lacks it.
        resource, limit, observed: for a ceiling: its name, its value, the size that crossed it.
        progress: for a meter that is charged as it goes: how much did fit, and of how much.
    """

    category: str
    message: str
    word: str | None = None
    line: int | None = None
    column: int | None = None
    resource: str | None = None
    limit: int | None = None
    observed: int | None = None
    progress: Progress | None = None


def place_in(source: str, position: int | None) -> tuple[int | None, int | None]:
    """Line and column of an offset, both from 1; two None for no offset."""
    return (None, None) if position is None else line_column(source, position)


def error_of(failure: Failure, source: str) -> Error:
    """The facts of a failure, as they are told."""
    line, column = place_in(source, failure.position)
    return Error(
        failure.category,
        message_of(failure),
        failure.word,
        line,
        column,
        failure.resource,
        failure.limit,
        failure.observed,
        failure.progress,
    )


def situation_of(
    failure: Failure,
    when: str,
    source: str,
    program: Program | None,
    known: Iterable[str] = (),
    phrasebook: Iterable[str] = (),
) -> Situation:
    """What a diagnosis needs beside the ERROR.

    Args:
        when: the stage that failed; an unknown name is always of the stage ``resolveWord``.
        program: the source as read, None where it could not be.
        known: names beside those of Core and of the source itself.
        phrasebook: the names that the phrasebook holds.
    """
    marked = source.startswith("\ufeff")
    if failure.category == "unknownWord":
        spoken = () if program is None else spoken_names(program)
        return Situation(
            "resolveWord",
            marked=marked,
            names=tuple(dict.fromkeys([*spoken, *known])),
            phrasebook=tuple(phrasebook),
        )
    lexeme = ""
    if failure.category == "malformedSource" and failure.position is not None:
        end = start = failure.position
        while end < min(len(source), start + _LEXEME_SHOWN) and source[end] not in WHITESPACE:
            end += 1
        lexeme = source[start:end]
    found = None if failure.found is None else kind_of_type(failure.found)
    return Situation(when, lexeme=lexeme, marked=marked, found=found)


def violation(declarations: Declarations, program: Program) -> Failure:
    """The ERROR of declarations of which one is violated: the first one's, at the name it declares."""
    errors = [finding for finding in declarations.findings if finding.severity == "error"]
    first = errors[0]
    message = first.message
    if len(errors) > 1:
        message += f" (and {len(errors) - 1} more)"
    position = None
    for directive in directives(program):
        if line_column(program.source, directive.start)[0] == first.line:
            position = directive.start
            if first.word is not None:  # it is the second term, behind the first blank
                while program.source[position] not in WHITESPACE:
                    position += 1
                position = program.source.index(first.word, position)
            break
    return Failure("contractViolation", message, word=first.word, position=position)
