"""JSON text to values and back (LANG.WORDS.JSON; RFC 8259), without recursion over Python's stack."""

from __future__ import annotations

import re
from collections.abc import Sequence
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any, cast

from gmpy2 import mpq, mpz, remove

from ajisai import numbers
from ajisai.bounds import Meter
from ajisai.numbers import Point
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Record, Truth, Value, Vector
from ajisai.words import json_bulk
from ajisai.words.costs import CONTAINER, FRESH, TEXT, affords, digits
from ajisai.words.text import number_size, read_number

if TYPE_CHECKING:
    from ajisai.machine.run import Run

# A token after white space. A string with an escape, or one that is wrong, is left at its opening quote.
_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:([\[\]{},:])"
    r'|"([^"\\\x00-\x1f]*+)"'
    r"|(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]+)?+(?:[eE][+-]?[0-9]+)?+)"
    r"|(true|false|null)"
    r'|(")'
    r"|(\Z))"
)
_MARK, _PLAIN, _NUMBER, _CONSTANT, _QUOTE, _END = range(1, 7)
_RUN = re.compile(r'[^"\\\x00-\x1f]*+')
_UNIT = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS: dict[str, Value] = {"true": TRUE, "false": FALSE, "null": NIL_LITERAL}
_CLOSING = {"[": "]", "{": "}"}
_COMMA = (",",)


class _NotJson(Exception):
    """The text is not exactly one JSON value."""


class _Reader:
    """A cursor over JSON text. Every step is charged, and held against its ceiling, before it is made."""

    def __init__(self, text: str, meter: Meter) -> None:
        self.text = text
        self.meter = meter
        self.place = 0
        self.leaves = 0

    def token(self) -> re.Match[str]:
        """The next token; its ``lastindex`` is its kind."""
        match = _TOKEN.match(self.text, self.place)
        if match is None:
            raise _NotJson
        self.place = match.end()
        return match

    def mark(self) -> str:
        """The next token, which must be a punctuation mark."""
        char = self.token()[_MARK]
        if char is None:
            raise _NotJson
        return char

    def count_leaf(self) -> None:
        self.leaves += 1
        self.meter.check_elements(self.leaves)
        self.meter.charge_collection(json_bulk.LEAF)

    def leaf(self, token: re.Match[str]) -> Value:
        """The text, number or constant that a token begins."""
        self.count_leaf()
        kind = token.lastindex
        if kind == _NUMBER:
            number = read_number(self.meter, token[_NUMBER])
            assert number is not None  # the grammar of JSON is a part of ours
            return number
        if kind == _CONSTANT:
            return _CONSTANTS[token[_CONSTANT]]
        return self.string(token)

    def string(self, token: re.Match[str]) -> str:
        """The text that a token begins."""
        if token.lastindex == _PLAIN:
            return token[_PLAIN]
        if token.lastindex != _QUOTE:
            raise _NotJson
        pieces = []
        while True:
            run = _RUN.match(self.text, self.place)
            assert run is not None
            pieces.append(run[0])
            self.place = run.end()
            char = self.take()
            if char == '"':
                return "".join(pieces)
            if char != "\\":
                raise _NotJson
            self.meter.charge_collection(json_bulk.ESCAPE)
            pieces.append(self.escape())

    def take(self) -> str:
        """The next character; empty at the end."""
        char = self.text[self.place : self.place + 1]
        self.place += 1
        return char

    def escape(self) -> str:
        """The character that an escape stands for, its backslash already taken."""
        char = self.take()
        if char != "u":
            if char not in _ESCAPES:
                raise _NotJson
            return _ESCAPES[char]
        unit = self.code_unit()
        if 0xD800 <= unit < 0xDC00 and self.text.startswith("\\u", self.place):
            self.place += 2
            low = self.code_unit()
            if not 0xDC00 <= low < 0xE000:
                raise _NotJson
            unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
        if 0xD800 <= unit < 0xE000:
            raise _NotJson
        return chr(unit)

    def code_unit(self) -> int:
        match = _UNIT.match(self.text, self.place)
        if match is None:
            raise _NotJson
        self.place = match.end()
        return int(match[0], 16)


class _Open:
    """An array or object whose end has not been read."""

    __slots__ = ("closing", "items", "keys")

    def __init__(self, mark: str) -> None:
        self.closing = _CLOSING[mark]
        self.items: list[Value] = []
        self.keys: dict[str, None] | None = {} if mark == "{" else None

    def value(self) -> Vector | Record:
        values = Vector(self.items)
        return values if self.keys is None else Record(Vector(list(self.keys)), values)

    def read_key(self, reader: _Reader, token: re.Match[str]) -> None:
        """Read a key and the colon behind it."""
        assert self.keys is not None
        reader.meter.charge_collection(json_bulk.LEAF)
        key = reader.string(token)
        if key in self.keys or reader.mark() != ":":
            raise _NotJson
        self.keys[key] = None


def _begin(reader: _Reader, opened: list[_Open], token: re.Match[str]) -> Value:
    """The first whole value at or inside the one that begins at a token; ``opened`` takes what stays open."""
    mark = token[_MARK]
    while mark is not None:
        if mark not in _CLOSING:
            raise _NotJson
        reader.meter.check_depth(len(opened) + 1)
        reader.meter.charge_collection(json_bulk.ARRAY if mark == "[" else json_bulk.OBJECT)
        node = _Open(mark)
        token = reader.token()
        mark = token[_MARK]
        if mark == node.closing:
            reader.count_leaf()  # an empty one counts as a leaf
            return node.value()
        opened.append(node)
        if node.keys is not None:
            node.read_key(reader, token)
            token = reader.token()
            mark = token[_MARK]
    return reader.leaf(token)


