"""Directives: comments that speak to the checker (LANG.SOURCE.DIRECTIVES, LANG.CONTRACTS.DECLARATION).

::

    #:contract NAME inputs=1 outputs=1 field=closed
    #:digest NAME sha256:<64 hexadecimal digits>

A comment is a directive when it starts with ``#:``, wherever it stands. One that has not exactly such a form
is a :class:`MalformedDirective`, never a silent comment: a misspelt promise must not pass for a kept one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from ajisai.syntax.lexemes import WHITESPACE, is_name_token
from ajisai.syntax.program import Comment, Program
from ajisai.syntax.reader import shown

Count = int | Literal["variable"]

CONTRACT_FORM: Final = "#:contract NAME inputs=1 outputs=1 field=closed"
DIGEST_FORM: Final = "#:digest NAME sha256:<64 hexadecimal digits>"

_TERM: Final = re.compile(f"[^{WHITESPACE}]+")
_COUNT: Final = re.compile("[0-9]{1,9}")  # no stack holds more, and int() takes it at once
_DIGEST: Final = re.compile("sha256:[0-9a-f]{64}")
_KEYS: Final = ("inputs", "outputs", "field")


@dataclass(frozen=True, slots=True)
class ContractDirective:
    """What the source declares of one Word; None for what it leaves open. At least one is stated."""

    name: str
    inputs: Count | None
    outputs: Count | None
    field: Literal["closed", "leaving"] | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DigestDirective:
    """The content identity that the source records for one Word."""

    name: str
    digest: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MalformedDirective:
    """A ``#:`` comment that is neither; ``name`` is the Word it speaks of, where that can be read."""

    message: str
    name: str | None
    start: int
    end: int


Directive = ContractDirective | DigestDirective | MalformedDirective


class _Malformed(Exception):
    """What is wrong with a directive, while it is read."""


def directives(program: Program) -> tuple[Directive, ...]:
    """The directives of a program, in the order they are written."""
    return tuple(_directive(comment) for comment in program.comments if comment.text.startswith("#:"))


def _directive(comment: Comment) -> Directive:
    terms: list[str] = _TERM.findall(comment.text)
    kind = terms[0]
    name = terms[1] if len(terms) > 1 and is_name_token(terms[1]) else None
    try:
        if kind == "#:contract":
            if name is None or _key(name) in _KEYS:
                name = None
                raise _Malformed(f"the name of a Word must come first: {CONTRACT_FORM}")
            return _contract(comment, name, terms[2:])
        if kind == "#:digest":
            if name is None or len(terms) != 3 or _DIGEST.fullmatch(terms[2]) is None:
                raise _Malformed(f"the name of a Word and its digest are wanted: {DIGEST_FORM}")
            return DigestDirective(name, terms[2], comment.start, comment.end)
        raise _Malformed(f"'{shown(kind)}' is no directive: write {CONTRACT_FORM} or {DIGEST_FORM}")
    except _Malformed as fault:
        return MalformedDirective(str(fault), name, comment.start, comment.end)


def _contract(comment: Comment, name: str, terms: list[str]) -> ContractDirective:
    stated: dict[str, str] = {}
    for term in terms:
        key, _, value = term.partition("=")
        if key not in _KEYS:
            raise _Malformed(f"'{shown(term)}' is no term of a contract: {CONTRACT_FORM}")
        if key in stated:
            raise _Malformed(f"'{key}' is stated twice: {CONTRACT_FORM}")
        stated[key] = value
    if not stated:
        raise _Malformed(f"at least one of {', '.join(_KEYS)} must be stated: {CONTRACT_FORM}")
    return ContractDirective(
        name,
        _count(stated, "inputs"),
        _count(stated, "outputs"),
        _field(stated),
        comment.start,
        comment.end,
    )


def _key(term: str) -> str | None:
    key, equals, _ = term.partition("=")
    return key if equals else None


def _count(stated: dict[str, str], key: str) -> Count | None:
    value = stated.get(key)
    if value is None or value == "variable":
        return value  # type: ignore[return-value]
    if _COUNT.fullmatch(value) is None:
        raise _Malformed(f"'{key}={shown(value)}': a count such as {key}=1, or {key}=variable, is wanted")
    return int(value)


def _field(stated: dict[str, str]) -> Literal["closed", "leaving"] | None:
    match stated.get("field"):
        case None | "closed" | "leaving" as value:
            return value
        case value:
            raise _Malformed(f"'field={shown(value)}': field=closed or field=leaving is wanted")
