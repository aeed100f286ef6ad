"""JSON text to values and back (LANG.WORDS.JSON; RFC 8259), without recursion over Python's stack."""

from __future__ import annotations

import re
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq, mpz, remove

from ajisai import numbers
from ajisai.bounds import Meter
from ajisai.numbers import Point
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Record, Truth, Value, Vector
from ajisai.words.costs import CONTAINER, FRESH, TEXT, digits
from ajisai.words.text import number_size

if TYPE_CHECKING:
    from ajisai.machine.run import Run

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_UNIT = re.compile(r"[0-9a-fA-F]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONSTANTS: tuple[tuple[str, Value], ...] = (("true", TRUE), ("false", FALSE), ("null", NIL_LITERAL))
_UNSAFE = re.compile(r'["\\\x00-\x1f]')


class _NotJson(Exception):
    """The text is not exactly one JSON value."""


class _Reader:
    """A cursor over JSON text. Each step is charged, and checked against its ceiling, before it is made."""

    def __init__(self, text: str, meter: Meter) -> None:
        self.text = text
        self.meter = meter
        self.place = 0
        self.leaves = 0

    def skip_space(self) -> None:
        match = _SPACE.match(self.text, self.place)
        assert match is not None
        self.place = match.end()

    def next_char(self) -> str:
        """The next character after white space, not yet taken; empty at the end."""
        self.skip_space()
        return self.text[self.place : self.place + 1]

    def expect(self, char: str) -> None:
        if self.next_char() != char:
            raise _NotJson
        self.place += 1

    def count_leaf(self, price: int) -> None:
        self.leaves += 1
        self.meter.check_elements(self.leaves)
        self.meter.charge_collection(price)

    def leaf(self) -> Value:
        """A text, number or constant."""
        char = self.next_char()
        self.count_leaf(_LEAF)
        if char == '"':
            return self.string()
        for word, value in _CONSTANTS:
            if self.text.startswith(word, self.place):
                self.place += len(word)
                return value
        match = _NUMBER.match(self.text, self.place)
        if match is None:
            raise _NotJson
        self.place = match.end()
        number = numbers.parse_number(match.group(), self.meter)
        assert number is not None  # the grammar of JSON is a part of ours
        return number

    def string(self) -> str:
        self.expect('"')
        pieces = []
        while True:
            match = _PLAIN.match(self.text, self.place)
            assert match is not None
            pieces.append(match.group())
            self.place = match.end()
            char = self.text[self.place : self.place + 1]
            self.place += 1
            if char == '"':
                return "".join(pieces)
            if char != "\\":
                raise _NotJson
            self.meter.charge_collection(FRESH)
            pieces.append(self.escape())

    def escape(self) -> str:
        char = self.text[self.place : self.place + 1]
        self.place += 1
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
        return int(match.group(), 16)


_LEAF = 3 * FRESH
"""One value read: 1 to 1.5 µs in this reader."""


class _Open:
    """An array or object whose end has not been read."""

    __slots__ = ("items", "keys")

    def __init__(self, is_object: bool) -> None:
        self.items: list[Value] = []
        self.keys: dict[str, None] | None = {} if is_object else None

    def close(self) -> Value:
        values = Vector(self.items)
        return values if self.keys is None else Record(Vector(list(self.keys)), values)


def _read_key(reader: _Reader, keys: dict[str, None]) -> None:
    if reader.next_char() != '"':
        raise _NotJson
    reader.meter.charge_collection(_LEAF)
    key = reader.string()
    if key in keys:
        raise _NotJson
    keys[key] = None
    reader.expect(":")


def _read(reader: _Reader) -> Value:
    """One JSON value and nothing after it."""
    opened: list[_Open] = []
    while True:
        # Here a value must begin.
        char = reader.next_char()
        if char and char in "[{":
            reader.place += 1
            reader.meter.check_depth(len(opened) + 1)
            reader.meter.charge_collection(2 * CONTAINER)
            node = _Open(char == "{")
            if reader.next_char() != ("]" if char == "[" else "}"):
                opened.append(node)
                if node.keys is not None:
                    _read_key(reader, node.keys)
                continue
            reader.place += 1
            reader.count_leaf(0)
            value = node.close()
        else:
            value = reader.leaf()
        # Here a value has ended: it goes into what is open, which may end as well.
        while opened:
            top = opened[-1]
            top.items.append(value)
            char = reader.next_char()
            reader.place += 1
            if char == ",":
                if top.keys is not None:
                    _read_key(reader, top.keys)
                break
            if char != ("]" if top.keys is None else "}"):
                raise _NotJson
            value = opened.pop().close()
        else:
            if reader.next_char():
                raise _NotJson
            return value


def json_decode(run: Run, text: str) -> Value:
    """The value of a JSON text (LANG.WORDS.JSON-DECODE).

    Raises:
        Failure: nestingDepth, numericLiteralDigits or materializedElements, at the first place past one.
    """
    run.meter.charge_collection(1 + TEXT * len(text))
    try:
        value = _read(_Reader(text, run.meter))
    except _NotJson:
        return run.project("invalidEncoding")
    if type(value) is Vector:
        return run.vector(value.slice(0, len(value)))
    if type(value) is Record:
        return run.record(value.keys, value.values)
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
    growth = 6 if _UNSAFE.search(text) else 1
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
        meter.charge_collection(TEXT * (number_size(value) + 2 * (places or 0)))
        return f'"{numbers.lexeme(value)}"' if places is None else _decimal(value, places)
    if kind is Truth:
        return "true" if value is TRUE else "false"
    if kind is Nil:
        return "null"
    return f'"{numbers.lexeme(value)}"' if kind is Point else None


def _opening(meter: Meter, record: Record) -> list[Any]:
    """What an object still has to write: keys as ready text, values as values, in order."""
    parts: list[Any] = []
    mark = "{"
    for key, value in zip(record.keys, record.values, strict=True):
        parts += [(f"{mark}{_text(meter, key)}:",), value]  # type: ignore[arg-type]
        mark = ","
    parts.append(("}",) if parts else ("{}",))
    return parts


def json_encode(run: Run, value: Value) -> Value:
    """The JSON text of a value, compact (LANG.WORDS.JSON-ENCODE)."""
    meter = run.meter
    written: list[str] = []
    todo: list[Any] = [value]  # values, and ready pieces of text as one-tuples
    while todo:
        item = todo.pop()
        kind = type(item)
        if kind is tuple:
            written.append(item[0])
        elif kind is Vector:
            meter.charge_collection(CONTAINER + FRESH * len(item))
            parts: list[Any] = [("[",)]
            for place, element in enumerate(item):
                parts += [(",",), element] if place else [element]
            todo += reversed([*parts, ("]",)])
        elif kind is Record:
            meter.charge_collection(CONTAINER + FRESH * len(item))
            if not item.keys.types() <= {str}:
                return run.project("domainMiss")
            todo += reversed(_opening(meter, item))
        else:
            text = _leaf(meter, item)
            if text is None:
                return run.project("domainMiss")
            written.append(text)
    return "".join(written)


EXECUTORS = {"JSON-DECODE": json_decode, "JSON-ENCODE": json_encode}
