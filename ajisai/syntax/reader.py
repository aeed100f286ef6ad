"""Reads source text into a :class:`Program` (LANG.SOURCE).

The lexer and the parser are Lark's, over ``grammar.lark``. One pass from the left feeds the parser token by
token, so that the first fault met is the one reported; what the grammar cannot say (the ceilings, which
bracket was left open) is checked as each token comes by.
"""

from __future__ import annotations

import re
from typing import Any

from ajisai.bounds import Failure, Meter
from ajisai.bounds.meter import refuse
from ajisai.numbers import parse_number
from ajisai.syntax.lexemes import WHITESPACE
from ajisai.syntax.program import Comment, Program

_SHOWN = 24  # code points of a faulty lexeme that a message repeats: enough to recognise it by


def read(source: str, meter: Meter) -> Program:
    """The program that a source text spells.

    Raises:
        Failure: ``malformedSource`` with ``position``, the offset in code points of the first fault;
            ``resourceLimitExceeded`` for ``sourceBytes`` (no position), ``numericLiteralDigits`` and
            ``nestingDepth`` (at the literal, at the bracket that opens one level too many).
    """
    size = _utf8_size(source)
    if size > meter.limits.source_bytes:
        refuse("sourceBytes", meter.limits.source_bytes, size)

    # Imported here: Lark is the one slow import, and a host that reads no source does without it.
    from lark.exceptions import UnexpectedCharacters

    from ajisai.syntax.parser import parser

    session: Any = parser().parse_interactive(source)
    comments: list[Comment] = []
    opened: list[int] = []  # offsets of the brackets that are open
    start = 0
    try:
        for token in session.lexer_thread.lex(session.parser_state):
            start = token.start_pos
            kind = token.type
            if kind == "COMMENT":
                comments.append(Comment(token.value, start, token.end_pos))
                continue
            if kind == "NUMBER":
                token.value = parse_number(token.value, meter)
            elif kind == "LBRACKET":
                opened.append(start)
                meter.check_depth(len(opened))
            elif kind == "RBRACKET":
                if not opened:
                    raise _malformed(start, "this ] closes nothing: no [ is open")
                opened.pop()
            session.feed_token(token)
    except Failure as failure:
        failure.position = start
        raise
    except UnexpectedCharacters as fault:
        # Lark types the place as optional; this fault always has one.
        raise _lexical_fault(source, fault.pos_in_stream) from None  # type: ignore[arg-type]
    if opened:
        raise _malformed(opened[-1], "this [ is never closed: it needs a ] of its own")
    return Program(session.feed_eof(), source, tuple(comments))


def line_column(source: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1; only U+000A ends a line, and columns are code points."""
    line_start = source.rfind("\n", 0, offset) + 1
    return source.count("\n", 0, offset) + 1, offset - line_start + 1


def _utf8_size(source: str) -> int:
    # A lone surrogate has no UTF-8 form; as the three bytes that its code point would take, it has a size.
    return len(source) if source.isascii() else len(source.encode("utf-8", "surrogatepass"))


def _malformed(position: int, detail: str) -> Failure:
    return Failure("malformedSource", detail, position=position)


def _lexical_fault(source: str, start: int) -> Failure:
    """The fault at a lexeme that no terminal of the grammar takes: a string left open, or a glued bracket."""
    if source[start] == "'":
        return _malformed(start, _unclosed_string(source, start))
    end = start
    while end < len(source) and source[end] not in WHITESPACE:
        end += 1
    lexeme = source[start:end]
    advice = "put whitespace around every [ and ]"
    if len(lexeme) <= _SHOWN:
        apart = " ".join(filter(None, re.split(r"([\[\]])", lexeme)))
        if len(apart) <= _SHOWN:
            advice = f"write '{shown(apart)}'"
    return _malformed(start, f"'{shown(lexeme)}' glues a bracket to something: {advice}")


def _unclosed_string(source: str, start: int) -> str:
    detail = "the string that opens here is never closed: a ' closes it only before whitespace or at the end"
    quote = source.find("'", start + 1)
    if quote < 0:
        return detail
    return f"{detail}, so the ' before '{shown(source[quote + 1 : quote + 2])}' is part of its text"


def shown(text: str) -> str:
    """A piece of source that a message can carry: short, and without what cannot be seen or encoded."""
    piece = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):04x}}}" for c in piece)
