"""BIND, DEF and DEL over facts: what they may refuse, and what they name (LANG.FRAMES, LANG.DICTIONARY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ajisai.contracts.forecast.facts import TEXT, VECTOR, Fact, elements
from ajisai.contracts.forecast.ledger import Ledger, LostError
from ajisai.contracts.forecast.stack import Frame
from ajisai.contracts.forecast.words import Entry, Words
from ajisai.machine.vocabulary import records
from ajisai.syntax import is_name_token
from ajisai.values import Vector

REBUILDING: Final = frozenset(
    {"ADD", "MUL", "SQRT", "COLLECT", "RECORD", "JSON-DECODE", "CONCAT", "JOIN", "NIL"}
)
"""Words that a body may hold after DEF has written a value without a literal back as source."""


def bind(ledger: Ledger, words: Words, frame: Frame, value: Fact, names: Fact) -> bool:
    """BIND; answers whether it may succeed."""
    names = ledger.within(names, TEXT | VECTOR, "nonText")
    if not names.kinds:
        return False
    if len(names.options) != 1:
        raise LostError
    ledger.handle(value, names)
    written: Any = names.options[0]
    if type(written) is str:
        return _bind_all(ledger, words, frame, [(written, value)])
    if any(type(each) is not str for each in written):
        ledger.fail("nonText")
        return False
    parts = _destructured(ledger, value, len(written))
    return parts is not None and _bind_all(ledger, words, frame, list(zip(written, parts, strict=True)))


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


def _bind_all(ledger: Ledger, words: Words, frame: Frame, pairs: Sequence[tuple[str, Fact]]) -> bool:
    fresh: dict[str, Fact] = {}
    for name, value in pairs:
        key = name.upper()
        if not is_name_token(name):
            ledger.fail("invalidName")
            return False
        entry = words.get(key)
        if key in records() or entry is not None or key in fresh:
            ledger.fail("nameConflict")
            if entry is None or entry.certain:
                return False
        if _leads_back(ledger, key, value.symbols, frame):
            ledger.fail("selfReferentialDefinition")
            if len(value.options) == 1 and key in value.symbols:
                return False
        fresh[key] = value
    frame.names.update(fresh)
    return True


def _leads_back(ledger: Ledger, key: str, symbols: frozenset[str], frame: Frame) -> bool:
    """Whether a value that names ``symbols`` may lead to ``key`` through bound values."""
    if key in symbols:
        return True
    seen: set[str] = set()
    todo = frame.bound_among(symbols)
    while todo:
        name = todo.pop()
        bound = frame.find(name)
        if name in seen or bound is None:
            continue
        ledger.burn(1)
        seen.add(name)
        if key in bound.symbols:
            return True
        todo.extend(frame.bound_among(bound.symbols))
    return False


def define(ledger: Ledger, words: Words, frame: Frame, body: Fact, name: Fact) -> bool:
    """DEF; answers whether it may succeed."""
    key = _definable(ledger, name)
    if key is None:
        return False
    if frame.find(key) is not None:
        ledger.fail("nameConflict")
        return False
    body = ledger.within(body, VECTOR, "invalidDefinitionBody")
    if not body.kinds:
        return False
    ledger.handle(body, name)
    ledger.collect(2 * ledger.size)
    entry = _entry(ledger, body)
    if entry is None:
        return False
    if words.reaches(entry.names, key, ledger.burn):
        ledger.fail("selfReferentialDefinition")
        if entry.exact and key in entry.names:
            return False
    if _depended_on(ledger, words, key):
        return False
    words.define(key, entry)
    return True


def _definable(ledger: Ledger, name: Fact) -> str | None:
    """The upper-case name that DEF is given; None where it refuses every one that it may be."""
    written = _text(ledger, name)
    if written is None:
        return None
    if not is_name_token(written):
        ledger.fail("invalidName")
        return None
    if written.upper() in records():
        ledger.fail("protectedWord")
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


def _depended_on(ledger: Ledger, words: Words, key: str) -> bool:
    """Whether a definition is there and others depend on it for certain, so that it cannot be changed."""
    entry, users = words.peek(key), words.users(key)
    if entry is None or not users:
        return False
    ledger.fail("definitionConflict")
    return entry.certain and all(words.exact(user) for user in users)


def delete(ledger: Ledger, words: Words, name: Fact) -> bool:
    """DEL; answers whether it may succeed."""
    written = _text(ledger, name)
    if written is None:
        return False
    ledger.handle(name)
    key = written.upper()
    if key in records():
        ledger.fail("protectedWord")
        return False
    entry = words.get(key)
    if entry is None or not entry.certain:
        ledger.fail("wordNotFound")
        if entry is None:
            return False
    if _depended_on(ledger, words, key):
        return False
    words.remove(key)
    return True
