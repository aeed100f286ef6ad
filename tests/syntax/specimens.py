"""What the syntax tests share: a reader with chosen ceilings, hostile text, a lexer after the specification.

``expected`` is written from LANG.SOURCE alone, one character at a time and without regard for speed, so that
it can be held against the reader.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hypothesis import strategies as st

from ajisai.bounds import Failure, Limits, Meter
from ajisai.syntax import NameNode, Node, NumberNode, Program, StringNode, VectorNode, read

_RANGES = "0009-000D 0020 0085 00A0 1680 2000-200A 2028 2029 202F 205F 3000"
SEPARATORS = "".join(
    chr(code) for span in _RANGES.split() for code in range(int(span[:4], 16), int(span[-4:], 16) + 1)
)
"""The whitespace of LANG.SOURCE, typed from the specification."""

ALMOST_SEPARATORS = "\x00\x1c\x1d\x1e\x1f\ufeff\u200b\u180e\u2060\u0300"
"""Characters that other languages, Python among them, might take for whitespace or drop."""

ALPHABET = "''''[[]]##00123+-/.eEaB:\n\n \t\r\x85\u3000\u2028" + ALMOST_SEPARATORS + "\ud800\udfff１加😀−"

hostile_text = st.text(alphabet=st.sampled_from(ALPHABET), max_size=40) | st.text(
    alphabet=st.characters(exclude_categories=()), max_size=20
)
"""Text in which quotes, brackets, comments, digits and odd characters meet often; lone surrogates too."""


def program(source: str, **ceilings: int) -> Program:
    """The program of a source under the agents' ceilings, some replaced."""
    return read(source, Meter(Limits.agent(**ceilings)))


def failure(source: str, **ceilings: int) -> Failure:
    """The Failure that reading raises."""
    try:
        program(source, **ceilings)
    except Failure as fault:
        return fault
    raise AssertionError(f"{source!r} was read")


class Lexeme(NamedTuple):
    """One token: its kind and span."""

    kind: str
    start: int
    end: int


class Fault(NamedTuple):
    """Why a source is refused: a category or ceiling, and where."""

    what: str
    position: int


def lexemes(read_program: Program) -> list[Lexeme]:
    """The tokens of a program in the order they stand, comments included."""
    found = [Lexeme("comment", comment.start, comment.end) for comment in read_program.comments]
    todo: list[Node] = list(read_program.items)
    kinds = {NumberNode: "number", StringNode: "string", NameNode: "name"}
    while todo:
        node = todo.pop()
        if isinstance(node, VectorNode):
            found += [Lexeme("[", node.start, node.start + 1), Lexeme("]", node.end - 1, node.end)]
            todo.extend(node.items)
        else:
            found.append(Lexeme(kinds[type(node)], node.start, node.end))
    return sorted(found, key=lambda lexeme: lexeme.start)


def expected(source: str, digits: int, depth: int) -> list[Lexeme] | Fault:
    """What LANG.SOURCE says of a source: its tokens, or its first fault."""
    found: list[Lexeme] = []
    opened: list[int] = []
    place = 0
    while place < len(source):
        start = place
        if source[start] in SEPARATORS:
            place += 1
            continue
        if source[start] == "#":
            while place < len(source) and source[place] != "\n":
                place += 1
            found.append(Lexeme("comment", start, place))
            continue
        if source[start] == "'":
            closing = start + 1
            while closing < len(source) and not (
                source[closing] == "'" and (closing + 1 == len(source) or source[closing + 1] in SEPARATORS)
            ):
                closing += 1
            if closing >= len(source):
                return Fault("malformedSource", start)
            place = closing + 1
            found.append(Lexeme("string", start, place))
            continue
        while place < len(source) and source[place] not in SEPARATORS:
            place += 1
        lexeme = source[start:place]
        if lexeme == "[":
            opened.append(start)
            if len(opened) > depth:
                return Fault("nestingDepth", start)
            found.append(Lexeme("[", start, place))
        elif lexeme == "]":
            if not opened:
                return Fault("malformedSource", start)
            opened.pop()
            found.append(Lexeme("]", start, place))
        elif "[" in lexeme or "]" in lexeme:
            return Fault("malformedSource", start)
        elif (spelt := _digits(lexeme)) is None:
            found.append(Lexeme("name", start, place))
        elif spelt > digits:
            return Fault("numericLiteralDigits", start)
        else:
            found.append(Lexeme("number", start, place))
    return Fault("malformedSource", opened[-1]) if opened else found


def _digits(lexeme: str) -> int | None:
    """How many digits a number spells, or None for what is no number."""
    fraction = re.fullmatch("[+-]?([0-9]+)/([0-9]+)", lexeme)
    if fraction:
        return max(map(len, fraction.groups()))
    decimal = re.fullmatch("[+-]?([0-9]+)(?:[.]([0-9]+))?(?:[eE]([+-]?[0-9]+))?", lexeme)
    if decimal is None:
        return None
    mantissa = decimal[1] + (decimal[2] or "")
    if set(mantissa) == {"0"}:
        return len(mantissa)
    shift = int(decimal[3] or 0) - len(decimal[2] or "")
    return max(len(mantissa) + max(shift, 0), 1 + max(-shift, 0))
