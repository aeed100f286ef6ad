"""Prices of collectionWork for collection, record and text Words, and the measurement behind each.

Taken with ``python -m benchmarks.calibration`` (CPython 3.11, gmpy2 2.3, the collector as in a worker of the
server). One unit stands for at most 40 ns and, where something is built, for at most 16 bytes that stay:
20,000,000 units end in a second and 320 MB.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from gmpy2 import mpq, mpz

from ajisai.bounds import Meter, Price
from ajisai.numbers import Point, Surd
from ajisai.values import Nil, Record, Symbol, Truth, Value, Vector
from ajisai.values.columns import INTEGERS, LIMB
from ajisai.values.probing import NARROW, UNFORESEEN

COPY: Final[Price] = 1
"""One reference to a leaf copied by a slice or a list display: 5 ns and 8 bytes."""

NESTED: Final[Price] = 4
"""One reference to a container copied: 45 to 100 ns, because the new Vector measures what it holds."""

FRESH: Final[Price] = 6
"""One small number or text built and stored: 40 to 180 ns, 72 to 84 bytes with its reference."""

COLLECTED: Final[Price] = 10
"""One value that COLLECT takes, which a bound name has pushed for no step: 0.4 µs in all."""

LANE: Final[Price] = 34
"""One lane of a lifted Word done by itself: 0.4 to 1.5 µs, its answer's storage not counted. A lane that a
whole-column kernel covers (``values.columns``) takes 0.1 µs and is charged its storage only."""

LIFT: Final[Price] = 360
"""One lifted Word set up whose lanes no whole-column kernel covers: 7 to 13 µs."""

AXIS: Final[Price] = 400
"""One further axis of it: 15 µs for the first, 6 for others."""

DEFINE: Final[Price] = 13
"""One unit of weight of a body that DEF reads for names and absences and compiles: 0.3 to 0.5 µs."""

HASHED: Final[Price] = 32
"""One unit of weight of a value that DIGEST writes and hashes: 1 µs, its text not counted."""

SHOWN: Final[Price] = 16
"""One leaf that PRINT measures and writes, its text not counted: 0.4 to 0.9 µs. One term: 3 µs."""

CONTRACT: Final[Price] = 800
"""One inference begun and the Record of thirteen entries that tells it: 60 to 90 µs, before the walk."""

CONTAINER: Final[Price] = 92
"""One Vector built and measured: 0.4 µs among many of a kind, else 2 to 3.5 µs; and 430 bytes with its list
and what it remembers."""

TEXT: Final[Price] = 1
"""One code point read or written: 1 to 10 ns, at most 4 bytes. One digit written: 4 to 53 ns."""

KEYED: Final[Price] = 240
"""One dictionary of keys set up, with the Record or Vector that is made by it: 6 to 9 µs."""

PROBE: Final[Price] = 6
"""One look into a dictionary or set beside the weight of what is looked up: 0.1 to 0.3 µs."""

PROBE_WIDE: Final[Price] = 22
"""The same for a fraction or an integer past 60 bits, whose key is made first: 0.5 to 0.8 µs."""

PROBE_TERM: Final[Price] = 56
"""The same for each term of an irrational: 1.5 to 2 µs."""

INDEXED: Final[Price] = 2
"""One key of the dictionary that a Record builds at its first look-up: 0.1 to 0.2 µs."""

NAMED: Final[Price] = 6
"""Hash and equality of one Symbol or NIL, which run as Python methods: 0.3 to 0.4 µs."""

PAIRED: Final[Price] = 7
"""Hash or equality of one fraction: 0.3 µs."""

NODE: Final[Price] = 40
"""Hash and equality of one Vector or Record, its leaves apart: 2 to 3 µs."""

CHOSEN: Final[Price] = 2
"""One lane of a SELECT under a flat mask: 55 ns."""

VISITED: Final[Price] = 10
"""One element that a block is evaluated for, which may take no step: 0.2 to 0.3 µs."""

BOUND: Final[Price] = 32
"""One of several names that one BIND checks and binds: 0.8 to 1.3 µs."""

_UNIT_BITS = 511  # an integer of so many bits weighs 1

_REPORTED = 2**53 - 1  # the largest size that every JSON host carries unrounded


def as_size(count: Any) -> int:
    """A size as a ceiling reports it: exact up to 2**53 - 1, that number beyond."""
    return int(count) if count < _REPORTED else _REPORTED


def affords(meter: Meter, work: int) -> bool:
    """Whether so much work fits the ceiling; what does not is done piece by piece, up to one refused."""
    return meter.collection + work <= meter.collection_limit


def charge_each(meter: Meter, count: int, units: int) -> None:
    """Charge ``count`` things at so many units each; what is refused is the first that does not fit."""
    fitting = (meter.collection_limit - meter.collection) // units
    meter.charge_collection(units * min(count, fitting))
    if count > fitting:
        meter.charge_collection(units)


def digits(value: mpz) -> int:
    """About how many decimal digits an integer has, never fewer: bits * log10(2), rounded up."""
    return int(value.bit_length()) * 30103 // 100000 + 1


def leaf_weight(value: Any) -> int:
    """What one hash or equality of a value that is no container costs.

    An integer is read at 10 ns a limb, a fraction at 23 (see ``values.probing``), a text at 1 ns a byte:
    8 limbs, or 4 of a fraction, or 16 code points make one unit.
    """
    kind = type(value)
    if kind is mpz:
        return 1 + (value.bit_length() >> 9)  # type: ignore[no-any-return]
    if kind is str:
        return 1 + (len(value) >> 4)
    if kind is mpq:
        return PAIRED + ((value.numerator.bit_length() + value.denominator.bit_length()) >> 8)  # type: ignore[no-any-return]
    if kind is Symbol:
        return NAMED + (len(value.spelling) >> 4)
    if kind is Nil:
        return NAMED + (len(value.text or "") >> 4)
    if kind is Surd:
        if value.is_integral(_UNIT_BITS):  # each of its integers weighs 1
            return NAMED + 2 * value.term_count  # type: ignore[no-any-return]
        return NAMED + sum(leaf_weight(radicand) + leaf_weight(factor) for radicand, factor in value.terms)
    return 1


def leaf_weights(vector: Vector) -> int:
    """The sum of ``leaf_weight`` over a flat Vector."""
    kinds = vector.types()
    items: Any = vector.elements()
    if kinds == INTEGERS and vector.fits(LIMB):
        return len(items)
    if kinds <= {str}:
        return sum([1 + (len(item) >> 4) for item in items])
    return sum(map(leaf_weight, items))


def weight(value: Value) -> int:
    """What one hash or equality of a value costs: every node of the tree, keys of Records included.

    A container remembers its own, so that each is looked at once however often it occurs, and the look never
    takes longer than what is then charged.
    """
    if type(value) is not Vector and type(value) is not Record:
        return leaf_weight(value)
    todo: list[Any] = [value]
    while todo:
        node = todo[-1]
        if node.weight is not None:
            todo.pop()
        elif type(node) is Vector and node.is_flat():
            node.weight = NODE + _flat_weight(node)
        else:
            children: Any = (node.keys, node.values) if type(node) is Record else node.elements()
            missing = {id(item): item for item in children if _is_container(item) and item.weight is None}
            if missing:
                todo.extend(missing.values())
            else:
                node.weight = NODE + sum(
                    item.weight or 0 if _is_container(item) else leaf_weight(item) for item in children
                )
    return value.weight or NODE


def _is_container(value: Any) -> bool:
    return type(value) is Vector or type(value) is Record


def _flat_weight(vector: Vector) -> int:
    kinds = vector.types()
    items: Any = vector.elements()
    if kinds <= {mpz}:
        return len(items) + (vector.widths() >> 9)
    if kinds <= {str}:
        return len(items) + (sum(map(len, items)) >> 4)
    if kinds <= {Truth, Point}:
        return len(items)
    return sum(map(leaf_weight, items))


def lifting(operands: Iterable[Value]) -> int:
    """What it costs to set a Word up over the lanes of its operands."""
    deepest = max(value.depth() for value in operands if type(value) is Vector or type(value) is Record)
    return LIFT + AXIS * (deepest - 1)


def probing(vector: Vector) -> int:
    """What it costs to look every element of a Vector up, beside their weight."""
    kinds = vector.types()
    if kinds.isdisjoint(UNFORESEEN) or (kinds == INTEGERS and vector.fits(NARROW)):
        return PROBE * len(vector)
    return PROBE_WIDE * len(vector) + PROBE_TERM * (_terms(vector) if Surd in kinds else 0)


def shown(value: Value) -> int:
    """What it costs to measure and write the leaves of a value, beside their text."""
    if type(value) is Surd:
        return SHOWN * (1 + 4 * int(value.term_count))
    if type(value) is not Vector and type(value) is not Record:
        return SHOWN
    leaves = value.leaves()
    todo: list[Any] = [value]
    while todo:
        item = todo.pop()
        if type(item) is Record:
            todo += [item.keys, item.values]
        elif type(item) is Vector:
            kinds = item.types()
            if Surd in kinds:
                leaves += 4 * _terms(item)
            if not item.is_flat():
                todo.extend(item.elements())
    return SHOWN * leaves


def _terms(vector: Vector) -> int:
    return sum(int(item.term_count) for item in vector if type(item) is Surd)


def copying(*vectors: Vector) -> int:
    """What it costs to copy the elements of Vectors into one new Vector, per element."""
    return COPY if all(vector.is_flat() for vector in vectors) else NESTED
