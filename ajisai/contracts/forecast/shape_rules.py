"""Rules of the Words that build and read the nesting of Vectors; a Record is a leaf to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gmpy2 import mpz

from ajisai.contracts.forecast.collection_rules import integer, literal_integers
from ajisai.contracts.forecast.facts import (
    COUNT,
    INTEGER,
    LEAF,
    NOTHING,
    POS_INT,
    RECORD,
    UNLIMITED,
    VECTOR,
    Fact,
    Rule,
    count_fact,
    elements,
    fact_of,
    join,
    join_all,
    lanes,
    nil_fact,
    vector_of,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.contracts.forecast.number_rules import DOMAIN_MISS
from ajisai.values import Vector


def range_(ledger: Ledger, start: Fact, end: Fact) -> Fact:
    """RANGE."""
    first, last = integer(ledger, start), integer(ledger, end)
    if not first.kinds or not last.kinds:
        return NOTHING
    kinds = first.kinds | last.kinds
    if kinds & ~POS_INT:
        kinds = INTEGER
    bits = max(first.bits, last.bits)
    ones, others = literal_integers(first), literal_integers(last)
    if ones is None or others is None:
        longest = min(UNLIMITED, 2 << min(bits, 60))
        return vector_of(Fact(kinds, bits=bits), longest)
    sizes = {abs(one - other) + 1 for one in ones for other in others}
    shape = (max(sizes),) if len(sizes) == 1 else None
    return vector_of(Fact(kinds, bits=bits), min(UNLIMITED, max(sizes)), shape=shape)


class _NoShapeError(Exception):
    """A literal shape that spells none."""


def _axes(ledger: Ledger, shape: Fact) -> tuple[int, ...] | None:
    """The axis lengths that a literal shape spells; None where they are not known."""
    literal = shape.options[0] if len(shape.options) == 1 else None
    if elements(shape).kinds & ~COUNT:
        ledger.fail("invalidShape")
        if literal is not None:
            raise _NoShapeError
    if type(literal) is not Vector:
        return None
    items: Any = literal.elements()
    return tuple(int(item) for item in items)


def prepare_fill(ledger: Ledger, shape: Fact) -> bool:
    """Before the lanes of FILL: whether the shape may be one."""
    try:
        _axes(ledger, shape)
    except _NoShapeError:
        return False
    return True


def fill(ledger: Ledger, shape: Fact, leaf: Fact) -> Fact:
    """FILL."""
    try:
        lengths = _axes(ledger, shape)
    except _NoShapeError:
        return NOTHING
    if lengths == ():
        return leaf
    if lengths is None or 0 in lengths:
        if lengths is None:
            ledger.fail_size()
        inner = leaf.kinds | VECTOR
        filled = vector_of(leaf, UNLIMITED)
        filled = filled._replace(inner=inner, element=None, depth=UNLIMITED)
        if lengths is not None:
            return filled._replace(
                inner=VECTOR, inner_reasons=0, leaves=_product(lengths), depth=len(lengths)
            )
        return join(filled, leaf)
    return _nested(leaf, lengths)


def _product(lengths: tuple[int, ...]) -> int:
    answer = 1
    for each in lengths:
        answer = min(UNLIMITED, answer * max(1, each))
    return answer


def _nested(leaf: Fact, lengths: tuple[int, ...]) -> Fact:
    answer = leaf
    for place in reversed(range(len(lengths))):
        answer = vector_of(answer, lengths[place], shape=lengths[place:])
    return answer


def shape(_ledger: Ledger, value: Fact) -> Fact:
    """SHAPE."""
    if value.shape is not None:
        return fact_of(Vector([mpz(axis) for axis in value.shape]))
    if not value.kinds & VECTOR:
        return fact_of(Vector([]))
    if len(value.options) == 1:
        return nil_fact(DOMAIN_MISS)  # a literal Vector without a shape is ragged
    answer = vector_of(Fact(COUNT, bits=64), value.depth)
    return join(answer, nil_fact(DOMAIN_MISS)) if value.inner & VECTOR else answer


def reshape(ledger: Ledger, vector: Fact, wanted: Fact) -> Fact:
    """RESHAPE."""
    try:
        lengths = _axes(ledger, wanted)
    except _NoShapeError:
        return NOTHING
    leaf = _flat_leaf(vector)
    if lengths is None:
        ledger.fail("invalidShape")
        built = vector_of(leaf, vector.leaves)
        deep = built._replace(inner=built.inner | VECTOR, element=None, depth=UNLIMITED)
        ledger.fail_size()
        return join_all((deep, leaf))
    size = 1
    for each in lengths:
        size *= each
    if vector.shape is None or _exact_product(vector.shape) != size:
        ledger.fail("invalidShape")
        if vector.shape is not None:
            return NOTHING
    if lengths == ():
        return leaf
    if 0 in lengths:
        return fill(ledger, wanted, leaf)
    return _nested(leaf, lengths)


def _exact_product(lengths: tuple[int, ...]) -> int:
    answer = 1
    for each in lengths:
        answer *= each
    return answer


def _flat_leaf(vector: Fact) -> Fact:
    """A leaf in the sense of RESHAPE and FLATTEN: a Record is one."""
    kinds = vector.inner & (LEAF | RECORD)
    leaf = lanes(vector._replace(kinds=VECTOR, reasons=0), RECORD)
    return leaf._replace(kinds=kinds)


def flatten(_ledger: Ledger, vector: Fact) -> Fact:
    """FLATTEN."""
    size = None if vector.shape is None else (_exact_product(vector.shape),)
    return vector_of(_flat_leaf(vector), vector.leaves, shape=size)._replace(leaves=vector.leaves)


def depth(_ledger: Ledger, value: Fact) -> Fact:
    """DEPTH."""
    return count_fact(value.depth)


def zip_(ledger: Ledger, rows: Fact) -> Fact:
    """ZIP."""
    row = elements(rows)
    if row.kinds & ~VECTOR:
        ledger.fail("nonVector")
    if rows.shape is not None and len(rows.shape) > 1:
        swapped = (rows.shape[1], rows.shape[0], *rows.shape[2:]) if rows.shape[1] else (0,)
        column = vector_of(elements(row.only(VECTOR)), rows.shape[0], shape=swapped[1:] or None)
        return vector_of(column, rows.shape[1], shape=swapped)._replace(leaves=rows.leaves)
    if rows.shape is not None and rows.shape[0] == 0:
        return rows
    if rows.shape is not None:
        return NOTHING
    ledger.fail("shapeMismatch")
    column = vector_of(elements(row.only(VECTOR)), rows.leaves)
    answer = vector_of(column, rows.leaves)._replace(leaves=rows.leaves, depth=max(2, rows.depth))
    return join(answer, vector_of(NOTHING, 0))


RULES: Final[Mapping[str, Rule]] = {
    "RANGE": range_,
    "FILL": fill,
    "SHAPE": shape,
    "RESHAPE": reshape,
    "FLATTEN": flatten,
    "DEPTH": depth,
    "ZIP": zip_,
}
