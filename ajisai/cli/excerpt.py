"""A line of source with a caret under the place that is meant, as wide as it looks in a terminal."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from rich.cells import cell_len


class Excerpt(NamedTuple):
    """Two lines of equal beginning: the source, made safe to show, and the carets under a place in it."""

    source: str
    carets: str


def excerpt(source: str, line: int, column: int, width: int) -> Excerpt | None:
    """The line of ``source`` that holds a place, with carets under the word that starts there.

    Args:
        line, column: of the place, from 1, columns in code points, lines ending at U+000A.
        width: terminal cells to fit into, at least 8; a longer line is cut around the place.

    Returns:
        None when the source has no such line.
    """
    lines = source.split("\n")
    if not 1 <= line <= len(lines):
        return None
    text = lines[line - 1].removesuffix("\r")
    start = min(column - 1, len(text))
    end = start
    while end < len(text) and not text[end].isspace():
        end += 1
    before = [visible(character) for character in text[:start]]
    word = [visible(character) for character in text[start:end]]
    after = [visible(character) for character in text[end:]]
    return _fitted(before, word, after, width)


_JOINERS = "\u200c\u200d"  # they hide nothing, and make one sign of several


def visible(text: str) -> str:
    """``text`` with a sign for every character that would move the cursor or hide something."""
    return "".join(map(_sign, text))


def _sign(character: str) -> str:
    if character == "\t":
        return "    "
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if character.isprintable() or character in _JOINERS or unicodedata.category(character) == "Zs":
        return character
    return f"\\u{{{code:X}}}"


def _fitted(before: list[str], word: list[str], after: list[str], width: int) -> Excerpt:
    room = width
    shown_word = _head(word, max(1, room // 2)) if word else ""
    carets = max(1, cell_len(shown_word))
    whole_before = "".join(before)
    if cell_len(whole_before) + carets <= room * 3 // 4:
        shown_before = whole_before
    else:
        shown_before = "…" + _tail(before, room // 2 - 1 - carets // 2)
    room -= cell_len(shown_before) + carets
    rest = "".join(after) if shown_word == "".join(word) else "…"
    shown_after = rest if cell_len(rest) <= room else _head(list(rest), max(0, room - 1)) + "…"
    return Excerpt(
        (shown_before + shown_word + shown_after).rstrip(),
        " " * cell_len(shown_before) + "^" * carets,
    )


def _head(signs: list[str], cells: int) -> str:
    """As many of the first signs as fit."""
    taken, used = 0, 0
    for sign in signs:
        used += cell_len(sign)
        if used > cells:
            break
        taken += 1
    return "".join(signs[:taken])


def _tail(signs: list[str], cells: int) -> str:
    """As many of the last signs as fit, beginning with one that stands by itself."""
    taken, used = 0, 0
    for sign in reversed(signs):
        used += cell_len(sign)
        if used > cells:
            break
        taken += 1
    while taken and cell_len(signs[-taken]) == 0:  # a combining mark needs what it marks
        taken -= 1
    return "".join(signs[len(signs) - taken :])
