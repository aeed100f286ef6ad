"""Collection Words over integers beside Python's own sort, dict and bisect."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from gmpy2 import mpz

from benchmarks.harness import Comparison, Family
from benchmarks.programs import column_program

Column = list[mpz]
_SIZES = (10_000, 100_000, 1_000_000)


@lru_cache(maxsize=1)
def _column(size: int) -> Column:
    """Random integers, each about twice."""
    random = Random(7)
    return [mpz(random.randrange(size // 2)) for _ in range(size)]


def _sort(column: Column) -> Column:
    return sorted(column)


def _unique(column: Column) -> Column:
    return list(dict.fromkeys(column))


def _tally(column: Column) -> Column:
    counts: dict[mpz, int] = {}
    for x in column:
        counts[x] = counts.get(x, 0) + 1
    return [mpz(count) for count in counts.values()]


def _group(column: Column) -> dict[mpz, Column]:
    groups: dict[mpz, Column] = {}
    for x in column:
        groups.setdefault(x, []).append(x)
    return groups


def _bsearch(column: Column) -> Column:
    """Every key is there, which is what is checked when nothing is found."""
    places = []
    for x in column:
        place = bisect_left(column, x)
        assert column[place] == x
        places.append(mpz(place))
    return places


def _zip(column: Column) -> list[tuple[mpz, mpz]]:
    return list(zip(column, column, strict=True))


def _lists(rows: list[tuple[mpz, mpz]]) -> list[Column]:
    return [list(row) for row in rows]


def _family(
    name: str,
    source: str,
    plain: Callable[[Column], Any],
    *,
    ascending: bool = False,
    answer: Callable[[Any], object] = lambda outcome: outcome,
    aim: float | None = None,
    sizes: tuple[int, ...] = _SIZES,
) -> Family:
    def build(size: int) -> Comparison:
        column = sorted(_column(size)) if ascending else _column(size)
        return column_program(
            source, column, lambda: plain(column), label="Python", aim=aim, answer=answer, anew=True
        )

    return Family(name, build, sizes, small=300, grows=True)


COMPARISONS = (
    _family("SORT", "SORT", _sort, aim=2),
    _family("UNIQUE", "UNIQUE", _unique, aim=2),
    _family("TALLY", "TALLY VALUES", _tally, aim=2),
    _family("GROUP", "'V' BIND V V GROUP", _group),
    _family("BSEARCH", "'V' BIND V V BSEARCH", _bsearch, ascending=True),
    # A million leaves are the most that the ceiling of the playground lets one Word build.
    _family("ZIP", "'V' BIND V V 2 COLLECT ZIP", _zip, answer=_lists, sizes=(10_000, 100_000, 500_000)),
)
