"""Collection Words over 100,000 integers beside Python's own sort, dict and bisect."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from random import Random

from gmpy2 import mpz

import ajisai
from benchmarks.harness import Comparison, Side

_ELEMENTS = 100_000
_RANDOM = Random(7)
_COLUMN = [mpz(_RANDOM.randrange(50_000)) for _ in range(_ELEMENTS)]
_SORTED = sorted(_COLUMN)
_LIMITS = ajisai.Limits.playground()


def _build(
    name: str, source: str, plain: Callable[[], list[mpz]], column: list[mpz], aim: float | None
) -> Comparison:
    def run() -> ajisai.Result:
        # A new Vector each time: what one run has found out of it is not kept for the next.
        return ajisai.run(source, inputs=[ajisai.Vector(list(column))], limits=_LIMITS)

    def top(result: ajisai.Result) -> object:
        return list(result.raise_for_error().stack[-1])  # type: ignore[arg-type]  # each answers a Vector

    return Comparison(name, "element", _ELEMENTS, Side("ajisai.run", run, top), Side("Python", plain), aim)


def sort() -> Comparison:
    """SORT beside sorted()."""
    return _build("SORT", "SORT", lambda: sorted(_COLUMN), _COLUMN, 2)


def unique() -> Comparison:
    """UNIQUE beside a dict."""
    return _build("UNIQUE", "UNIQUE", lambda: list(dict.fromkeys(list(_COLUMN))), _COLUMN, 2)


def tally() -> Comparison:
    """TALLY beside counting in a dict."""

    def plain() -> list[mpz]:
        counts: dict[mpz, int] = {}
        for x in list(_COLUMN):
            counts[x] = counts.get(x, 0) + 1
        return [mpz(count) for count in counts.values()]

    return _build("TALLY", "TALLY VALUES", plain, _COLUMN, 2)


def group() -> Comparison:
    """GROUP beside a dict of lists, told by the sizes of the groups."""

    def plain() -> list[mpz]:
        groups: dict[mpz, list[mpz]] = {}
        for x in list(_COLUMN):
            groups.setdefault(x, []).append(x)
        return [mpz(len(values)) for values in groups.values()]

    return _build("GROUP", "'V' BIND V V GROUP VALUES [ LENGTH ] MAP", plain, _COLUMN, None)


def bsearch() -> Comparison:
    """BSEARCH of every key beside bisect."""

    def plain() -> list[mpz]:
        column = list(_SORTED)
        return [mpz(bisect_left(column, x)) for x in column]

    return _build("BSEARCH", "'V' BIND V V BSEARCH", plain, _SORTED, None)


def transpose() -> Comparison:
    """ZIP of two rows beside zip()."""

    def plain() -> list[mpz]:
        return [x for pair in zip(list(_COLUMN), _COLUMN, strict=True) for x in pair]

    return _build("ZIP", "'V' BIND V V 2 COLLECT ZIP FLATTEN", plain, _COLUMN, None)


COMPARISONS = (sort, unique, tally, group, bsearch, transpose)
