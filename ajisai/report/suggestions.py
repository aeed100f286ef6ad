"""The names nearest to one that nobody knows."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from ajisai.machine.headroom import with_headroom

_MOST: Final = 5  # names that help; more would be a list to read
_LONGEST: Final = 64  # code points; a longer name is no slip of the fingers


def folded(name: str) -> str:
    """A name as names are compared: full-width and other compatibility letters plain, in upper case."""
    return unicodedata.normalize("NFKC", name).upper()


def nearest(written: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that ``written`` may have been meant for, the nearest first, each once; 0 to 5 of them.

    A name is near when a slip of the fingers leads to it, when one is the other shortened, or when one is a
    whole part of the other (JSON of JSON-DECODE). What only looks alike is not: none is better than a wrong
    one. Names of signs and names of letters are never near each other.
    """
    if len(written) > _LONGEST:
        return ()
    wanted = folded(written)
    if not 2 <= len(wanted) <= _LONGEST:
        return ()
    distance, alike = with_headroom(_measures)
    slips: dict[str, tuple[int, int, str]] = {}
    others: dict[str, tuple[int, int, str]] = {}
    for name in names:
        key = folded(name) if len(name) <= _LONGEST else ""
        if not key or key in slips or key in others or _has_letters(key) != _has_letters(wanted):
            continue
        edits = distance(wanted, key)
        found = (edits, -alike(wanted, key), name)
        if _slipped(wanted, key, edits):
            slips[key] = found
        elif _shortened(wanted, key) or wanted in _parts(key) or key in _parts(wanted):
            others[key] = found
    best = min(slips.values(), default=(0,))[0]
    likely = [found for found in slips.values() if found[0] <= best + 1]
    order = [*sorted(likely, key=lambda each: each[:2]), *sorted(others.values(), key=lambda each: each[:2])]
    return tuple(name for *_, name in order[:_MOST])


_Measure = Callable[[str, str], int]


def _measures() -> tuple[_Measure, _Measure]:
    """The edits between two names (optimal string alignment: a swap of neighbours is one), and the length of
    their common beginning. They are loaded when a name is wrong: right programs need neither."""
    from rapidfuzz.distance import OSA, Prefix

    return OSA.distance, Prefix.similarity


def _slipped(wanted: str, key: str, edits: int) -> bool:
    """Whether so few edits make one of the other that it was a slip: one in four letters, three at most.

    The first letter is seldom mistyped: it may be left out, put before or swapped, and not be another one.
    Of two or three letters only a swap, and a letter left out further on, are told from a name of its own.
    """
    longer = max(len(wanted), len(key))
    if edits == 0:
        return True
    if longer < 4:
        swapped = len(wanted) == len(key) and sorted(wanted) == sorted(key)
        left_out = len(wanted) + 1 == len(key) and wanted[0] == key[0]
        return edits == 1 and (swapped or left_out)
    first = wanted[0] == key[0] or wanted[0] == key[1:2] or key[0] == wanted[1:2]
    return first and edits <= min(3, (longer + 1) // 4)


def _shortened(wanted: str, key: str) -> bool:
    """Whether one is the beginning of the other, and half of it: LEN of LENGTH, FOLD of FOLDLEFT."""
    shorter, longer = sorted((wanted, key), key=len)
    least = 3 if shorter == wanted else 4
    return len(shorter) >= least and 2 * len(shorter) >= len(longer) and longer.startswith(shorter)


def _parts(key: str) -> list[str]:
    """The words of a compound name, such as JSON and DECODE of JSON-DECODE, that say something alone."""
    parts = key.split("-")
    return [part for part in parts if len(part) >= 4] if len(parts) > 1 else []


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))
