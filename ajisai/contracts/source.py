"""A source text as the walks see it: items with their places, and the Words that it defines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ajisai.machine.literals import Origin, value_of
from ajisai.machine.vocabulary import records
from ajisai.syntax import NameNode, Node, Program, is_name_token
from ajisai.values import Symbol, Value, Vector


class Definition(NamedTuple):
    """A definition under a literal name: ``[ … ] 'NAME' DEF``.

    ``name`` is as written; ``body`` is None where no literal stands before the name; ``position`` is where
    the body starts.
    """

    name: str
    body: Vector | None
    position: int

    @property
    def key(self) -> str:
        """The name folded to upper case."""
        return self.name.upper()


def program_items(program: Program) -> tuple[list[Value], list[int]]:
    """The top level as a body: values and calls, and the offset of each in the source.

    A bare ``TRUE``, ``FALSE`` or ``NIL`` is a call here; inside brackets it is the value.
    """
    items: list[Value] = []
    for node in program.items:
        items.append(Symbol(node.spelling) if type(node) is NameNode else value_of(node, program))
    return items, [node.start for node in program.items]


def definable(name: object) -> bool:
    """Whether a value is a name that DEF accepts: a String of exactly one name token that is no Core Word."""
    return isinstance(name, str) and is_name_token(name) and name.upper() not in records()


def definitions(items: Sequence[Value], positions: Sequence[int]) -> list[Definition]:
    """Every definition under a literal name, at top level or inside brackets, in the order written."""
    found: list[Definition] = []
    todo: list[tuple[Sequence[Value], Sequence[int]]] = [(items, positions)]
    while todo:
        body, places = todo.pop()
        for index, item in enumerate(body):
            if type(item) is Vector:
                todo.append((item.elements(), _starts(item)))
            elif type(item) is Symbol and item.key == "DEF" and index >= 2:
                block, name = body[index - 2], body[index - 1]
                if not isinstance(name, str) or not definable(name):
                    continue
                if type(block) is Vector and len(block):
                    found.append(Definition(name, block, places[index - 2]))
                elif type(block) is Symbol:
                    found.append(Definition(name, None, places[index - 2]))
    found.sort(key=lambda each: each.position)
    return found


def _starts(vector: Vector) -> Sequence[int]:
    origin = vector.origin
    nodes: tuple[Node, ...] = origin.node.items if type(origin) is Origin else ()
    return [node.start for node in nodes]