def _read(reader: _Reader) -> Value:
    """One JSON value and nothing after it."""
    opened: list[_Open] = []
    while True:
        value = _begin(reader, opened, reader.token())
        # A value has ended: it goes into what is open, which may end as well.
        while opened:
            top = opened[-1]
            top.items.append(value)
            mark = reader.mark()
            if mark == ",":
                if top.keys is not None:
                    top.read_key(reader, reader.token())
                break
            if mark != top.closing:
                raise _NotJson
            value = opened.pop().value()
        else:
            if reader.token().lastindex != _END:
                raise _NotJson
            return value


def json_decode(run: Run, text: str) -> Value:
    """The value of a JSON text (LANG.WORDS.JSON-DECODE).

    Raises:
        Failure: nestingDepth, numericLiteralDigits or materializedElements, at the first place past one.
    """
    run.meter.charge_collection(2 * FRESH + TEXT * len(text))
    value = json_bulk.read_whole(run.meter, text)
    if value is None:
        try:
            value = _read(_Reader(text, run.meter))
        except _NotJson:
            return run.project("invalidEncoding")
    if type(value) is Vector or type(value) is Record:
        run.meter.check_elements(value.leaves())
        run.meter.check_depth(value.depth())
    return value


def _powers(denominator: mpz) -> int | None:
    """Digits after the point of a fraction with this denominator; None when they never end."""
    rest, twos = remove(denominator, 2)
    rest, fives = remove(rest, 5)
    return max(twos, fives) if rest == 1 else None


def _decimal(value: mpq, places: int) -> str:
    scaled = value.numerator * (mpz(10) ** places // value.denominator)
    sign, text = ("-", (-scaled).digits()) if scaled < 0 else ("", scaled.digits())
    text = text.zfill(places + 1)
    return f"{sign}{text[:-places]}.{text[-places:]}"


def _text(meter: Meter, text: str) -> str:
    # An escape takes at most six code points.
    growth = 6 if json_bulk.UNSAFE.search(text) else 1
    meter.charge_collection(FRESH + TEXT * growth * len(text))
    return encode_basestring(text)


def _leaf(meter: Meter, value: Any) -> str | None:
    """The JSON text of a value that is no container, None without one."""
    kind = type(value)
    if kind is str:
        return _text(meter, value)
    meter.charge_collection(FRESH)
    if kind is mpz:
        meter.charge_collection(TEXT * digits(value))
        return value.digits()  # type: ignore[no-any-return]
    if kind is mpq:
        places = _powers(value.denominator)
        meter.charge_collection(5 * FRESH + TEXT * (number_size(value) + 2 * (places or 0)))
        return f'"{numbers.lexeme(value)}"' if places is None else _decimal(value, places)
    if kind is Truth:
        return "true" if value is TRUE else "false"
    if kind is Nil:
        return "null"
    return f'"{numbers.lexeme(value)}"' if kind is Point else None


def _elements(vector: Vector) -> list[Any]:
    """What an array has to write, in order: values, and ready pieces of text as one-tuples."""
    parts: list[Any] = []
    for element in vector:
        parts += [_COMMA, element]
    return [("[",), *parts[1:], ("]",)]


def _names(meter: Meter, keys: Vector, known: dict[int, tuple[list[str], int]]) -> list[str]:
    """The keys of an object as they are written; the same keys are written once and charged each time."""
    held = known.get(id(keys))
    if held is not None and affords(meter, held[1]):
        meter.charge_collection(held[1])
        return held[0]
    before, texts = meter.collection, cast("Sequence[str]", keys.elements())
    names = [_text(meter, text) for text in texts]
    known[id(keys)] = names, meter.collection - before
    return names


def _members(names: list[str], values: Vector) -> list[Any]:
    """What an object has to write, in order, its keys as ready text."""
    parts: list[Any] = []
    mark = "{"
    for name, value in zip(names, values, strict=True):
        parts += [(f"{mark}{name}:",), value]
        mark = ","
    return [*parts, ("}",) if parts else ("{}",)]


def json_encode(run: Run, value: Value) -> Value:
    """The JSON text of a value, compact (LANG.WORDS.JSON-ENCODE)."""
    meter = run.meter
    written: list[str] = []
    known: dict[int, tuple[list[str], int]] = {}  # by the id of the keys
    todo: list[Any] = [value]  # values, and ready pieces of text as one-tuples
    while todo:
        item = todo.pop()
        kind = type(item)
        if kind is tuple:
            written.append(item[0])
        elif kind is Vector:
            meter.charge_collection(CONTAINER + FRESH * len(item))
            row = json_bulk.written_row(meter, item)
            if row is None:
                todo += reversed(_elements(item))
            else:
                written.append(f"[{row}]")
        elif kind is Record:
            meter.charge_collection(CONTAINER + 2 * FRESH * len(item))
            if not item.keys.types() <= {str}:
                return run.project("domainMiss")
            todo += reversed(_members(_names(meter, item.keys, known), item.values))
        else:
            text = _leaf(meter, item)
            if text is None:
                return run.project("domainMiss")
            written.append(text)
    return "".join(written)


EXECUTORS = {"JSON-DECODE": json_decode, "JSON-ENCODE": json_encode}
