"""Text made safe to show: nothing in it moves a cursor, hides or reorders what stands beside it."""

from __future__ import annotations

import unicodedata

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


def visible_lines(text: str) -> str:
    """``text`` made visible, its line ends kept."""
    return "\n".join(map(visible, text.split("\n")))
