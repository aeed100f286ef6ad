"""LANG.DICTIONARY.ENCODING: digests computed from the page's table alone are the engine's."""

from __future__ import annotations

from hashlib import sha256

import pytest

import ajisai


def _text(text: str) -> bytes:
    data = text.encode("utf-8")
    return str(len(data)).encode() + b":" + data


def _rational(numerator: str, denominator: str) -> bytes:
    return b"R" + _text(numerator) + _text(denominator)


def _digest(kind: bytes, encoding: bytes) -> str:
    return "'sha256:" + sha256(b"ajisai 1 " + kind + b" " + encoding).hexdigest() + "'"


_ONE = _rational("1", "1")
_VALUES = {
    "-255/16": _rational("-ff", "10"),
    "1/0": _rational("1", "0"),
    "0/0": _rational("0", "0"),
    "1 2 DIV SQRT 3 ADD": b"A2:" + _text("1") + _rational("3", "1") + _text("2") + _rational("1", "2"),
    "TRUE": b"B1",
    "FALSE": b"B0",
    "'紫陽花'": b"S" + _text("紫陽花"),
    "''": b"S0:",
    "NIL": b"0" + _text("literal") + b"-",
    "'why' ABSENT": b"0" + _text("userDeclared") + b"+" + _text("why"),
    "[ ]": b"V0:",
    "[ 1 [ 'a' ] ]": b"V2:" + _ONE + b"V1:S1:a",
    "[ 'k' ] [ 1 ] RECORD": b"MV1:S1:kV1:" + _ONE,
    "[ Foo ] 0 GET": b"Y" + _text("Foo"),
    "[ add ]": b"V1:Y" + _text("add"),
}


@pytest.mark.parametrize("source", _VALUES)
def test_value_digest_follows_the_table(source: str) -> None:
    """A stranger's digest of a value is the same."""
    assert ajisai.run(f"{source} DIGEST").display == (_digest(b"value", _VALUES[source]),)


def test_word_identity_follows_the_table() -> None:
    """A body is encoded with Core names folded, and User Words by their own identity."""
    inner = _digest(b"word", b"V2:" + _ONE + b"N" + _text("ADD"))
    outer = _digest(b"word", b"V3:W" + _text(inner.strip("'")) + b"N" + _text("NOWHERE") + b"B1")
    source = "[ 1/1 add ] 'INC' DEF [ inc Nowhere TRUE ] 'W' DEF [ INC ] 0 GET DIGEST [ w ] 0 GET DIGEST"
    assert ajisai.run(source).display == (inner, outer)


def test_core_word_identity_is_of_its_name() -> None:
    """The Symbol's case does not matter."""
    expected = "'sha256:" + sha256(b"core ADD").hexdigest() + "'"
    assert ajisai.run("[ add ] 0 GET DIGEST").display == (expected,)
