"""Searches a factor of a composite by elliptic curves (Lenstra 1987; Montgomery 1987), deterministically.

The curves are those of Suyama's parametrisation for sigma = 6, 7, 8, …; a run for one curve is charged to
numericWork before it starts. After a cheap first search the price of finding a factor as long as half the
composite is foretold, and a search that the remaining work would hardly finish is refused at once.
"""

from __future__ import annotations

from functools import cache
from math import gcd
from typing import Final, NamedTuple, NoReturn

import gmpy2
from gmpy2 import mpz

from ajisai.bounds import Meter, Price
from ajisai.bounds.meter import refuse
from ajisai.numbers.costs import limbs_of_bits
from ajisai.numbers.sizes import OBSERVED_CAP


class _Effort(NamedTuple):
    """Curves that find most factors of so many digits."""

    digits: int
    bound: int  # of the prime powers of stage 1
    reach: int  # of the one further prime of stage 2
    stride: int  # of its giant steps: has many small prime factors
    curves: int


# The last takes some ten seconds in all. What needs more, a composite of over 40 digits without a factor that
# the first efforts find, is refused under every budget.
_EFFORTS: Final = (
    _Effort(9, 100, 3_000, 210, 8),
    _Effort(12, 400, 25_000, 210, 24),
    _Effort(14, 1_000, 80_000, 2310, 24),
    _Effort(16, 2_500, 250_000, 2310, 36),
    _Effort(18, 5_000, 500_000, 2310, 60),
    _Effort(20, 11_000, 1_100_000, 2310, 90),
)
_FIRST_PRICE: Final = 2_000_000  # efforts up to here in all, a fifth of a second, are made in any case
_SAFETY: Final = 2  # a search takes more than this many times its expected curves in one case of seven


LADDER: Final[Price] = 8
"""One step of a ladder on an elliptic curve, beside what grows with the limbs."""


class _FoundError(Exception):
    """A divisor turned up where an inverse was asked for."""

    def __init__(self, divisor: mpz) -> None:
        super().__init__()
        self.divisor = divisor


def find_factor(n: mpz, meter: Meter) -> mpz:
    """A divisor other than 1 and ``n`` of an odd composite that has no small factor.

    Raises:
        Failure: numericWork.
    """
    half = (len(n.digits()) + 1) // 2
    needed = _SAFETY * _foretold(n, half)
    sigma = 5
    spent = 0
    for effort in _EFFORTS:
        price = _curve_price(n, effort)
        spent += price * effort.curves
        foreseen = spent > _FIRST_PRICE
        if foreseen and meter.numeric + needed > meter.numeric_limit:
            _refuse(meter, needed)
        last = foreseen and effort.digits >= half
        tried = 0
        while last or tried < effort.curves:
            meter.charge_numeric(price)
            sigma += 1
            tried += 1
            divisor = _run_curve(n, sigma, effort)
            if 1 < divisor < n:
                return divisor
    _refuse(meter, needed)


def _refuse(meter: Meter, needed: int) -> NoReturn:
    limit = meter.numeric_limit
    refuse("numericWork", limit, max(limit + 1, min(meter.numeric + needed, OBSERVED_CAP)))


def _foretold(n: mpz, digits: int) -> int:
    """The price of curves that find most factors of so many digits of ``n``."""
    price = 0
    for effort in _EFFORTS:
        price += effort.curves * _curve_price(n, effort)
        if effort.digits >= digits:
            return price
    return OBSERVED_CAP  # no effort here finds that, whatever there is to spend


