"""From syntax nodes to the values they are written for (LANG.VALUES, LANG.SOURCE).

The one place where a bracketed literal becomes a Vector: the compiler, the contracts and the writer agree
on what a literal means because they all ask here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ajisai.syntax import NameNode, Node, NumberNode, Program, StringNode, VectorNode
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Symbol, Value, Vector

CONSTANTS: Final[Mapping[str, Value]] = {"TRUE": TRUE, "FALSE": FALSE, "NIL": NIL_LITERAL}
"""The names that are values inside brackets, and Words where they stand bare at top level."""


class Origin(NamedTuple):
    """Where a Vector was written: its node, and the program that holds the node."""

    node: VectorNode
    program: Program


def value_of(node: Node, program: Program) -> Value:
    """The value that a node is written for; a name is read as inside brackets.

    Every Vector made here remembers its ``Origin``. Brackets may nest as deep as the reader admits: the
    walk keeps its own stack.
    """
    if type(node) is not VectorNode:
        return _leaf(node)
    items: list[Value] = []
    rest = iter(node.items)
    around: list[tuple[VectorNode, Iterator[Node], list[Value]]] = []  # the literals that are still open
    while True:
        for child in rest:
            if type(child) is VectorNode:
                around.append((node, rest, items))
                node, rest, items = child, iter(child.items), []
                break
            items.append(_leaf(child))
        else:
            vector = Vector(items, origin=Origin(node, program))
            if not around:
                return vector
            node, rest, items = around.pop()
            items.append(vector)


def _leaf(node: Node) -> Value:
    if type(node) is NumberNode:
        return node.value
    if type(node) is StringNode:
        return node.text
    if type(node) is NameNode:
        symbol = Symbol(node.spelling)
        return CONSTANTS.get(symbol.key, symbol)
    raise TypeError(f"no literal: {type(node).__name__}")
