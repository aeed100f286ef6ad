"""Hypothesis strategies for values and programs (extra ``testing``).

Every strategy shrinks towards what is short and plain: 0, the empty text, the empty Vector, no Words. Values
are the engine's own, ready for ``inputs=`` of ``ajisai.run``; programs are source text.

>>> from hypothesis import given
>>> @given(integers(), integers())
... def test_double_adds(a, b):
...     assert ajisai.run("ADD", inputs=[a, b]).value == a + b
"""

from __future__ import annotations

from functools import cache
from typing import Any

from gmpy2 import mpz
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import ajisai
from ajisai import numbers
from ajisai.bounds import Limits, Meter
from ajisai.machine.vocabulary import WordRecord, records
from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY
from ajisai.syntax import is_name_token, write_value
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Record, Symbol, Value, Vector

_RADICANDS = (2, 3, 5, 6, 7, 10, 11, 13, 14, 15)


def integers(bits: int = 64) -> SearchStrategy[Any]:
    """Integers of at most ``bits`` bits, shrinking towards 0."""
    return st.integers(-(2**bits) + 1, 2**bits - 1).map(mpz)


def rationals(bits: int = 32) -> SearchStrategy[Any]:
    """Finite rationals whose halves have at most ``bits`` bits, integers among them."""
    denominators = st.integers(1, 2**bits - 1)
    return st.builds(numbers.ratio_of, st.integers(-(2**bits) + 1, 2**bits - 1), denominators)


_RATIONAL_TERM = st.just(mpz(0)) | rationals(bits=6)
_FACTOR = rationals(bits=6).filter(bool)


def points() -> SearchStrategy[Any]:
    """The three numbers over zero: ``1/0``, ``-1/0`` and ``0/0``."""
    return st.sampled_from([INFINITY, NEG_INFINITY, NULLITY])


@st.composite
def surds(draw: st.DrawFn, terms: int = 3) -> Any:
    """Irrationals of up to ``terms`` terms with small coefficients."""
    meter = Meter(Limits.playground())
    total: Any = draw(_RATIONAL_TERM)
    chosen = st.lists(st.sampled_from(_RADICANDS), min_size=1, max_size=terms, unique=True)
    for radicand in draw(chosen):
        factor = draw(_FACTOR)
        root: Any = numbers.sqrt(mpz(radicand), meter)
        total = numbers.add(total, numbers.mul(factor, root, meter), meter)
    return total


def scalars() -> SearchStrategy[Any]:
    """Any number: an integer, a fraction, an irrational or a point over zero."""
    return integers() | rationals() | surds() | points()


def truths() -> SearchStrategy[Any]:
    """TRUE and FALSE."""
    return st.sampled_from([FALSE, TRUE])


def absences() -> SearchStrategy[Any]:
    """NIL for every reason that a program can give it."""
    return st.just(NIL_LITERAL) | st.builds(lambda text: Nil("userDeclared", text), texts())


