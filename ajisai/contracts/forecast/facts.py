"""What a forecast knows of a value: its possible kinds, reasons of absence, shape, and bounds of its size.

A fact never says less than the truth: every value that a run may have there is among those it describes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any, Final, NamedTuple

from gmpy2 import mpq, mpz

from ajisai.machine.vocabulary import nil_reasons
from ajisai.numbers import INFINITY, NEG_INFINITY, Point, Surd
from ajisai.values import Nil, Record, Symbol, Truth, Value, Vector

ZERO: Final = 1
POS_INT: Final = 2
NEG_INT: Final = 4
POS_FRACTION: Final = 8
NEG_FRACTION: Final = 16
POS_INFINITY: Final = 32
NEG_INFINITE: Final = 64
NULL: Final = 128
SURD: Final = 256
TRUTH: Final = 512
TEXT: Final = 1024
SYMBOL: Final = 2048
NIL: Final = 4096
VECTOR: Final = 8192
RECORD: Final = 16384

INTEGER: Final = ZERO | POS_INT | NEG_INT
COUNT: Final = ZERO | POS_INT
RATIONAL: Final = INTEGER | POS_FRACTION | NEG_FRACTION
FINITE: Final = RATIONAL | SURD
NUMBER: Final = FINITE | POS_INFINITY | NEG_INFINITE | NULL
CONTAINER: Final = VECTOR | RECORD
ANYTHING: Final = NUMBER | TRUTH | TEXT | SYMBOL | NIL | CONTAINER
LEAF: Final = ANYTHING & ~CONTAINER

UNLIMITED: Final = 1 << 60
"""A size of which nothing is known. Every larger number means the same."""

_LITERAL_BITS = 64  # of lengths and indices: what the machine counts fits a limb
_OPTIONS: Final = 8
"""Literals that a value is followed as one of; more are summed up by kind."""

_NESTED: Final = 3
"""Levels of a Vector whose elements are described apart; below, one description serves for all."""

_REASON_BITS: Final = {reason: 1 << place for place, reason in enumerate(nil_reasons())}
ALL_REASONS: Final = (1 << len(_REASON_BITS)) - 1


def reason_bit(reason: str) -> int:
    """The bit of a NIL reason."""
    return _REASON_BITS[reason]


def reasons_in(bits: int) -> list[str]:
    """The NIL reasons of a set of bits, in the order of ``spec/outcomes.json``."""
    return [reason for reason, bit in _REASON_BITS.items() if bits & bit]


class Fact(NamedTuple):
    """What is known of a value.

    Attributes:
        kinds: what it may be. reasons: of a NIL that it may be.
        inner: what may stand anywhere inside, containers included. inner_reasons: of NILs inside.
        symbols: upper-case names of the Symbols that it may be or hold.
        element: what an element or a Record's value may be; None where ``inner`` is all that is known.
        shape: the shape of a rectangular Vector of which it is known; then it is nothing but a Vector.
        bits: of the widest numerator, denominator, coefficient or radicand.
        terms: of the longest irrational. text: code points of the longest String.
        leaves: leaves, keys and empty containers in all. depth: levels of containers.
        options: where not empty, the value is one of these literals.
    """

    kinds: int
    reasons: int = 0
    inner: int = 0
    inner_reasons: int = 0
    symbols: frozenset[str] = frozenset()
    element: Fact | None = None
    shape: tuple[int, ...] | None = None
    bits: int = 1
    terms: int = 1
    text: int = 0
    leaves: int = 1
    depth: int = 0
    options: tuple[Value, ...] = ()

    def only(self, kinds: int) -> Fact:
        """The same value where it is known to be of one of ``kinds``."""
        kept = self.kinds & kinds
        if kept == self.kinds:
            return self
        options = tuple(option for option in self.options if kind_of(option) & kept)
        fact = self._replace(kinds=kept, options=options)
        if not kept & NIL:
            fact = fact._replace(reasons=0)
        if not kept & CONTAINER:
            fact = fact._replace(inner=0, inner_reasons=0, element=None, leaves=1, depth=0)
            if not kept & SYMBOL:
                fact = fact._replace(symbols=frozenset())
        return fact._replace(shape=fact.shape if kept == VECTOR else None)

    @property
    def length(self) -> int:
        """An upper bound of the elements of the outermost axis."""
        return self.leaves if self.shape is None else self.shape[0]

    @property
    def sized(self) -> bool:
        """Whether the length of the outermost axis is known exactly."""
        return self.shape is not None

    @property
    def nodes(self) -> int:
        """An upper bound of leaves and containers together."""
        return self.leaves * (self.depth + 1)


def kind_of(value: Any) -> int:
    """The kind of one value."""
    kind = type(value)
    if kind is mpz:
        return POS_INT if value > 0 else NEG_INT if value < 0 else ZERO
    if kind is mpq:
        return POS_FRACTION if value > 0 else NEG_FRACTION
    if kind is Point:
        return POS_INFINITY if value is INFINITY else NEG_INFINITE if value is NEG_INFINITY else NULL
    return _KINDS[kind]


_KINDS: Final[dict[type, int]] = {
    Surd: SURD,
    Truth: TRUTH,
    str: TEXT,
    Symbol: SYMBOL,
    Nil: NIL,
    Vector: VECTOR,
    Record: RECORD,
}

Rule = Callable[..., Fact]
"""Of a ledger and operands, what a Word may answer: lanes where the Word lifts."""

NOTHING: Final = Fact(0)
"""No value at all: what follows is never reached."""


def anything(symbols: frozenset[str]) -> Fact:
    """A value of which nothing is known but which Symbols there are in the source."""
    return Fact(
        ANYTHING, ALL_REASONS, ANYTHING, ALL_REASONS, symbols, None, None,
        UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED,
    )  # fmt: skip


def count_fact(largest: int, *, positive: bool = False) -> Fact:
    """A length, a depth or an index."""
    return Fact(POS_INT if positive else COUNT, bits=min(_LITERAL_BITS, largest.bit_length() + 1))


def nil_fact(reasons: int) -> Fact:
    """A NIL of one of the reasons."""
    return Fact(NIL if reasons else 0, reasons)


def text_fact(longest: int) -> Fact:
    """A String of at most so many code points."""
    return Fact(TEXT, text=longest)


TRUTH_FACT: Final = Fact(TRUTH)


def vector_of(element: Fact, longest: int, *, shape: tuple[int, ...] | None = None) -> Fact:
    """A Vector of at most ``longest`` elements, each described by ``element``."""
    inner = element.kinds | element.inner
    return Fact(
        VECTOR,
        0,
        inner,
        element.reasons | element.inner_reasons,
        element.symbols,
        _trimmed(element, _NESTED),
        shape,
        element.bits,
        element.terms,
        element.text,
        max(1, _times(longest, element.leaves)),
        element.depth + 1,
    )


def record_of(keys: Fact, values: Fact, longest: int) -> Fact:
    """A Record of at most ``longest`` entries, each key and value described."""
    both = join(keys, values)
    return vector_of(both, longest)._replace(
        kinds=RECORD,
        element=_trimmed(values, _NESTED),
        shape=None,
        leaves=max(1, 2 * _times(longest, both.leaves)),
    )


def _trimmed(fact: Fact, levels: int) -> Fact | None:
    """An element's description without what would let descriptions nest without end."""
    if levels == 0:
        return None
    element = None if fact.element is None else _trimmed(fact.element, levels - 1)
    if fact.options and type(fact.options[0]) is Vector:
        return fact._replace(element=element)
    return fact._replace(element=element, options=())


