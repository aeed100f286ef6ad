"""``python -m benchmarks.table``: write the figures of the record into ``docs/performance.md``.

The record is what the last whole run of ``python -m benchmarks`` kept. ``--print`` shows the tables instead.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parent / "results" / "latest.json"
PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
BEGIN = "<!-- figures: written by python -m benchmarks.table -->"
END = "<!-- end of figures -->"


def duration(nanoseconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.0f} ns" if nanoseconds >= 10 else f"{nanoseconds:.1f} ns"


def aim_met(figure: float, aim: float) -> bool:
    """Whether a ratio or a reading reaches what is aimed at."""
    return figure <= aim


def tables(record: Mapping[str, Any]) -> str:
    """The record as two tables in Markdown, with a sentence that says what it was made with."""
    return "\n".join(_lines(record))


def with_tables(page: str, record: Mapping[str, Any]) -> str:
    """The page with the tables between its two marks.

    Raises:
        ValueError: for a page that lacks the marks.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page has no place between {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n\n{tables(record)}\n\n{END}{after}"


def _lines(record: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"One run of {record['seconds']} seconds, {record['made'][:10]}: ajisai {record['ajisai']}, Python "
        f"{record['python']}, gmpy2 {record['gmpy2']}, sympy {record['sympy']}, {record['machine']} with "
        f"{record['cores']} cores, load {record['loadBefore']} before the run."
    )
    yield ""
    yield "| comparison | beside | unit | engine | plain | ratio | rounds | aim |"
    yield "|---|---|---|---:|---:|---:|---|---|"
    for found in record["comparisons"]:
        engine, plain = found["engine"], found["plain"]
        yield _row(
            found["name"],
            plain["label"],
            found["unit"],
            duration(engine["nanoseconds"]).replace("us", "µs"),
            duration(plain["nanoseconds"]).replace("us", "µs"),
            f"{found['ratio']:.2f}",
            f"{found['ratioLowest']:.2f}–{found['ratioHighest']:.2f}",
            _aim(found["ratio"], found["aim"]),
        )
    yield ""
    yield "| figure | unit | engine | plain | aim |"
    yield "|---|---|---:|---:|---|"
    for found in record["readings"]:
        plain_figure = "" if found["plain"] is None else f"{found['plain']:.2f}"
        aim = _aim(found["engine"], found["aim"])
        yield _row(found["name"], found["unit"], f"{found['engine']:.2f}", plain_figure, aim)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _aim(figure: float, aim: float | None) -> str:
    return "" if aim is None else f"{aim:.3g}{'' if aim_met(figure, aim) else ', missed'}"


def main() -> int:
    """Exit code 0: written or shown; 2: there is no record to make tables from."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table", description=__doc__)
    parser.add_argument("record", nargs="?", type=Path, default=RECORD, help="the record (default: the last)")
    parser.add_argument("--print", action="store_true", help="show the tables and write nothing")
    options = parser.parse_args()
    try:
        record = json.loads(options.record.read_text(encoding="utf-8"))
    except FileNotFoundError:
        print(f"there is no record {options.record}: run python -m benchmarks first", file=sys.stderr)
        return 2
    if options.print:
        print(tables(record))
    else:
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), record), encoding="utf-8")
        print(f"{PAGE}: {len(record['comparisons'])} comparisons, {len(record['readings'])} other figures")
    return 0


if __name__ == "__main__":
    sys.exit(main())
