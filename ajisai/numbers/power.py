"""Square roots and powers (LANG.NUMBERS.SQRT, LANG.NUMBERS.POW)."""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.arithmetic import Number, mul, reciprocal
from ajisai.numbers.costs import power_price
from ajisai.numbers.radicand import square_free_part
from ajisai.numbers.rational import INFINITY, NEG_INFINITY, NULLITY, Point, Rational, ratio_of
from ajisai.numbers.surd import Surd, surd_of
from ajisai.numbers.surd_arithmetic import admitted

_OBSERVED_CAP = 10**15


def sqrt(a: Any, meter: Meter) -> Number | None:
    """The exact square root of a non-negative rational or of 1/0 and 0/0; None outside the domain."""
    meter.charge_numeric(1)
    if type(a) is Surd:
        return None
    if type(a) is Point:
        return None if a is NEG_INFINITY else a
    if a < 0:
        return None
    if a == 0:
        return a
    root, free = square_free_part(a.numerator, meter)
    below, under = square_free_part(a.denominator, meter)
    return admitted(surd_of({free * under: ratio_of(root, below * under)}), meter)


def _whole_power(x: Rational, n: int, meter: Meter) -> Rational:
    """``x**n`` for ``n >= 1``, refused by its predicted size before it is computed."""
    if x == 0 or x == 1:
        return x
    if x == -1:
        return x if n % 2 else -x
    meter.charge_numeric(1)
    p, q = abs(x.numerator), x.denominator
    for part in (p, q):
        least = (part.bit_length() - 1) * n + 1
        if least > meter.bigint_bits:
            meter.check_bits(min(int(least), _OBSERVED_CAP))
    meter.charge_numeric(power_price(p.bit_length() * n) + (power_price(q.bit_length() * n) if q > 1 else 0))
    answer = x**n
    admitted(answer, meter)
    return answer


def _integer_power(x: Any, n: int, meter: Meter) -> Number:
    if n == 0:
        return mpz(1)
    if n < 0:
        return reciprocal(_integer_power(x, -n, meter), meter)
    if type(x) is Point:
        return x if n % 2 or x is not NEG_INFINITY else INFINITY
    if type(x) is not Surd:
        return _whole_power(x, n, meter)
    if len(x._terms) == 1:
        (d, c) = x._terms[0]
        square = mul(mul(c, c, meter), d, meter)
        even = _whole_power(square, n // 2, meter) if n > 1 else mpz(1)  # type: ignore[arg-type]
        return mul(even, x, meter) if n % 2 else even
    answer: Number = x
    for bit in bin(n)[3:]:
        answer = mul(answer, answer, meter)
        if bit == "1":
            answer = mul(answer, x, meter)
    return answer


def power(x: Any, y: Any, meter: Meter) -> Number | None:
    """``x`` to the power ``y``; None outside the domain (LANG.NUMBERS.POW)."""
    meter.charge_numeric(1)
    if x is NULLITY or y is NULLITY:
        return NULLITY
    if type(y) is mpz:
        return _integer_power(x, int(y), meter)
    if type(y) is not mpq or y.denominator != 2 or type(x) is Surd:
        return None
    root = sqrt(x, meter)
    if root is None:
        return None
    return _integer_power(root, int(y.numerator), meter)
