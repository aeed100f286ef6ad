"""How a Word meets its operands, over facts: the order of checks, absence, lifting (LANG.EVAL).

It follows ``words.registry`` step by step, and asks the same contracts; only what a Word does with one lane,
or with whole operands, is left to the rule of that Word.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

from gmpy2 import mpq, mpz

from ajisai.contracts.forecast.facts import (
    ANYTHING,
    CONTAINER,
    INTEGER,
    NEG_FRACTION,
    NEG_INFINITE,
    NIL,
    NOTHING,
    NULL,
    POS_FRACTION,
    POS_INFINITY,
    RECORD,
    SURD,
    SYMBOL,
    TEXT,
    TRUTH,
    UNLIMITED,
    VECTOR,
    Fact,
    Rule,
    join,
    lanes,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.contracts.forecast.order_rules import prepare_bsearch
from ajisai.contracts.forecast.shape_rules import prepare_fill
from ajisai.machine.operands import domains_of
from ajisai.machine.vocabulary import WordRecord
from ajisai.numbers import Point, Surd
from ajisai.values import Nil, Record, Symbol, Truth, Vector

_KINDS_OF_TYPES = {
    mpz: INTEGER,
    mpq: POS_FRACTION | NEG_FRACTION,
    Point: POS_INFINITY | NEG_INFINITE | NULL,
    Surd: SURD,
    Truth: TRUTH,
    str: TEXT,
    Symbol: SYMBOL,
    Nil: NIL,
    Vector: VECTOR,
    Record: RECORD,
}


@cache
def admitted(name: str) -> tuple[tuple[int, str], ...]:
    """Of each operand of a Core Word: the kinds it may be, and the ERROR of another one."""
    answer = []
    for domain in domains_of(name):
        kinds = ANYTHING if domain.types is None else sum(_KINDS_OF_TYPES[kind] for kind in domain.types)
        answer.append((kinds, domain.category or ""))
    return tuple(answer)


def apply(ledger: Ledger, record: WordRecord, operands: Sequence[Fact], rule: Rule) -> Fact:
    """What a Core Word may answer to its operands; NOTHING where it can only fail."""
    chosen = list(operands)
    domains = admitted(record.name)
    for place, role in enumerate(record.roles):
        if role == "control":
            chosen[place] = ledger.within(chosen[place], *domains[place])
            if not chosen[place].kinds:
                return NOTHING
    absent = NOTHING
    for place, role in enumerate(record.roles):
        if role in ("data", "leaf") and chosen[place].kinds & NIL:
            absent = join(absent, chosen[place].only(NIL)._replace(options=()))
            chosen[place] = chosen[place].only(~NIL)
            if not chosen[place].kinds:
                return absent
    lifting = [place for place, role in enumerate(record.roles) if role in ("leaf", "truth")]
    if record.name == "SELECT":
        lifting = []
    for place, role in enumerate(record.roles):
        if role in ("data", "element"):
            chosen[place] = ledger.within(chosen[place], *domains[place])
            if not chosen[place].kinds:
                return absent
    if record.name == "FILL" and not prepare_fill(ledger, chosen[0]):
        return absent
    if record.name == "BSEARCH":
        # A key that is no container is checked before the Vector is looked at.
        chosen[1] = ledger.within(chosen[1], domains[1][0] | CONTAINER, domains[1][1])
        if not chosen[1].kinds:
            return absent
        reached, missing = prepare_bsearch(ledger, *chosen)
        absent = join(absent, missing)
        if not reached:
            return absent
    answer = _lifted(ledger, record, chosen, lifting, rule) if lifting else rule(ledger, *chosen)
    ledger.handle(*operands, answer)
    return join(ledger.build(answer), absent)


def _lifted(ledger: Ledger, record: WordRecord, operands: list[Fact], lifting: list[int], rule: Rule) -> Fact:
    domains = admitted(record.name)
    carried = [operands[place] for place in lifting]
    # FILL puts a Record at a leaf whole instead of lifting over it.
    lifted_kinds, whole = (VECTOR, RECORD) if record.name == "FILL" else (CONTAINER, 0)
    nested = [fact.only(lifted_kinds) for fact in carried if fact.kinds & lifted_kinds]
    leaf_nil = "leaf" in record.roles
    absent = 0
    empty = False  # whether some lane has nothing that the Word admits
    for place in lifting:
        lane = lanes(operands[place], whole)
        if leaf_nil:
            absent |= lane.reasons
            lane = lane.only(~NIL)
        lane = ledger.within(lane, *domains[place])
        empty = empty or not lane.kinds
        operands[place] = lane
    before = ledger.numeric
    answer = NOTHING if empty else rule(ledger, *operands)
    if not nested:
        return answer
    shape = _paired(ledger, record, nested)
    if shape is NEVER or (empty and not absent and isinstance(shape, tuple) and 0 not in shape):
        return NOTHING
    known = shape if isinstance(shape, tuple) else None
    leaves = prod(known) if known is not None else _most_leaves(nested)
    leaves = min(UNLIMITED, max(1, leaves))
    ledger.numeric = min(UNLIMITED, before + (ledger.numeric - before) * leaves)
    lifted = _container(nested, answer, absent, leaves, known)
    return join(answer, lifted) if all(fact.kinds & ~lifted_kinds for fact in carried) else lifted


NEVER = object()
"""The shape of Vectors that cannot pair."""


def _paired(ledger: Ledger, record: WordRecord, nested: Sequence[Fact]) -> object:
    """The shape in which the operands pair, None where it is not known, NEVER where they cannot."""
    simple = all(fact.shape is not None and not fact.inner & RECORD for fact in nested)
    if len(nested) == 1:
        return nested[0].shape if simple else None
    if "shapeMismatch" not in record.errors:
        return None
    if not simple:
        ledger.fail("shapeMismatch")
        return None
    shapes = [fact.shape or () for fact in nested]
    answer = []
    for axis in range(-max(map(len, shapes)), 0):
        sizes = {shape[axis] for shape in shapes if -axis <= len(shape)} - {1}
        if len(sizes) > 1:
            ledger.fail("shapeMismatch")
            return NEVER
        answer.append(sizes.pop() if sizes else 1)
    return tuple(answer)


def _most_leaves(nested: Sequence[Fact]) -> int:
    """Flat Vectors pair element by element; nested ones, and Records, may combine all with all."""
    if all(fact.depth <= 1 and not fact.kinds & RECORD for fact in nested):
        return max(fact.leaves for fact in nested)
    return prod(fact.leaves for fact in nested)


def _container(
    nested: Sequence[Fact], answer: Fact, absent: int, leaves: int, shape: tuple[int, ...] | None
) -> Fact:
    """The Vector or Record of answers."""
    kinds = inner = 0
    symbols = answer.symbols
    for fact in nested:
        kinds |= fact.kinds & CONTAINER
        inner |= fact.inner & CONTAINER
    depths = [fact.depth for fact in nested]
    depth = sum(depths) if (kinds | inner) & RECORD else max(depths)
    if (kinds | inner) & RECORD:  # its keys stay
        for fact in nested:
            inner |= fact.inner
            symbols |= fact.symbols
        answer = answer._replace(
            bits=max(answer.bits, *(fact.bits for fact in nested)),
            text=max(answer.text, *(fact.text for fact in nested)),
            terms=max(answer.terms, *(fact.terms for fact in nested)),
        )
    flat = all(fact.kinds & CONTAINER == VECTOR and not fact.inner & CONTAINER for fact in nested)
    lane = join(answer, Fact(NIL, absent, text=max(fact.text for fact in nested))) if absent else answer
    if shape is not None and len(shape) == 1:
        flat = True
    return Fact(
        kinds,
        0,
        inner | lane.kinds | lane.inner,
        lane.reasons | lane.inner_reasons | (0 if not inner & NIL else _inner_reasons(nested)),
        symbols,
        lane._replace(options=()) if flat else None,
        shape if shape is not None and not lane.kinds & CONTAINER else None,
        lane.bits,
        lane.terms,
        lane.text,
        min(UNLIMITED, leaves * max(1, lane.leaves)),
        min(UNLIMITED, depth + lane.depth),
    )


def _inner_reasons(nested: Sequence[Fact]) -> int:
    answer = 0
    for fact in nested:
        answer |= fact.inner_reasons
    return answer
