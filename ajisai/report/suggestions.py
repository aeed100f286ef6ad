"""The names nearest to one that nobody knows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from types import ModuleType
from typing import Final

from ajisai.machine.headroom import with_headroom

_MOST: Final = 5  # names that help; more would be a list to read
_LONGEST: Final = 64  # code points; a longer name is no slip of the fingers
_ALIKE: Final = 0.86  # Jaro-Winkler: LEN is like LENGTH (0.88), ELSE is not like SELECT (0.81)


def folded(name: str) -> str:
    """A name as names are compared: full-width and other compatibility letters plain, in upper case."""
    return unicodedata.normalize("NFKC", name).upper()


def nearest(written: str, names: Iterable[str], *, edits: int | None = None) -> tuple[str, ...]:
    """The names that ``written`` may have been meant for, the nearest first, each once.

    A name is near when few edits (optimal string alignment: a swap of neighbours is one) lead to it, or when
    one starts like the other (Jaro-Winkler). Names of signs and names of letters are never near each other.

    Args:
        edits: how many edits are few; by the length of the names where None. 0 to 5 names are answered.
    """
    if len(written) > _LONGEST:
        return ()
    wanted = folded(written)
    if len(wanted) > _LONGEST:
        return ()
    edit, start = with_headroom(_measures)
    found: dict[str, tuple[float, int, str]] = {}
    for name in names:
        key = folded(name) if len(name) <= _LONGEST else ""
        if not key or key in found or _has_letters(key) != _has_letters(wanted):
            continue
        few = _few(max(len(key), len(wanted))) if edits is None else edits
        distance = edit.distance(wanted, key)
        alike = start.similarity(wanted, key)
        if distance <= few or (edits is None and alike >= _ALIKE):
            closeness = max(alike, edit.normalized_similarity(wanted, key))
            found[key] = (-closeness, distance, name)
    return tuple(name for *_, name in sorted(found.values(), key=lambda each: each[:2])[:_MOST])


def _measures() -> tuple[ModuleType, ModuleType]:
    """Optimal string alignment and Jaro-Winkler, loaded when a name is wrong: right programs need neither."""
    from rapidfuzz.distance import OSA, JaroWinkler

    return OSA, JaroWinkler


def _few(length: int) -> int:
    if length < 2:
        return 0
    return 1 if length <= 4 else 2 if length <= 8 else 3


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))
