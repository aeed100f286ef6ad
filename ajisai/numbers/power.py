"""Square roots and powers (LANG.NUMBERS.SQRT, LANG.NUMBERS.POW)."""

from __future__ import annotations

from gmpy2 import mpq, mpz

from ajisai.bounds import Meter
from ajisai.numbers.arithmetic import Number, mul, reciprocal
from ajisai.numbers.costs import FRACTION, LIMB_BITS, power_price
from ajisai.numbers.radicand import square_free_part
from ajisai.numbers.rational import INFINITY, NULLITY, Point, Rational, normal
from ajisai.numbers.sizes import admit_bits, admitted, bits_of, least_power_bits
from ajisai.numbers.surd import Surd, surd_from_columns
from ajisai.numbers.surd_arithmetic import admit

_ONE = mpz(1)


def sqrt(a: Number, meter: Meter) -> Number | None:
    """The exact square root of a non-negative rational, ``1/0`` or ``0/0``; None outside the domain.

    Raises:
        Failure: numericWork, when the work that is left cannot factor the radicand.
    """
    if type(a) is Surd or type(a) is Point or a <= 0:
        meter.charge_numeric(1)
        return a if a == 0 or a is INFINITY or a is NULLITY else None
    root, free = square_free_part(a.numerator, meter)
    if type(a) is mpz:
        return admit(surd_from_columns((free,), (root,)), meter)
    # √(n/d) = √(n·d) / d, and n and d are coprime: so are their square-free parts.
    below, under = square_free_part(a.denominator, meter)
    return admit(surd_from_columns((free * under,), (mpq(root, below * under),)), meter)


def power(x: Number, y: Number, meter: Meter) -> Number | None:
    """``x`` to the power ``y``; None outside the domain.

    An exponent p/2 is the power p of the square root of a non-negative rational or ``1/0``.

    Raises:
        Failure: bigintBits or algebraicTerms, predicted before the power is computed where it is rational,
            or as the repeated squares of an irrational outgrow them; numericWork.
    """
    if x is NULLITY or y is NULLITY:
        meter.charge_numeric(1)
        return NULLITY
    if type(y) is mpz:
        return _integer_power(x, int(y), meter)
    if type(y) is not mpq or y.denominator != 2 or type(x) is Surd:
        meter.charge_numeric(1)
        return None
    root = sqrt(x, meter)
    return None if root is None else _integer_power(root, int(y.numerator), meter)


def _integer_power(x: Number, n: int, meter: Meter) -> Number:
    if type(x) is Surd:
        return _surd_power(x, n, meter)
    if n == 0 or type(x) is Point or (type(x) is mpz and -1 <= x <= 1):
        meter.charge_numeric(1)
        return _unit_power(x, n)
    return _rational_power(x, n, meter)


def _unit_power(x: Rational | Point, n: int) -> Number:
    """The power of a number that stays where it is: 0, 1, -1, a point, or anything to the power 0."""
    if n == 0:
        return _ONE
    if type(x) is Point:
        if n < 0:
            return mpz(0)
        return INFINITY if n % 2 == 0 else x
    if n < 0 and not x:
        return INFINITY
    return x if n % 2 or not x else _ONE


def _rational_power(x: Rational, n: int, meter: Meter) -> Rational:
    """``x**n`` for a finite ``x`` other than 0, 1 and -1, and ``n`` other than 0."""
    times = abs(n)
    widest = bits_of(x)
    if widest * times <= LIMB_BITS <= meter.bigint_bits:
        meter.charge_numeric(1)
        return normal(mpq(x) ** n) if n < 0 else x**n
    price = 2 * FRACTION if n < 0 or type(x) is mpq else FRACTION
    for part in (abs(x.numerator), x.denominator):
        if part > 1:
            bits = _most_power_bits(part, times)
            if bits > meter.bigint_bits:  # it takes a closer look, of 10 µs
                bits = least_power_bits(part, times)
                admit_bits(bits, meter)
            price += power_price(bits)
    meter.charge_numeric(price)
    answer = x**times
    return admitted(normal(1 / mpq(answer)) if n < 0 else answer, meter)


def _most_power_bits(base: mpz, exponent: int) -> int:
    """An upper bound of the bits of ``base**exponent``, found at once, an eighth too high at most."""
    bits = base.bit_length()
    return bits * exponent if bits >= 8 else ((base**8).bit_length() * exponent >> 3) + 1


def _surd_power(x: Surd, n: int, meter: Meter) -> Number:
    if n < 0:
        return reciprocal(_surd_power(x, -n, meter), meter)
    if n < 2:
        meter.charge_numeric(1)
        return x if n else _ONE
    if len(x._radicands) == 1:  # (c√d)² is rational: the prediction for rationals holds
        even = _integer_power(mul(x, x, meter), n // 2, meter)
        return mul(even, x, meter) if n % 2 else even
    answer: Number = x
    for bit in bin(n)[3:]:
        answer = mul(answer, answer, meter)
        if bit == "1":
            answer = mul(answer, x, meter)
    return answer