def _curve_price(n: mpz, effort: _Effort) -> int:
    """Measured: a ladder step takes 1.3 µs on one or two limbs, 2.7 µs on 8, 6 µs on 16."""
    limbs = limbs_of_bits(n.bit_length())
    step = LADDER + limbs + limbs * limbs // 8
    giants = effort.reach // effort.stride
    products = giants * len(_residues(effort.stride)) // 8
    return step * (effort.bound * 3 // 2 + effort.stride // 4 + 2 * giants + products + 60)


@cache
def _ladder_bits(bound: int) -> str:
    """The least common multiple of the numbers up to ``bound``, in bits after the first."""
    multiple = mpz(1)
    prime = 2
    while prime <= bound:
        power = prime
        while power * prime <= bound:
            power *= prime
        multiple *= power
        prime = int(gmpy2.next_prime(prime))
    return bin(multiple)[3:]


@cache
def _residues(stride: int) -> tuple[int, ...]:
    return tuple(j for j in range(1, stride // 2 + 1, 2) if gcd(j, stride) == 1)


def _inverse(a: mpz, n: mpz) -> mpz:
    divisor, inverse, _ = gmpy2.gcdext(a, n)
    if divisor != 1:
        raise _FoundError(divisor)
    return inverse % n


def _run_curve(n: mpz, sigma: int, effort: _Effort) -> mpz:
    """A divisor of ``n``, possibly 1 or ``n``."""
    try:
        u, v = mpz(sigma * sigma - 5), mpz(4 * sigma)
        inverse = _inverse(16 * u**3 * v**3 % n, n)
        curve = _Curve(n, (v - u) ** 3 * (3 * u + v) * v * v * inverse % n)
        x, z = curve.multiple(_ladder_bits(effort.bound), 16 * u**6 * inverse % n)
        x = x * _inverse(z, n) % n
        return _second_stage(curve, x, effort)
    except _FoundError as found:
        return found.divisor


def _second_stage(curve: _Curve, x: mpz, effort: _Effort) -> mpz:
    """The divisor that one further prime below ``effort.reach`` shows, each being giant step ± baby step."""
    n, stride = curve.n, effort.stride
    point = (x, mpz(1))
    twice = curve.double(point)
    odd = [point, curve.add(twice, point, point)]
    while len(odd) <= stride // 4:
        odd.append(curve.add(odd[-1], twice, odd[-2]))
    babies = [odd[j >> 1] for j in _residues(stride)]
    across, z = curve.multiple(bin(stride)[3:], x)
    step = (across * _inverse(z, n) % n, mpz(1))
    giants = [step, curve.double(step)]
    while len(giants) * stride < effort.reach:
        giants.append(curve.add(giants[-1], step, giants[-2]))
    flat = _affine([*babies, *giants[effort.bound // stride :]], n)
    near = flat[: len(babies)]
    product = mpz(1)
    for far in flat[len(babies) :]:
        for one in near:
            product = product * (far - one) % n
    return gmpy2.gcd(product, n)


def _affine(points: list[tuple[mpz, mpz]], n: mpz) -> list[mpz]:
    """``x/z`` of every point, by one inversion for all."""
    before = []
    product = mpz(1)
    for _, z in points:
        before.append(product)
        product = product * z % n
    inverse = _inverse(product, n)
    flat = []
    for (x, z), earlier in zip(reversed(points), reversed(before), strict=True):
        flat.append(x * (inverse * earlier % n) % n)
        inverse = inverse * z % n
    flat.reverse()
    return flat


class _Curve:
    """A Montgomery curve modulo ``n``; ``a24`` is its (A + 2) / 4."""

    __slots__ = ("a24", "n")

    def __init__(self, n: mpz, a24: mpz) -> None:
        self.n = n
        self.a24 = a24

    def double(self, p: tuple[mpz, mpz]) -> tuple[mpz, mpz]:
        n = self.n
        plus, minus = p[0] + p[1], p[0] - p[1]
        plus, minus = plus * plus % n, minus * minus % n
        cross = plus - minus
        return plus * minus % n, cross * (minus + self.a24 * cross) % n

    def add(self, p: tuple[mpz, mpz], q: tuple[mpz, mpz], difference: tuple[mpz, mpz]) -> tuple[mpz, mpz]:
        n = self.n
        one = (p[0] - p[1]) * (q[0] + q[1]) % n
        two = (p[0] + p[1]) * (q[0] - q[1]) % n
        plus, minus = one + two, one - two
        return difference[1] * (plus * plus % n) % n, difference[0] * (minus * minus % n) % n

    def multiple(self, bits: str, x: mpz) -> tuple[mpz, mpz]:
        """The multiple of the point ``(x, 1)`` whose binary digits after the first are ``bits``.

        Montgomery's ladder, written out: half the time of a search is spent here.
        """
        n, a24 = self.n, self.a24
        x1, z1 = x, mpz(1)
        x2, z2 = self.double((x, mpz(1)))
        for bit in bits:
            plus1, minus1, plus2, minus2 = x1 + z1, x1 - z1, x2 + z2, x2 - z2
            one, two = minus1 * plus2 % n, plus1 * minus2 % n
            add, sub = one + two, one - two
            if bit == "1":
                plus, minus = plus2 * plus2 % n, minus2 * minus2 % n
                cross = plus - minus
                x1, z1 = add * add % n, x * (sub * sub % n) % n
                x2, z2 = plus * minus % n, cross * (minus + a24 * cross) % n
            else:
                plus, minus = plus1 * plus1 % n, minus1 * minus1 % n
                cross = plus - minus
                x2, z2 = add * add % n, x * (sub * sub % n) % n
                x1, z1 = plus * minus % n, cross * (minus + a24 * cross) % n
        return x1, z1
