"""Values as hosts observe them: one node ``{type, value, semantics}`` per value (LANG.NODES).

Integers are decimal strings, so that no reader rounds them. ``Scale`` finds what a node and a display take as
JSON without building either, so that a host decides before anything is allocated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any, Final, NamedTuple

from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.numbers import Point, Surd
from ajisai.values.containers import Record, Vector
from ajisai.values.domains import Nil, Symbol, Truth, Value

Node = dict[str, Any]

_KINDS: Final[dict[type, str]] = {
    mpz: "number",
    mpq: "number",
    Point: "number",
    Surd: "number",
    Truth: "boolean",
    str: "string",
    Symbol: "symbol",
    Nil: "nil",
    Vector: "vector",
    Record: "record",
}


_INTEGERS: Final = frozenset({mpz})
_FRACTIONS: Final = frozenset({mpq})
_TEXTS: Final = frozenset({str})


def kind_of(value: Value) -> str:
    """The ``type`` of a value's node: number, boolean, string, symbol, nil, vector or record."""
    return _KINDS[type(value)]


def kind_of_type(representation: type) -> str:
    """The ``type`` of the node of any value that is represented so."""
    return _KINDS[representation]


def to_node(value: Value) -> Node:
    """The node of a value, built whole. Depth is no matter: nothing recurses."""
    answer: list[Node] = []
    opened: list[tuple[Iterator[Value], list[Node]]] = [(iter((value,)), answer)]
    while opened:
        items, nodes = opened[-1]
        for item in items:
            if type(item) is Vector and item.is_flat():
                nodes.append(_node("vector", _flat_nodes(item)))
                continue
            if type(item) is Vector:
                inner: list[Node] = []
                nodes.append(_node("vector", inner))
                opened.append((iter(item), inner))
                break
            if type(item) is Record:
                keys: list[Node] = []
                values: list[Node] = []
                nodes.append(_node("record", {"keys": keys, "values": values}))
                opened += [(iter(item.values), values), (iter(item.keys), keys)]
                break
            nodes.append(_leaf_node(item))
        else:
            opened.pop()
    return answer[0]


def _node(kind: str, value: Any, **semantics: Any) -> Node:
    return {"type": kind, "value": value, "semantics": semantics}


def _flat_nodes(vector: Vector) -> list[Node]:
    items: Any = vector.elements()
    kinds = vector.types()
    if kinds == _INTEGERS:
        return [
            {"type": "number", "value": {"numerator": digits, "denominator": "1"}, "semantics": {}}
            for digits in map(mpz.digits, items)
        ]
    if kinds == _FRACTIONS:
        return [{"type": "number", "value": _pair(item), "semantics": {}} for item in items]
    if kinds == _TEXTS:
        return [{"type": "string", "value": item, "semantics": {}} for item in items]
    return list(map(_leaf_node, items))


def _leaf_node(value: Any) -> Node:
    kind = type(value)
    if kind is mpz:
        return _node("number", {"numerator": value.digits(), "denominator": "1"})
    if kind is str:
        return _node("string", value)
    if kind is Truth:
        return _node("boolean", bool(value), truthValue=value.name)
    if kind is Nil:
        absence = (
            {"reason": value.reason} if value.text is None else {"reason": value.reason, "text": value.text}
        )
        return _node("nil", None, absence=absence)
    if kind is Symbol:
        return _node("symbol", value.spelling)
    if kind is Surd:
        terms = [{**_pair(factor), "radicand": radicand.digits()} for radicand, factor in value.terms]
        return _node("number", _pair(_approximation(value)), approximate=True, exactTerms=terms)
    return _node("number", _pair(value))


def _pair(number: Any) -> dict[str, str]:
    return {"numerator": number.numerator.digits(), "denominator": number.denominator.digits()}


@lru_cache(maxsize=512)
def _approximation(surd: Surd) -> mpq:
    return numbers.approximation(surd)


class Extent(NamedTuple):
    """How many nodes a value has, and how deep their JSON nests."""

    nodes: int
    levels: int


_FLAT_LEVELS: Final = 4  # a Vector's node and list, a number's node and pair


def extent(value: Value, known: dict[int, Extent]) -> Extent:
    """The extent of a value, found without looking at leaves; ``known`` is what was found before, by id."""
    if type(value) is not Vector and type(value) is not Record:
        return Extent(1, 2)
    todo: list[Any] = [value]
    while todo:
        item = todo[-1]
        if id(item) in known:
            todo.pop()
        elif type(item) is Vector and item.is_flat():
            known[id(item)] = Extent(1 + len(item), _FLAT_LEVELS)
        else:
            children = item.elements() if type(item) is Vector else (item.keys, item.values)
            inner = [child for child in children if type(child) is Vector or type(child) is Record]
            missing = [child for child in inner if id(child) not in known]
            if missing:
                todo.extend(missing)
                continue
            # The keys and the values of a Record are lists, not nodes of their own.
            own = 1 + len(children) - len(inner) if type(item) is Vector else -1
            known[id(item)] = Extent(
                own + sum(known[id(child)].nodes for child in inner),
                (2 if type(item) is Vector else 1) + max(known[id(child)].levels for child in inner),
            )
    return known[id(value)]


