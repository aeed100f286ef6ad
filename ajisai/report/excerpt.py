"""A line of source with carets under the place that is meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from ajisai.values.visible import visible


class Excerpt(NamedTuple):
    """Two lines of equal beginning: the source, made safe to show, and the carets under a place in it."""

    source: str
    carets: str


def cells_of(text: str) -> int:
    """How wide a text is where a full-width character is two cells and a mark on another one none."""
    return sum(
        0
        if unicodedata.category(character) in ("Mn", "Me", "Cf")
        else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def excerpt(
    source: str, line: int, column: int, width: int, cells: Callable[[str], int] = cells_of
) -> Excerpt | None:
    """The line of ``source`` that holds a place, with carets under the word that starts there.

    Args:
        line, column: of the place, from 1, columns in code points, lines ending at U+000A.
        width: cells to fit into, at least 8; a longer line is cut around the place.
        cells: how many cells a text takes.

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
    return _Fitting(cells, width).fitted(before, word, after)


class _Fitting(NamedTuple):
    """How signs are cut to a width."""

    cells: Callable[[str], int]
    width: int

    def fitted(self, before: list[str], word: list[str], after: list[str]) -> Excerpt:
        cells, room = self.cells, self.width
        shown_word = self.head(word, max(1, room // 2)) if word else ""
        carets = max(1, cells(shown_word))
        whole_before = "".join(before)
        if cells(whole_before) + carets <= room * 3 // 4:
            shown_before = whole_before
        else:
            shown_before = "…" + self.tail(before, room // 2 - 1 - carets // 2)
        room -= cells(shown_before) + carets
        rest = "".join(after) if shown_word == "".join(word) else "…"
        shown_after = rest if cells(rest) <= room else self.head(list(rest), max(0, room - 1)) + "…"
        return Excerpt(
            (shown_before + shown_word + shown_after).rstrip(),
            " " * cells(shown_before) + "^" * carets,
        )

    def head(self, signs: list[str], room: int) -> str:
        """As many of the first signs as fit."""
        taken, used = 0, 0
        for sign in signs:
            used += self.cells(sign)
            if used > room:
                break
            taken += 1
        return "".join(signs[:taken])

    def tail(self, signs: list[str], room: int) -> str:
        """As many of the last signs as fit, beginning with one that stands by itself."""
        taken, used = 0, 0
        for sign in reversed(signs):
            used += self.cells(sign)
            if used > room:
                break
            taken += 1
        while taken and self.cells(signs[-taken]) == 0:  # a combining mark needs what it marks
            taken -= 1
        return "".join(signs[len(signs) - taken :])
