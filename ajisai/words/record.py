"""Words of Records (LANG.WORDS.RECORD)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gmpy2 import mpz

from ajisai.bounds import Failure
from ajisai.values import FALSE, TRUE, Record, Value, Vector
from ajisai.values.probing import probes
from ajisai.words.costs import CONTAINER, FRESH, INDEXED, PROBE, copying, leaf_weight, weight

if TYPE_CHECKING:
    from ajisai.machine.run import Run


def record(run: Run, keys: Vector, values: Vector) -> Value:
    """A Record from a key Vector and a value Vector (LANG.WORDS.RECORD).

    Raises:
        Failure: shapeMismatch for different lengths, duplicateKey for a key that occurs twice.
    """
    if len(keys) != len(values):
        raise Failure("shapeMismatch", f"{len(keys)} keys for {len(values)} values")
    run.meter.charge_collection(weight(keys) + PROBE * len(keys))
    if len(set(probes(keys.elements(), keys.types()))) != len(keys):
        raise Failure("duplicateKey", "a key occurs twice")
    return run.record(keys, values)


def keys(run: Run, record: Record) -> Value:
    """The keys in order (LANG.WORDS.KEYS)."""
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


def merge(run: Run, left: Record, right: Record) -> Value:
    """Both Records' keys, left order first; the right value wins (LANG.WORDS.MERGE)."""
    run.meter.charge_collection(sum(weight(side.keys) + PROBE * len(side) for side in (left, right)))
    places = dict(zip(probes(left.keys.elements(), left.keys.types()), range(len(left)), strict=True))
    keys, values = left.keys.slice(0, len(left)), left.values.slice(0, len(left))
    for mark, key, value in zip(
        probes(right.keys.elements(), right.keys.types()), right.keys, right.values, strict=True
    ):
        place = places.get(mark)
        if place is None:
            keys.append(key)
            values.append(value)
        else:
            values[place] = value
    return run.record(Vector(keys), Vector(values))


def tally(run: Run, vector: Vector) -> Value:
    """A Record from each distinct element to its count (LANG.WORDS.TALLY)."""
    run.meter.charge_collection(weight(vector) + PROBE * len(vector))
    first: dict[Any, Value] = {}
    counts: dict[Any, int] = {}
    for mark, item in zip(probes(vector.elements(), vector.types()), vector, strict=True):
        if mark in counts:
            counts[mark] += 1
        else:
            run.meter.charge_collection(FRESH)
            counts[mark] = 1
            first[mark] = item
    return run.record(Vector(list(first.values())), Vector(list(map(mpz, counts.values()))))


def group(run: Run, keys: Vector, values: Vector) -> Value:
    """A Record from each distinct key to the Vector of its values (LANG.WORDS.GROUP).

    Raises:
        Failure: shapeMismatch for different lengths.
    """
    if len(keys) != len(values):
        raise Failure("shapeMismatch", f"{len(keys)} keys for {len(values)} values")
    run.meter.charge_collection(weight(keys) + PROBE * len(keys))
    first: dict[Any, Value] = {}
    groups: dict[Any, list[Value]] = {}
    for mark, key, value in zip(probes(keys.elements(), keys.types()), keys, values, strict=True):
        if mark in groups:
            groups[mark].append(value)
        else:
            run.meter.charge_collection(CONTAINER)
            groups[mark] = [value]
            first[mark] = key
    return run.record(Vector(list(first.values())), Vector(list(map(Vector, groups.values()))))


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
