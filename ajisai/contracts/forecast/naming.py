"""BIND, DEF and DEL over facts: what they may refuse, and what they name (LANG.FRAMES, LANG.DICTIONARY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ajisai.contracts.forecast.facts import TEXT, VECTOR, Fact, elements
from ajisai.contracts.forecast.faults import Report
from ajisai.contracts.forecast.ledger import Ledger, LostError
from ajisai.contracts.forecast.stack import Frame
from ajisai.contracts.forecast.words import Entry, Words
from ajisai.machine import refusals
from ajisai.machine.vocabulary import records
from ajisai.syntax import is_name_token
from ajisai.values import Vector

_DEFINED: Final = 640
"""collectionWork of a leaf, a term or a container of a body that DEF reads and compiles: above its price."""

REBUILDING: Final = frozenset(
    {"ADD", "MUL", "SQRT", "COLLECT", "RECORD", "JSON-DECODE", "CONCAT", "JOIN", "NIL"}
)
"""Words that a body may hold after DEF has written a value without a literal back as source."""


def bind(ledger: Ledger, report: Report, words: Words, frame: Frame, value: Fact, names: Fact) -> bool:
    """BIND; answers whether it may succeed. ``report`` is told what may be wrong with the names."""
    names = ledger.within(names, TEXT | VECTOR, "nonText")
    if not names.kinds:
        return False
    if len(names.options) != 1:
        raise LostError
    ledger.handle(value, names)
    written: Any = names.options[0]
    if type(written) is str:
        return _bind_all(ledger, report, words, frame, [(written, value)])
    if any(type(each) is not str for each in written):
        ledger.fail("nonText")
        return False
    parts = _destructured(ledger, value, len(written))
    if parts is None:
        return False
    return _bind_all(ledger, report, words, frame, list(zip(written, parts, strict=True)))


def _destructured(ledger: Ledger, value: Fact, size: int) -> list[Fact] | None:
    if value.shape is None or value.shape[0] != size:
        ledger.fail("shapeMismatch")
    if value.shape is not None and value.shape[0] != size:
        return None
    vector = value.only(VECTOR)
    if not vector.kinds:
        return None
    literal = vector.options[0] if len(vector.options) == 1 else None
    if type(literal) is Vector:
        return list(map(ledger.fact, literal)) if len(literal) == size else None
    return [elements(vector)] * size


def _bind_all(
    ledger: Ledger, report: Report, words: Words, frame: Frame, pairs: Sequence[tuple[str, Fact]]
) -> bool:
    visible = Frame(frame)  # with the names of this BIND that stand to the left
    fresh = visible.names
    for name, value in pairs:
        key = name.upper()
        if not is_name_token(name):
            report(refusals.no_name("BIND"), sure=True)
            return False
        entry = words.get(key)
        if key in records() or entry is not None:
            sure = entry is None or entry.certain
            report(refusals.held_by_a_word(key), sure=sure)
            if sure:
                return False
        if key in fresh:
            report(refusals.bound_twice(key), sure=True)
            return False
        if _leads_back(ledger, key, value, visible):
            sure = _leads_back(ledger, key, value, visible, surely=True)
            report(refusals.leads_back(key), sure=sure)
            if sure:
                return False
        fresh[key] = value
    frame.names.update(fresh)
    return True


def _leads_back(ledger: Ledger, key: str, value: Fact, frame: Frame, *, surely: bool = False) -> bool:
    """Whether a value may name ``key``, itself or through bound values; with ``surely`` whether it must."""
    seen: set[str] = set()
    todo = [value]
    while todo:
        fact = todo.pop()
        if surely and len(fact.options) != 1:
            continue
        if key in fact.symbols:
            return True
        for name in frame.bound_among(fact.symbols):
            bound = frame.find(name)
            if name not in seen and bound is not None:
                ledger.burn(1)
                seen.add(name)
                todo.append(bound)
    return False


def define(ledger: Ledger, report: Report, words: Words, frame: Frame, body: Fact, name: Fact) -> bool:
    """DEF; answers whether it may succeed. ``report`` is told what may be wrong with the name."""
    key = _definable(ledger, report, name)
    if key is None:
        return False
    if frame.find(key) is not None:
        report(refusals.bound_here(key), sure=True)
        return False
    body = ledger.within(body, VECTOR, "invalidDefinitionBody")
    entry = _entry(ledger, body) if body.kinds else None
    if entry is None:
        report(refusals.no_body(), sure=True)
        return False
    ledger.handle(body, name)
    ledger.handle_each(body, _DEFINED)
    ledger.collect(2 * ledger.size)
    if key in entry.names:
        report(refusals.names_itself(key), sure=entry.exact)
        if entry.exact:
            return False
    elif via := words.reaching(entry.names, key, ledger.burn):
        sure = entry.exact and words.reaching(entry.names, key, ledger.burn, surely=True) is not None
        report(refusals.reached_by(via), sure=sure)
        if sure:
            return False
    if _depended_on(report, words, key):
        return False
    words.define(key, entry)
    return True


def _definable(ledger: Ledger, report: Report, name: Fact) -> str | None:
    """The upper-case name that DEF is given; None where it refuses every one that it may be."""
    written = _text(ledger, name)
    if written is None:
        return None
    if not is_name_token(written):
        report(refusals.no_name("DEF"), sure=True)
        return None
    if written.upper() in records():
        report(refusals.of_core(written.upper(), "defined"), sure=True)
        return None
    return written.upper()


def _text(ledger: Ledger, name: Fact) -> str | None:
    text = ledger.within(name, TEXT, "nonText")
    if not text.kinds:
        return None
    if len(text.options) != 1:
        raise LostError
    return str(text.options[0])


def _entry(ledger: Ledger, body: Fact) -> Entry | None:
    """What a name stands for once a body is defined under it; None for a body that DEF refuses."""
    bodies: list[Vector] = [option for option in body.options if type(option) is Vector and len(option)]
    if len(bodies) < len(body.options) or not body.options:
        ledger.fail("invalidDefinitionBody")
        if body.options and not bodies:
            return None
    if bodies:
        return Entry(tuple(bodies), body.symbols, True)
    return Entry((None,), body.symbols | REBUILDING, True)


def _depended_on(report: Report, words: Words, key: str) -> bool:
    """Whether a definition is there and another depends on it for certain, so that it cannot be changed."""
    entry, users = words.peek(key), words.users(key)
    if entry is None or not users:
        return False
    needed = [user for user in users if words.exact(user)]
    sure = entry.certain and bool(needed)
    report(refusals.needed_by(next(iter(needed or users)), key), sure=sure)
    return sure


def delete(ledger: Ledger, report: Report, words: Words, name: Fact) -> bool:
    """DEL; answers whether it may succeed. ``report`` is told what may be wrong with the name."""
    written = _text(ledger, name)
    if written is None:
        return False
    ledger.handle(name)
    key = written.upper()
    if key in records():
        report(refusals.of_core(key, "deleted"), sure=True)
        return False
    entry = words.get(key)
    if entry is None or not entry.certain:
        report(refusals.not_there(key), sure=entry is None)
        if entry is None:
            return False
    if _depended_on(report, words, key):
        return False
    words.remove(key)
    return True
