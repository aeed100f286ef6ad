"""The square-free part of an integer: ``n = root² · free`` (LANG.NUMBERS.SQRT).

Small primes come out by trial, in gcds with products of many primes at once; then a cofactor below the cube
of the last prime tried is square-free unless it is a square. What is left and composite is split by Pollard's
rho in Brent's form (R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20, 1980) and by the
elliptic-curve method with Suyama's curves (P. L. Montgomery, "Speeding the Pollard and elliptic curve methods
of factorization", Math. Comp. 48, 1987). Both use fixed parameters and a fixed amount of work, charged to
numericWork before it is done, so that a radicand is answered or refused the same way each time.
"""

from __future__ import annotations

from functools import cache

import gmpy2
from gmpy2 import mpz

from ajisai.bounds import Meter
from ajisai.bounds.meter import refuse
from ajisai.numbers.costs import limbs_of_bits

_BOUND = 1_000_000  # primes up to here by trial: 154 gcds, 0.4 ms for a number of four limbs
_CHUNK = 512
_CHUNK_PRICE = 40  # one remainder of a 10,000-bit product and one gcd: 1 to 4 µs for one limb

_RHO_STEPS = 1 << 17  # finds a factor of 9 digits nearly always, of 11 often
_RHO_BATCH = 128

_CURVES = 40
_STAGE_ONE = 2_000  # with 40 curves: a factor of 15 digits nearly always
_STAGE_TWO = 60_000

_BEYOND = 1 << 48  # what is reported as needed by a cofactor that the fixed work has not split


@cache
def _primes() -> list[int]:
    sieve = bytearray([1]) * (_BOUND + 1)
    sieve[0:2] = b"\0\0"
    for n in range(2, 1001):
        if sieve[n]:
            sieve[n * n :: n] = bytes(len(range(n * n, _BOUND + 1, n)))
    return [n for n in range(_BOUND + 1) if sieve[n]]


@cache
def _chunk(index: int) -> tuple[mpz, list[int]]:
    primes = _primes()[index * _CHUNK : (index + 1) * _CHUNK]
    product = mpz(1)
    for p in primes:
        product *= p
    return product, primes


