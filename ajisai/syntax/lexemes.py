"""What a lexeme is made of (LANG.SOURCE): the whitespace set, and what one name or string token can spell."""

from __future__ import annotations

import re
from typing import Final

from ajisai.numbers import NUMBER_PATTERN

WHITESPACE: Final = (
    "\t\n\v\f\r \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The separators of source text, as ``str.strip`` takes them. Python's own set holds U+001C-001F as well."""

_NOT_IN_A_NAME: Final = frozenset(WHITESPACE + "[]")
_CLOSES_EARLY: Final = re.compile(f"(?<=')(?=[{WHITESPACE}])")  # between a quote and a separator after it


def is_name_token(text: str) -> bool:
    """Whether a text is exactly one name token: no number, bracket, string, comment, blank or empty text."""
    return (
        text != ""
        and text[0] not in "'#"
        and _NOT_IN_A_NAME.isdisjoint(text)
        and NUMBER_PATTERN.fullmatch(text) is None
    )


def string_pieces(text: str) -> list[str]:
    """The shortest list of texts that each have a string literal and that joined are ``text``.

    ``'text'`` reads back as ``text`` unless a quote in it stands before whitespace, where the literal would
    close: there the text is parted. One piece means that the text has a literal of its own.
    """
    return _CLOSES_EARLY.split(text)
