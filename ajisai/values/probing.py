"""Dictionary keys for values: equal exactly when the values are, and hard to make collide.

Python hashes a number by its remainder modulo the public prime 2**61 - 1, so a program could make every key
of a dictionary collide, and a linear Word quadratic. Wide integers and fractions are therefore keyed by
something that no program can foresee. It decides how fast a dictionary is, never what a Word answers.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from typing import Any

from gmpy2 import mpq, mpz, next_prime, to_binary

from ajisai.numbers import Surd

NARROW = 60
"""Bits up to which the hash of an integer is the integer itself."""

UNFORESEEN = frozenset({mpz, mpq, Surd})
"""The types of which :func:`probe` may answer something else than the value."""

_MODULUS = next_prime(mpz(2) ** 60 + secrets.randbits(59))


def probe(value: Any) -> Hashable:
    """The key of one value. A container is its own: its hash is built from the keys of its leaves."""
    kind = type(value)
    key: Hashable = value
    if kind is mpz:
        if value.bit_length() > NARROW:
            key = (value % _MODULUS, value)
    elif kind is mpq:
        key = to_binary(value)  # the hash of bytes is seeded
    elif kind is Surd:
        key = tuple((probe(radicand), probe(factor)) for radicand, factor in value.terms)
    return key
