"""Words of Records (LANG.WORDS.RECORD)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ajisai.bounds import Failure
from ajisai.values import FALSE, TRUE, Nil, Record, Value, Vector
from ajisai.values.columns import TRUTHS
from ajisai.words.costs import (
    CONTAINER,
    FRESH,
    INDEXED,
    KEYED,
    affords,
    charge_each,
    copying,
    leaf_weight,
    leaf_weights,
    probing,
    weight,
)
from ajisai.words.operands import counts, firsts

if TYPE_CHECKING:
    from ajisai.machine.run import Run


def record(run: Run, keys: Vector, values: Vector) -> Value:
    """A Record from a key Vector and a value Vector (LANG.WORDS.RECORD).

    Raises:
        Failure: shapeMismatch for different lengths, duplicateKey for a key that occurs twice.
    """
    if len(keys) != len(values):
        raise Failure("shapeMismatch", f"{len(keys)} keys for {len(values)} values")
    run.meter.charge_collection(KEYED + weight(keys) + 2 * probing(keys))  # a look-up makes them again
    if len(set(keys.probes())) != len(keys):
        raise Failure("duplicateKey", "a key occurs twice")
    return run.record(keys, values)


def keys(run: Run, record: Record) -> Value:
    """The keys in order (LANG.WORDS.KEYS). A Record's size is that of its values, so it is found here."""
    run.meter.check_elements(record.keys.leaves())
    return record.keys


def values(run: Run, record: Record) -> Value:
    """The values, aligned with KEYS (LANG.WORDS.VALUES)."""
    return record.values


def without(run: Run, record: Record, key: Any) -> Value:
    """A copy with one key removed (LANG.WORDS.WITHOUT)."""
    run.meter.charge_collection(1 + leaf_weight(key))
    place = record.find(key)
    if place is None:
        return run.project("notFound")
    size = len(record)
    each = INDEXED + copying(record.keys) + copying(record.values)
    run.meter.charge_collection(2 * CONTAINER + each * size)
    kept = [
        Vector(vector.slice(0, place) + vector.slice(place + 1, size))
        for vector in (record.keys, record.values)
    ]
    return run.record(*kept)


def has(run: Run, record: Record, key: Any) -> Value:
    """Whether a key is present (LANG.WORDS.HAS?)."""
    run.meter.charge_collection(1 + leaf_weight(key))
    return FALSE if record.find(key) is None else TRUE


def has_row(run: Run, record: Record, keys: Any) -> Vector | None:
    """HAS? of a row of keys."""
    if not keys.is_flat() or Nil in keys.types():
        return None
    work = len(keys) + leaf_weights(keys)
    if not affords(run.meter, work):
        return None
    run.meter.charge_collection(work)
    return Vector.column([FALSE if place is None else TRUE for place in record.find_each(keys)], TRUTHS)


def merge(run: Run, left: Record, right: Record) -> Value:
    """Both Records' keys, left order first; the right value wins (LANG.WORDS.MERGE)."""
    for side in (left, right):
        run.meter.charge_collection(KEYED + weight(side.keys) + 2 * probing(side.keys))
    places = dict(zip(left.keys.probes(), range(len(left)), strict=True))
    keys, values = left.keys.slice(0, len(left)), left.values.slice(0, len(left))
    for mark, key, value in zip(right.keys.probes(), right.keys, right.values, strict=True):
        place = places.get(mark)
        if place is None:
            keys.append(key)
            values.append(value)
        else:
            values[place] = value
    return run.record(Vector(keys), Vector(values))


def tally(run: Run, vector: Vector) -> Value:
    """A Record from each distinct element to its count (LANG.WORDS.TALLY)."""
    run.meter.charge_collection(KEYED + weight(vector) + probing(vector))
    marks = vector.probes()
    found = Counter(marks)
    charge_each(run.meter, len(found), FRESH)
    return run.record(vector.part(firsts(vector, marks, found)), counts(run, found.values(), len(vector)))


def group(run: Run, keys: Vector, values: Vector) -> Value:
    """A Record from each distinct key to the Vector of its values (LANG.WORDS.GROUP).

    Raises:
        Failure: shapeMismatch for different lengths.
    """
    if len(keys) != len(values):
        raise Failure("shapeMismatch", f"{len(keys)} keys for {len(values)} values")
    run.meter.charge_collection(KEYED + weight(keys) + probing(keys))
    marks = keys.probes()
    distinct = dict.fromkeys(marks)
    charge_each(run.meter, len(distinct), CONTAINER)
    groups: dict[Any, list[Value]] = {mark: [] for mark in distinct}
    for mark, value in zip(marks, values, strict=True):
        groups[mark].append(value)
    kinds = values.types()
    rows: list[Any] = Vector.rows(groups.values(), kinds if len(kinds) == 1 and values.is_flat() else None)
    return run.record(keys.part(firsts(keys, marks, groups)), Vector(rows))


EXECUTORS = {
    "RECORD": record,
    "KEYS": keys,
    "VALUES": values,
    "WITHOUT": without,
    "HAS?": has,
    "MERGE": merge,
    "TALLY": tally,
    "GROUP": group,
}
ROWS = {"HAS?": has_row}
