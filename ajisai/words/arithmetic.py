"""The arithmetic Words over single lanes (LANG.NUMBERS). The work and its prices live in ``numbers``."""

from __future__ import annotations

from typing import Any

from ajisai import numbers
from ajisai.machine.run import Run
from ajisai.values import Value
from ajisai.words.costs import CONTAINER


def add(run: Run, left: Any, right: Any) -> Value:
    """ADD: exact sum."""
    return numbers.add(left, right, run.meter)


def sub(run: Run, left: Any, right: Any) -> Value:
    """SUB: exact difference."""
    return numbers.sub(left, right, run.meter)


def mul(run: Run, left: Any, right: Any) -> Value:
    """MUL: exact product."""
    return numbers.mul(left, right, run.meter)


def div(run: Run, left: Any, right: Any) -> Value:
    """DIV: exact quotient, total."""
    return numbers.div(left, right, run.meter)


def floor(run: Run, value: Any) -> Value:
    """FLOOR: the greatest integer not above."""
    return numbers.floor(value, run.meter)


def round_(run: Run, value: Any) -> Value:
    """ROUND: the nearest integer, ties away from zero."""
    return numbers.round_half_away(value, run.meter)


def min_(run: Run, left: Any, right: Any) -> Value:
    """MIN: the smaller of two."""
    order = numbers.compare(left, right, run.meter)
    if order is None:
        return run.project("domainMiss")
    return left if order <= 0 else right  # type: ignore[no-any-return]


def max_(run: Run, left: Any, right: Any) -> Value:
    """MAX: the larger of two."""
    order = numbers.compare(left, right, run.meter)
    if order is None:
        return run.project("domainMiss")
    return left if order >= 0 else right  # type: ignore[no-any-return]


def _or_domain_miss(run: Run, answer: Value | None) -> Value:
    return run.project("domainMiss") if answer is None else answer


def sqrt(run: Run, value: Any) -> Value:
    """SQRT: the exact root of a non-negative rational."""
    return _or_domain_miss(run, numbers.sqrt(value, run.meter))


def pow_(run: Run, base: Any, exponent: Any) -> Value:
    """POW: the exact power inside the domain."""
    return _or_domain_miss(run, numbers.power(base, exponent, run.meter))


def gcd(run: Run, left: Any, right: Any) -> Value:
    """GCD: greatest common divisor of integers."""
    return _or_domain_miss(run, numbers.gcd(left, right, run.meter))


def ratio(run: Run, value: Any) -> Value:
    """RATIO: numerator and denominator of the reduced pair."""
    run.meter.charge_collection(CONTAINER)
    pair = numbers.ratio(value)
    return run.project("domainMiss") if pair is None else run.vector(list(pair), flat=True)


EXECUTORS = {
    "ADD": add,
    "SUB": sub,
    "MUL": mul,
    "DIV": div,
    "FLOOR": floor,
    "ROUND": round_,
    "MIN": min_,
    "MAX": max_,
    "SQRT": sqrt,
    "POW": pow_,
    "GCD": gcd,
    "RATIO": ratio,
}
