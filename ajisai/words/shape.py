"""Words that build and read the nesting of Vectors; a Record is a leaf to them (LANG.WORDS.SHAPE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from operator import mul
from typing import TYPE_CHECKING, Any, Final

from gmpy2 import mpz

from ajisai.bounds import Failure, Price
from ajisai.bounds.failure import Progress
from ajisai.machine.operands import wrong_element
from ajisai.values import Record, Value, Vector
from ajisai.values.columns import INTEGERS
from ajisai.words.costs import CONTAINER, COPY, FRESH, NESTED, as_size
from ajisai.words.operands import axes, check_shape, integer, product

if TYPE_CHECKING:
    from ajisai.machine.run import Run

ENTERED: Final[Price] = 16
"""collectionWork of one Vector entered on the way to its leaves: 0.5 µs."""

ROW: Final[Price] = 8
"""collectionWork of one row that ZIP looks at: 0.3 µs."""


def range_(run: Run, start: Any, end: Any) -> Value:
    """The integers from start to end, both included, up or down (LANG.WORDS.RANGE).

    Raises:
        Failure: invalidInteger for a bound that is no integer.
    """
    first, last = integer(start, "a bound"), integer(end, "a bound")
    count = abs(last - first) + 1
    run.meter.check_elements(as_size(count))
    limbs = max(first.bit_length(), last.bit_length()) >> 6  # a wide bound makes every element wide
    run.meter.charge_collection(CONTAINER + int(count) * (FRESH + limbs))
    step = 1 if first <= last else -1
    items: list[Value] = list(map(mpz, range(int(first), int(last) + step, step)))
    return Vector.column(items, INTEGERS, max(first.bit_length(), last.bit_length()))


def fill(run: Run, shape: Vector, leaf: Value) -> Value:
    """A shape with every leaf one value (LANG.WORDS.FILL).

    Equal rows are one Vector, shared: the work is the sum of the axes, not their product.

    Raises:
        Failure: invalidShape for a shape that is no Vector of non-negative integers.
    """
    lengths = check_shape(run.meter, axes(shape))
    if not lengths:
        return leaf
    run.meter.charge_collection((CONTAINER + ENTERED) * len(lengths) + COPY * sum(lengths))
    row: Value = leaf
    for length in reversed(lengths[1:]):
        row = Vector([row] * length)
        row.shape()
        row.depth()
    return run.vector([row] * lengths[0], flat=len(lengths) == 1 and type(leaf) is not Record)


def shape(run: Run, value: Value) -> Value:
    """Axis lengths of a rectangular Vector (LANG.WORDS.SHAPE)."""
    if type(value) is not Vector:
        return run.vector([], flat=True)
    run.meter.charge_collection(1 + 2 * value.leaves())
    lengths = value.shape()
    return run.project("domainMiss") if lengths is None else run.vector(list(map(mpz, lengths)), flat=True)


def _level(run: Run, vector: Vector) -> list[Value] | None:
    """The leaves of a rectangular Vector, axis by axis; None where a ceiling has to be met on the way."""
    lengths = vector.shape()
    if lengths is None:
        return None
    counts = accumulate(lengths, mul)  # the Vectors that stand on the next axis
    work = sum(count * (ENTERED + length) for count, length in zip(counts, lengths[1:], strict=False))
    if run.meter.collection + work > run.meter.collection_limit:
        return None
    run.meter.charge_collection(work)
    items: Iterable[Any] = vector
    for _ in lengths[1:]:
        items = chain.from_iterable(map(Vector.elements, items))
    return list(items)


def _leaves(run: Run, vector: Vector) -> list[Value]:
    """The leaves from left to right, charged as the walk goes."""
    leaves: list[Value] = []
    total = vector.leaves()
    run.meter.charge_collection(1 + len(vector), Progress(0, total, "leaves"))
    if Vector not in vector.types():
        return vector.slice(0, len(vector))
    level = _level(run, vector)
    if level is not None:
        return level
    todo: list[Iterator[Value]] = [iter(vector)]
    while todo:
        for item in todo[-1]:
            if type(item) is Vector:
                run.meter.charge_collection(ENTERED + len(item), Progress(len(leaves), total, "leaves"))
                if Vector in item.types():
                    todo.append(iter(item))
                    break
                leaves.extend(item.elements())
            else:
                leaves.append(item)
        else:
            todo.pop()
    return leaves


def reshape(run: Run, vector: Vector, shape: Vector) -> Value:
    """The leaves regrouped under a new shape (LANG.WORDS.RESHAPE).

    Raises:
        Failure: invalidShape for a shape that is no Vector of non-negative integers, or of another size.
    """
    lengths = axes(shape)
    leaves = _leaves(run, vector)
    if product(lengths) != len(leaves):
        raise Failure("invalidShape", f"the shape does not hold exactly {len(leaves)} leaves")
    sizes = check_shape(run.meter, lengths)
    if not sizes:
        return leaves[0]
    inner = 1
    for length in sizes[:-1]:
        inner *= length
        run.meter.charge_collection(CONTAINER * (1 + inner))
    run.meter.charge_collection(COPY * len(leaves))
    row: list[Any] = leaves
    kinds = vector.types() if vector.is_flat() else frozenset(map(type, leaves))
    types = kinds if len(kinds) == 1 and Record not in kinds else None
    if sizes[-1] == 0:
        row = [Vector([]) for _ in range(inner)] if len(sizes) > 1 else []
        sizes = sizes[:-1] or [0]
        types = None
    for length in reversed(sizes[1:]):
        row = Vector.rows((row[start : start + length] for start in range(0, len(row), length)), types)
        types = None
    return run.vector(row, flat=len(lengths) == 1)


def flatten(run: Run, vector: Vector) -> Value:
    """Every axis collapsed into one (LANG.WORDS.FLATTEN)."""
    return run.vector(_leaves(run, vector))


def depth(run: Run, value: Value) -> Value:
    """How deeply Vectors nest (LANG.WORDS.DEPTH)."""
    level: dict[int, Vector] = {id(value): value} if type(value) is Vector else {}
    count = 0
    while level:
        count += 1
        run.meter.charge_collection(sum(1 + len(vector) for vector in level.values()))
        level = {
            id(item): item
            for vector in level.values()
            if Vector in vector.types()
            for item in vector
            if type(item) is Vector
        }
    return mpz(count)


def zip_(run: Run, rows: Vector) -> Value:
    """Equal-length Vectors bundled by position (LANG.WORDS.ZIP).

    Raises:
        Failure: nonVector for a row that is no Vector, shapeMismatch for rows of different lengths.
    """
    if not len(rows):
        return rows
    if rows.types() != {Vector}:
        raise wrong_element("nonVector", rows, {Vector}, "row")
    items: list[Any] = rows.slice(0, len(rows))
    width = len(items[0])
    if any(len(row) != width for row in items):
        raise Failure("shapeMismatch", "the rows must have one length")
    run.meter.charge_collection(ROW * len(items) + width * (CONTAINER + NESTED * len(items)))
    # Where each row has elements of one type, every column has those of all rows.
    kinds = frozenset().union(*(row.types() for row in items))
    known = all(len(row.types()) == 1 for row in items) and kinds.isdisjoint({Vector, Record})
    columns: list[Any] = Vector.rows(map(list, zip(*items, strict=True)), kinds if known else None)
    return run.vector(columns, flat=not width)


def check_fill(_run: Run, shape: Vector, value: Value) -> tuple[Vector, Value]:
    """The shape of FILL is checked once, before any lane, and where there is no lane too."""
    axes(shape)
    return shape, value


PREPARE = {"FILL": check_fill}

RECORD_IS_LEAF = frozenset({"FILL"})
"""The Words that put a Record at a leaf whole instead of lifting over it (LANG.WORDS.FILL)."""

EXECUTORS = {
    "RANGE": range_,
    "FILL": fill,
    "SHAPE": shape,
    "RESHAPE": reshape,
    "FLATTEN": flatten,
    "DEPTH": depth,
    "ZIP": zip_,
}
