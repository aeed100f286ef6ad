"""Recognises what people write out of habit from other languages (``spec/diagnosis.json``)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from ajisai.assets import read_json


class Habit(NamedTuple):
    """A check that a name has earned, and what to write instead of the name.

    ``synonym`` is the one Word that means the same, where there is one.
    """

    code: str
    instead: str
    synonym: str | None = None


_QUOTES: Final = '"`\u201c\u201d\u2018\u2019\u300c\u300d\uff02\uff07'
_GROUPS: Final = "{}()"
_UNSEEN: Final = dict.fromkeys([0xAD, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F),
                                *range(0x2060, 0x2070), 0xFEFF])  # fmt: skip
_NUMBER_LIKE: Final = re.compile(r"[+-]?(?:[0-9]|[.][0-9])")


def habit_of(written: str) -> Habit | None:
    """The habit that a name shows, or None; the most telling where it shows several."""
    known = _habits().get(written.upper())
    if known is not None:
        return known
    seen = written.translate(_UNSEEN)
    if seen != written:
        return Habit("hiddenCharacter", seen or "the word")
    if written[0] in _QUOTES or written[-1] in _QUOTES:
        return Habit("singleQuotes", "'text'")
    plain = unicodedata.normalize("NFKC", written)
    if plain != written and plain.isascii():
        return _habits().get(plain.upper()) or Habit("fullWidth", plain)
    if written[0] in _GROUPS or written[-1] in _GROUPS:
        return Habit("squareBrackets", "[ ]")
    if _NUMBER_LIKE.match(written):
        return Habit("numberForm", "")
    if "," in written or written[-1] == ";":
        return Habit("noCommas", "")
    if written.startswith(("//", "--", "/*", ";;")):
        return Habit("commentMark", "#")
    return None


@cache
def _habits() -> Mapping[str, Habit]:
    return {
        entry["written"]: Habit(group["check"], entry["instead"], _synonym(group, entry))
        for group in read_json("spec/diagnosis.json")["habits"]
        for entry in group["names"]
    }


def _synonym(group: Mapping[str, Any], entry: Mapping[str, str]) -> str | None:
    return entry["instead"] if group["synonyms"] and " " not in entry["instead"] else None