class Weight(NamedTuple):
    """What a value takes as JSON, found without building it: upper bounds, a rough one excepted.

    Attributes:
        node: bytes of its node, compact, in UTF-8.
        display: bytes of its display inside a JSON string, without the quotes around it.
        marks: quotes and backslashes in both, each of which doubles where JSON is quoted inside JSON.
        levels: how deep the JSON of the node nests.
        rough: whether the approximation of an irrational was guessed instead of computed.
    """

    node: int
    display: int
    marks: int
    levels: int
    rough: bool

    @property
    def size(self) -> int:
        """Bytes of the node and of the display with its quotes."""
        return self.node + self.display + 2

    @property
    def sent(self) -> int:
        """Bytes of both in a result, and once more in the quoted copy of it that is sent along as text."""
        return 2 * self.size + self.marks + 2


def _frame(node: Node, display: int, levels: int) -> Weight:
    text = json.dumps(node, separators=(",", ":"))
    return Weight(len(text), display, text.count('"'), levels, False)


_NUMBER: Final = _frame(_node("number", {"numerator": "", "denominator": ""}), 1, 2)
_INTEGER: Final = _frame(_leaf_node(mpz(0)), 2, 2)  # one digit, paid twice, takes the place of a sign
_IRRATIONAL: Final = _frame(_node("number", _pair(mpz(0)), approximate=True, exactTerms=[]), 0, 4)
_TERM: Final = _frame({**_pair(mpz(0)), "radicand": ""}, len("+/*sqrt()"), 0)
_TEXT: Final = _frame(_leaf_node(""), 2, 2)
_SYMBOL: Final = _frame(_leaf_node(Symbol("")), 0, 2)
_TRUTH: Final = _frame(_node("boolean", False, truthValue="FALSE"), 5, 2)
_ABSENCE: Final = _frame(_node("nil", None, absence={"reason": "", "text": ""}), 3, 3)
_VECTOR: Final = _frame(_node("vector", []), 3, 2)
_RECORD: Final = _frame(_node("record", {"keys": [], "values": []}), len("  RECORD"), 1)
_GUESSED_DIGITS: Final = 40  # of an approximation's numerator and denominator, beside those of the terms


_ZERO: Final = mpz(0)


class Scale:
    """Weighs values; what many of them share is weighed once.

    ``exactly`` says whether to compute the approximation of every irrational. It takes real work, so a host
    first weighs roughly, then exactly what it is about to build.
    """

    def __init__(self, *, exactly: bool) -> None:
        self._exactly = exactly
        self._containers: dict[int, Weight] = {}  # by id: the values that are weighed outlive the scale
        self._leaves: dict[Value, Weight] = {}

    def weigh(self, value: Value) -> Weight:
        """What a value takes as JSON."""
        if type(value) is not Vector and type(value) is not Record:
            return self._leaf(value)
        known = self._containers
        todo: list[Any] = [value]
        while todo:
            item = todo[-1]
            if id(item) in known:
                todo.pop()
            elif type(item) is Vector and item.types() <= _INTEGERS:
                known[id(item)] = _integers(item)
            elif type(item) is Vector and item.types() == _FRACTIONS:
                known[id(item)] = _fractions(item)
            elif type(item) is Vector and item.types() == _TEXTS:
                known[id(item)] = _texts(item)
            else:
                children = item.elements() if type(item) is Vector else (item.keys, item.values)
                missing = [
                    child
                    for child in children
                    if (type(child) is Vector or type(child) is Record) and id(child) not in known
                ]
                if missing:
                    todo.extend(missing)
                else:
                    known[id(item)] = _container(item, map(self._part, children))
        return known[id(value)]

    def _part(self, value: Value) -> Weight:
        if type(value) is Vector or type(value) is Record:
            return self._containers[id(value)]
        return self._leaf(value)

    def _leaf(self, value: Any) -> Weight:
        if type(value) is not str and type(value) is not Surd:
            return _leaf(value)
        weight = self._leaves.get(value)
        if weight is None:
            weight = _irrational(value, self._exactly) if type(value) is Surd else _leaf(value)
            self._leaves[value] = weight
        return weight


