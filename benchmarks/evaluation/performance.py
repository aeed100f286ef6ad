"""Latency and size of responses over stdio, against committed budgets."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.evaluation.corpus import Call
from benchmarks.evaluation.documents import InvalidDocument, read_json
from benchmarks.evaluation.live_server import LiveServer
from benchmarks.evaluation.pointers import meets

ROUNDS: Final = 5
BUDGET: Final = Path(__file__).with_name("budget.json")
_SQUARE: Final = "[ 'X' BIND X X MUL ] 'SQUARE' DEF"
CASES: Final[tuple[tuple[Call, dict[str, Any]], ...]] = (
    (Call("compute", {"source": "1 2 ADD"}), {"/stackDisplay": ["3/1"]}),
    (Call("compute", {"source": "2 SQRT 3 SQRT ADD 2 POW"}), {"/stackDisplay": ["5/1+2/1*sqrt(6)"]}),
    (
        Call("compute", {"source": "1 100 RANGE [ 2 POW ] MAP 0 [ ADD ] FOLD"}),
        {"/stackDisplay": ["338350/1"]},
    ),
    (
        Call("check", {"source": f"#:contract SQUARE inputs=1 outputs=1\n{_SQUARE}"}),
        {"/status": "ok", "/contractDecls/outcome": "verified"},
    ),
    (
        Call("infer_contracts", {"source": _SQUARE}),
        {"/contracts/0/suggested": "#:contract SQUARE inputs=1 outputs=1 field=closed"},
    ),
    (
        Call("outcomes", {"source": "'12' NUM 0 DIV"}),
        {"/status": "ok", "/exact": False},
    ),
    (Call("word_contract", {"word": "FOLD"}), {"/matches/0/name": "FOLD", "/matches/0/inputs": 3}),
)
"""The seven cases: what is called, and what every answer to it must hold."""


def measure(server: LiveServer) -> dict[str, Any]:
    """Five rounds over the seven cases, after a round that warms the server up.

    Answers:
        The record: ``rounds`` and ``cases``; ``milliseconds`` by tool and over all, each p50, p95 and max;
        ``responseBytes`` and ``textBytes``, each median and max, the first of the whole result as it was
        sent, the second of its text block alone; ``wrongAnswers``, the calls whose answers did not hold what
        they must.
    """
    for call, _ in CASES:
        server.result(call)
    times: dict[str, list[float]] = {}
    sizes: list[int] = []
    texts: list[int] = []
    wrong: list[str] = []
    for _ in range(ROUNDS):
        for call, expect in CASES:
            begun = time.perf_counter()
            result = server.result(call)
            times.setdefault(call.tool, []).append((time.perf_counter() - begun) * 1000)
            sizes.append(server.last_bytes)
            texts.append(len(result["content"][0]["text"].encode()))
            if not meets(result["structuredContent"], expect):
                wrong.append(f"{call.tool} {call.arguments}")
    everything = [took for group in times.values() for took in group]
    return {
        "rounds": ROUNDS,
        "cases": len(CASES),
        "milliseconds": {tool: _quantiles(group) for tool, group in {**times, "all": everything}.items()},
        "responseBytes": _sizes(sizes),
        "textBytes": _sizes(texts),
        "wrongAnswers": wrong,
    }


def budgets(place: Path = BUDGET) -> dict[str, Any]:
    """The committed budgets.

    Raises:
        InvalidDocument: for anything but the two budgets and the second one's history, positive integers.
    """
    document = read_json(place)
    held = document if isinstance(document, dict) else {}
    history = held.get("medianResponseBytesHistory")
    numbers = [held.get("overallP95MsBudget"), held.get("medianResponseBytesBudget")]
    numbers += history if isinstance(history, list) else [None]
    if len(held) != 3 or not all(type(number) is int and number > 0 for number in numbers):
        raise InvalidDocument(
            [
                f"{place.name} must hold overallP95MsBudget and medianResponseBytesBudget, positive "
                "integers, and medianResponseBytesHistory, a list of them"
            ]
        )
    return held


def faults(figures: dict[str, Any], budget: dict[str, Any]) -> list[str]:
    """What the subcommand fails for: what ``exact_faults`` finds, and a latency over its budget."""
    found = exact_faults(figures, budget)
    p95 = figures["milliseconds"]["all"]["p95"]
    if p95 > budget["overallP95MsBudget"]:
        found.append(f"p95 of {p95:.0f} ms exceeds the budget of {budget['overallP95MsBudget']} ms")
    return found


def exact_faults(figures: dict[str, Any], budget: dict[str, Any]) -> list[str]:
    """What is the same on every machine: wrong answers, sizes over the budget, a budget that was raised."""
    found = [f"wrong answer to {call}" for call in dict.fromkeys(figures["wrongAnswers"])]
    found += history_faults(budget)
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
    whole, text = figures["responseBytes"], figures["textBytes"]
    lines.append(
        f"response bytes: median {whole['median']}, max {whole['max']}; "
        f"of the text block alone: median {text['median']}, max {text['max']}"
    )
    return "\n".join(lines)


def _sizes(found: Iterable[int]) -> dict[str, int]:
    ordered = sorted(found)
    return {"median": int(statistics.median(ordered)), "max": ordered[-1]}


def _quantiles(times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {"p50": _nearest(ordered, 50), "p95": _nearest(ordered, 95), "max": ordered[-1]}


def _nearest(ordered: Sequence[float], percent: int) -> float:
    """The nearest-rank percentile: an observed value."""
    return ordered[-(-len(ordered) * percent // 100) - 1]
