"""A source text as the walks see it: items with their places, and the Words that it defines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ajisai.machine.literals import Origin, value_of
from ajisai.machine.vocabulary import records
from ajisai.syntax import NameNode, Node, Program, is_name_token
from ajisai.values import Symbol, Value, Vector
from ajisai.values.symbols import symbol_keys


class Definition(NamedTuple):
    """A definition under a literal name: ``[ … ] 'NAME' DEF``.

    ``name`` is as written; ``body`` is None where no literal stands before the name; ``position`` is where
    the body starts; ``outer`` whether it stands at top level.
    """

    name: str
    body: Vector | None
    position: int
    outer: bool

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


class Naming(NamedTuple):
    """A BIND, DEF or DEL of a source: the Word, the two items before it, where it is written, and in which
    Vector, None at top level."""

    word: str
    before: Sequence[Value]
    position: int
    block: Vector | None

    @property
    def names(self) -> Sequence[str] | None:
        """The names that it is given, where they are written directly before it."""
        given = self.before[-1] if self.before else None
        if isinstance(given, str):
            return (given,)
        if self.word == "BIND" and type(given) is Vector:
            names = [each for each in given if isinstance(each, str)]
            return names if len(names) == len(given) else None
        return None


class Written(NamedTuple):
    """A Symbol of a source: where it is written, and the Vector that it is written in, None at top level."""

    symbol: Symbol
    position: int
    block: Vector | None


class Definitions:
    """What a source defines, and every name that it writes, found by one look at all of it.

    Attributes:
        found: definitions under a literal name, at top level or inside brackets, in the order written.
        literal: whether every DEF stands right behind a literal body and a literal name, so that no run
            defines what is not found here.
        names: every Symbol that is written, in the order written.
        namings: every BIND, DEF and DEL, in the order written.
    """

    def __init__(self, items: Sequence[Value], positions: Sequence[int]) -> None:
        self.found: list[Definition] = []
        self.literal = True
        self.names: list[Written] = []
        self.namings: list[Naming] = []
        todo: list[tuple[Vector | None, Sequence[Value], Sequence[int]]] = [(None, items, positions)]
        while todo:
            block, body, places = todo.pop()
            for index, item in enumerate(body):
                if type(item) is Vector:
                    todo.append((item, item.elements(), _starts(item)))
                elif type(item) is Symbol:
                    self.names.append(Written(item, places[index], block))
                    if item.key in ("BIND", "DEF", "DEL"):
                        start = max(0, index - 2)
                        before = body[start:index]
                        self.namings.append(Naming(item.key, before, places[index], block))
                        if item.key == "DEF":
                            self._define(before, places[start], outer=block is None)
        self.found.sort(key=lambda definition: definition.position)
        self.names.sort(key=lambda written: written.position)
        self.namings.sort(key=lambda naming: naming.position)

    def _define(self, before: Sequence[Value], position: int, *, outer: bool) -> None:
        """Note a DEF from the two items before it."""
        if len(before) < 2 or not isinstance(before[1], str) or type(before[0]) is not Vector:
            self.literal = False
        if len(before) < 2 or not definable(before[1]):
            return
        block, name = before[0], str(before[1])
        if type(block) is Vector and len(block):
            self.found.append(Definition(name, block, position, outer))
        elif type(block) is Symbol:
            self.found.append(Definition(name, None, position, outer))


_RUNNERS: Final = frozenset({"MAP", "FILTER", "FOLD", "SCAN", "EXEC"})


def data_keys(bodies: Iterable[Sequence[Value]]) -> frozenset[str]:
    """The names of the Symbols that a run of these bodies may meet as values, in upper case.

    A literal directly before a Word that runs it, or before a String and a DEF, is taken as code at once and
    is never a value.
    """
    keys: set[str] = set()
    todo = list(bodies)
    while todo:
        body = todo.pop()
        for index, item in enumerate(body):
            if type(item) is not Vector:
                continue
            if _is_code(body[index + 1 : index + 3]):
                todo.append(item.elements())
            else:
                keys |= symbol_keys(item)
    return frozenset(keys)


def _is_code(after: Sequence[Value]) -> bool:
    if after and isinstance(after[0], str):
        return len(after) == 2 and type(after[1]) is Symbol and after[1].key == "DEF"
    return bool(after) and type(after[0]) is Symbol and after[0].key in _RUNNERS


def _starts(vector: Vector) -> Sequence[int]:
    origin = vector.origin
    nodes: tuple[Node, ...] = origin.node.items if type(origin) is Origin else ()
    return [node.start for node in nodes]
