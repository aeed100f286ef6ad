"""The harness itself, on works whose answers and times are made up."""

from __future__ import annotations

import itertools
import json

import pytest

from benchmarks import __main__ as command
from benchmarks.harness import (
    Comparison,
    Family,
    Gauge,
    Side,
    Timed,
    WrongAnswer,
    exponent,
    growth,
    measure,
    take,
)


def work(engine=lambda: 1, plain=lambda: 1, **facts):
    """A comparison of two functions."""
    return Comparison("work", "piece", facts.pop("count", 10), Side("e", engine), Side("p", plain), **facts)


def timed(*seconds):
    """A side that says it took so long, by turns."""
    turns = itertools.cycle(seconds)
    return lambda: Timed("answer", next(turns))


def test_measure_reports_medians_per_piece():
    """The first round of a quick work warms up; the medians are of the rest."""
    found = measure(work(timed(0.9, 0.1, 0.2, 0.6), timed(0.05, 0.1, 0.1, 0.2)), rounds=3)
    assert found.rounds == 3
    assert found.engine == pytest.approx(0.2e9 / 10)
    assert found.plain == pytest.approx(0.1e9 / 10)
    assert found.least == pytest.approx((0.1e9 / 10, 0.1e9 / 10))
    assert (found.ratio, found.lowest, found.highest) == pytest.approx((2, 1, 3))


def test_measure_counts_a_long_first_round():
    """A round of more than a second is not done once more for warmth."""
    found = measure(work(timed(8, 2, 2), timed(1)), rounds=3)
    assert found.highest == pytest.approx(8)


@pytest.mark.parametrize(("seconds", "rounds"), [(0, 3), (1e9, 5)])
def test_measure_ends_after_three_rounds_when_time_is_up(seconds, rounds):
    """Time that is spent already leaves three rounds; else all are run."""
    assert measure(work(), rounds=5, seconds=seconds).rounds == rounds


def test_measure_wrong_answer_in_a_late_round():
    """Every round is checked, not the first alone."""
    answers = itertools.chain([1, 1, 1], itertools.repeat(2))
    with pytest.raises(WrongAnswer, match="work: e answers 2, p answers 1"):
        measure(work(lambda: next(answers)), rounds=5)


def test_answer_is_what_is_compared():
    """An outcome of another type agrees where its answer does."""
    both = Comparison("work", "piece", 1, Side("e", lambda: (1, 2), list), Side("p", lambda: [1, 2]))
    assert measure(both, rounds=1).rounds == 1


def test_family_names_sizes():
    """The size is in the name, and the growth is watched where it is asked for."""
    family = Family("sort", lambda size: work(count=size), (10_000,), small=3, of="rows", grows=True)
    assert family.at(10_000).name == "sort, 10,000 rows"
    assert family.at(10_000).grows == "sort"
    assert family.smallest().count == 3


@pytest.mark.parametrize("power", [0.5, 1, 2])
def test_exponent_of_a_power(power):
    """Times that are a power of the size have that exponent, whatever their factor."""
    assert exponent([(size, 7 * size**power) for size in (10, 300, 1000)]) == pytest.approx(power)


def test_growth_takes_the_shortest_times_of_each_work():
    """Works that are not watched, and one that has one size only, have no growth."""
    square = Family(
        "square",
        lambda size: work(timed(99, size**2, 99), timed(99, size, 99), count=size),
        (2, 4),
        1,
        grows=True,
    )
    single = Family("single", lambda size: work(count=size), (2,), 1, grows=True)
    figures = [measure(one, rounds=3) for one in (square.at(2), square.at(4), single.at(2), work())]
    (reading,) = growth(figures)
    assert (reading.name, reading.unit, reading.aim) == ("growth of square", "exponent", 1.1)
    assert (reading.engine, reading.plain) == pytest.approx((2, 1))


def test_growth_without_figures():
    """Nothing measured is nothing grown."""
    assert list(growth([])) == []


def test_gauge_with_one_side():
    """A figure may have nothing beside it."""
    record = take(Gauge("size", "bytes", lambda: (12.34567, None), 20)).as_record()
    assert record == {"name": "size", "unit": "bytes", "engine": 12.346, "plain": None, "aim": 20}


def test_command_keeps_a_record(tmp_path, monkeypatch, capsys):
    """A run of one name prints its line and keeps it."""
    place = tmp_path / "record.json"
    monkeypatch.setattr("sys.argv", ["bench", "MAP, 1 Word, 10,000", "--rounds", "1", "--record", str(place)])
    assert command.main() == 0
    record = json.loads(place.read_text(encoding="utf-8"))
    assert [found["name"] for found in record["comparisons"]] == ["MAP, 1 Word, 10,000"]
    assert record["comparisons"][0]["rounds"] == 1
    assert record["readings"] == []
    assert "MAP, 1 Word, 10,000" in capsys.readouterr().out


def test_command_unknown_name(monkeypatch, capsys):
    """A name that nothing has is wrong use, and leaves the last record alone."""
    monkeypatch.setattr("sys.argv", ["bench", "no such work"])
    assert command.main() == 2
    assert "nothing is named like no such work" in capsys.readouterr().err


def test_command_wrong_answer(tmp_path, monkeypatch, capsys):
    """A wrong answer fails the run and keeps no record."""
    place = tmp_path / "record.json"
    monkeypatch.setattr("sys.argv", ["bench", "--record", str(place)])
    monkeypatch.setattr(command, "comparisons", lambda wanted: iter([work(lambda: 1, lambda: 2)]))
    assert command.main() == 1
    assert "wrong answer: work" in capsys.readouterr().err
    assert not place.exists()
