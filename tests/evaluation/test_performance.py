"""The performance run, the size budget, and the figures' own arithmetic. No time is asserted."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from ajisai.agent import TOOLS
from benchmarks.evaluation import performance
from benchmarks.evaluation.corpus import Call
from benchmarks.evaluation.documents import InvalidDocument
from benchmarks.evaluation.live_server import LiveServer

_FIGURES: dict[str, Any] = {
    "milliseconds": {"all": {"p50": 1.0, "p95": 2.0, "max": 3.0}},
    "responseBytes": {"median": 100, "max": 200},
    "wrongAnswers": [],
}
_BUDGET: dict[str, Any] = {
    "overallP95MsBudget": 2,
    "medianResponseBytesBudget": 100,
    "medianResponseBytesHistory": [120, 100],
}


def test_performance_run_answers_right_within_the_size_budget(
    server: LiveServer, record_property: Callable[[str, object], None]
) -> None:
    """The whole run, through the live server. Sizes are the same everywhere; the times are shown only."""
    figures = performance.measure(server)
    record_property("measured", performance.table(figures))
    assert performance.exact_faults(figures, performance.budgets()) == []
    assert figures["wrongAnswers"] == []
    assert (figures["rounds"], figures["cases"]) == (5, 7)
    assert set(figures["milliseconds"]) == {*TOOLS, "all"}
    for row in figures["milliseconds"].values():
        assert set(row) == {"p50", "p95", "max"}
        assert 0 < row["p50"] <= row["p95"] <= row["max"]
    for sizes in (figures["responseBytes"], figures["textBytes"]):
        assert set(sizes) == {"median", "max"}
        assert 0 < sizes["median"] <= sizes["max"]
    assert 2 * figures["textBytes"]["median"] < figures["responseBytes"]["median"]


class _Scripted:
    """A server that answers every call alike, and keeps what it was asked."""

    def __init__(self, **envelope: Any) -> None:
        self.asked: list[Call] = []
        self.last_bytes = 0
        self._result = {"structuredContent": envelope, "content": [{"type": "text", "text": "花"}]}

    def result(self, call: Call) -> dict[str, Any]:
        """The one result; each is a byte larger than the last."""
        self.asked.append(call)
        self.last_bytes = len(self.asked)
        return self._result


def test_measure_asks_five_rounds_after_a_warm_up_that_is_not_measured() -> None:
    """Forty-two calls, of which the sizes of the last thirty-five count: 8 to 42, the median 25."""
    scripted = _Scripted()
    figures = performance.measure(cast(LiveServer, scripted))
    assert scripted.asked == [call for call, _ in performance.CASES] * 6
    assert figures["responseBytes"] == {"median": 25, "max": 42}
    assert figures["textBytes"] == {"median": 3, "max": 3}


def test_measure_wrong_answers_are_counted_in_every_round() -> None:
    """An answer that is right of one case is wrong of the six others."""
    figures = performance.measure(cast(LiveServer, _Scripted(status="ok", stackDisplay=["3/1"])))
    assert len(figures["wrongAnswers"]) == 5 * 6
    found = performance.exact_faults(figures, performance.budgets())
    assert len(found) == 6
    assert found[-1] == "wrong answer to word_contract {'word': 'FOLD'}"


def test_table_shows_every_tool_and_both_sizes() -> None:
    """Nearest rank: of five times the median is the third, and the 95th percentile the largest."""
    figures = performance.measure(cast(LiveServer, _Scripted()))
    lines = performance.table(figures).splitlines()
    assert [line.split()[0] for line in lines] == ["tool", *TOOLS, "all", "response"]
    assert lines[-1] == ("response bytes: median 25, max 42; of the text block alone: median 3, max 3")


def test_last_bytes_is_the_size_of_the_result_as_sent(server: LiveServer) -> None:
    """Both copies of the envelope, without the frame of the response."""
    result = server.result(Call("compute", {"source": "1 2 ADD"}))
    text = result["content"][0]["text"]
    assert 2 * len(text.encode()) < server.last_bytes < 3 * len(text.encode())
    before = server.last_bytes
    for _ in range(12):  # past a request number of more digits
        server.result(Call("compute", {"source": "1 2 ADD"}))
    assert server.last_bytes == before


def test_history_of_the_committed_budget_goes_down() -> None:
    """The committed budget is the last and least of its history."""
    assert performance.history_faults(performance.budgets()) == []


@pytest.mark.parametrize("history", [[], [100, 120], [120, 90], [100, 100], [90, 100]], ids=str)
def test_history_that_was_raised_or_does_not_end_with_the_budget_is_a_fault(history: list[int]) -> None:
    """Raising the budget leaves a trace that fails."""
    assert performance.history_faults({**_BUDGET, "medianResponseBytesHistory": history})


def test_faults_at_the_budgets_are_none() -> None:
    """A budget is the most that is allowed."""
    assert performance.faults(_FIGURES, _BUDGET) == []


def test_faults_one_over_is_named() -> None:
    """Each budget is overrun by its own name; what is exact leaves the times out."""
    over = copy.deepcopy(_FIGURES)
    over["responseBytes"]["median"] = 101
    over["milliseconds"]["all"]["p95"] = 2.5
    found = performance.faults(over, _BUDGET)
    assert [any(word in fault for fault in found) for word in ("p95", "101 bytes")] == [True, True]
    assert ["101 bytes" in fault for fault in performance.exact_faults(over, _BUDGET)] == [True]


@pytest.mark.parametrize(
    "changes",
    [
        {"overallP95MsBudget": None},
        {"overallP95MsBudget": "1000"},
        {"medianResponseBytesBudget": 0},
        {"medianResponseBytesBudget": True},
        {"medianResponseBytesHistory": 100},
        {"medianResponseBytesHistory": [100.5]},
        {"note": "x"},
    ],
    ids=str,
)
def test_budgets_of_another_form_are_refused(changes: dict[str, Any], tmp_path: Path) -> None:
    """A budget that could not be compared with is none."""
    place = tmp_path / "budget.json"
    place.write_text(json.dumps({**_BUDGET, **changes}), encoding="utf-8")
    with pytest.raises(InvalidDocument, match=r"budget\.json must hold"):
        performance.budgets(place)
