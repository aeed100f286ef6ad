"""Compiles a block or a program, once, into flat parts (LANG.EVAL).

Core names cannot be bound or redefined, so they are resolved here; every other name is looked up when it
runs, as the language says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gmpy2 import mpq, mpz

from ajisai.bounds import Price
from ajisai.machine import refusals
from ajisai.machine.code import Code, Control, Operation, Segment, Site
from ajisai.machine.core_word import CoreWord
from ajisai.machine.frames import Frame
from ajisai.machine.literals import Origin, value_of
from ajisai.numbers import Point, Surd
from ajisai.syntax import NameNode, Program, is_name_token
from ajisai.values import Nil, Record, Symbol, Truth, Value, Vector

COMPILED: Final[Price] = 160
"""collectionWork of one item of a block that the run has put together, when it is first evaluated: 2 to 9 µs,
and 500 bytes. What is written in the source is bounded by its size."""

NAME_BITS: Final[Price] = 2
"""The binary logarithm of the code points of a name that are checked and folded for one unit: 9 ns each."""

READ: Final[Price] = 8
"""collectionWork of one leaf that is looked at for Symbols, where its Vector's types do not tell: 0.4 µs."""

_SCANNED: Final[Price] = 3
"""The binary logarithm of the leaves of which the types are looked at for one unit: 20 ns each."""

_NO_SYMBOL = frozenset({mpz, mpq, Point, Surd, Truth, Nil, str})


class _Builder:
    """Gathers operations into segments and controls."""

    def __init__(self, core: Mapping[str, CoreWord], program: Program | None) -> None:
        self.core = core
        self.program = program
        self.parts: list[Segment | Control] = []
        self.operations: list[Operation] = []
        self.costs: list[int] = []
        self.sites: list[Site] = []
        self.pending: list[Value] = []  # literals waiting to be pushed together
        self.pushed = 0  # values and names
        self.bound: set[str] | None = set()

    def literal(self, value: Value) -> None:
        self.pending.append(value)

    def name(self, symbol: Symbol, position: int | None) -> None:
        word = self.core.get(symbol.key)
        if symbol.key == "BIND":
            self._note_binding()
            name = self.pending[-1] if self.pending else None
            if (
                type(name) is str
                and word is not None
                and is_name_token(name)
                and name.upper() not in self.core
            ):
                self._flush_literals()
                site = Site(symbol.key, position, self.program)
                self._straight(_bind(name, word.operation), 1, site)
                return
        self._flush_literals()
        if word is None:
            site = Site(symbol.key, position, self.program)
            local = self.bound is not None and symbol.key in self.bound
            self.pushed += 1
            self._control(Control(_named(symbol), site, symbol.key, local=local))
        elif word.control:
            self._control(Control(word.operation, Site(symbol.key, position, self.program)))
        else:
            self._straight(word.operation, 1, Site(symbol.key, position, self.program))

    def finish(self) -> Code:
        self._flush_literals()
        self._flush_segment()
        bound = None if self.bound is None else frozenset(self.bound)
        return Code(self.parts, bound, self.pushed)

    def _note_binding(self) -> None:
        names = self.pending[-1] if self.pending else None
        if type(names) is str:
            names = Vector([names])
        if type(names) is not Vector or names.types() > {str}:
            self.bound = None
        elif self.bound is not None:
            self.bound.update(name.upper() for name in names if type(name) is str)

    def _straight(self, operation: Operation, cost: int, site: Site) -> None:
        self.operations.append(operation)
        self.costs.append(cost)
        self.sites.append(site)

    def _control(self, control: Control) -> None:
        self._flush_segment()
        self.parts.append(control)

    def _flush_literals(self) -> None:
        if self.pending:
            values, self.pending = self.pending, []
            self.pushed += len(values)
            self._straight(
                _push(values[0]) if len(values) == 1 else _push_all(values), 0, Site("", None, None)
            )

    def _flush_segment(self) -> None:
        if self.operations:
            self.parts.append(Segment(self.operations, self.costs, self.sites))
            self.operations, self.costs, self.sites = [], [], []


