"""The names that a source gives itself, wherever it gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ajisai.syntax import NameNode, Node, Program, StringNode, VectorNode

_NAMERS: Final = ("DEF", "BIND")


def spoken_names(program: Program) -> tuple[str, ...]:
    """The Strings that stand before a DEF or a BIND, in Vectors too, as they are written, in order."""
    found: list[StringNode] = []
    todo: list[Sequence[Node]] = [program.items]
    while todo:
        items = todo.pop()
        before: Node | None = None
        for item in items:
            if isinstance(item, VectorNode):
                todo.append(item.items)
            elif isinstance(item, NameNode) and item.spelling.upper() in _NAMERS:
                group = before.items if isinstance(before, VectorNode) else (before,)
                found.extend(each for each in group if isinstance(each, StringNode))
            before = item
    found.sort(key=lambda each: each.start)
    return tuple(dict.fromkeys(each.text for each in found))