def square_free_part(n: mpz, meter: Meter) -> tuple[mpz, mpz]:
    """``(root, free)`` with ``n = root² · free`` and ``free`` square-free, for ``n >= 1``.

    Raises:
        Failure: numericWork, when the budget that remains, or the work that is ever spent on one radicand,
            does not factor it.
    """
    meter.charge_numeric(limbs_of_bits(n.bit_length()) ** 2)
    if gmpy2.is_square(n):
        return gmpy2.isqrt(n), mpz(1)
    powers, rest, settled = _by_trial(n, meter)
    root, free = mpz(1), mpz(1)
    for p, k in powers:
        root *= mpz(p) ** (k // 2)
        if k % 2:
            free *= p
    # Every piece below is coprime to the primes by trial; pieces of one number need not be coprime.
    todo = [] if rest == 1 else [rest]
    while todo:
        piece = todo.pop()
        if gmpy2.is_square(piece):
            root *= gmpy2.isqrt(piece)
        elif settled or gmpy2.is_prime(piece):
            common = gmpy2.gcd(free, piece)
            root *= common
            free = free // common * (piece // common)
        else:
            factor = _split(piece, meter)
            todo += [factor, piece // factor]
    return root, free


def _by_trial(n: mpz, meter: Meter) -> tuple[list[tuple[int, int]], mpz, bool]:
    """The prime powers found, the cofactor, and whether that is known to be square-free or a square."""
    found: list[tuple[int, int]] = []
    price = _CHUNK_PRICE * limbs_of_bits(n.bit_length())
    for index in range((len(_primes()) + _CHUNK - 1) // _CHUNK):
        meter.charge_numeric(price)
        product, primes = _chunk(index)
        common = gmpy2.gcd(n, product % n if product > n else product)
        if common > 1:
            for p in primes:
                if common == 1:
                    break
                if common % p == 0:
                    common //= p
                    n, k = gmpy2.remove(n, p)
                    found.append((p, k))
        if n < mpz(primes[-1]) ** 3 or gmpy2.is_square(n):
            return found, n, True
        if found and found[-1][0] >= primes[0] or index == 0:
            meter.charge_numeric(price)
            if gmpy2.is_prime(n):
                return found, n, True
    return found, n, False


def _split(n: mpz, meter: Meter) -> mpz:
    """A proper factor of a composite that is no square and has no small prime."""
    price = 2 + limbs_of_bits(n.bit_length()) ** 2 // 16  # one product reduced by n: 0.2 µs for four limbs
    factor = _rho(n, meter, price) or _curves(n, meter, price)
    if factor is None:
        refuse("numericWork", meter.numeric_limit, meter.numeric_limit + _BEYOND)
    return factor


def _rho(n: mpz, meter: Meter, price: int) -> mpz | None:
    y = mpz(2)
    steps, length = 0, 1
    while steps < _RHO_STEPS:
        x = y
        meter.charge_numeric(length * price)
        for _ in range(length):
            y = (y * y + 1) % n
        for start in range(0, length, _RHO_BATCH):
            batch = min(_RHO_BATCH, length - start)
            meter.charge_numeric(2 * batch * price)
            saved, product = y, mpz(1)
            for _ in range(batch):
                y = (y * y + 1) % n
                product = product * (x - y) % n
            factor = gmpy2.gcd(product, n)
            if factor == n:  # several factors met in one batch: one step at a time
                while factor in (n, 1):
                    saved = (saved * saved + 1) % n
                    factor = gmpy2.gcd(x - saved, n)
                    if saved == y and factor in (n, 1):
                        return None
            if factor > 1:
                return factor
        steps += length
        length *= 2
    return None


@cache
def _exponent() -> mpz:
    """The product of the prime powers up to the bound of stage one."""
    product = mpz(1)
    for p in _primes():
        if p > _STAGE_ONE:
            break
        power = p
        while power * p <= _STAGE_ONE:
            power *= p
        product *= power
    return product


def _curves(n: mpz, meter: Meter, price: int) -> mpz | None:
    """A factor by the elliptic-curve method, on Montgomery curves of Suyama's sigma = 6, 7, 8, …"""
    bits = _exponent().digits(2)[1:]
    for sigma in range(6, 6 + _CURVES):
        meter.charge_numeric(11 * len(bits) * price)
        u, v = mpz(sigma * sigma - 5), mpz(4 * sigma)
        x, z = u**3 % n, v**3 % n
        denominator = 4 * x * v % n
        common = gmpy2.gcd(denominator, n)
        if common > 1:
            if common < n:
                return common
            continue
        quarter = (v - u) ** 3 * (3 * u + v) * gmpy2.invert(denominator, n)
        quarter = (quarter % n) * gmpy2.invert(mpz(4), n) % n  # (A + 2) / 4 of the curve
        x, z = _ladder(x, z, bits, quarter, n)
        factor = gmpy2.gcd(z, n)
        if factor == 1:
            factor = _stage_two(x, z, quarter, n, meter, price)
        if 1 < factor < n:
            return factor
    return None


def _double(x: mpz, z: mpz, quarter: mpz, n: mpz) -> tuple[mpz, mpz]:
    plus, minus = (x + z) ** 2 % n, (x - z) ** 2 % n
    cross = plus - minus
    return plus * minus % n, cross * (minus + quarter * cross) % n


def _add(one: tuple[mpz, mpz], two: tuple[mpz, mpz], apart: tuple[mpz, mpz], n: mpz) -> tuple[mpz, mpz]:
    """The sum of two points whose difference is ``apart``."""
    first = (one[0] - one[1]) * (two[0] + two[1])
    second = (one[0] + one[1]) * (two[0] - two[1])
    return apart[1] * (first + second) ** 2 % n, apart[0] * (first - second) ** 2 % n


def _ladder(x: mpz, z: mpz, bits: str, quarter: mpz, n: mpz) -> tuple[mpz, mpz]:
    start = (x, z)
    low, high = start, _double(x, z, quarter, n)
    for bit in bits:
        middle = _add(high, low, start, n)
        if bit == "1":
            low, high = middle, _double(*high, quarter, n)
        else:
            low, high = _double(*low, quarter, n), middle
    return low


def _stage_two(x: mpz, z: mpz, quarter: mpz, n: mpz, meter: Meter, price: int) -> mpz:
    """One prime beyond stage one, up to ``_STAGE_TWO``: odd multiples of the point, step by step."""
    point = (x, z)
    double = _double(x, z, quarter, n)
    meter.charge_numeric(7 * (_STAGE_TWO // 2) * price)
    previous, current = point, _add(double, point, point, n)
    product = mpz(1)
    for multiple in range(3, _STAGE_TWO, 2):
        if multiple > _STAGE_ONE:
            product = product * current[1] % n
        previous, current = current, _add(current, double, previous, n)
    return gmpy2.gcd(product, n)


