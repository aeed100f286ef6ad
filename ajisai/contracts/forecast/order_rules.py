"""Rules of the Words that order numbers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from gmpy2 import mpq, mpz

from ajisai.contracts.forecast.collection_rules import NOT_FOUND
from ajisai.contracts.forecast.facts import (
    NOTHING,
    NULL,
    NUMBER,
    SURD,
    UNLIMITED,
    Fact,
    Rule,
    count_fact,
    elements,
    join,
    lanes,
    nil_fact,
    vector_of,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.contracts.forecast.number_rules import DOMAIN_MISS, order


def sort(ledger: Ledger, vector: Fact) -> Fact:
    """SORT."""
    kept = elements(vector).only(NUMBER & ~NULL)._replace(options=())
    return _ordered(ledger, vector, vector_of(kept, vector.length, shape=_outer_axis(vector)))


def order_(ledger: Ledger, vector: Fact) -> Fact:
    """ORDER."""
    places = count_fact(vector.length)
    return _ordered(ledger, vector, vector_of(places, vector.length, shape=_outer_axis(vector)))


def _outer_axis(vector: Fact) -> tuple[int, ...] | None:
    return None if vector.shape is None else vector.shape[:1]


def _ordered(ledger: Ledger, vector: Fact, answer: Fact) -> Fact:
    """The answer of a Word that sorts: an ERROR for what is no number, NIL for what has no order."""
    if not _numbers(ledger, vector):
        return NOTHING
    element = elements(vector)
    _sorting(ledger, vector, element)
    miss = nil_fact(DOMAIN_MISS) if element.kinds & NULL else NOTHING
    return miss if vector.shape is not None and element.kinds == NULL else join(answer, miss)


def _numbers(ledger: Ledger, vector: Fact) -> bool:
    """Whether the elements may all be numbers."""
    element = elements(vector)
    if element.kinds & ~NUMBER:
        ledger.fail("nonNumeric")
        if len(vector.options) == 1 or (vector.shape not in (None, (0,)) and not element.kinds & NUMBER):
            return False
    return True


def _sorting(ledger: Ledger, vector: Fact, element: Fact) -> None:
    """Work of n log n comparisons."""
    rounds = max(1, vector.length.bit_length())
    ledger.collect(min(UNLIMITED, 8 * rounds * vector.length * (16 + element.bits)))
    if element.kinds & (NUMBER & SURD) or element.inner & SURD:
        before = ledger.numeric
        order(ledger, element.only(NUMBER), element.only(NUMBER))
        each = ledger.numeric - before
        ledger.numeric = min(UNLIMITED, before + each * vector.length * rounds * 2)
    else:
        ledger.work(min(UNLIMITED, 16 * rounds * vector.length * ((element.bits >> 6) + 1) ** 2))


def prepare_bsearch(ledger: Ledger, vector: Fact, key: Fact) -> tuple[bool, Fact]:
    """BSEARCH before its lanes: whether they may be reached, and the NIL that may be the whole answer."""
    if not _numbers(ledger, vector):
        return False, NOTHING
    element = elements(vector)
    _sorting(ledger, vector, join(element.only(NUMBER), lanes(key).only(NUMBER)))
    absent = nil_fact(DOMAIN_MISS) if element.kinds & NULL else NOTHING
    items: Any = vector.options[0] if len(vector.options) == 1 else None
    if items is not None and items.types() <= {mpz, mpq}:
        if any(left > right for left, right in pairwise(items)):
            ledger.fail("unsortedInput")
            return False, NOTHING
    elif vector.shape is None or vector.shape[0] > 1:
        ledger.fail("unsortedInput")
    return element.kinds != NULL or vector.shape in (None, (0,)), absent


def bsearch(_ledger: Ledger, vector: Fact, key: Fact) -> Fact:
    """BSEARCH: one key."""
    answer = join(count_fact(vector.length), nil_fact(NOT_FOUND)) if key.kinds & ~NULL else NOTHING
    return join(answer, nil_fact(DOMAIN_MISS)) if key.kinds & NULL else answer


RULES: Final[Mapping[str, Rule]] = {
    "SORT": sort,
    "ORDER": order_,
    "BSEARCH": bsearch,
}
