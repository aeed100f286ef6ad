"""The hostile programs as they stand in the file, and what is made of a run of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ajisai import Limits, agent
from benchmarks.adversarial import __main__ as command
from benchmarks.adversarial.alone import run_alone
from benchmarks.adversarial.costs import Cost, cost_of, keep, tell
from benchmarks.adversarial.programs import Program, programs, written_out

PROGRAMS = programs()
_QUICK = ["pow", "check-brackets"]


def test_programs_have_distinct_names_and_known_tools() -> None:
    """A table tells them apart, and every tool is one of the server's."""
    assert len({program.name for program in PROGRAMS}) == len(PROGRAMS) > 300
    assert {program.tool for program in PROGRAMS} == set(agent.TOOLS) - {"word_contract"}


def test_programs_fit_the_ceiling_of_a_source() -> None:
    """What is refused for its size alone attacks nothing."""
    assert max(len(program.source.encode()) for program in PROGRAMS) <= Limits.agent().source_bytes


def test_programs_of_some_names_only() -> None:
    """In the order of the file."""
    assert [program.name for program in programs(["fact", "pow"])] == ["fact", "pow"]
    assert programs(["no such program"]) == []


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("1 2 ADD", "1 2 ADD"),
        ([[3, "a "], [1, "b"]], "a a a b"),
        ([[2, "[ W<n> ] 'W<n+1>' DEF "]], "[ W0 ] 'W1' DEF [ W1 ] 'W2' DEF "),
        ([[0, "x"]], ""),
        ([], ""),
    ],
)
def test_source_is_written_out_from_its_parts(source: object, text: str) -> None:
    """Repeated texts, numbered where they say so."""
    assert written_out(source) == text


# -- what a run costs


def _cost(seconds: float = 1, mebibytes: float = 50, answered: bool = True, name: str = "x") -> Cost:
    return Cost(name, "value", None, answered, seconds, 0.5, mebibytes, 100)


@pytest.mark.parametrize(
    ("cost", "fault"),
    [
        (_cost(), None),
        (_cost(seconds=2.5, mebibytes=512), None),
        (_cost(seconds=2.51), "TOO LONG"),
        (_cost(mebibytes=512.5), "TOO LARGE"),
        (_cost(answered=False), "ENDED BY THE HOST: value"),
    ],
)
def test_cost_has_a_fault_past_the_figures(cost: Cost, fault: str | None) -> None:
    """At a figure is not past it."""
    assert cost.fault(2.5) == fault


def test_costs_are_told_slowest_first(capsys: pytest.CaptureFixture[str]) -> None:
    """With what is wrong behind."""
    tell([_cost(1, name="quick"), _cost(3, name="slow"), _cost(2, name="middling")], 2.5)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("MiB")[1].split()[0] for line in lines] == ["slow", "middling", "quick"]
    assert lines[0].endswith("TOO LONG")


def test_costs_are_kept(tmp_path: Path) -> None:
    """As they were measured, and how."""
    place = tmp_path / "record.json"
    keep([_cost()], place, throughServer=True)
    record = json.loads(place.read_text(encoding="utf-8"))
    assert (record["throughServer"], record["programs"][0]["seconds"]) == (True, 1)


@pytest.mark.parametrize(
    ("envelope", "expected"),
    [
        ({"status": "ok", "outcome": "value"}, ("value", None, True)),
        (
            {"status": "error", "outcome": "error:x", "error": {"category": "x", "resource": "numericWork"}},
            ("error:x", "numericWork", True),
        ),
        ({"status": "hostError", "error": {"code": "timeout"}}, ("timeout", None, False)),
        ({"status": "hostError", "error": {"code": "responseTooLarge"}}, ("responseTooLarge", None, True)),
        ({"status": "ok", "contracts": []}, ("ok", None, True)),
    ],
)
def test_cost_of_an_envelope(envelope: dict[str, object], expected: tuple[object, ...]) -> None:
    """A host failure is no answer, unless it refuses by name."""
    cost = cost_of("x", envelope, 1, None, 1, 1)
    assert (cost.outcome, cost.resource, cost.answered) == expected


# -- the runs


def test_program_alone_is_answered_or_refused_by_name() -> None:
    """In a process of its own."""
    cost = run_alone(Program("refused", "compute", "1 100001 RANGE"))
    assert (cost.outcome, cost.resource) == ("error:resourceLimitExceeded", "materializedElements")
    assert cost.answered
    assert cost.seconds > 0
    assert cost.mebibytes > 1


def test_programs_through_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is sent as often as asked, and the exit code tells whether a figure was passed."""
    place = tmp_path / "record.json"
    arguments = ["--through-server", "--at-once", "2", "--record", str(place), *_QUICK]
    monkeypatch.setattr(sys, "argv", ["benchmarks.adversarial", "--seconds", "1000", *arguments])
    assert command.main() == 0
    record = json.loads(place.read_text(encoding="utf-8"))
    assert [entry["name"] for entry in record["programs"]] == _QUICK
    assert all(entry["answered"] and entry["mebibytes"] > 1 for entry in record["programs"])
    monkeypatch.setattr(sys, "argv", ["benchmarks.adversarial", "--seconds", "0", *arguments])
    assert command.main() == 1
    assert "TOO LONG" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["no such program"], ["--at-once", "0", "pow"]])
def test_command_wrong_use(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is run."""
    monkeypatch.setattr(sys, "argv", ["benchmarks.adversarial", *arguments])
    assert command.main() == 2
