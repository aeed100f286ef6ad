"""Lifting: how a Word over leaves works on Vectors and Records (LANG.EVAL.LIFTING).

``lift`` takes a lane function and operands of which at least one is a container. Records come first; then
Vectors pair by shape, aligned at the innermost axis, an axis of 1 being reused; what is no container
combines with every leaf. Depth of recursion is the depth of a value, which a ceiling bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from math import prod
from operator import mul
from typing import Any

from ajisai.bounds import Failure, Meter
from ajisai.values.containers import Record, Vector
from ajisai.values.domains import Nil, Value

Lane = Callable[..., Value]

_BUILT = 64
"""collectionWork of each Vector inside a lifted answer: walked to, built, measured: 3 to 6 µs, 430 bytes."""


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
    return _BUILT * sum(rows)


def weave(meter: Meter, lane: Lane, vectors: Sequence[Vector], price: int) -> Value:
    """Pair Vectors by shape and answer ``lane`` over their lanes, Records among them left whole (SELECT)."""
    shape = broadcast_shape(vectors) if len(vectors) > 1 else None
    if shape is None:
        return _lift_one(meter, lane, vectors, 0, price, None)
    lanes = max(1, prod(shape))
    meter.check_elements(lanes)
    meter.charge_collection(price * lanes + _inside(shape))
    return _pair(lane, list(vectors), [len(vector.shape() or ()) for vector in vectors], shape)


def lift(meter: Meter, lane: Lane, operands: Sequence[Any], price: int, *, leaf_nil: bool = True) -> Value:
    """Answer ``lane`` over all lanes of the operands.

    Args:
        price: collectionWork of one lane (``words.costs``): what its answer takes to store.
        leaf_nil: whether an absent operand is the answer for a whole Record entry (roles leaf and data);
            False for truth operands, where a NIL is UNKNOWN and the lane decides.

    Raises:
        Failure: shapeMismatch, a ceiling, or whatever the lane raises.
    """
    kinds = [type(operand) for operand in operands]
    if Record in kinds:
        return _lift_records(meter, lane, operands, price, leaf_nil)
    vectors = [operand for operand in operands if type(operand) is Vector]
    if not vectors:
        return lane(*operands)
    if len(vectors) == 1:
        return _lift_one(meter, lane, operands, kinds.index(Vector), price, leaf_nil)
    shape = broadcast_shape(vectors)
    lanes = prod(shape)
    meter.check_elements(max(1, lanes))
    meter.charge_collection(price * lanes + _inside(shape))
    ranks = [len(operand.shape() or ()) if type(operand) is Vector else 0 for operand in operands]

    def leaf(*lanes: Any) -> Value:
        if Record in map(type, lanes):
            return lift(meter, lane, lanes, price, leaf_nil=leaf_nil)
        return lane(*lanes)

    return _pair(leaf, list(operands), ranks, shape)


def _lift_records(meter: Meter, lane: Lane, operands: Sequence[Any], price: int, leaf_nil: bool) -> Value:
    records = [operand for operand in operands if type(operand) is Record]
    keys = records[0].keys
    if any(record.keys != keys for record in records[1:]):
        raise Failure("shapeMismatch", "two Records pair only under the same keys in the same order")
    answers = []
    for place in range(len(keys)):
        entry = [operand.values[place] if type(operand) is Record else operand for operand in operands]
        absent = next((item for item in entry if type(item) is Nil), None) if leaf_nil else None
        answers.append(absent if absent is not None else lift(meter, lane, entry, price, leaf_nil=leaf_nil))
    meter.charge_collection(price * len(keys))
    return Record(keys, Vector(answers))


def _lift_one(
    meter: Meter, lane: Lane, operands: Sequence[Any], place: int, price: int, leaf_nil: bool | None
) -> Value:
    """One Vector, however nested or ragged, with operands that are no containers.

    Records among its leaves are lifted over, or left whole for the lane where ``leaf_nil`` is None.
    """
    vector = operands[place]
    meter.check_elements(vector.leaves())
    meter.charge_collection(price * vector.leaves() + _BUILT * (vector.containers() - 1))
    rest = list(operands)

    def visit(node: Vector) -> Vector:
        answers: list[Value] = []
        for item in node:
            if type(item) is Vector:
                answers.append(visit(item))
                continue
            rest[place] = item
            if leaf_nil is not None and type(item) is Record:
                answers.append(lift(meter, lane, list(rest), price, leaf_nil=leaf_nil))
            else:
                answers.append(lane(*rest))
        return Vector(answers)

    return visit(vector)


def _pair(lane: Lane, operands: list[Any], ranks: list[int], shape: tuple[int, ...]) -> Value:
    rank = len(shape)
    if rank == 0:
        return lane(*operands)
    # Only operands that have this axis move along it; an axis of 1 is reused.
    moving = [i for i, r in enumerate(ranks) if r == rank and len(operands[i]) == shape[0]]
    fixed = [i for i, r in enumerate(ranks) if r == rank and len(operands[i]) != shape[0]]
    inner = [r - 1 if r == rank else r for r in ranks]
    row = list(operands)
    for i in fixed:
        row[i] = operands[i][0]
    answers = []
    for place in range(shape[0]):
        for i in moving:
            row[i] = operands[i][place]
        answers.append(_pair(lane, row, inner, shape[1:]))
    return Vector(answers)
