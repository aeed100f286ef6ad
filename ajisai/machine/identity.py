"""Content identity of Words and digests of values (LANG.DICTIONARY.IDENTITY, LANG.WORDS.DIGEST).

A value is written as a sequence of length-prefixed tokens, one form per denotation, and hashed with SHA-256.
The text is independent of process, platform and Python's own hash. A Word's identity hashes its body with
every User Word named in it replaced by that Word's identity, and every other name by its upper-case text.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from gmpy2 import mpz

from ajisai import numbers
from ajisai.machine.dictionary import Dictionary, UserWord
from ajisai.values import Nil, Record, Symbol, Truth, Value, Vector

_PREFIX = "sha256:"


def value_digest(value: Value) -> str:
    """``sha256:`` and 64 hex digits over what a value denotes; equal values digest alike."""
    return _digest(b"value", value, lambda symbol: b"Y" + _text(symbol.spelling))


def core_identity(name: str) -> str:
    """The identity of a Core Word: its canonical name."""
    return _PREFIX + sha256(b"core " + name.encode("utf-8")).hexdigest()


def word_identity(word: UserWord, dictionary: Dictionary) -> str:
    """The identity of a User Word, its dependencies resolved in ``dictionary`` as it stands."""
    known: dict[str, str] = {}
    todo = [word]
    while todo:
        current = todo[-1]
        needed = [dictionary.get(name) for name in sorted(current.names)]
        missing = [other for other in needed if other is not None and other.key not in known]
        if missing:
            todo.extend(missing)
            continue
        todo.pop()
        if current.key not in known:
            known[current.key] = _digest(b"word", current.body, _namer(known))
    return known[word.key]


def _namer(known: dict[str, str]) -> Callable[[Symbol], bytes]:
    def name(symbol: Symbol) -> bytes:
        identity = known.get(symbol.key)
        return b"N" + _text(symbol.key) if identity is None else b"W" + _text(identity)

    return name


def _text(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return b"%d:%b" % (len(data), data)


def _number(value: Any) -> bytes:
    if type(value) is mpz:
        return b"R" + _text(value.digits(16)) + _text("1")
    if type(value) is numbers.Surd:
        terms = [_text(radicand.digits(16)) + _number(factor) for radicand, factor in value.terms]
        return b"A%d:" % len(terms) + b"".join(terms)
    numerator, denominator = numbers.ratio(value)  # type: ignore[misc]  # rational: it has one
    return b"R" + _text(numerator.digits(16)) + _text(denominator.digits(16))


def _digest(kind: bytes, value: Value, name: Callable[[Symbol], bytes]) -> str:
    hasher = sha256(b"ajisai 1 " + kind + b" ")
    todo: list[Any] = [value]
    while todo:
        item = todo.pop()
        kind_of = type(item)
        if kind_of is Vector:
            hasher.update(b"V%d:" % len(item))
            todo.extend(reversed(item.elements()))
        elif kind_of is Record:
            hasher.update(b"M")
            todo += [item.values, item.keys]
        elif kind_of is str:
            hasher.update(b"S" + _text(item))
        elif kind_of is Symbol:
            hasher.update(name(item))
        elif kind_of is Truth:
            hasher.update(b"B1" if item else b"B0")
        elif kind_of is Nil:
            hasher.update(
                b"0" + _text(item.reason) + (b"-" if item.text is None else b"+" + _text(item.text))
            )
        else:
            hasher.update(_number(item))
    return _PREFIX + hasher.hexdigest()
