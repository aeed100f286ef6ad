"""Latency and size of responses over stdio, against committed budgets."""

from __future__ import annotations

import itertools
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.evaluation.corpus import Call
from benchmarks.evaluation.live_server import LiveServer

ROUNDS: Final = 5
BUDGET: Final = Path(__file__).with_name("budget.json")
_SQUARE: Final = "[ 'X' BIND X X MUL ] 'SQUARE' DEF"
CALLS: Final = (
    Call("compute", {"source": "1 2 ADD"}),
    Call("compute", {"source": "2 SQRT 3 SQRT ADD 2 POW"}),
    Call("compute", {"source": "1 100 RANGE [ 2 POW ] MAP 0 [ ADD ] FOLD"}),
    Call("check", {"source": f"#:contract SQUARE inputs=1 outputs=1\n{_SQUARE}"}),
    Call("infer_contracts", {"source": _SQUARE}),
    Call("outcomes", {"source": "'12' NUM 0 DIV"}),
    Call("word_contract", {"word": "FOLD"}),
)
"""The seven cases."""


def measure(server: LiveServer) -> dict[str, Any]:
    """Five rounds over the seven calls, after a round that warms the server up."""
    for call in CALLS:
        server.result(call)
    times: dict[str, list[float]] = {}
    sizes: list[int] = []
    for number in range(ROUNDS):
        for call in CALLS:
            begun = time.perf_counter()
            result = server.result(call)
            times.setdefault(call.tool, []).append((time.perf_counter() - begun) * 1000)
            if number == 0:  # sizes are the same in every round
                sizes.append(server.last_bytes)
                assert result["structuredContent"]["status"] == "ok", call
    everything = [took for group in times.values() for took in group]
    return {
        "rounds": ROUNDS,
        "cases": len(CALLS),
        "milliseconds": {tool: _quantiles(group) for tool, group in {**times, "all": everything}.items()},
        "responseBytes": {"median": int(statistics.median(sizes)), "max": max(sizes)},
    }


def budgets(place: Path = BUDGET) -> dict[str, Any]:
    """The committed budgets."""
    document: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return document


def faults(figures: dict[str, Any], budget: dict[str, Any]) -> list[str]:
    """Every budget that is overrun, and a size budget's history that goes up."""
    found = history_faults(budget)
    p95 = figures["milliseconds"]["all"]["p95"]
    if p95 > budget["overallP95MsBudget"]:
        found.append(f"p95 of {p95:.0f} ms exceeds the budget of {budget['overallP95MsBudget']} ms")
    median = figures["responseBytes"]["median"]
    if median > budget["medianResponseBytesBudget"]:
        found.append(
            f"a median response of {median} bytes exceeds the budget of "
            f"{budget['medianResponseBytesBudget']}: make the response smaller, the budget only goes down"
        )
    return found


def history_faults(budget: dict[str, Any]) -> list[str]:
    """What shows that the size budget was raised: it must be the last and least of its history."""
    history = budget["medianResponseBytesHistory"]
    if not history or history[-1] != budget["medianResponseBytesBudget"]:
        return ["medianResponseBytesHistory does not end with medianResponseBytesBudget"]
    if any(later >= earlier for earlier, later in itertools.pairwise(history)):
        return ["medianResponseBytesHistory goes up: the budget may only go down"]
    return []


def table(figures: dict[str, Any]) -> str:
    """The figures as people read them."""
    lines = [f"{'tool':<16} {'p50':>8} {'p95':>8} {'max':>8}   (ms, this machine, local stdio)"]
    lines += [
        f"{tool:<16} {row['p50']:>8.2f} {row['p95']:>8.2f} {row['max']:>8.2f}"
        for tool, row in figures["milliseconds"].items()
    ]
    sizes = figures["responseBytes"]
    lines.append(f"response bytes: median {sizes['median']}, max {sizes['max']}")
    return "\n".join(lines)


def _quantiles(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {"p50": _nearest(ordered, 50), "p95": _nearest(ordered, 95), "max": ordered[-1]}


def _nearest(ordered: Sequence[float], percent: int) -> float:
    """The nearest-rank percentile: an observed value."""
    return ordered[-(-len(ordered) * percent // 100) - 1]