def _container(item: Vector | Record, parts: Iterable[Weight]) -> Weight:
    own, between = _VECTOR, len(item)
    if type(item) is Record:  # its two lists have no nodes of their own
        own = _RECORD._replace(node=_RECORD.node - 2 * _VECTOR.node, marks=_RECORD.marks - 2 * _VECTOR.marks)
        between = 0
    node = display = marks = levels = 0
    rough = False
    for part in parts:
        node += part.node
        display += part.display
        marks += part.marks
        levels = max(levels, part.levels)
        rough = rough or part.rough
    return Weight(
        own.node + between + node,
        own.display + between + display,
        own.marks + marks,
        own.levels + levels,
        rough,
    )


def _integers(vector: Vector) -> Weight:
    items: Any = vector.elements()
    count = len(vector)
    digits = sum(map(mpz.bit_length, items)) * 30103 // 100000
    if any(map(_ZERO.__gt__, items)):
        digits += count
    return Weight(
        _VECTOR.node + count * (_INTEGER.node + 1) + digits,
        _VECTOR.display + count * (_INTEGER.display + 2) + digits,
        _VECTOR.marks + count * _INTEGER.marks,
        _VECTOR.levels + (_INTEGER.levels if count else 0),
        False,
    )


def _alike(count: int, one: Weight, size: int, marks: int) -> Weight:
    """A Vector of leaves of one kind that have so much text together."""
    return Weight(
        _VECTOR.node + count * (one.node + 1) + size,
        _VECTOR.display + count * (one.display + 1) + size,
        _VECTOR.marks + count * one.marks + 2 * marks,
        _VECTOR.levels + one.levels,
        False,
    )


def _fractions(vector: Vector) -> Weight:
    items: Any = vector.elements()
    halves = [q.numerator for q in items] + [q.denominator for q in items]
    digits = sum([bits * 30103 // 100000 for bits in map(mpz.bit_length, halves)])
    return _alike(len(items), _NUMBER, digits + len(halves) + sum(map(_ZERO.__gt__, halves)), 0)


def _texts(vector: Vector) -> Weight:
    items: Any = vector.elements()
    return _alike(len(items), _TEXT, *quoted_size("".join(items)))


def _leaf(value: Any) -> Weight:
    kind = type(value)
    if kind is mpz:
        return _with(_INTEGER, _digits(value), 0)
    if kind is str:
        return _with(_TEXT, *quoted_size(value))
    if kind is Symbol:
        return _with(_SYMBOL, *quoted_size(value.spelling))
    if kind is Truth:
        return _TRUTH
    if kind is Nil:
        size, marks = quoted_size(value.text or "")
        return _ABSENCE._replace(node=_ABSENCE.node + len(value.reason) + size, marks=_ABSENCE.marks + marks)
    return _with(_NUMBER, _digits(value.numerator) + _digits(value.denominator), 0)


def _with(own: Weight, size: int, marks: int) -> Weight:
    """A frame with a text of that size in its node and in its display."""
    return own._replace(node=own.node + size, display=own.display + size, marks=own.marks + 2 * marks)


def _irrational(value: Surd, exactly: bool) -> Weight:
    terms = sum(
        _digits(radicand) + _digits(factor.numerator) + _digits(factor.denominator)
        for radicand, factor in value.terms
    )
    if exactly:
        near = _approximation(value)
        digits = _digits(near.numerator) + _digits(near.denominator)
    else:
        digits = terms + 2 * _GUESSED_DIGITS
    count = len(value.terms)
    return Weight(
        _IRRATIONAL.node + digits + count * (_TERM.node + 1) + terms,
        count * _TERM.display + terms,
        _IRRATIONAL.marks + count * _TERM.marks,
        _IRRATIONAL.levels,
        not exactly,
    )


def _digits(number: mpz) -> int:
    """At least as many characters as the number has decimal digits, its sign among them."""
    return number.bit_length() * 30103 // 100000 + (2 if number < 0 else 1)


_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_CHUNK: Final = 1 << 16


def quoted_size(text: str) -> tuple[int, int]:
    """Bytes of a text inside a JSON string, and the quotes and backslashes among them."""
    if text.isascii() and text.isprintable():
        escaped = text.count('"') + text.count("\\")
        return len(text) + escaped, 2 * escaped
    size = marks = 0
    for start in range(0, len(text), _CHUNK):
        quoted = encode_basestring(text[start : start + _CHUNK])
        surrogates = len(
            _SURROGATES.findall(quoted)
        )  # each is three bytes here, and as sent an escape of six
        size += len(quoted.encode("utf-8", "surrogatepass")) - 2 + 3 * surrogates
        marks += quoted.count('"') - 2 + quoted.count("\\") + surrogates
    return size, marks
