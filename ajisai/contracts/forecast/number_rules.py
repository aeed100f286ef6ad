"""Rules of the Words that compute and compare: kinds of the answer, its size, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gmpy2 import mpq, mpz

from ajisai.contracts.forecast import number_kinds
from ajisai.contracts.forecast.facts import (
    INTEGER,
    NIL,
    NULL,
    NUMBER,
    POS_FRACTION,
    SURD,
    TRUTH_FACT,
    UNLIMITED,
    Fact,
    Rule,
    join,
    nil_fact,
    reason_bit,
    vector_of,
)
from ajisai.contracts.forecast.ledger import Ledger

DOMAIN_MISS: Final = reason_bit("domainMiss")

_RATIONAL_PRICE: Final = 16
_TERM_PRICE: Final = 64
"""Above the prices of ``numbers.costs`` by a factor of two and more, per product of limbs."""

_FACTORED: Final = ((24, 4_000), (59, 500_000))
"""Bits up to which an integer is factored by trial division alone, and more than that costs of two of them
(``numbers.radicand``); wider ones are searched for factors, at a price that is not known beforehand."""

_WIDE_SUM: Final = 6
"""Terms up to which the precision that decides a sign is bounded; it doubles with every term."""


def _limbs(bits: int) -> int:
    return (bits >> 6) + 1


def _answer(ledger: Ledger, kinds: int, bits: int, terms: int) -> Fact:
    numbers = kinds & NUMBER
    answer = ledger.arithmetic(
        Fact(numbers, bits=min(UNLIMITED, bits), terms=min(UNLIMITED, terms) if kinds & SURD else 1)
    )
    return join(answer, nil_fact(DOMAIN_MISS)) if kinds & NIL else answer


def _pair_price(left: Fact, right: Fact) -> int:
    limbs = _limbs(left.bits) * _limbs(right.bits)
    if (left.kinds | right.kinds) & SURD:
        return _TERM_PRICE * (1 + left.terms) * (1 + right.terms) * limbs
    return _RATIONAL_PRICE * limbs


def _sum(ledger: Ledger, left: Fact, right: Fact, kinds: int) -> Fact:
    whole = (left.kinds | right.kinds) & NUMBER & ~INTEGER == 0
    ledger.work(_RATIONAL_PRICE * _limbs(max(left.bits, right.bits)) if whole else _pair_price(left, right))
    bits = max(left.bits, right.bits) if whole else left.bits + right.bits
    return _answer(ledger, kinds, bits + 1, left.terms + right.terms)


def add(ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """ADD."""
    return _sum(ledger, left, right, number_kinds.add(left.kinds, right.kinds))


def sub(ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """SUB."""
    return _sum(ledger, left, right, number_kinds.add(left.kinds, number_kinds.negated(right.kinds)))


def mul(ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """MUL."""
    ledger.work(_pair_price(left, right))
    return _product(ledger, left, right, number_kinds.mul(left.kinds, right.kinds))


def _product(ledger: Ledger, left: Fact, right: Fact, kinds: int) -> Fact:
    bits = left.bits + right.bits
    if (left.kinds | right.kinds) & SURD:
        # Every term of one meets at most one term of the other under the same radicand.
        bits = min(left.terms, right.terms) * (bits + max(left.bits, right.bits) + 1)
    return _answer(ledger, kinds, bits, left.terms * right.terms)


def div(ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """DIV: the product with the reciprocal."""
    ledger.work(_pair_price(left, right))
    kinds = number_kinds.div(left.kinds, right.kinds)
    return _product(ledger, left, _reciprocal(ledger, right), kinds)


def _reciprocal(ledger: Ledger, fact: Fact) -> Fact:
    if not fact.kinds & SURD:
        return fact._replace(kinds=number_kinds.reciprocal(fact.kinds))
    if fact.terms == 1:
        bits, terms, price = 3 * fact.bits + 2, 1, 64
    elif fact.terms == 2:  # two radicands have a coprime base of three at most: three conjugates
        bits, terms, price = 256 * (fact.bits + 1), 8, 1024
    else:
        bits, terms, price = UNLIMITED, UNLIMITED, UNLIMITED
    ledger.work(min(UNLIMITED, price * _limbs(bits) ** 2))
    return fact._replace(kinds=number_kinds.reciprocal(fact.kinds), bits=bits, terms=terms)


def decide(ledger: Ledger, terms: int, bits: int) -> None:
    """Work to find the sign of a sum of so many square roots of integers of so many bits.

    The product of the sum's 2**terms conjugates is an integer that is not zero, which bounds how near to
    zero the sum can be, and so the precision that decides.
    """
    if terms > _WIDE_SUM:
        ledger.work(UNLIMITED)
        return
    precision = (bits + 8) << terms
    ledger.work(min(UNLIMITED, _TERM_PRICE * terms * (_limbs(precision) + 1) ** 2))


def _compare(ledger: Ledger, left: Fact, right: Fact) -> None:
    ledger.work(_pair_price(left, right))
    if (left.kinds | right.kinds) & SURD:
        terms = left.terms + right.terms
        decide(ledger, terms, 2 * terms * (left.bits + right.bits + 1))


def order(ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """LT GT: 0/0 has no order."""
    _compare(ledger, left, right)
    if not (left.kinds | right.kinds) & NULL:
        return TRUTH_FACT
    miss = nil_fact(DOMAIN_MISS)
    return miss if NULL in (left.kinds, right.kinds) else join(TRUTH_FACT, miss)


def extreme(ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """MIN MAX."""
    _compare(ledger, left, right)
    either = join(left.only(NUMBER & ~NULL), right.only(NUMBER & ~NULL))._replace(options=())
    if not (left.kinds | right.kinds) & NULL:
        return either
    miss = nil_fact(DOMAIN_MISS)
    return miss if NULL in (left.kinds, right.kinds) else join(either, miss)


def floor(ledger: Ledger, value: Fact) -> Fact:
    """FLOOR."""
    return _rounded(ledger, value, number_kinds.floor(value.kinds))


def round_(ledger: Ledger, value: Fact) -> Fact:
    """ROUND."""
    return _rounded(ledger, value, number_kinds.round_(value.kinds))


def _rounded(ledger: Ledger, value: Fact, kinds: int) -> Fact:
    ledger.work(_RATIONAL_PRICE * _limbs(value.bits))
    bits = value.bits
    if value.kinds & SURD:
        decide(ledger, value.terms + 1, 2 * value.terms * (value.bits + 4))
        bits = 2 * value.bits + value.terms
    return Fact(kinds, bits=bits + 1)


def sqrt(ledger: Ledger, value: Fact) -> Fact:
    """SQRT: the radicand is factored, which only small integers bound."""
    kinds = number_kinds.sqrt(value.kinds)
    ledger.work(_RATIONAL_PRICE)
    if kinds & (SURD | POS_FRACTION):
        ledger.work(next((price for bits, price in _FACTORED if value.bits <= bits), UNLIMITED))
    return _answer(ledger, kinds, 2 * value.bits + 1, 1)


def power(ledger: Ledger, base: Fact, exponent: Fact) -> Fact:
    """POW: repeated multiplication, over a square root where the exponent is a half."""
    kinds = number_kinds.power(base.kinds, exponent.kinds)
    times = _largest(exponent)
    if exponent.kinds & ~(INTEGER | NULL):
        root = sqrt(ledger, base)
        base = join(base, root)
    if base.kinds & SURD and base.terms > 1 and times > 4:
        ledger.work(UNLIMITED)
        return _answer(ledger, kinds, UNLIMITED, UNLIMITED)
    bits, terms = base.bits * times, 1
    if base.kinds & SURD:
        terms = base.terms**times if base.terms > 1 else 1
        bits = terms * (3 * base.bits + 2) * times * 4
    bits = min(UNLIMITED, bits)
    answer = _answer(ledger, kinds, bits, terms)
    limbs = _limbs(answer.bits)
    ledger.work(_RATIONAL_PRICE + _TERM_PRICE * terms * terms * limbs * limbs)
    if exponent.kinds & ~(INTEGER | NULL) or _may_invert(exponent):
        inverted = _reciprocal(ledger, answer.only(NUMBER))
        return _answer(ledger, kinds, inverted.bits, inverted.terms)
    return answer


def _may_invert(exponent: Fact) -> bool:
    return bool(exponent.kinds & ~number_kinds.NON_NEGATIVE)


def _largest(exponent: Fact) -> int:
    """An upper bound of how often the base is multiplied."""
    if len(exponent.options) == 1:
        value = exponent.options[0]
        if type(value) is mpz or type(value) is mpq:
            return min(UNLIMITED, abs(int(value.numerator)))
    return 1 << exponent.bits if exponent.bits < 60 else UNLIMITED


def gcd(ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """GCD."""
    ledger.work(_pair_price(left, right))
    return _answer(ledger, number_kinds.gcd(left.kinds, right.kinds), max(left.bits, right.bits), 1)


def ratio(ledger: Ledger, value: Fact) -> Fact:
    """RATIO."""
    pair = vector_of(Fact(INTEGER, bits=value.bits), 2, shape=(2,))
    if not value.kinds & SURD:
        return pair
    miss = nil_fact(DOMAIN_MISS)
    return miss if value.kinds == SURD else join(pair, miss)


RULES: Final[Mapping[str, Rule]] = {
    "ADD": add,
    "SUB": sub,
    "MUL": mul,
    "DIV": div,
    "LT": order,
    "GT": order,
    "MIN": extreme,
    "MAX": extreme,
    "FLOOR": floor,
    "ROUND": round_,
    "SQRT": sqrt,
    "POW": power,
    "GCD": gcd,
    "RATIO": ratio,
}
