"""Blocks inside blocks: the product of two matrices, beside comprehensions inside comprehensions."""

from __future__ import annotations

from gmpy2 import mpz

import ajisai
from benchmarks.harness import Comparison, Family, Side
from benchmarks.programs import LIMITS, top

Matrix = list[list[mpz]]

# The columns of the right matrix are its rows after ZIP; each row of the left one meets each of them.
_NESTED = "ZIP 'C' BIND [ 'R' BIND C [ R MUL 0 [ ADD ] FOLD ] MAP ] MAP"


def _matrix(size: int, step: int) -> Matrix:
    return [[mpz(row * step + column) % 97 for column in range(size)] for row in range(size)]


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum([x * y for x, y in zip(row, column, strict=True)]) for column in columns] for row in left]


def _compare(size: int, run: str, words: tuple[str, ...] = ()) -> Comparison:
    left, right = _matrix(size, 7), _matrix(size, 11)
    inputs = [ajisai.Vector([ajisai.Vector(row) for row in matrix]) for matrix in (left, right)]

    return Comparison(
        "",
        "product",
        size**3,
        Side("ajisai.run", lambda: ajisai.run(run, inputs=inputs, limits=LIMITS, words=words), top),
        Side("gmpy2", lambda: _product(left, right)),
        2.5,
    )


def nested_maps(size: int) -> Comparison:
    """MAP in MAP, with an inner product inside."""
    return _compare(size, _NESTED)


def phrasebook(size: int) -> Comparison:
    """The Word of the phrasebook, which adds up whole rows."""
    return _compare(size, "MATMUL", ("MATMUL",))


COMPARISONS = (
    Family("matrix product by nested MAPs", nested_maps, (200,), small=9, of="rows"),
    Family("matrix product by MATMUL", phrasebook, (100,), small=9, of="rows"),
)
