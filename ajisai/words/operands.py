"""Checks of operands that several Words share."""

from __future__ import annotations

from math import prod
from typing import Any

from gmpy2 import mpz

from ajisai.bounds import Failure, Meter
from ajisai.values import Vector
from ajisai.words.costs import as_size


def integer(value: Any, role: str) -> mpz:
    """The operand as an integer; ``role`` names it in the message.

    Raises:
        Failure: invalidInteger for anything that is no integer (LANG.VALUES.SCALAR).
    """
    if type(value) is not mpz:
        raise Failure("invalidInteger", f"{role} must be an integer")
    return value


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
