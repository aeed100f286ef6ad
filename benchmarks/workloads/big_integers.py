"""A factorial of more than 20,000 digits through FOLD MUL, beside the same loop over gmpy2's integers.

``math.factorial`` stands beside it too: it multiplies in halves, which is another algorithm, so nothing is
aimed at there.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from gmpy2 import mpz

import ajisai
from benchmarks.harness import Comparison, Family, Side
from benchmarks.programs import LIMITS, top

_SIZES = (6_800,)


def _loop(number: int) -> mpz:
    product = mpz(1)
    for factor in range(1, number + 1):
        product = product * factor
    return product


def _family(name: str, label: str, plain: Callable[[int], object], aim: float | None) -> Family:
    def build(number: int) -> Comparison:
        engine = f"1 {number} RANGE 1 [ MUL ] FOLD"
        return Comparison(
            "",
            "product",
            number,
            Side("ajisai.run", lambda: ajisai.run(engine, limits=LIMITS), top),
            Side(label, lambda: plain(number)),
            aim,
        )

    return Family(name, build, _SIZES, small=40)


COMPARISONS = (
    _family("factorial by FOLD MUL", "gmpy2", _loop, 1.5),
    _family("factorial beside math.factorial", "math.factorial", math.factorial, None),
)
