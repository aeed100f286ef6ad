"""Words on the outermost axis of a Vector, GET and PUT on Records included (LANG.WORDS.COLLECTION)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from gmpy2 import mpz

from ajisai.bounds import Meter, Price
from ajisai.bounds.failure import Progress
from ajisai.values import FALSE, TRUE, Nil, Record, Value, Vector
from ajisai.values.columns import INTEGERS
from ajisai.words.costs import (
    COLLECTED,
    CONTAINER,
    INDEXED,
    KEYED,
    affords,
    copying,
    leaf_weight,
    leaf_weights,
    probing,
    weight,
)
from ajisai.words.operands import firsts, integer, part

if TYPE_CHECKING:
    from ajisai.machine.run import Run

LOOKED: Final[Price] = 4
"""collectionWork of one element that is looked at for being a container of some kind and length: 0.1 µs."""

_CHUNK = 4096  # elements that a search charges for at a time


def _place(index: mpz, length: int) -> int | None:
    """The position that an index names, counted from the end when negative; None when out of range."""
    if not -length <= index < length:
        return None
    return int(index) if index >= 0 else length + int(index)


def get(run: Run, container: Any, key: Any) -> Value:
    """The element at an index, or the value at a key (LANG.WORDS.GET).

    Raises:
        Failure: invalidInteger for a Vector's index that is no integer.
    """
    if type(container) is Record:
        run.meter.charge_collection(1 + leaf_weight(key))
        place = container.find(key)
        return run.project("notFound") if place is None else container.values[place]
    run.meter.charge_collection(1)
    place = _place(integer(key, "an index"), len(container))
    return run.project("indexOutOfBounds") if place is None else container[place]


def get_row(run: Run, container: Any, keys: Any) -> Vector | None:
    """GET of a row of indices that are all in range, or of small keys that are all present."""
    if keys.types() == INTEGERS and type(container) is Vector:
        size = len(container)
        if not (-size <= min(keys) and max(keys) < size):
            return None
        places: list[Any] = keys.slice(0, len(keys))
        work, items = len(places), container.elements()
    elif type(container) is Record and keys.is_flat() and Nil not in keys.types():
        work = len(keys) + leaf_weights(keys)
        places = container.find_each(keys)
        if None in places:
            return None
        items = container.values.elements()
    else:
        return None
    if not affords(run.meter, work):
        return None
    run.meter.charge_collection(work)
    return Vector(list(map(items.__getitem__, places)))


def length(run: Run, vector: Vector) -> Value:
    """Number of elements on the outermost axis (LANG.WORDS.LENGTH)."""
    return mpz(len(vector))


def _stretch(run: Run, vector: Vector, start: int, stop: int) -> Vector:
    run.meter.charge_collection(CONTAINER + copying(vector) * (stop - start))
    return part(run, vector, vector.slice(start, stop))


def take(run: Run, vector: Vector, count: Any) -> Value:
    """The first ``count`` elements, or the last ``-count`` (LANG.WORDS.TAKE).

    Raises:
        Failure: invalidInteger for a count that is no integer.
    """
    number, size = integer(count, "a count"), len(vector)
    if abs(number) > size:
        return run.project("indexOutOfBounds")
    n = int(number)
    return _stretch(run, vector, 0, n) if n >= 0 else _stretch(run, vector, size + n, size)


def drop(run: Run, vector: Vector, count: Any) -> Value:
    """All but the first ``count`` elements, or all but the last ``-count`` (LANG.WORDS.DROP).

    Raises:
        Failure: invalidInteger for a count that is no integer.
    """
    number, size = integer(count, "a count"), len(vector)
    if abs(number) > size:
        return run.project("indexOutOfBounds")
    n = int(number)
    return _stretch(run, vector, n, size) if n >= 0 else _stretch(run, vector, 0, size + n)


def concat(run: Run, left: Vector, right: Vector) -> Value:
    """Two Vectors end to end, nesting kept (LANG.WORDS.CONCAT)."""
    run.meter.check_elements(sum(vector.leaves() for vector in (left, right) if len(vector)))
    run.meter.charge_collection(CONTAINER + copying(left, right) * (len(left) + len(right)))
    return run.vector([*left.elements(), *right.elements()], flat=left.is_flat() and right.is_flat())


def reverse(run: Run, vector: Vector) -> Value:
    """The outermost axis in opposite order (LANG.WORDS.REVERSE)."""
    run.meter.charge_collection(CONTAINER + copying(vector) * len(vector))
    return part(run, vector, vector.slice(0, len(vector))[::-1])


def collect(run: Run, *values: Value) -> Value:
    """The counted values as a Vector, first pushed first (LANG.WORDS.COLLECT)."""
    run.meter.charge_collection(1 + COLLECTED * len(values))
    return run.vector(list(values))


def put(run: Run, container: Any, key: Any, value: Value) -> Value:
    """A copy with one index or key set (LANG.WORDS.PUT).

    Raises:
        Failure: invalidInteger for a Vector's index that is no integer.
    """
    if type(container) is Record:
        return _put_key(run, container, key, value)
    place = _place(integer(key, "an index"), len(container))
    if place is None:
        return run.project("indexOutOfBounds")
    run.meter.charge_collection(CONTAINER + copying(container) * len(container))
    items = container.slice(0, len(container))
    items[place] = value
    return run.vector(items, flat=container.is_flat() and type(value) not in (Vector, Record))


def _put_key(run: Run, record: Record, key: Any, value: Value) -> Value:
    each = INDEXED + copying(record.keys) + copying(record.values)
    run.meter.charge_collection(2 * CONTAINER + leaf_weight(key) + each * len(record))
    place = record.find(key)
    values = record.values.slice(0, len(record))
    if place is not None:
        values[place] = value
        return run.record(record.keys, Vector(values))
    values.append(value)
    return run.record(Vector([*record.keys, key]), Vector(values))


def _find(run: Run, vector: Vector, value: Any) -> int | None:
    """Position of the first equal element, charged as the search goes."""
    kind, size = type(value), len(vector)
    if kind not in vector.types():
        run.meter.charge_collection(1)
        return None
    if kind is Vector or kind is Record:
        return _find_container(run, vector, value)
    each = leaf_weight(value)
    items: Any = vector.elements()
    for start in range(0, size, _CHUNK):
        stop = min(start + _CHUNK, size)
        run.meter.charge_collection(each * (stop - start), Progress(start, size, "elements"))
        with suppress(ValueError):
            return items.index(value, start, stop)  # type: ignore[no-any-return]
    return None


def _find_container(run: Run, vector: Vector, value: Vector | Record) -> int | None:
    """As _find, for a container: only elements of its kind and measure are compared, at its weight."""
    run.meter.charge_collection(value.leaves())
    each, kind, size = weight(value), type(value), len(value)
    depth, leaves = value.depth(), value.leaves()
    items: Any = vector.elements()
    looked = 0
    for place, item in enumerate(items):
        if type(item) is not kind or len(item) != size:
            continue
        if item.leaves() == leaves and item.depth() == depth:
            _look(run.meter, looked, place + 1, len(items))
            looked = place + 1
            run.meter.charge_collection(each, Progress(place, len(items), "elements"))
            if item == value:
                return place
    _look(run.meter, looked, len(items), len(items))
    return None


def _look(meter: Meter, start: int, stop: int, size: int) -> None:
    """Charge a look at each element from ``start`` up to, not including, ``stop``."""
    reached = min(stop, start + (meter.collection_limit - meter.collection) // LOOKED)
    meter.charge_collection(LOOKED * (reached - start))
    if reached < stop:
        meter.charge_collection(LOOKED, Progress(reached, size, "elements"))


def index_of(run: Run, vector: Vector, value: Value) -> Value:
    """Index of the first element that is the value (LANG.WORDS.INDEX-OF)."""
    place = _find(run, vector, value)
    return run.project("notFound") if place is None else mpz(place)


def member(run: Run, vector: Vector, value: Value) -> Value:
    """Whether the value occurs (LANG.WORDS.MEMBER?)."""
    return FALSE if _find(run, vector, value) is None else TRUE


def unique(run: Run, vector: Vector) -> Value:
    """Distinct elements at first occurrence (LANG.WORDS.UNIQUE)."""
    run.meter.charge_collection(KEYED + weight(vector) + probing(vector))
    marks = vector.probes()
    return part(run, vector, firsts(vector, marks, dict.fromkeys(marks)))


EXECUTORS = {
    "GET": get,
    "LENGTH": length,
    "TAKE": take,
    "DROP": drop,
    "CONCAT": concat,
    "REVERSE": reverse,
    "COLLECT": collect,
    "PUT": put,
    "INDEX-OF": index_of,
    "MEMBER?": member,
    "UNIQUE": unique,
}
ROWS = {"GET": get_row}
