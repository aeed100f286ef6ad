"""The size budget of responses, and the figures' own arithmetic. No time is asserted."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from benchmarks.evaluation import performance
from benchmarks.evaluation.corpus import Call
from benchmarks.evaluation.live_server import LiveServer

_FIGURES: dict[str, Any] = {
    "milliseconds": {"all": {"p50": 1.0, "p95": 2.0, "max": 3.0}},
    "responseBytes": {"median": 100, "max": 200},
}
_BUDGET: dict[str, Any] = {
    "overallP95MsBudget": 2,
    "medianResponseBytesBudget": 100,
    "medianResponseBytesHistory": [120, 100],
}


@pytest.fixture(scope="module")
def figures(server: LiveServer) -> dict[str, Any]:
    """One performance run."""
    return performance.measure(server)


def test_measure_median_response_is_within_the_committed_budget(figures: dict[str, Any]) -> None:
    """Sizes are the same on every machine: what is over the budget is a regression."""
    assert figures["responseBytes"]["median"] <= performance.budgets()["medianResponseBytesBudget"]


def test_measure_covers_seven_cases_in_five_rounds(figures: dict[str, Any]) -> None:
    """Every tool is measured, and all together."""
    assert figures["cases"] == len(performance.CALLS) == 7
    assert figures["rounds"] == 5
    assert set(figures["milliseconds"]) == {*(call.tool for call in performance.CALLS), "all"}
    assert all(set(row) == {"p50", "p95", "max"} for row in figures["milliseconds"].values())


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
    """Each budget is overrun by its own name."""
    over = copy.deepcopy(_FIGURES)
    over["responseBytes"]["median"] = 101
    over["milliseconds"]["all"]["p95"] = 2.5
    found = performance.faults(over, _BUDGET)
    assert [any(word in fault for fault in found) for word in ("p95", "101 bytes")] == [True, True]


def test_budget_stands_beside_the_module() -> None:
    """The budgets are committed."""
    assert Path(performance.BUDGET).is_file()
