"""Checks of operands that several Words share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from gmpy2 import mpz

from ajisai.bounds import Failure, Meter
from ajisai.values import Value, Vector
from ajisai.values.columns import INTEGERS
from ajisai.words.costs import as_size

if TYPE_CHECKING:
    from ajisai.machine.run import Run


def integer(value: Any, role: str) -> mpz:
    """The operand as an integer; ``role`` names it in the message.

    Raises:
        Failure: invalidInteger for anything that is no integer (LANG.VALUES.SCALAR).
    """
    if type(value) is not mpz:
        raise Failure("invalidInteger", f"{role} must be an integer")
    return value


def part(run: Run, source: Vector, items: list[Value]) -> Vector:
    """A new Vector within the ceilings, all its elements being elements of ``source``."""
    vector = source.part(items)
    if source.is_flat():
        run.meter.check_elements(len(items))
    else:
        run.meter.check_elements(vector.leaves())
        run.meter.check_depth(vector.depth())
    return vector


def firsts(vector: Vector, marks: Sequence[Any], distinct: Iterable[Any]) -> list[Value]:
    """For each distinct mark, the first element that has it; ``marks`` are ``vector.probes()``."""
    items = vector.elements()
    if marks is items:
        return list(distinct)
    first = dict(zip(reversed(marks), reversed(items), strict=True))
    return [first[mark] for mark in distinct]


def counts(run: Run, numbers: Iterable[int], most: int) -> Vector:
    """A new Vector within the ceilings of non-negative integers up to ``most``."""
    items: list[Value] = list(map(mpz, numbers))
    run.meter.check_elements(len(items))
    return Vector.column(items, INTEGERS, most.bit_length())


def axes(shape: Vector) -> list[mpz]:
    """The axis lengths that a shape Vector spells.

    Raises:
        Failure: invalidShape for an element that is no non-negative integer.
    """
    lengths: list[Any] = shape.slice(0, len(shape))
    if any(type(length) is not mpz or length < 0 for length in lengths):
        raise Failure("invalidShape", "a shape is a Vector of non-negative integers")
    return lengths


def check_shape(meter: Meter, lengths: list[mpz]) -> list[int]:
    """The axes that have to be built: up to the first of length 0, which ends in empty Vectors.

    Raises:
        Failure: nestingDepth for too many axes, materializedElements for too many leaves.
    """
    meter.check_depth(len(lengths))
    if 0 in lengths:
        lengths = lengths[: lengths.index(mpz(0)) + 1]
    leaves = 1
    for length in lengths:
        leaves = as_size(leaves * (as_size(length) or 1))  # an axis of 0 ends in empty Vectors: one leaf each
    meter.check_elements(leaves)
    return [int(length) for length in lengths]


def product(lengths: list[mpz]) -> mpz:
    """How many leaves a shape holds."""
    return mpz(0) if 0 in lengths else prod(lengths, start=mpz(1))
