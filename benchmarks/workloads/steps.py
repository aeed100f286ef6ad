"""What one executed Word costs inside a block, beside the same arithmetic as a plain gmpy2 loop."""

from __future__ import annotations

from gmpy2 import mpq, mpz

import ajisai
from benchmarks.harness import Comparison, Side

_ELEMENTS = 20_000
_INTEGER_BLOCK = f"1 {_ELEMENTS} RANGE [ 3 MUL 7 ADD 2 MUL 5 SUB ] MAP 0 [ ADD ] FOLD"
_FRACTION_BLOCK = f"1 {_ELEMENTS} RANGE [ 3/7 MUL 1/2 ADD 5 SUB ] MAP 0 [ MAX ] FOLD"


def integer_steps() -> Comparison:
    """Four integer Words in a MAP block and one in a FOLD block, over one element after the other."""
    three, seven, two, five = mpz(3), mpz(7), mpz(2), mpz(5)

    def plain() -> mpz:
        total = mpz(0)
        for element in [mpz(index) for index in range(1, _ELEMENTS + 1)]:
            value = element * three
            value = value + seven
            value = value * two
            value = value - five
            total = total + value
        return total

    return _comparison("step in a block, integers", _INTEGER_BLOCK, 5, Side("gmpy2 loop", plain))


def fraction_steps() -> Comparison:
    """Three fraction Words in a MAP block and a comparison in a FOLD block."""
    factor, half, five = mpq(3, 7), mpq(1, 2), mpz(5)

    def plain() -> mpq:
        best = mpq(0)
        for element in [mpz(index) for index in range(1, _ELEMENTS + 1)]:
            value = element * factor
            value = value + half
            value = value - five
            best = value if value > best else best
        return best

    return _comparison("step in a block, fractions", _FRACTION_BLOCK, 4, Side("gmpy2 loop", plain))


def _comparison(name: str, source: str, words: int, plain: Side) -> Comparison:
    limits = ajisai.Limits.playground()
    engine = Side("ajisai.run", lambda: ajisai.run(source, limits=limits), lambda result: result.value)
    return Comparison(name, "step", words * _ELEMENTS, engine, plain, aim=12)


COMPARISONS = (integer_steps, fraction_steps)
