"""Rules of the Words that build, read and reshape Vectors and Records."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from gmpy2 import mpq, mpz

from ajisai.contracts.forecast.facts import (
    CONTAINER,
    COUNT,
    INTEGER,
    LEAF,
    NIL,
    NOTHING,
    NULL,
    NUMBER,
    POS_INT,
    RECORD,
    SURD,
    TRUTH_FACT,
    UNLIMITED,
    VECTOR,
    Fact,
    Rule,
    count_fact,
    elements,
    fact_of,
    join,
    join_all,
    keys,
    lanes,
    nil_fact,
    reason_bit,
    record_of,
    vector_of,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.contracts.forecast.number_rules import DOMAIN_MISS, order
from ajisai.values import Vector

OUT_OF_BOUNDS: Final = reason_bit("indexOutOfBounds")
NOT_FOUND: Final = reason_bit("notFound")


def _integer(ledger: Ledger, fact: Fact) -> Fact:
    """The lane as an integer; anything else is an ERROR of the Word itself."""
    if fact.kinds & ~INTEGER:
        ledger.fail("invalidInteger")
        return fact.only(INTEGER)
    return fact


def _literal_integers(fact: Fact) -> list[int] | None:
    """The integers that a value is one of, where they are known."""
    values: Any = fact.options
    if values and all(type(value) is mpz for value in values):
        return [int(value) for value in values]
    return None


def _reached(container: Fact, index: Fact, least: int) -> tuple[bool, bool]:
    """Whether an index from ``-length`` to ``length + least`` may lie inside, and may lie outside."""
    places = _literal_integers(index)
    if places is None or container.shape is None:
        return True, True
    length = container.shape[0]
    inside = [-length <= place <= length + least for place in places]
    return any(inside), not all(inside)


def get(ledger: Ledger, container: Fact, key: Fact) -> Fact:
    """GET: a Vector's element at an index, a Record's value at a key."""
    answer = NOTHING
    if container.kinds & VECTOR:
        vector, index = container.only(VECTOR), _integer(ledger, key)
        if index.kinds:
            inside, outside = _reached(vector, index, -1)
            if outside:
                answer = join(answer, nil_fact(OUT_OF_BOUNDS))
            if inside:
                answer = join(answer, _element_at(vector, index))
    if container.kinds & RECORD:
        answer = join_all((answer, elements(container.only(RECORD)), nil_fact(NOT_FOUND)))
    return answer


def _element_at(vector: Fact, index: Fact) -> Fact:
    places = _literal_integers(index)
    if places is None or vector.shape is None or not vector.options:
        return elements(vector)
    items = [vector_literal.elements() for vector_literal in vector.options if type(vector_literal) is Vector]
    length = vector.shape[0]
    found = [fact_of(each[place]) for each in items for place in places if -length <= place < length]
    return join_all(found)


def put(ledger: Ledger, container: Fact, key: Fact, value: Fact) -> Fact:
    """PUT: a copy with one place set."""
    answer = NOTHING
    if container.kinds & VECTOR:
        vector, index = container.only(VECTOR), _integer(ledger, key)
        if index.kinds:
            inside, outside = _reached(vector, index, -1)
            if outside:
                answer = nil_fact(OUT_OF_BOUNDS)
            if inside:
                # One element is exchanged: the others keep their leaves, the new one brings its own.
                element = join(elements(vector), value)
                copy = vector_of(element, vector.length, shape=_flat_shape(vector, value))
                copy = copy._replace(leaves=min(UNLIMITED, vector.leaves + value.leaves))
                answer = join(answer, copy)
    if container.kinds & RECORD:
        record = container.only(RECORD)
        copy = record_of(join(keys(record), key), join(elements(record), value), record.length + 1)
        answer = join(answer, copy._replace(leaves=min(UNLIMITED, record.leaves + value.leaves + 2)))
    return answer


def _flat_shape(vector: Fact, value: Fact) -> tuple[int, ...] | None:
    flat = vector.shape is not None and len(vector.shape) == 1 and not value.kinds & CONTAINER
    return vector.shape if flat else None


def length(_ledger: Ledger, vector: Fact) -> Fact:
    """LENGTH."""
    if vector.shape is not None:
        return fact_of(mpz(vector.shape[0]))
    return count_fact(vector.length)


def take(ledger: Ledger, vector: Fact, count: Fact) -> Fact:
    """TAKE."""
    return _part(ledger, vector, count, lambda length, number: abs(number))


def drop(ledger: Ledger, vector: Fact, count: Fact) -> Fact:
    """DROP."""
    return _part(ledger, vector, count, lambda length, number: length - abs(number))


def _part(ledger: Ledger, vector: Fact, count: Fact, left: Any) -> Fact:
    number = _integer(ledger, count)
    if not number.kinds:
        return NOTHING
    inside, outside = _reached(vector, number, 0)
    answer = nil_fact(OUT_OF_BOUNDS) if outside else NOTHING
    if not inside:
        return answer
    shape = None
    places = _literal_integers(number)
    if vector.shape is not None and places is not None and len(places) == 1:
        size = left(vector.shape[0], places[0])
        shape = (size, *vector.shape[1:]) if size else (0,)
    return join(answer, _outer(vector, shape))


def _outer(vector: Fact, shape: tuple[int, ...] | None) -> Fact:
    """Some of the elements of a Vector, in some order."""
    return vector._replace(kinds=VECTOR, shape=shape, options=())


def concat(_ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """CONCAT."""
    shape = None
    if left.shape is not None and right.shape is not None:
        if left.shape[1:] == right.shape[1:]:
            shape = (left.shape[0] + right.shape[0], *left.shape[1:])
        elif 0 in (left.shape[0], right.shape[0]):
            shape = right.shape if left.shape[0] == 0 else left.shape
    both = join(left, right)
    return both._replace(
        shape=shape,
        options=(),
        leaves=min(UNLIMITED, left.leaves + right.leaves),
        element=_either(left, right),
    )


def _either(left: Fact, right: Fact) -> Fact:
    return join(elements(left), elements(right))


def reverse(_ledger: Ledger, vector: Fact) -> Fact:
    """REVERSE."""
    return _outer(vector, vector.shape)


def range_(ledger: Ledger, start: Fact, end: Fact) -> Fact:
    """RANGE."""
    first, last = _integer(ledger, start), _integer(ledger, end)
    if not first.kinds or not last.kinds:
        return NOTHING
    kinds = first.kinds | last.kinds
    if kinds & ~POS_INT:
        kinds = INTEGER
    bits = max(first.bits, last.bits)
    ones, others = _literal_integers(first), _literal_integers(last)
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
    leaf = lanes(vector._replace(kinds=VECTOR))
    if not kinds & RECORD:
        return leaf._replace(kinds=kinds)
    # Inside a Record anything may stand that stands inside the Vector.
    return vector._replace(kinds=kinds, reasons=vector.inner_reasons, element=None, shape=None, options=())


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


def unique(_ledger: Ledger, vector: Fact) -> Fact:
    """UNIQUE."""
    return _outer(vector, (0,) if vector.shape == (0,) else None)


def index_of(ledger: Ledger, vector: Fact, value: Fact) -> Fact:
    """INDEX-OF."""
    _probing(ledger, vector, value)
    return join(count_fact(vector.length), nil_fact(NOT_FOUND))


def member(ledger: Ledger, vector: Fact, value: Fact) -> Fact:
    """MEMBER?."""
    _probing(ledger, vector, value)
    return TRUTH_FACT


def _probing(ledger: Ledger, vector: Fact, value: Fact) -> None:
    """Every element may be compared with the whole value."""
    weight = value.nodes * (64 + value.text + value.bits * value.terms)
    ledger.collect(min(UNLIMITED, vector.length * weight))


def record(ledger: Ledger, names: Fact, values: Fact) -> Fact:
    """RECORD."""
    exact = names.shape is not None and values.shape is not None
    if not exact or (names.shape or ())[0] != (values.shape or ())[0]:
        ledger.fail("shapeMismatch")
        if exact:
            return NOTHING
    if _may_repeat(names):
        ledger.fail("duplicateKey")
        if len(names.options) == 1:
            return NOTHING
    length = min(names.length, values.length)
    built = record_of(elements(names), elements(values), length)
    return built._replace(leaves=min(UNLIMITED, names.leaves + values.leaves))


def _may_repeat(names: Fact) -> bool:
    if len(names.options) == 1 and type(names.options[0]) is Vector:
        items = names.options[0].elements()
        return len(set(items)) != len(items)
    return names.length > 1


def record_keys(_ledger: Ledger, record: Fact) -> Fact:
    """KEYS."""
    return vector_of(keys(record), record.length)._replace(leaves=record.leaves)


def record_values(_ledger: Ledger, record: Fact) -> Fact:
    """VALUES."""
    return vector_of(elements(record), record.length)._replace(leaves=record.leaves)


def without(_ledger: Ledger, record: Fact, _key: Fact) -> Fact:
    """WITHOUT."""
    return join(record, nil_fact(NOT_FOUND))


def has(_ledger: Ledger, _record: Fact, _key: Fact) -> Fact:
    """HAS?."""
    return TRUTH_FACT


def merge(_ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """MERGE."""
    return join(left, right)._replace(leaves=min(UNLIMITED, left.leaves + right.leaves))


def tally(_ledger: Ledger, vector: Fact) -> Fact:
    """TALLY."""
    counts = count_fact(vector.length, positive=True)
    return record_of(elements(vector), counts, vector.length)._replace(
        leaves=min(UNLIMITED, 2 * vector.leaves)
    )


def group(ledger: Ledger, names: Fact, values: Fact) -> Fact:
    """GROUP."""
    exact = names.shape is not None and values.shape is not None
    if not exact or (names.shape or ())[0] != (values.shape or ())[0]:
        ledger.fail("shapeMismatch")
        if exact:
            return NOTHING
    row = vector_of(elements(values), values.length)
    grouped = record_of(elements(names), row, min(names.length, values.length))
    return grouped._replace(leaves=min(UNLIMITED, names.leaves + values.leaves))


def select(ledger: Ledger, when_true: Fact, when_false: Fact, mask: Fact) -> Fact:
    """SELECT: whole under a truth mask, lane by lane under a container."""
    answer = NOTHING
    if lanes(mask).kinds & ~(TRUTH_FACT.kinds | NIL):
        ledger.fail("nonTruthValue")
    if mask.kinds & TRUTH_FACT.kinds:
        answer = join(when_true, when_false)
    if mask.kinds & NIL:
        answer = join(answer, nil_fact(mask.reasons)._replace(text=mask.text))
    if not mask.kinds & CONTAINER:
        return answer
    return join(answer, _woven(ledger, when_true, when_false, mask))


def _woven(ledger: Ledger, when_true: Fact, when_false: Fact, mask: Fact) -> Fact:
    choices = join(when_true, when_false)
    simple = not (choices.inner | mask.inner) & CONTAINER and not (choices.kinds | mask.kinds) & RECORD
    shape = mask.shape if simple else None
    leaves = max(mask.leaves, choices.leaves)
    if choices.kinds & CONTAINER:
        shapes = {fact.shape for fact in (when_true, when_false, mask) if fact.kinds & CONTAINER}
        if not simple or shapes != {mask.shape} or mask.shape is None:
            ledger.fail("shapeMismatch")
            shape = None
    if not simple:
        leaves = min(UNLIMITED, mask.leaves * when_true.leaves * when_false.leaves)
    return Fact(
        mask.kinds & CONTAINER,
        0,
        choices.kinds
        | choices.inner
        | (mask.inner if mask.kinds & RECORD else mask.inner & (CONTAINER | NIL)),
        choices.reasons | choices.inner_reasons | mask.inner_reasons,
        choices.symbols | mask.symbols,
        None,
        shape,
        max(choices.bits, mask.bits),
        max(choices.terms, mask.terms),
        max(choices.text, mask.text),
        leaves,
        min(UNLIMITED, mask.depth + choices.depth),
    )


RULES: Final[Mapping[str, Rule]] = {
    "GET": get,
    "PUT": put,
    "LENGTH": length,
    "TAKE": take,
    "DROP": drop,
    "CONCAT": concat,
    "REVERSE": reverse,
    "RANGE": range_,
    "FILL": fill,
    "SHAPE": shape,
    "RESHAPE": reshape,
    "FLATTEN": flatten,
    "DEPTH": depth,
    "ZIP": zip_,
    "SORT": sort,
    "ORDER": order_,
    "BSEARCH": bsearch,
    "UNIQUE": unique,
    "INDEX-OF": index_of,
    "MEMBER?": member,
    "RECORD": record,
    "KEYS": record_keys,
    "VALUES": record_values,
    "WITHOUT": without,
    "HAS?": has,
    "MERGE": merge,
    "TALLY": tally,
    "GROUP": group,
    "SELECT": select,
}
