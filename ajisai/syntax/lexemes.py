"""What a single lexeme is made of (LANG.SOURCE): the whitespace set, and the question whether a text is a name."""

from __future__ import annotations

from typing import Final

from ajisai.numbers import NUMBER_PATTERN

WHITESPACE: Final = (
    "\t\n\v\f\r \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The separators of source text, as ``str.strip`` takes them. Python's own set differs: it holds U+001C-001F."""

_SPACE: Final = frozenset(WHITESPACE)
_NOT_IN_A_NAME: Final = frozenset(WHITESPACE + "[]")


def is_name_token(text: str) -> bool:
    """Whether a text is exactly one name token: no number, bracket, string, comment, blank or empty text."""
    return (
        text != ""
        and text[0] not in "'#"
        and _NOT_IN_A_NAME.isdisjoint(text)
        and NUMBER_PATTERN.fullmatch(text) is None
    )


def has_string_literal(text: str) -> bool:
    """Whether ``'text'`` reads back as that text: no quote in it stands before whitespace."""
    place = text.find("'")
    while place >= 0 and place + 1 < len(text):
        if text[place + 1] in _SPACE:
            return False
        place = text.find("'", place + 1)
    return True
