"""The square-free part of an integer: ``n = root² · free`` (LANG.NUMBERS.SQRT)."""

from __future__ import annotations

from functools import cache

import gmpy2
from gmpy2 import mpz

from ajisai.bounds import Meter
from ajisai.bounds.meter import refuse
from ajisai.numbers.costs import limbs_of_bits

_BOUND = 1_000_000
_CHUNK = 512
_RHO_LIMIT = 2_000_000


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
    """``(root, free)`` with ``n = root² · free`` and ``free`` square-free, for ``n >= 1``."""
    meter.charge_numeric(limbs_of_bits(n.bit_length()) ** 2)
    root, free = mpz(1), mpz(1)
    todo = [n]
    while todo:
        n = todo.pop()
        if gmpy2.is_square(n):
            root *= gmpy2.isqrt(n)
            continue
        found = _by_trial(n, meter)
        for p, k in found[0]:
            root *= mpz(p) ** (k // 2)
            if k % 2:
                free *= p
        rest, done = found[1], found[2]
        if gmpy2.is_square(rest):
            root *= gmpy2.isqrt(rest)
        elif done or gmpy2.is_prime(rest):
            common = gmpy2.gcd(free, rest)
            root *= common
            free = free // common * (rest // common)
        else:
            factor = _rho(rest, meter)
            pieces = _coprime_powers(factor, rest // factor)
            for piece, k in pieces:
                if k % 2:
                    todo.append(piece)
                root *= piece ** (k // 2)
    return root, free


def _coprime_powers(a: mpz, b: mpz) -> list[tuple[mpz, int]]:
    """Pairwise coprime ``(piece, exponent)`` whose product is ``a·b``."""
    pieces = [(a, 1), (b, 1)]
    changed = True
    while changed:
        changed = False
        for i in range(len(pieces)):
            for j in range(i + 1, len(pieces)):
                common = gmpy2.gcd(pieces[i][0], pieces[j][0])
                if common > 1:
                    (x, kx), (y, ky) = pieces[i], pieces[j]
                    del pieces[j], pieces[i]
                    for piece in ((x // common, kx), (y // common, ky), (common, kx + ky)):
                        if piece[0] > 1:
                            pieces.append(piece)
                    changed = True
                    break
            if changed:
                break
    return pieces


def _by_trial(n: mpz, meter: Meter) -> tuple[list[tuple[int, int]], mpz, bool]:
    found = []
    limbs = limbs_of_bits(n.bit_length())
    for index in range((len(_primes()) + _CHUNK - 1) // _CHUNK):
        meter.charge_numeric(16 * limbs)
        product, primes = _chunk(index)
        common = gmpy2.gcd(n, product % n)
        if common > 1 or product % n == 0:
            if product % n == 0:
                common = n
            for p in primes:
                if common % p == 0:
                    n, k = gmpy2.remove(n, p)
                    found.append((p, k))
            if n == 1 or gmpy2.is_square(n):
                return found, n, True
        if n < primes[-1] ** 3:
            return found, n, True
        if (index == 0 or common > 1) and gmpy2.is_prime(n):
            return found, n, True
    return found, n, False


def _rho(n: mpz, meter: Meter) -> mpz:
    price = 3 * limbs_of_bits(n.bit_length()) ** 2
    need = 2 * int(gmpy2.iroot(n, 4)[0]) * price
    allowed = min(meter.numeric_limit - meter.numeric, _RHO_LIMIT * price)
    if need > allowed:
        refuse("numericWork", meter.numeric_limit, meter.numeric_limit + min(need, 10**15))
    for c in range(1, 100):
        y = x = mpz(2)
        r = 1
        while True:
            x = y
            meter.charge_numeric(r * price)
            for _ in range(r):
                y = (y * y + c) % n
            k = 0
            while k < r:
                saved = y
                q = mpz(1)
                meter.charge_numeric(128 * price)
                for _ in range(min(128, r - k)):
                    y = (y * y + c) % n
                    q = q * (x - y) % n
                g = gmpy2.gcd(q, n)
                if g != 1:
                    break
                k += 128
            else:
                r *= 2
                continue
            if g == n:
                while True:
                    saved = (saved * saved + c) % n
                    g = gmpy2.gcd(x - saved, n)
                    if g != 1:
                        break
            break
        if g != n:
            return g
    refuse("numericWork", meter.numeric_limit, meter.numeric_limit + 1)
