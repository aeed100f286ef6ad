"""Checks every Word's operands before it runs, from its contract (LANG.EVAL.ORDER, LANG.EVAL.ROLES)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any

from gmpy2 import mpq, mpz

from ajisai.bounds import Failure
from ajisai.machine.vocabulary import WordRecord, records
from ajisai.numbers import Point, Surd
from ajisai.values import Nil, Record, Symbol, Truth, Value, Vector

_DOMAIN_TYPES: dict[str, tuple[type, ...]] = {
    "scalar": (mpz, mpq, Point, Surd),
    "boolean": (Truth,),
    "string": (str,),
    "vector": (Vector,),
    "record": (Record,),
    "symbol": (Symbol,),
    "nil": (Nil,),
}

# The ERROR of a wrong domain: the first of these that the Word's contract names.
_CATEGORIES: dict[frozenset[str], tuple[str, ...]] = {
    frozenset({"scalar"}): ("nonNumeric", "invalidInteger"),
    frozenset({"string"}): ("nonText",),
    frozenset({"boolean"}): ("nonTruthValue",),
    frozenset({"vector"}): ("nonVector", "invalidShape"),
    frozenset({"record"}): ("nonRecord",),
    frozenset({"vector", "record"}): ("nonContainer",),
    frozenset({"symbol", "vector"}): ("notASymbol",),
}

_WANTED = {
    "nonNumeric": "a number",
    "invalidInteger": "an integer",
    "nonText": "a String",
    "nonTruthValue": "TRUE, FALSE or NIL",
    "nonVector": "a Vector",
    "invalidShape": "a shape Vector of non-negative integers",
    "nonRecord": "a Record",
    "nonContainer": "a Vector or a Record",
    "notASymbol": "a Symbol or a block",
    "notExecutable": "a block, which is a Vector",
}

_NAMES: dict[type, str] = {
    mpz: "a number",
    mpq: "a number",
    Point: "a number over zero",
    Surd: "an irrational number",
    Truth: "a Boolean",
    str: "a String",
    Vector: "a Vector",
    Record: "a Record",
    Symbol: "a Symbol",
    Nil: "NIL",
}


class Domain:
    """What one operand must be: the admitted types (None for any) and the ERROR of another one."""

    __slots__ = ("category", "types")

    def __init__(self, types: frozenset[type] | None, category: str | None) -> None:
        self.types = types
        self.category = category

    def check(self, word: str, place: int, value: Value) -> None:
        """Raise the ERROR of a value outside the domain; ``place`` counts operands from 0."""
        if self.types is not None and type(value) not in self.types:
            raise wrong_kind(self.category or "nonNumeric", word, place, value)


def name_of(value: Value) -> str:
    """What a message calls a value: its domain, with the article."""
    return _NAMES[type(value)]


def wrong_kind(category: str, word: str, place: int, value: Value) -> Failure:
    """The ERROR of an operand of the wrong domain."""
    found = type(value)
    detail = f"operand {place + 1} of {word} must be {_WANTED[category]}, not {_NAMES[found]}"
    return Failure(category, detail, found=found)


def wrong_element(
    category: str, items: Iterable[Value], admitted: Container[type], what: str = "element"
) -> Failure:
    """The ERROR of the first item of a Vector read whole that is of none of the admitted types."""
    place, found = next((place, type(item)) for place, item in enumerate(items) if type(item) not in admitted)
    detail = f"the {what} at index {place} must be {_WANTED[category]}, not {_NAMES[found]}"
    return Failure(category, detail, found=found)


@cache
def domains_of(name: str) -> tuple[Domain, ...]:
    """The domain of each operand of a Core Word, as its contract names kinds and ERRORs."""
    record = records()[name]
    if record.inputs is None:
        return ()
    answer: list[Domain] = []
    for role, names in zip_longest(record.roles, record.operand_domains, fillvalue=("vector",)):
        wanted = frozenset(names)
        if role == "control" and wanted == {"vector"}:
            categories: tuple[str, ...] = ("notExecutable",)
        else:
            categories = _CATEGORIES.get(wanted, ())
        if record.errors[:2] == ("nonNumeric", "invalidInteger") and answer:
            categories = ("invalidInteger",)  # FORMAT: a number, then digits, which are an integer
        category = next((name for name in categories if name in record.errors), None)
        if category is None:
            answer.append(Domain(None, None))
            continue
        types = {kind for name in names for kind in _DOMAIN_TYPES[name]}
        if role == "truth":
            types.add(Nil)  # a NIL in truth position is UNKNOWN
        answer.append(Domain(frozenset(types), category))
    return tuple(answer)


def require(record: WordRecord, stack: Sequence[Value]) -> list[Any]:
    """The operands of a Word, its arity and its control operands checked, still on the stack.

    Raises:
        Failure: stackUnderflow, or the ERROR of a wrong control operand.
    """
    count = record.inputs or 0
    if len(stack) < count:
        raise Failure("stackUnderflow", f"{record.name} takes {count}, and the stack holds {len(stack)}")
    operands = list(stack[len(stack) - count :])
    for place, domain in _controls_of(record.name):
        domain.check(record.name, place, operands[place])
    return operands


@cache
def _controls_of(name: str) -> tuple[tuple[int, Domain], ...]:
    roles = records()[name].roles
    return tuple(
        (place, domain) for place, domain in enumerate(domains_of(name)) if roles[place] == "control"
    )
