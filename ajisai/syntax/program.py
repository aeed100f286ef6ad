"""What source text is read into: small frozen nodes, each with its span (LANG.SOURCE).

A span is ``start`` up to, not including, ``end``: offsets into the source in code points.
"""

from __future__ import annotations

from dataclasses import dataclass

from ajisai.numbers import Number


@dataclass(frozen=True, slots=True)
class NumberNode:
    """A number literal: the number it spells, and the spelling."""

    value: Number
    spelling: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StringNode:
    """A string literal; ``text`` is what stands between the quotes."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NameNode:
    """A name as it was written. Inside brackets ``TRUE``, ``FALSE`` and ``NIL`` are names too."""

    spelling: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class VectorNode:
    """A bracketed literal; the span takes in both brackets."""

    items: tuple[Node, ...]
    start: int
    end: int


Node = NumberNode | StringNode | NameNode | VectorNode


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment from its ``#`` up to, not including, the line break."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Program:
    """A source text as read: its top-level nodes, and its comments in order, wherever they stand."""

    items: tuple[Node, ...]
    source: str
    comments: tuple[Comment, ...]


def same_program(one: Program, other: Program) -> bool:
    """Whether two programs are the same nodes: numbers by value, strings by text, names by spelling.

    Spans, the spelling of numbers, layout and comments do not count.
    """
    todo: list[tuple[tuple[Node, ...], tuple[Node, ...]]] = [(one.items, other.items)]
    while todo:
        left, right = todo.pop()
        if len(left) != len(right):
            return False
        for a, b in zip(left, right, strict=True):
            if type(a) is VectorNode and type(b) is VectorNode:
                todo.append((a.items, b.items))
            elif type(a) is not type(b) or _content(a) != _content(b):
                return False
    return True


def _content(node: Node) -> object:
    if type(node) is NumberNode:
        return node.value
    if type(node) is StringNode:
        return node.text
    return node.spelling if type(node) is NameNode else None
