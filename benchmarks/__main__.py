"""``python -m benchmarks [NAME…]``: measure, print a table, and keep a JSON record."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

import gmpy2

from ajisai.version import __version__
from benchmarks.harness import Figures, WrongAnswer, comparisons, measure

_RESULTS = Path(__file__).parent / "results"
_HEADER = ("comparison", "unit", "engine", "plain", "ratio", "rounds", "aim")
_LAYOUT = "{:<34} {:<7} {:>11} {:>11} {:>7}  {:<13} {}"


def main() -> int:
    """Exit code 0: every answer was right, whatever the figures; 1: one was wrong; 2: wrong use."""
    options = _options()
    chosen = [
        one for one in comparisons() if not options.names or any(part in one.name for part in options.names)
    ]
    if not chosen:
        print(f"no comparison is named like {' or '.join(options.names)}", file=sys.stderr)
        return 2
    figures = []
    print(_LAYOUT.format(*_HEADER))
    for comparison in chosen:
        try:
            found = measure(comparison, options.rounds)
        except WrongAnswer as difference:
            print(f"wrong answer: {difference}", file=sys.stderr)
            return 1
        print(_LAYOUT.format(*_row(found)), flush=True)
        figures.append(found)
    _keep(figures, options.rounds, options.record)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="only comparisons whose name holds this text"
    )
    parser.add_argument("--rounds", type=int, default=7, help="measured rounds of each (default 7)")
    parser.add_argument("--record", type=Path, default=_RESULTS / "latest.json", help="where the record goes")
    return parser.parse_args()


def _row(found: Figures) -> tuple[str, ...]:
    aim = found.comparison.aim
    verdict = "" if aim is None else f"under {aim:g}: {'met' if found.ratio < aim else 'MISSED'}"
    return (
        found.comparison.name,
        found.comparison.unit,
        _duration(found.engine),
        _duration(found.plain),
        f"{found.ratio:.2f}",
        f"{found.lowest:.2f}-{found.highest:.2f}",
        verdict,
    )


def _duration(nanoseconds: float) -> str:
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.0f} ns"


def _keep(figures: list[Figures], rounds: int, place: Path) -> None:
    record = {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "ajisai": __version__,
        "python": platform.python_version(),
        "gmpy2": gmpy2.version(),
        "machine": platform.machine(),
        "rounds": rounds,
        "comparisons": [found.as_record() for found in figures],
    }
    place.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    print(f"record: {place}")


if __name__ == "__main__":
    sys.exit(main())
