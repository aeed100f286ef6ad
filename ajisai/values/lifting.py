"""Lifting: how a Word over leaves works on Vectors and Records (LANG.EVAL.LIFTING).

``lift`` takes a lane function and operands of which at least one is a container. Records come first; then
Vectors pair by shape, aligned at the innermost axis, an axis of 1 being reused; what is no container
combines with every leaf. Depth of recursion is the depth of a value, which a ceiling bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, repeat
from math import prod
from operator import mul
from typing import Any, Final, cast

from ajisai.bounds import Failure, Meter, Price
from ajisai.values.containers import Record, Vector
from ajisai.values.domains import Nil, Value

Lane = Callable[..., Value]

Row = Callable[..., "Vector | None"]
"""The lanes of an innermost row at once: it takes what a lane takes, one flat Vector or several of one length
in the place of leaves, and answers what the lanes would answer, charged as they would charge. None where they
are to be done one by one; so it answers for anything else."""

BUILT: Final[Price] = 84
"""collectionWork of each Vector inside a lifted answer: walked to, built, measured: 3 to 6 µs, 430 bytes."""

_NARROW = 100  # elements up to which rows are taken together: beyond, copying them costs more than it saves
_FEWEST = 8  # elements from which a row that stands alone is tried at once: setting it up takes 3 µs


def broadcast_shape(vectors: Sequence[Vector]) -> tuple[int, ...]:
    """The shape in which Vectors pair.

    Raises:
        Failure: shapeMismatch when one is ragged or two axes differ and neither is 1.
    """
    shapes = []
    for vector in vectors:
        shape = vector.shape()
        if shape is None:
            raise Failure("shapeMismatch", "a ragged Vector pairs with no other Vector")
        shapes.append(shape)
    rank = max(map(len, shapes))
    answer = []
    for axis in range(-rank, 0):
        sizes = {shape[axis] for shape in shapes if -axis <= len(shape)} - {1}
        if len(sizes) > 1:
            written = " and ".join("[ " + " ".join(map(str, shape)) + " ]" for shape in shapes)
            raise Failure("shapeMismatch", f"shapes {written} do not pair")
        answer.append(sizes.pop() if sizes else 1)
    return tuple(answer)


def _inside(shape: Sequence[int]) -> int:
    """collectionWork of the Vectors inside one of this shape."""
    rows: Iterable[int] = accumulate(shape[:-1], mul)
    return BUILT * sum(rows)


def weave(meter: Meter, lane: Lane, vectors: Sequence[Vector], price: int, row: Row | None = None) -> Vector:
    """Pair Vectors by shape and answer ``lane`` over their lanes, Records among them left whole (SELECT)."""
    shape = broadcast_shape(vectors) if len(vectors) > 1 else None
    if shape is None:
        return _lift_one(meter, lane, vectors, 0, price, None, row)
    lanes = max(1, prod(shape))
    meter.check_elements(lanes)
    meter.charge_collection(price * lanes + _inside(shape))
    return _Pairing(lane, vectors, shape, row).answer(vectors)


def lift(
    meter: Meter,
    lane: Lane,
    operands: Sequence[Any],
    price: int,
    *,
    leaf_nil: bool = True,
    row: Row | None = None,
) -> Value:
    """Answer ``lane`` over all lanes of the operands, by ``row`` where it can.

    Args:
        price: collectionWork of one lane (``words.costs``): what its answer takes to store.
        leaf_nil: whether an absent operand is the answer for a whole Record entry (roles leaf and data);
            False for truth operands, where a NIL is UNKNOWN and the lane decides.

    Raises:
        Failure: shapeMismatch, a ceiling, or whatever the lane raises.
    """
    kinds = [type(operand) for operand in operands]
    if Record in kinds:
        return _lift_records(meter, lane, operands, price, leaf_nil, row)
    vectors = [operand for operand in operands if type(operand) is Vector]
    if not vectors:
        return lane(*operands)
    if len(vectors) == 1:
        return _lift_one(meter, lane, operands, kinds.index(Vector), price, leaf_nil, row)
    shape = broadcast_shape(vectors)
    lanes = prod(shape)
    meter.check_elements(max(1, lanes))
    meter.charge_collection(price * lanes + _inside(shape))

    def leaf(*lanes: Any) -> Value:
        if Record in map(type, lanes):
            return _lift_part(meter, lane, lanes, price, leaf_nil, row)
        return lane(*lanes)

    return _Pairing(leaf, operands, shape, row).answer(operands)


def _lift_records(
    meter: Meter, lane: Lane, operands: Sequence[Any], price: int, leaf_nil: bool, row: Row | None
) -> Value:
    records = [operand for operand in operands if type(operand) is Record]
    keys = records[0].keys
    if any(record.keys != keys for record in records[1:]):
        raise Failure("shapeMismatch", "two Records pair only under the same keys in the same order")
    answers: list[Value] = []
    for place in range(len(keys)):
        entry = [operand.values[place] if type(operand) is Record else operand for operand in operands]
        answers.append(_lift_part(meter, lane, entry, price, leaf_nil, row))
    meter.charge_collection(price * len(keys))
    return Record(keys, Vector(answers))


def _lift_part(
    meter: Meter, lane: Lane, part: Sequence[Any], price: int, leaf_nil: bool, row: Row | None
) -> Value:
    """What stands under one key, or in one lane beside a Record: a NIL there is the answer."""
    absent = next((item for item in part if type(item) is Nil), None) if leaf_nil else None
    return lift(meter, lane, part, price, leaf_nil=leaf_nil, row=row) if absent is None else absent


def _lift_one(
    meter: Meter,
    lane: Lane,
    operands: Sequence[Any],
    place: int,
    price: int,
    leaf_nil: bool | None,
    row: Row | None,
) -> Vector:
    """One Vector, however nested or ragged, with operands that are no containers.

    Records among its leaves are lifted over, or left whole for the lane where ``leaf_nil`` is None.
    """
    vector = operands[place]
    meter.check_elements(vector.leaves())
    meter.charge_collection(price * vector.leaves() + BUILT * (vector.containers() - 1))
    rest = list(operands)
    columns: list[Iterable[Any]] = [repeat(operand) for operand in operands]

    def visit(node: Vector, together: bool = True) -> Vector:
        answer: Vector | None = None
        shape = None if row is None else node.shape()
        if row is not None and shape is not None and (together or (len(shape) == 1 and len(node) >= _FEWEST)):
            rest[place] = node
            answer = _by_row(row, rest, shape)
            together = False
        elif row is not None and shape is None and together and node.depth() == 2 and len(node.types()) == 1:
            answer = _by_ragged_rows(row, rest, place, node)
            together = False
        if answer is not None:
            return answer
        if node.is_flat():
            columns[place] = node.elements()
            return Vector(list(map(lane, *columns)))
        answers: list[Value] = []
        for item in node:
            if type(item) is Vector:
                answers.append(visit(item, together))
                continue
            rest[place] = item
            if leaf_nil is not None and type(item) is Record:
                answers.append(lift(meter, lane, list(rest), price, leaf_nil=leaf_nil, row=row))
            else:
                answers.append(lane(*rest))
        return Vector(answers)

    return visit(vector)


def _by_row(row: Row, operands: Sequence[Any], shape: tuple[int, ...]) -> Vector | None:
    """What ``row`` answers for operands under a shape, narrow rows being taken together; None without it."""
    if len(shape) > 1 and not 0 < shape[-1] <= _NARROW:
        return None
    answer = row(*[_spread(operand, shape) for operand in operands])
    return answer if answer is None or len(shape) == 1 else answer.regrouped(shape)


def _by_ragged_rows(row: Row, operands: list[Any], place: int, rows: Vector) -> Vector | None:
    """What ``row`` answers where one operand is a Vector of flat Vectors and the others are no containers."""
    lengths = list(map(len, cast("Sequence[Vector]", rows.elements())))
    if sum(lengths) > _NARROW * len(lengths):
        return None
    operands[place] = Vector(list(chain.from_iterable(map(Vector.elements, rows))))  # type: ignore[arg-type]
    answer = row(*operands)
    return None if answer is None else answer.split(lengths)


def _spread(operand: Any, shape: tuple[int, ...]) -> Any:
    """The leaves of an operand for each lane of the shape in which it pairs; its only one is left bare."""
    own: Any = operand.shape() if type(operand) is Vector else ()
    if own == shape and len(shape) == 1:
        return operand
    if own != shape and prod(own) == 1:
        for _ in own:
            operand = operand[0]
        return operand
    level = [operand]
    for length, size in zip(own, shape[-len(own) :], strict=True):
        parts = map(Vector.elements, level) if length == size else (repeat(node[0], size) for node in level)
        level = list(chain.from_iterable(parts))
    return Vector(level * prod(shape[: len(shape) - len(own)]))


class _Pairing:
    """Vectors that pair, and what is reused for all their lanes, walked from the outermost axis in."""

    def __init__(self, lane: Lane, operands: Sequence[Any], shape: tuple[int, ...], row: Row | None) -> None:
        self._lane = lane
        self._shape = shape
        self._row = row
        shapes = [operand.shape() or () if type(operand) is Vector else () for operand in operands]
        self._axes = [
            [_part_in(own, len(shape) - axis, size) for own in shapes] for axis, size in enumerate(shape)
        ]

    def answer(self, operands: Sequence[Any], axis: int = 0) -> Vector:
        """The answers along an axis and all inside it."""
        innermost = axis + 1 == len(self._shape)
        if self._row is not None and (axis == 0 or (innermost and self._shape[axis] >= _FEWEST)):
            answer = _by_row(self._row, operands, self._shape[axis:])
            if answer is not None:
                return answer
        columns = [part(operand) for part, operand in zip(self._axes[axis], operands, strict=True)]
        if innermost:
            return Vector(list(map(self._lane, *columns)))
        return Vector([self.answer(lanes, axis + 1) for lanes in zip(*columns, strict=False)])


def _part_in(shape: tuple[int, ...], rank: int, size: int) -> Callable[[Any], Iterable[Value]]:
    """How an operand of this shape takes part in an axis of ``size``, counted as ``rank`` from the innermost.

    Only operands that have the axis move along it; an axis of 1 is reused.
    """
    if len(shape) < rank:
        return repeat
    return Vector.elements if shape[-rank] == size else _reuse_first


def _reuse_first(vector: Vector) -> Iterable[Value]:
    return repeat(vector[0])
