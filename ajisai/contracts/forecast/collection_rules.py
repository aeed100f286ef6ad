"""Rules of the Words on the outermost axis of a Vector, GET and PUT on Records included."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gmpy2 import mpz

from ajisai.contracts.forecast.facts import (
    CONTAINER,
    INTEGER,
    NOTHING,
    RECORD,
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
    made_of,
    nil_fact,
    reason_bit,
    record_of,
    vector_of,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.values import Vector

OUT_OF_BOUNDS: Final = reason_bit("indexOutOfBounds")
NOT_FOUND: Final = reason_bit("notFound")


def integer(ledger: Ledger, fact: Fact) -> Fact:
    """The lane as an integer; anything else is an ERROR of the Word itself."""
    if fact.kinds & ~INTEGER:
        ledger.fail("invalidInteger")
        return fact.only(INTEGER)
    return fact


def literal_integers(fact: Fact) -> list[int] | None:
    """The integers that a value is one of, where they are known."""
    values: Any = fact.options
    if values and all(type(value) is mpz for value in values):
        return [int(value) for value in values]
    return None


def _reached(container: Fact, index: Fact, least: int) -> tuple[bool, bool]:
    """Whether an index from ``-length`` to ``length + least`` may lie inside, and may lie outside."""
    places = literal_integers(index)
    if places is None or container.shape is None:
        return True, True
    length = container.shape[0]
    inside = [-length <= place <= length + least for place in places]
    return any(inside), not all(inside)


def get(ledger: Ledger, container: Fact, key: Fact) -> Fact:
    """GET: a Vector's element at an index, a Record's value at a key."""
    answer = NOTHING
    if container.kinds & VECTOR:
        vector, index = container.only(VECTOR), integer(ledger, key)
        if index.kinds:
            inside, outside = _reached(vector, index, -1)
            if outside:
                answer = join(answer, nil_fact(OUT_OF_BOUNDS))
            if inside:
                answer = join(answer, _element_at(ledger, vector, index))
    if container.kinds & RECORD:
        answer = join_all((answer, elements(container.only(RECORD)), nil_fact(NOT_FOUND)))
    return answer


def _element_at(ledger: Ledger, vector: Fact, index: Fact) -> Fact:
    places = literal_integers(index)
    if places is None or vector.shape is None or not vector.options:
        return elements(vector)
    items = [vector_literal.elements() for vector_literal in vector.options if type(vector_literal) is Vector]
    length = vector.shape[0]
    found = [ledger.fact(each[place]) for each in items for place in places if -length <= place < length]
    return join_all(found)


def put(ledger: Ledger, container: Fact, key: Fact, value: Fact) -> Fact:
    """PUT: a copy with one place set."""
    answer = NOTHING
    if container.kinds & VECTOR:
        vector, index = container.only(VECTOR), integer(ledger, key)
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
    return _part(
        ledger,
        vector,
        count,
        lambda size, number: slice(number) if number >= 0 else slice(size + number, size),
    )


def drop(ledger: Ledger, vector: Fact, count: Fact) -> Fact:
    """DROP."""
    return _part(
        ledger,
        vector,
        count,
        lambda size, number: slice(number, size) if number >= 0 else slice(size + number),
    )


def _part(ledger: Ledger, vector: Fact, count: Fact, part: Callable[[int, int], slice]) -> Fact:
    number = integer(ledger, count)
    if not number.kinds:
        return NOTHING
    inside, outside = _reached(vector, number, 0)
    answer = nil_fact(OUT_OF_BOUNDS) if outside else NOTHING
    if not inside:
        return answer
    places = literal_integers(number)
    if vector.shape is None or places is None or len(places) != 1:
        return join(answer, _outer(vector, None))
    kept = part(vector.shape[0], places[0])
    made = made_of((vector,), lambda literal: list(literal[0].elements()[kept]))
    if made is not None:
        return made
    size = len(range(*kept.indices(vector.shape[0])))
    return _outer(vector, (size, *vector.shape[1:]) if size else (0,))


def _outer(vector: Fact, shape: tuple[int, ...] | None) -> Fact:
    """Some of the elements of a Vector, in some order."""
    return vector._replace(kinds=VECTOR, shape=shape, options=())


def concat(_ledger: Ledger, left: Fact, right: Fact) -> Fact:
    """CONCAT."""
    made = made_of((left, right), lambda literals: [*literals[0], *literals[1]])
    if made is not None:
        return made
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
    made = made_of((vector,), lambda literal: list(reversed(literal[0].elements())))
    return _outer(vector, vector.shape) if made is None else made


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


RULES: Final[Mapping[str, Rule]] = {
    "GET": get,
    "PUT": put,
    "LENGTH": length,
    "TAKE": take,
    "DROP": drop,
    "CONCAT": concat,
    "REVERSE": reverse,
    "UNIQUE": unique,
    "INDEX-OF": index_of,
    "MEMBER?": member,
}
