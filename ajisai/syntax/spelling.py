"""Spells values: turns what has no literal into the literals and Words that build it (LANG.DICTIONARY).

The answer is a list as a body holds it: every item has a literal, and a Symbol that stands by itself is the
call of a Word. ``writer`` turns such a list into text; DEF keeps it as the body.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gmpy2 import mpq, mpz

from ajisai.numbers import Point, Surd
from ajisai.syntax.lexemes import is_name_token, string_pieces
from ajisai.values import NIL_LITERAL, Nil, Record, Symbol, Truth, Value, Vector

LITERAL_DIGITS: Final = 4096
"""``numericLiteralDigits`` of both profiles that ship: what a number may spell to be read again."""

_CONSTANTS: Final = frozenset({"TRUE", "FALSE", "NIL"})  # inside brackets these names are no Symbols

_ABSENT: Final = Symbol("ABSENT")
_ADD: Final = Symbol("ADD")
_COLLECT: Final = Symbol("COLLECT")
_DIV: Final = Symbol("DIV")
_GET: Final = Symbol("GET")
_JOIN: Final = Symbol("JOIN")
_MUL: Final = Symbol("MUL")
_RECORD: Final = Symbol("RECORD")
_SQRT: Final = Symbol("SQRT")
_SUB: Final = Symbol("SUB")

_ZERO: Final = mpz(0)
_ABSENCES: Final[dict[str, tuple[Value, ...]]] = {  # the shortest program that ends in the NIL of that reason
    "domainMiss": (mpz(-1), _SQRT),
    "notFound": (Vector([]), _ZERO, Symbol("INDEX-OF")),
    "indexOutOfBounds": (Vector([]), _ZERO, _GET),
    "invalidEncoding": ("", Symbol("NUM")),
}


def spelled_value(value: Value, digits: int | None = LITERAL_DIGITS) -> list[Value]:
    """The program that pushes a value equal to ``value`` and does nothing else.

    Args:
        digits: a number of more decimal digits has no literal and is put together from shorter ones; None
            for a literal of any length.

    Raises:
        ValueError: for a value that no program can hold: a Symbol whose spelling is not one name token, or
            is TRUE, FALSE or NIL; a NIL of an unknown reason.
    """
    return _Speller(digits).spell([(value, False)])


def spelled_body(body: Vector, digits: int | None = None) -> list[Value]:
    """The body of a block with only such items as source can hold: Symbols stay the calls they are.

    Takes and raises what :func:`spelled_value` does. A body whose items all have literals is answered as is.
    """
    for item in body:
        if type(item) is Symbol:
            _refuse_unwritable(item)
    return _Speller(digits).spell([(item, type(item) is Symbol) for item in reversed(body.elements())])


class _Speller:
    """One spelling. ``limit`` is the least integer that is too long for a literal, or None."""

    def __init__(self, digits: int | None) -> None:
        self.digits = digits
        self.limit = None if digits is None else mpz(10) ** digits

    def spell(self, todo: list[tuple[Any, bool]]) -> list[Value]:
        """The items for what is to do, last first; True marks one that is ready.

        An explicit stack: values may nest to the ceiling inside a deep caller.
        """
        built = self._built([item for item, _ in todo])
        items: list[Value] = []
        while todo:
            item, ready = todo.pop()
            kind = type(item)
            if ready:
                items.append(item)
            elif kind is Record:
                todo += [(_RECORD, True), (item.values, False), (item.keys, False)]
            elif kind is Vector:
                if id(item) in built:
                    todo += [(_COLLECT, True), (mpz(len(item)), True)]
                    todo.extend((element, False) for element in reversed(item.elements()))
                else:
                    items.append(item)
            elif kind is Symbol:
                _refuse_unwritable(item)
                items += [Vector([item]), _ZERO, _GET]
            elif self._has_literal(item):
                items.append(item)
            else:
                items += self._leaf(item)
        return items

    def _built(self, roots: list[Value]) -> set[int]:
        """The ids of the containers in ``roots``, at any depth, that have no literal."""
        order: list[Any] = []
        todo: list[Any] = [root for root in roots if _is_container(root)]
        while todo:
            node = todo.pop()
            order.append(node)
            todo += [node.keys, node.values] if type(node) is Record else filter(_is_container, node)
        built: set[int] = set()
        for node in reversed(order):  # what is inside comes before what holds it
            if type(node) is Record or any(
                id(item) in built if _is_container(item) else not self._has_literal(item) for item in node
            ):
                built.add(id(node))
        return built

    def _has_literal(self, leaf: Any) -> bool:
        kind = type(leaf)
        if kind is mpz:
            return self.limit is None or -self.limit < leaf < self.limit
        if kind is str:
            return len(string_pieces(leaf)) == 1
        if kind is Symbol:
            _refuse_unwritable(leaf)
            return True
        if kind is mpq:
            return self._has_literal(leaf.numerator) and self._has_literal(leaf.denominator)
        if kind is Nil:
            return leaf == NIL_LITERAL  # type: ignore[no-any-return]
        return kind is Truth or kind is Point

    def _leaf(self, leaf: Any) -> Iterator[Value]:
        """The program for a leaf that has no literal."""
        if type(leaf) is str:
            yield Vector([*string_pieces(leaf)])
            yield _JOIN
        elif type(leaf) is Nil:
            if leaf.reason == "userDeclared" and leaf.text is not None:
                yield from [leaf.text] if self._has_literal(leaf.text) else self._leaf(leaf.text)
                yield _ABSENT
            elif leaf.reason in _ABSENCES:
                yield from _ABSENCES[leaf.reason]
            else:
                raise ValueError(f"no source makes a NIL of the reason {leaf.reason!r}")
        elif type(leaf) is Surd:
            yield from self._irrational(leaf)
        else:
            yield from self._number(leaf)

    def _irrational(self, surd: Surd) -> Iterator[Value]:
        """Its terms in order, each a multiple of a square root, added or subtracted."""
        first = True
        for radicand, coefficient in surd.terms:
            factor = coefficient if first else abs(coefficient)
            if radicand == 1:
                yield from self._number(factor)
            else:
                if factor != 1:
                    yield from self._number(factor)
                yield from self._number(radicand)
                yield _SQRT
                if factor != 1:
                    yield _MUL
            if not first:
                yield _SUB if coefficient < 0 else _ADD
            first = False

    def _number(self, number: Any) -> Iterator[Value]:
        """A rational: its literal, else chunks of its digits put together by powers of ten."""
        if self.digits is None or self._has_literal(number):
            yield number
        elif type(number) is mpq:
            yield from self._number(number.numerator)
            yield from self._number(number.denominator)
            yield _DIV
        else:
            width = self.digits - 1  # ten to this power is the largest that one literal spells
            power = mpz(10) ** width
            text = abs(number).digits()
            head = len(text) % width or width
            sign = -1 if number < 0 else 1
            yield sign * mpz(text[:head])
            for start in range(head, len(text), width):
                yield from (power, _MUL, sign * mpz(text[start : start + width]), _ADD)


def _refuse_unwritable(symbol: Symbol) -> None:
    if symbol.key in _CONSTANTS or not is_name_token(symbol.spelling):
        raise ValueError(f"no source spells the Symbol {symbol.spelling!r}")


def _is_container(value: Value) -> bool:
    return type(value) is Vector or type(value) is Record