def _push(value: Value) -> Operation:
    def push(stack: list[Value], _run: Any) -> None:
        stack.append(value)

    return push


def _push_all(values: Sequence[Value]) -> Operation:
    def push_all(stack: list[Value], _run: Any) -> None:
        stack.extend(values)

    return push_all


def naming_price(name: str) -> int:
    """collectionWork of checking and folding a name."""
    return 1 + (len(name) >> NAME_BITS)


def reading_price(value: Vector | Record) -> int:
    """collectionWork of finding the Symbols in a container."""
    if type(value) is Vector and value.is_flat() and Symbol not in value.types():
        return value.leaves() >> _SCANNED
    return READ * value.leaves()


def is_built(block: Vector) -> bool:
    """Whether a block was put together by the run, and is not written in a source."""
    return type(block.origin) is not Origin


def _bind(name: str, general: Operation) -> Operation:
    """A BIND whose name is written before it: short for values that hold no Symbol, else the Word itself."""
    key = name.upper()
    price = naming_price(name)

    def bind(stack: list[Value], run: Any) -> None:
        if len(stack) < 2 or key in run.dictionary:
            general(stack, run)
            return
        value = stack[-2]
        kind = type(value)
        if kind in _NO_SYMBOL or (kind is Vector and value.types() <= _NO_SYMBOL):  # type: ignore[union-attr]
            meter = run.meter
            charged = meter.collection + price
            if kind is Vector:
                charged += reading_price(value)  # type: ignore[arg-type]
            if charged <= meter.collection_limit:
                meter.collection = charged
                del stack[-1]
                run.frame.names[key] = stack.pop()
                return
        general(stack, run)

    return bind


def _named(symbol: Symbol) -> Operation:
    """A name that is no Core Word: a binding, else a User Word, else an ERROR, decided when it runs."""
    key = symbol.key
    spelling = symbol.spelling

    def named(stack: list[Value], run: Any) -> Any:
        value = run.frame.lookup(key)
        if value is not None:
            stack.append(value)
            return None
        word = run.dictionary.get(key)
        if word is None:
            raise refusals.unknown_name(spelling)
        return run.call(word, stack)

    return named


def compile_block(block: Vector, core: Mapping[str, CoreWord]) -> Code:
    """The code of a Vector, kept on it: compiled once however often it is evaluated."""
    if block.code is None:
        origin = block.origin
        nodes = origin.node.items if type(origin) is Origin else None
        builder = _Builder(core, None if nodes is None else origin.program)
        for place, item in enumerate(block):
            if type(item) is Symbol:
                builder.name(item, None if nodes is None else nodes[place].start)
            else:
                builder.literal(item)
        block.code = builder.finish()
    return block.code  # type: ignore[no-any-return]


def _bound_here(key: str) -> Operation:
    def bound_here(stack: list[Value], run: Any) -> None:
        stack.append(run.frame.names[key])

    return bound_here


def linked(code: Code, frame: Frame) -> Segment | None:
    """The block as one straight run for many evaluations inside ``frame``, its names being bindings all.

    Bindings of the frames around it cannot change while it is evaluated; its own are in its own frame.
    None for a block that has control Words, User Words, unknown names, or names that it binds unforeseeably.
    """
    if code.straight is not None:
        return code.straight
    if code.bound is None:
        return None
    operations: list[Operation] = []
    costs: list[int] = []
    sites: list[Site] = []
    for part in code.parts:
        if type(part) is Segment:
            operations += part.operations
            costs += part.costs
            sites += part.sites
            continue
        if part.name is None:
            return None
        if part.local:
            operations.append(_bound_here(part.name))
        else:
            value = frame.lookup(part.name)
            if value is None:
                return None
            operations.append(_push(value))
        costs.append(0)
        sites.append(part.site)
    return Segment(operations, costs, sites)


def compile_program(program: Program, core: Mapping[str, CoreWord]) -> Code:
    """The code of a whole source text."""
    builder = _Builder(core, program)
    for node in program.items:
        if type(node) is NameNode:
            builder.name(Symbol(node.spelling), node.start)
        else:
            builder.literal(value_of(node, program))
    return builder.finish()
