"""Syntax highlighting: a Pygments lexer for programs, for the prompt, the notebook and the documentation.

Registered as the Pygments lexer ``ajisai`` (files ``*.ajisai``); needs the extra ``notebook``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Punctuation, String, Whitespace, _TokenType

from ajisai.machine.vocabulary import records
from ajisai.numbers import NUMBER_PATTERN
from ajisai.syntax import WHITESPACE

_CONSTANTS = frozenset({"TRUE", "FALSE", "NIL"})
_DEFINING = frozenset({"DEF", "DEL", "BIND"})
_EVALUATING = frozenset({"MAP", "FILTER", "FOLD", "SCAN", "EXEC", "SELECT", "FAIL", "ABSENT"})


class AjisaiLexer(Lexer):
    """Tokens of Ajisai source by the rules of LANG.SOURCE; what does not read is marked, never refused."""

    name = "Ajisai"
    aliases: ClassVar[list[str]] = ["ajisai"]
    filenames: ClassVar[list[str]] = ["*.ajisai"]
    mimetypes: ClassVar[list[str]] = ["text/x-ajisai"]
    url = "https://github.com/masamoto1982/Ajisai"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yields offset, token type and text of every lexeme and every run of whitespace."""
        place, end = 0, len(text)
        while place < end:
            start = place
            if text[place] in WHITESPACE:
                while place < end and text[place] in WHITESPACE:
                    place += 1
                yield start, Whitespace, text[start:place]
            elif text[place] == "#":
                stop = text.find("\n", place)
                place = end if stop < 0 else stop
                kind = Comment.Special if text.startswith("#:", start) else Comment.Single
                yield start, kind, text[start:place]
            elif text[place] == "'":
                place = _string_end(text, place)
                yield start, String.Single if place else Error, text[start : place or end]
                place = place or end
            else:
                while place < end and text[place] not in WHITESPACE:
                    place += 1
                yield start, _kind(text[start:place]), text[start:place]


def _string_end(text: str, start: int) -> int:
    """Where a String ends: behind the first later quote before whitespace or the end; 0 where none is."""
    close = text.find("'", start + 1)
    while close >= 0:
        if close + 1 == len(text) or text[close + 1] in WHITESPACE:
            return close + 1
        close = text.find("'", close + 1)
    return 0


def _kind(lexeme: str) -> Any:
    if lexeme in ("[", "]"):
        return Punctuation
    if "[" in lexeme or "]" in lexeme:
        return Error
    if NUMBER_PATTERN.fullmatch(lexeme):
        return Number
    key = lexeme.upper()
    if key in _CONSTANTS:
        return Keyword.Constant
    if key in _DEFINING:
        return Keyword.Declaration
    if key in _EVALUATING:
        return Keyword
    return Name.Builtin if key in records() else Name
