"""Doubles differ where the baseline says so, and agree in its controls."""

from __future__ import annotations

from collections import Counter

from benchmarks.evaluation import number_baseline
from benchmarks.evaluation.live_server import LiveServer


def test_baseline_live_server_shows_differences_and_controls(server: LiveServer) -> None:
    """At least five operations differ, at least two controls do not."""
    rows = number_baseline.baseline(server.answer)
    assert number_baseline.faults(rows) == []
    found = Counter((row["control"], row["differs"]) for row in rows)
    assert found[False, True] >= 5
    assert found[True, False] >= 2
    assert set(found) == {(False, True), (True, False)}


def test_baseline_exact_answers_are_what_fractions_compute(server: LiveServer) -> None:
    """The exact side, worked out by hand."""
    exact = {row["name"]: row["exact"] for row in number_baseline.baseline(server.answer)}
    assert exact == {
        "0.1 + 0.2": "3/10",
        "3 * 1.1": "33/10",
        "1.1 * 1.1": "121/100",
        "2^53 + 1": "9007199254740993",
        "1e16 + 1 - 1e16": "1",
        "4.35 * 100": "435",
        "1 / 49 * 49": "1",
        "control: 0.5 + 0.25": "3/4",
        "control: 3 * 7 - 20": "1",
    }


def test_faults_worthless_rows_are_named() -> None:
    """An operation without a difference and a control with one."""
    rows = [
        {"name": "a", "control": False, "differs": False},
        {"name": "b", "control": True, "differs": True},
        {"name": "c", "control": False, "differs": True},
    ]
    assert number_baseline.faults(rows) == ["a: no difference", "b: a control that differs"]