def texts() -> SearchStrategy[str]:
    """Strings without lone surrogates, short ones."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def symbols() -> SearchStrategy[Any]:
    """Symbols: names of Words, and others."""
    words = st.sampled_from([name for name in records() if name not in ("TRUE", "FALSE", "NIL")])
    others = st.text("abcXYZ-?1", min_size=1, max_size=4).filter(is_name_token)
    return (others | words).map(Symbol)


def leaves() -> SearchStrategy[Any]:
    """Any value that is no container."""
    return integers() | truths() | texts() | rationals() | absences() | symbols() | surds() | points()


def vectors(elements: SearchStrategy[Any] | None = None, max_size: int = 6) -> SearchStrategy[Any]:
    """Flat Vectors of the given elements (any leaf where None)."""
    return st.lists(leaves() if elements is None else elements, max_size=max_size).map(Vector)


@st.composite
def shaped(draw: st.DrawFn, shape: tuple[int, ...], elements: SearchStrategy[Any] | None = None) -> Any:
    """Rectangular Vectors of a shape; ``()`` gives one element itself."""
    element = integers() if elements is None else elements
    if not shape:
        return draw(element)
    inner = shaped(shape[1:], element)
    return Vector([draw(inner) for _ in range(shape[0])])


def shapes(rank: int = 3, side: int = 4) -> SearchStrategy[tuple[int, ...]]:
    """Shapes of up to ``rank`` axes of 1 to ``side``."""
    return st.lists(st.integers(1, side), max_size=rank).map(tuple)


def mappings(
    keys: SearchStrategy[Any] | None = None, entries: SearchStrategy[Any] | None = None, max_size: int = 5
) -> SearchStrategy[Any]:
    """Records, with Strings as keys where no ``keys`` are given."""
    chosen = st.lists(texts() if keys is None else keys, max_size=max_size, unique=True)
    held = leaves() if entries is None else entries

    def with_entries(found: list[Any]) -> SearchStrategy[Any]:
        size = len(found)
        return st.lists(held, min_size=size, max_size=size).map(
            lambda row: Record(Vector(found), Vector(row))
        )

    return chosen.flatmap(with_entries)


def values(max_leaves: int = 12) -> SearchStrategy[Any]:
    """Any value, containers nested in each other included."""
    return st.recursive(
        leaves(),
        lambda inner: st.lists(inner, max_size=4).map(Vector) | mappings(entries=inner, max_size=3),
        max_leaves=max_leaves,
    )


_OF_DOMAIN = {
    "scalar": scalars,
    "boolean": truths,
    "string": texts,
    "vector": vectors,
    "record": mappings,
    "symbol": symbols,
    "leaf": leaves,
    "nil": absences,
}


@cache  # a strategy is costly to make, and may be drawn from again and again
def of_domain(domain: str) -> SearchStrategy[Any]:
    """Values of a domain as contracts name it: ``scalar``, ``vector``, ``any``…

    Raises:
        ValueError: for a domain that does not exist.
    """
    if domain == "any":
        return values()
    if domain not in _OF_DOMAIN:
        raise ValueError(f"no domain {domain!r}: any or one of {', '.join(_OF_DOMAIN)}")
    return _OF_DOMAIN[domain]()


_BLOCKS = {
    1: ("[ 1 ADD ]", "[ 'X' BIND X ]", "[ NIL? ]"),
    2: ("[ ADD ]", "[ MAX ]", "[ 'B' BIND 'A' BIND A ]"),
}
_ARITY = {"MAP": 1, "FILTER": 1, "FOLD": 2, "SCAN": 2, "EXEC": 1, "CONTRACT": 1}


@cache
@st.composite
def _call(draw: st.DrawFn, record: WordRecord) -> str:
    """A Word behind operands of its domains."""
    if record.inputs is None:
        count = draw(st.integers(0, 3))
        return " ".join([*(write_value(draw(integers(8))) for _ in range(count)), str(count), record.name])
    pieces = []
    for place in range(record.inputs):
        names = record.operand_domains[place] if place < len(record.operand_domains) else ("vector",)
        if record.roles[place] == "control" and record.name in _ARITY:
            pieces.append(draw(st.sampled_from(_BLOCKS[_ARITY[record.name]])))
        elif record.name in ("BIND", "DEF", "DEL") and place == record.inputs - 1:
            pieces.append(draw(st.sampled_from(["'A'", "'B'", "'C'"])))
        else:
            pieces.append(write_value(draw(of_domain(draw(st.sampled_from(names))))))
    return " ".join([*pieces, record.name])


def programs(words: int = 6) -> SearchStrategy[str]:
    """Programs that read, of up to ``words`` calls, whose operands mostly fit; each is cheap to run.

    They shrink towards the empty program and towards Words early in the vocabulary.
    """
    calls = st.sampled_from(list(records().values())).flatmap(_call)
    literals = values(max_leaves=4).map(write_value)
    bare = st.sampled_from(list(records()))
    return st.lists(bare | literals | calls, max_size=words).map(" ".join)


def broken_sources() -> SearchStrategy[str]:
    """Sources that do not read: each ends in ``error:malformedSource``."""
    faults = st.sampled_from(["'open", "[1 2 ]", "]", "[ 1", "[ 1 2]", "'a'b"])
    return st.builds(lambda start, fault: f"{start} {fault}".strip(), programs(words=2), faults).filter(
        lambda source: ajisai.check(source).status == "error"
    )


__all__ = [
    "Value",
    "absences",
    "broken_sources",
    "integers",
    "leaves",
    "mappings",
    "of_domain",
    "points",
    "programs",
    "rationals",
    "scalars",
    "shaped",
    "shapes",
    "surds",
    "symbols",
    "texts",
    "truths",
    "values",
    "vectors",
]
