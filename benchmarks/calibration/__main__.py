"""``python -m benchmarks.calibration [NAME…]``: what a unit of each meter takes, what prices were fair.

For every priced operation at a small, a middle and the largest admitted size: the processor time and charge
of one run, nanoseconds for a unit of the meter that ends it, the seconds of a program that spends a whole
ceiling of the server's profile on it, the load (its time as a multiple of what its charge is allowed, see
``measure``), and what its leading price constant would have to be for a load of 1. ``LOW`` marks a load above
1, ``high`` a constant of which no operation comes near it. Last comes the dearest mixture: the worst program
that these operations make.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

from ajisai_mcp.backends.worker import settle_collector
from benchmarks.busy import busy_core
from benchmarks.calibration.constants import Constant, constants
from benchmarks.calibration.measure import CEILINGS, Measured, measure
from benchmarks.calibration.mixture import dearest
from benchmarks.calibration.operation import METERS, operations
from benchmarks.records import provenance
from benchmarks.table import duration

_RECORD: Final = Path(__file__).parent.parent / "results" / "calibration.json"
_LAYOUT: Final = "{:<46} {:>6} {:>9} {:>7} {:>10} {:>10} {:>8} {:>6} {:<3}  {}"
_HEADER: Final = (
    "operation", "size", "time", "meter", "charge", "ns/unit", "ceiling", "load", "", "would be"
)  # fmt: skip
_HIGH: Final = 0.05
"""A constant is too high when no load of what it leads comes to so much."""


def main() -> int:
    """Exit code 0: no price is too low; 1: one is; 2: wrong use."""
    options = _options()
    chosen = [
        one for one in operations() if not options.names or any(part in one.name for part in options.names)
    ]
    if not chosen:
        print(f"no operation is named like {' or '.join(options.names)}", file=sys.stderr)
        return 2
    settle_collector()  # as in the workers of the server, for which the prices are made
    print(_LAYOUT.format(*_HEADER))
    found: list[Measured] = []
    with nullcontext() if options.alone else busy_core():
        for operation in chosen:
            for one in measure(operation, options.rounds):
                print(_row(one, options.seconds), flush=True)
                found.append(one)
    verdicts = [_verdict(constant, found, options.seconds) for constant in constants()]
    print()
    for verdict in verdicts:
        print(_constant_row(verdict))
    mixture = _mixture(found)
    print(f"\nthe dearest mixture: {mixture['seconds']:.2f} s of {', '.join(mixture['operations'])}")
    _keep(found, verdicts, mixture, options)
    return int(any(one.load(options.seconds) > 1 for one in found))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only operations whose name holds this text")
    parser.add_argument(
        "--seconds", type=float, default=2.5, help="what a program may take in all (default 2.5)"
    )
    parser.add_argument("--rounds", type=int, default=3, help="timed stretches of each (default 3)")
    parser.add_argument("--alone", action="store_true", help="keep no other core busy")
    parser.add_argument("--record", type=Path, default=_RECORD, help="where the record goes")
    return parser.parse_args()


def _row(one: Measured, seconds: float) -> str:
    fair, owed = one.fair(seconds), one.leading
    would = "" if fair is None or owed is None else f"{owed.constant} {owed.constant.value} -> {fair:.3g}"
    return _LAYOUT.format(
        one.operation.name,
        one.size,
        duration(one.seconds * 1e9),
        METERS[one.meter].removesuffix("Work")[:7],
        f"{one.charge[one.meter]:,.0f}",
        f"{one.nanoseconds:,.1f}",
        f"{one.whole:.2f} s",
        f"{one.load(seconds):.2f}",
        "LOW" if one.load(seconds) > 1 else "",
        would,
    )


def _verdict(constant: Constant, found: list[Measured], seconds: float) -> dict[str, Any]:
    """What a constant would have to be: by the operation of those that it leads which takes the longest."""
    led = [one for one in found if one.leading is not None and one.leading.constant == constant]
    worst = max(led, key=lambda one: one.load(seconds), default=None)
    if worst is None:
        return {"constant": str(constant), "value": constant.value, "flag": "leads nothing"}
    load = worst.load(seconds)
    return {
        "constant": str(constant),
        "value": constant.value,
        "wouldBe": round(worst.fair(seconds) or 0, 3),
        "operation": worst.operation.name,
        "size": worst.size,
        "load": round(load, 3),
        "flag": "LOW" if load > 1 else "high" if load < _HIGH else "",
    }


def _constant_row(verdict: dict[str, Any]) -> str:
    if "operation" not in verdict:
        return f"{verdict['constant']:<40} {verdict['value']:>8} {verdict['flag']}"
    return (
        f"{verdict['constant']:<40} {verdict['value']:>8} would be {verdict['wouldBe']:>10,.3g}  "
        f"{verdict['flag']:<5} load {verdict['load']:6.2f}  {verdict['operation']} of {verdict['size']}"
    )


def _mixture(found: list[Measured]) -> dict[str, Any]:
    shares = [[units / limit for units, limit in zip(one.charge, CEILINGS, strict=True)] for one in found]
    scaled = [[share / max(one) for share in one] for one in shares]
    seconds, parts = dearest([one.whole for one in found], scaled, [1.0] * len(METERS))
    return {
        "seconds": round(seconds, 3),
        "operations": [f"{found[part.place].operation.name} of {found[part.place].size}" for part in parts],
    }


def _keep(
    found: list[Measured],
    verdicts: list[dict[str, Any]],
    mixture: dict[str, Any],
    options: argparse.Namespace,
) -> None:
    record = {
        **provenance("gmpy2"),
        "seconds": options.seconds,
        "otherCoreBusy": not options.alone,
        "constants": verdicts,
        "dearestMixture": mixture,
        "operations": [
            {
                "name": one.operation.name,
                "size": one.size,
                "seconds": one.seconds,
                "charge": dict(zip(METERS, one.charge, strict=True)),
                "meter": METERS[one.meter],
                "nanosecondsPerUnit": round(one.nanoseconds, 2),
                "wholeCeilingSeconds": round(one.whole, 3),
                "load": round(one.load(options.seconds), 3),
                "constants": {str(owed.constant): owed.growth for owed in one.owed},
            }
            for one in found
        ],
    }
    options.record.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"record: {options.record}")


if __name__ == "__main__":
    sys.exit(main())
