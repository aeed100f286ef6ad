"""Where a text occurs in another, in linear time whatever the two hold.

CPython's own search is fast but compares up to len(text) * len(needle) code points for some pairs (30,000
by 15,000 took 0.1 s), where the needle is not much shorter than what is left of the text. Needles that are
short, or a small part of the text, go to it; others to the algorithm of Knuth, Morris and Pratt (Fast pattern
matching in strings, 1977).
"""

from __future__ import annotations

from array import array

SHORT = 64
"""Code points of a needle up to which CPython's search may be trusted: 64 comparisons take 50 ns."""

_LONG = 2000
_PARTS = 4
"""CPython searches for a needle of at most ``_LONG`` code points, and of no more than one in ``_PARTS`` of
the text, by its two-way algorithm, the last 2,000 places apart: at most 140 ns a code point of either (3.11
to 3.13)."""


def _trusted(text: str, needle: str) -> bool:
    """Whether CPython's search is linear for these two."""
    return len(needle) <= SHORT or len(needle) <= min(_LONG, len(text) // _PARTS)


def find(text: str, needle: str) -> int:
    """Offset of the first occurrence, -1 without one."""
    if _trusted(text, needle):
        return text.find(needle)
    return next(iter(_matches(text, needle, once=True)), -1)


def occurrences(text: str, needle: str) -> int:
    """How often a needle that is not empty occurs, from the left, without overlap."""
    return text.count(needle) if _trusted(text, needle) else len(_matches(text, needle))


def split(text: str, needle: str) -> list[str]:
    """The pieces between the occurrences that :func:`occurrences` counts."""
    if _trusted(text, needle):
        return text.split(needle)
    pieces, start = [], 0
    for place in _matches(text, needle):
        pieces.append(text[start:place])
        start = place + len(needle)
    pieces.append(text[start:])
    return pieces


def _matches(text: str, needle: str, *, once: bool = False) -> list[int]:
    borders = _borders(needle)
    size, held = len(needle), 0
    found = []
    for place, char in enumerate(text):
        while held and needle[held] != char:
            held = borders[held - 1]
        if needle[held] == char:
            held += 1
        if held == size:
            found.append(place - size + 1)
            if once:
                break
            held = 0
    return found


def _borders(needle: str) -> array[int]:
    """For each prefix, the length of its longest proper prefix that also ends it."""
    borders = array("q", bytes(8 * len(needle)))
    held = 0
    for place in range(1, len(needle)):
        char = needle[place]
        while held and needle[held] != char:
            held = borders[held - 1]
        if needle[held] == char:
            held += 1
        borders[place] = held
    return borders
