"""``python -m benchmarks [NAME…]``: measure, print a table, and keep a JSON record."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness import Figures, Reading, WrongAnswer, comparisons, gauges, growth, measure, take
from benchmarks.records import provenance
from benchmarks.table import RECORD, aim_met, duration

_LAYOUT = "{:<47} {:<10} {:>9} {:>9} {:>7}  {:<13} {}"
_HEADER = ("comparison", "unit", "engine", "plain", "ratio", "rounds", "aim")
_READINGS_HEADER = ("figure", "unit", "engine", "plain", "", "", "aim")
_TOOLS = ("gmpy2", "lark", "sympy", "fastmcp")


def main() -> int:
    """Exit code 0: every answer was right, whatever the figures; 1: one was wrong; 2: wrong use."""
    options = _options()

    def wanted(name: str) -> bool:
        return not options.names or any(part in name for part in options.names)

    begin, load = time.perf_counter(), os.getloadavg()[0]
    figures: list[Figures] = []
    readings: list[Reading] = []
    try:
        for comparison in comparisons(wanted):
            if not figures:
                _show(_HEADER)
            figures.append(measure(comparison, options.rounds, options.seconds))
            del comparison  # and its operands, before those of the next are made
            _show(_row(figures[-1]))
        for reading in (*growth(figures), *map(take, gauges(wanted))):
            if not readings:
                print()
                _show(_READINGS_HEADER)
            readings.append(reading)
            _show(_reading_row(reading))
    except WrongAnswer as difference:
        print(f"wrong answer: {difference}", file=sys.stderr)
        return 1
    if not figures and not readings:
        print(f"nothing is named like {' or '.join(options.names)}", file=sys.stderr)
        return 2
    record = {
        **provenance(*_TOOLS),
        "seconds": round(time.perf_counter() - begin),
        "cores": os.cpu_count(),
        "loadBefore": round(load, 2),
        "comparisons": [found.as_record() for found in figures],
        "readings": [found.as_record() for found in readings],
    }
    options.record.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    print(f"\nrecord: {options.record}, after {record['seconds']} s")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only what has this text in its name")
    parser.add_argument(
        "--rounds", type=int, default=11, help="measured rounds of each, at most (default 11)"
    )
    parser.add_argument(
        "--seconds", type=float, default=2, help="once so many are spent, three rounds are enough (default 2)"
    )
    parser.add_argument("--record", type=Path, default=RECORD, help="where the record goes")
    return parser.parse_args()


def _row(found: Figures) -> Sequence[str]:
    return (
        found.name,
        found.unit,
        duration(found.engine),
        duration(found.plain),
        f"{found.ratio:.2f}",
        f"{found.lowest:.2f}-{found.highest:.2f}",
        _verdict(found.ratio, found.aim),
    )


def _reading_row(found: Reading) -> Sequence[str]:
    plain = "" if found.plain is None else f"{found.plain:.2f}"
    return (found.name, found.unit, f"{found.engine:.2f}", plain, "", "", _verdict(found.engine, found.aim))


def _verdict(figure: float, aim: float | None) -> str:
    return "" if aim is None else f"{aim:.3g}: {'met' if aim_met(figure, aim) else 'MISSED'}"


def _show(row: Sequence[str]) -> None:
    print(_LAYOUT.format(*row).rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
