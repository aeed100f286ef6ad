"""Writes source: a program laid out anew, and values as the source that builds them."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from typing import Any, Final

from ajisai.numbers import lexeme
from ajisai.syntax.lexemes import WHITESPACE
from ajisai.syntax.program import Node, Program, VectorNode
from ajisai.syntax.spelling import LITERAL_DIGITS, spelled_body, spelled_value
from ajisai.values import Nil, Symbol, Truth, Value, Vector

_INDENT: Final = "  "


def write_program(program: Program) -> str:
    """The program laid out anew (``ajisai fmt``): reading it gives the same program and the same comments.

    The author decides where lines break. The rest is decided here: one space between tokens, two spaces of
    indentation for every open bracket, at most one blank line, nothing after the last token of a line (nor
    after the text of a comment), a line break at the end. Numbers, names and strings stay as written. Laying
    out twice changes nothing more. A program without tokens and comments is the empty text.
    """
    source = program.source
    comments = ((comment.start, comment.end) for comment in program.comments)
    lines: list[list[str]] = []
    end = 0
    for start, stop in merge(_token_spans(program), comments):
        breaks = source.count("\n", end, start)
        if not lines or breaks == 1:
            lines.append([])
        elif breaks > 1:
            lines += [[], []]
        token = source[start:stop]
        lines[-1].append(token.rstrip(WHITESPACE) if token[0] == "#" else token)
        end = stop
    return "".join(_indented(lines))


def _token_spans(program: Program) -> Iterator[tuple[int, int]]:
    """The spans of all tokens but comments, from the left."""
    todo: list[Node | tuple[int, int]] = list(reversed(program.items))
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            yield node
        elif isinstance(node, VectorNode):
            yield node.start, node.start + 1
            todo.append((node.end - 1, node.end))
            todo.extend(reversed(node.items))
        else:
            yield node.start, node.end


def _indented(lines: list[list[str]]) -> Iterator[str]:
    depth = 0
    for line in lines:
        closing = 0  # brackets that close at the start of a line stand under the line that opened them
        while closing < len(line) and line[closing] == "]":
            closing += 1
        yield (_INDENT * (depth - closing) + " ".join(line) if line else "") + "\n"
        depth += line.count("[") - line.count("]")


def write_value(value: Value) -> str:
    """Source that, run, pushes a value equal to ``value`` and does nothing else.

    What has a literal is written as one. A String that its quotes would close early is put together by JOIN,
    an irrational by SQRT, a Symbol taken out of brackets by GET, an absence made by the shortest program that
    meets it, a Record built by RECORD, and a Vector that holds any such value by COLLECT. Running it needs
    the ceilings that the value itself needs; an irrational's radicands are factored again.

    Raises:
        ValueError: for a value that no program can hold: a Symbol whose spelling is not one name token, or
            is TRUE, FALSE or NIL; a NIL of an unknown reason.
    """
    return " ".join(map(_literal, spelled_value(value)))


def write_body(body: Vector) -> str:
    """The source of a block's body, without its brackets: Symbols stand bare, as the calls they are.

    What has no literal is written, and ValueError raised, as :func:`write_value` does.
    """
    return " ".join(map(_literal, spelled_body(body, LITERAL_DIGITS)))


def _literal(value: Any) -> str:
    """The literal of a value that has one; an explicit stack, for Vectors may nest to the ceiling."""
    parts: list[str] = []
    todo: list[Any] = [value]
    while todo:
        item = todo.pop()
        if type(item) is Vector:
            parts.append("[")
            todo.append(_CLOSING)
            todo.extend(reversed(item.elements()))
        else:
            parts.append(_leaf(item))
    return " ".join(parts)


_CLOSING: Final = Symbol("]")  # no program spells this Symbol, so that it can stand for the bracket


def _leaf(value: Any) -> str:
    kind = type(value)
    if kind is str:
        return f"'{value}'"
    if kind is Symbol:
        return value.spelling  # type: ignore[no-any-return]
    if kind is Truth:
        return value.name  # type: ignore[no-any-return]
    return "NIL" if kind is Nil else str(lexeme(value))
