"""JSON in bulk, where no ceiling can be in reach: read by Python's own scanner, written by whole rows.

Reading accepts what ``json_text`` accepts, at the same price, but only a text whose greatest possible charge
fits. Anything else (no JSON, a key twice, an escaped surrogate, a wide integer, a value too deep) is left to
``json_text``, which reads it step by step.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from json import JSONDecoder
from typing import Any, Final, NamedTuple

from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.bounds import Failure, Meter, Price
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Record, Truth, Value, Vector
from ajisai.values.columns import INTEGERS, LIMB
from ajisai.words.costs import FRESH, TEXT, affords, digits
from ajisai.words.text import READ, READ_BITS

LEAF: Final[Price] = 36
"""One leaf or key read: 1.3 to 2.4 µs step by step."""

ESCAPE: Final[Price] = 30
"""One escape in a String."""

ARRAY: Final[Price] = 120
"""One array read: 4 µs step by step."""

OBJECT: Final[Price] = 260
"""One object, being a Record, two Vectors and a dictionary of keys: 9 µs step by step."""

UNSAFE = re.compile(r'["\\\x00-\x1f]')
"""What cannot stand in a JSON string as it is."""

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPED = re.compile(r"\\.")
_SHORT = 19  # characters of a decimal without exponent whose halves have less than 128 bits together
_DEEPEST = 10_000  # frames that Python may nest: the scanner takes 150 bytes of the C stack for each array
_ALIKE = 64  # elements up to which lists of the same types in the same places are told from a table
_LEAST = 64  # characters from which a text is worth the set-up


class _Left(Exception):
    """The text is one for ``json_text``."""


class _Reading:
    """What has been read of one text: its values in the making, and what they are to be charged."""

    def __init__(self, meter: Meter, room: int) -> None:
        self.meter = meter
        self.room = room  # for the sizes of numbers
        self.work = 0
        self._keys: dict[tuple[str, ...], Vector] = {}

    def decimal(self, text: str) -> Any:
        """A number with a point or an exponent."""
        if len(text) <= _SHORT and "e" not in text and "E" not in text:
            number: Any = mpq(text)
            return number if number.denominator != 1 else number.numerator
        number = numbers.parse_number(text, self.meter)
        size = int(number.numerator.bit_length() + number.denominator.bit_length()) >> READ_BITS
        self.work += size
        self.room -= size
        if self.room < 0:
            raise _Left
        return number

    def constant(self, _name: str) -> Any:
        """NaN and the infinities are no JSON."""
        raise _Left

    def record(self, pairs: list[tuple[str, Any]]) -> Record:
        """An object."""
        names, items = map(list, zip(*pairs, strict=True)) if pairs else ([], [])
        spelled = tuple(names)
        keys = self._keys.get(spelled)
        if keys is None:
            if len(set(names)) != len(names):
                raise _Left
            keys = self._keys[spelled] = Vector(names)
        self.work += OBJECT + LEAF * len(names)
        record = Record(keys, self.settled(items))
        record.depth()  # measured while what it holds is at hand
        return record

    def settled(self, root: list[Any]) -> Vector:
        """The Vector of what a list holds, lists inside it included: no list of an object is met again."""
        lists = [root]
        for items in lists:
            if list in map(type, items):
                lists += [item for item in items if type(item) is list]
        built: dict[int, Vector] = {}
        for items in reversed(lists):
            built[id(items)] = self._vector(items, built)
        return built[id(root)]

    def _vector(self, items: list[Any], built: dict[int, Vector]) -> Vector:
        kinds = tuple(map(type, items))
        layout = _layout(kinds) if len(kinds) <= _ALIKE else _layout.__wrapped__(kinds)
        self.work += layout.work
        if layout.found == _PLAIN:
            return _integers(items)
        if layout.makers:
            items = [make(item) if make else item for make, item in zip(layout.makers, items, strict=True)]
        if layout.flat:
            return Vector.column(items, layout.types)
        if list in layout.found:
            items = [built[id(item)] if type(item) is list else item for item in items]
        vector = Vector.of_types(items, layout.types)
        vector.depth()
        return vector


def _integers(items: list[int]) -> Vector:
    bits = max(map(int.bit_length, items))
    if bits > LIMB:
        raise _Left
    return Vector.column(list(map(mpz, items)), INTEGERS, bits)


def _integer(item: int) -> Any:
    if item.bit_length() > LIMB:
        raise _Left
    return mpz(item)


class _Layout(NamedTuple):
    """What the Python types of a list's elements tell.

    Attributes:
        found: these types, each once, and ``types`` those of the values that are made of the elements.
        makers: for each element what makes a value of it, None where it is one; empty where all are values.
        work: what the elements are charged.
    """

    found: frozenset[type]
    types: frozenset[type]
    flat: bool
    makers: tuple[Any, ...]
    work: int


@lru_cache(maxsize=512)
def _layout(kinds: tuple[type, ...]) -> _Layout:
    found = frozenset(kinds)
    work = LEAF * (len(kinds) or 1)
    for kind in found & _PRICES.keys():
        work += _PRICES[kind] * kinds.count(kind)
    return _Layout(
        found,
        frozenset(_TYPES.get(kind, kind) for kind in found),
        found.isdisjoint({list, Record}),
        () if found.isdisjoint(_MADE) else tuple(map(_MADE.get, kinds)),
        work,
    )


_PRICES: dict[type, int] = {int: READ, mpz: READ, mpq: READ, list: ARRAY - LEAF, Record: -LEAF}
"""What an element costs beside a leaf; a container is none."""

_MADE: dict[type, Any] = {
    int: _integer,
    bool: lambda item: TRUE if item else FALSE,
    type(None): lambda _item: NIL_LITERAL,
}
"""What is made of a leaf of Python that is no value yet."""

_PLAIN = frozenset({int})
_TEXTS = frozenset({str})
_TYPES: dict[type, type] = {int: mpz, bool: Truth, type(None): Nil, list: Vector}


def read_whole(meter: Meter, text: str) -> Value | None:
    """The value of a JSON text, charged; None where it is to be read step by step."""
    opened, escapes = text.count("[") + text.count("{"), text.count("\\")
    leaves = text.count(",") + opened + 1
    most = (LEAF + READ) * leaves + LEAF * text.count(":") + OBJECT * opened + ESCAPE * escapes
    if (
        len(text) < _LEAST
        or sys.getrecursionlimit() > _DEEPEST
        or leaves > meter.materialized_limit
        or not affords(meter, most)
        or meter.limits.numeric_literal_digits < _SHORT
        or (escapes and _SURROGATE.search(text))
    ):
        return None
    reading = _Reading(meter, meter.collection_limit - meter.collection - most)
    decoder = JSONDecoder(
        object_pairs_hook=reading.record, parse_float=reading.decimal, parse_constant=reading.constant
    )
    try:
        value = reading.settled([decoder.decode(text)])[0]
    except (ValueError, RecursionError, Failure, _Left):
        return None
    if (type(value) is Vector or type(value) is Record) and value.depth() > meter.nesting_limit:
        return None
    if escapes:
        reading.work += ESCAPE * len(_ESCAPED.findall(text))
    meter.charge_collection(reading.work)
    return value


def written_row(meter: Meter, vector: Vector) -> str | None:
    """What an array of integers, or of texts without an escape, has between its brackets, charged.

    None where the elements are to be written one by one.
    """
    items: Any = vector.elements()
    if vector.types() == INTEGERS:
        work, text = sum(map(digits, items)), None
    elif vector.types() == _TEXTS:
        text = "".join(items)
        if UNSAFE.search(text):
            return None
        work = len(text)
    else:
        return None
    work = FRESH * len(items) + TEXT * work
    if not affords(meter, work):
        return None
    meter.charge_collection(work)
    return ",".join(map(mpz.digits, items)) if text is None else '"' + '","'.join(items) + '"'
