"""``python -m benchmarks.number_prices``: what one unit of numericWork takes, operation by operation.

The prices of ``ajisai.numbers.costs`` are meant so that a unit stands for 100 to 200 ns of a quiet core, and
never for much more: the ceiling of the server's profile, ten million units, then ends well under two seconds.
"""

from __future__ import annotations

import random
import timeit
from collections.abc import Callable

import gmpy2
from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.bounds import Failure, Limits, Meter
from ajisai.numbers import Number

_RUNS = 5
_SHORTEST = 0.01  # seconds of one timed run

Priced = Callable[[Meter], object]


def operations() -> dict[str, Priced]:
    """What is measured: small and large operands of every price."""
    rng = random.Random(7)
    setup = Meter(Limits.playground(numericWork=10**15))

    def root(n: int) -> Number:
        answer = numbers.sqrt(mpz(n), setup)
        assert answer is not None
        return answer

    def total(*roots: int) -> Number:
        answer: Number = mpz(1)
        for n in roots:
            answer = numbers.add(answer, root(n), setup)
        return answer

    def wide(bits: int) -> mpz:
        return mpz(rng.getrandbits(bits)) | 1 | mpz(1) << (bits - 1)

    three, seven, third, fifth = mpz(3), mpz(7), mpq(1, 3), mpq(2, 5)
    golden, small = total(5), total(2, 3, 5)
    sparse, field = total(2, 3, 5, 7, 11, 13), total(2, 3, 5, 6, 10, 15, 30)
    near, far = wide(100_000), wide(120_000)
    halves = gmpy2.next_prime(wide(47)), gmpy2.next_prime(wide(47))
    hard = gmpy2.next_prime(wide(130)) * gmpy2.next_prime(wide(131))
    prime = gmpy2.next_prime(wide(1024))
    return {
        "add integers": lambda m: numbers.add(three, seven, m),
        "multiply integers": lambda m: numbers.mul(three, seven, m),
        "compare integers": lambda m: numbers.compare(three, seven, m),
        "divide integers": lambda m: numbers.div(three, seven, m),
        "add fractions": lambda m: numbers.add(third, fifth, m),
        "multiply fractions": lambda m: numbers.mul(third, fifth, m),
        "round a fraction": lambda m: numbers.round_half_away(third, m),
        "add integers of 120,000 bits": lambda m: numbers.add(near, far, m),
        "multiply integers of 120,000 bits": lambda m: numbers.mul(near, far, m),
        "power of 200,000 bits": lambda m: numbers.power(three, mpz(126_000), m),
        "add irrationals": lambda m: numbers.add(golden, golden, m),
        "multiply irrationals": lambda m: numbers.mul(golden, golden, m),
        "multiply 7 terms, sparse": lambda m: numbers.mul(sparse, sparse, m),
        "multiply 8 terms of one field": lambda m: numbers.mul(field, field, m),
        "invert 4 terms": lambda m: numbers.div(three, small, m),
        "compare irrationals": lambda m: numbers.compare(golden, third, m),
        "floor of 7 terms": lambda m: numbers.floor(sparse, m),
        "decimals, 20": lambda m: numbers.format_decimal(golden, 20, m),
        "decimals, 20,000": lambda m: numbers.format_decimal(third, 20_000, m),
        "root of 2": lambda m: numbers.sqrt(mpz(2), m),
        "root of a prime of 40 bits": lambda m: numbers.sqrt(mpz(1_000_000_000_039), m),
        "root of a prime of 1024 bits": lambda m: numbers.sqrt(prime, m),
        "root of a product of 14-digit primes": lambda m: numbers.sqrt(halves[0] * halves[1], m),
        "root refused after the first search": lambda m: numbers.sqrt(hard, m),
    }


def main() -> None:
    """Print a line for each operation: nanoseconds, units, nanoseconds for a unit."""
    print(f"{'operation':<40} {'ns':>12} {'units':>10} {'ns/unit':>8}")
    for name, operation in operations().items():
        meter = Meter(Limits.agent(numericWork=10**12) if "refused" not in name else Limits.agent())

        def run(operation: Priced = operation, meter: Meter = meter) -> None:
            meter.numeric = 0
            try:
                operation(meter)
            except Failure:
                pass

        run()
        units = meter.numeric
        count = max(1, int(_SHORTEST / (timeit.timeit(run, number=3) / 3)))
        taken = min(timeit.repeat(run, number=count, repeat=_RUNS)) / count * 1e9
        print(f"{name:<40} {taken:>12,.0f} {units:>10,} {taken / units:>8.0f}", flush=True)


if __name__ == "__main__":
    main()