def _times(one: int, other: int) -> int:
    return min(UNLIMITED, one * other)


def join(one: Fact, other: Fact) -> Fact:
    """What holds of a value that is described by one or the other."""
    if one is other or not other.kinds:
        return one
    if not one.kinds:
        return other
    return Fact(
        one.kinds | other.kinds,
        one.reasons | other.reasons,
        one.inner | other.inner,
        one.inner_reasons | other.inner_reasons,
        _union(one.symbols, other.symbols),
        _joined_element(one, other),
        one.shape if one.shape == other.shape else None,
        max(one.bits, other.bits),
        max(one.terms, other.terms),
        max(one.text, other.text),
        max(one.leaves, other.leaves),
        max(one.depth, other.depth),
        _joined_options(one, other),
    )


def _union(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """The union, the same object where it adds nothing: then it costs nothing the next time."""
    if one is other or not other:
        return one
    if not one:
        return other
    both = one | other
    return one if len(both) == len(one) else both


def _joined_element(one: Fact, other: Fact) -> Fact | None:
    if not one.kinds & CONTAINER:
        return other.element
    if not other.kinds & CONTAINER:
        return one.element
    if one.element is None or other.element is None:
        return None
    return join(one.element, other.element)


def _joined_options(one: Fact, other: Fact) -> tuple[Value, ...]:
    if not one.options or not other.options:
        return ()
    options = tuple(dict.fromkeys((*one.options, *other.options)))
    return options if len(options) <= _OPTIONS else ()


def join_all(facts: Iterable[Fact]) -> Fact:
    """What holds of a value that one of the facts describes."""
    return reduce(join, facts, NOTHING)


def elements(fact: Fact) -> Fact:
    """What an element of a Vector, or a value of a Record, may be."""
    if fact.element is not None:
        return fact.element
    return Fact(
        fact.inner,
        fact.inner_reasons,
        fact.inner,
        fact.inner_reasons,
        fact.symbols,
        None,
        None,
        fact.bits,
        fact.terms,
        fact.text,
        fact.leaves,
        max(0, fact.depth - 1),
    )


def keys(fact: Fact) -> Fact:
    """What a key of a Record may be."""
    return elements(fact._replace(element=None, options=()))


def lanes(fact: Fact, whole: int = 0) -> Fact:
    """What a leaf inside may be, or the value itself where it is no container.

    ``whole`` is RECORD for a Word to which a Record is a leaf.
    """
    if not fact.kinds & CONTAINER:
        return fact
    kinds = (fact.kinds | fact.inner) & (LEAF | whole)
    if kinds & whole:  # inside a Record anything may stand that stands inside the value
        reasons = fact.reasons | fact.inner_reasons
        return fact._replace(kinds=kinds, reasons=reasons, element=None, shape=None, options=())
    return Fact(
        kinds,
        fact.reasons | fact.inner_reasons,
        symbols=fact.symbols if kinds & SYMBOL else frozenset(),
        bits=fact.bits,
        terms=fact.terms,
        text=fact.text,
    )


def fact_of(value: Any, known: dict[int, Fact] | None = None) -> Fact:
    """All that can be seen of a value that a source can write as a literal.

    ``known`` holds the facts of Vectors by their ``id``; those that are found are added.
    """
    if type(value) is Vector:
        return _vector_fact(value, {} if known is None else known)
    return _leaf_fact(value)


_FOLLOWED: Final = 64
"""Leaves, and levels, of a Vector that a run makes of literals and that is still followed as one: blocks are
made so, and a larger one is described by what its parts were."""


def made_of(facts: Sequence[Fact], make: Callable[[list[Any]], list[Any]]) -> Fact | None:
    """The Vector that ``make`` gathers of values that are all known and small; None where they are not."""
    if sum(fact.leaves for fact in facts) > _FOLLOWED or any(fact.depth >= _FOLLOWED for fact in facts):
        return None
    if any(len(fact.options) != 1 for fact in facts):
        return None
    return fact_of(Vector(make([fact.options[0] for fact in facts])))


def _leaf_fact(value: Any) -> Fact:
    kind = type(value)
    bits, text, reasons = 1, 0, 0
    symbols: frozenset[str] = frozenset()
    if kind is mpz:
        bits = value.bit_length()
    elif kind is mpq:
        bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    elif kind is str:
        text = len(value)
    elif kind is Nil:
        reasons = reason_bit(value.reason)
    elif kind is Symbol:
        symbols, text = frozenset((value.key,)), len(value.spelling)
    return Fact(kind_of(value), reasons, symbols=symbols, bits=bits, text=text, options=(value,))


def _vector_fact(root: Vector, known: dict[int, Fact]) -> Fact:
    """Of a Vector however deep, each Vector inside once: they are described from the innermost outwards."""
    todo = [root]
    while todo:
        vector = todo[-1]
        missing = [item for item in vector if type(item) is Vector and id(item) not in known]
        if missing:
            todo.extend(missing)
            continue
        todo.pop()
        if vector.types() == {mpz}:
            element = _integers_fact(vector)
        else:
            parts = {
                id(item): known[id(item)] if type(item) is Vector else _leaf_fact(item) for item in vector
            }
            element = join_all(parts.values())
        known[id(vector)] = vector_of(element, len(vector), shape=vector.shape())._replace(
            leaves=vector.leaves(), options=(vector,)
        )
    return known[id(root)]


def _integers_fact(vector: Vector) -> Fact:
    items: Sequence[Any] = vector.elements()
    least, largest = min(items), max(items)
    kinds = (NEG_INT if least < 0 else 0) | (POS_INT if largest > 0 else 0) | (0 if all(items) else ZERO)
    return Fact(kinds, bits=max(least.bit_length(), largest.bit_length()))
