"""What is made of a measurement: loads, whole ceilings, fair prices, the command."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from ajisai import Limits
from benchmarks.busy import busy_core
from benchmarks.calibration import __main__ as command
from benchmarks.calibration.constants import Constant, constants
from benchmarks.calibration.measure import CEILINGS, Measured, Owed, allowed, measure, owed_to
from benchmarks.calibration.operation import AMPLE, METERS, Charge, Operation

_SUM = Operation("sum", "1 # RANGE 'V' BIND", "V V ADD", (1, 10, 100))
_ABOUT = Constant(("somewhere",), "PRICE", 10)


def _measured(seconds: float, charge: Charge, *owed: Owed) -> Measured:
    return Measured(_SUM, 1, seconds, charge, owed)


def test_allowed_units_of_all_ceilings_come_to_the_whole() -> None:
    """A program that spends everything is allowed exactly what a program may take."""
    units = allowed(2.5)
    assert sum(unit * ceiling for unit, ceiling in zip(units, CEILINGS, strict=True)) == pytest.approx(2.5)
    assert CEILINGS == (100_000, 10_000_000, 20_000_000)


def test_whole_ceiling_is_that_of_the_meter_that_ends_first() -> None:
    """A charge of a hundredth of one ceiling and a thousandth of another can be made a hundred times."""
    one = _measured(0.02, Charge(100, 100_000, 1000))
    assert METERS[one.meter] == "numericWork"
    assert one.whole == pytest.approx(2)
    assert one.nanoseconds == pytest.approx(200)


def test_load_is_one_where_the_charge_pays_for_the_time() -> None:
    """All meters pay, each for its part."""
    paid = sum(unit * units for unit, units in zip(allowed(2), (3, 500, 700), strict=True))
    assert _measured(paid, Charge(3, 500, 700)).load(2) == pytest.approx(1)
    assert _measured(3 * paid, Charge(3, 500, 700)).load(2) == pytest.approx(3)


@pytest.mark.parametrize("seconds", [1e-6, 1e-3])
def test_fair_price_makes_the_load_one(seconds: float) -> None:
    """A charge of 20 for each unit of the constant and 7 beside."""
    charge = Charge(1, 0, 207)
    fair = _measured(seconds, charge, Owed(_ABOUT, 2, 20)).fair(2.0)
    assert fair is not None
    needed = max(0, seconds - allowed(2)[0]) / allowed(2)[2]
    assert fair == pytest.approx(max(0.0, (needed - 7) / 20))


def test_fair_price_of_a_divisor_falls() -> None:
    """What divides a charge has to be less where the charge has to be more."""
    assert Owed(_ABOUT, 2, -5).fair(Charge(0, 0, 100), 400) == pytest.approx(2.5)
    assert Owed(_ABOUT, 2, -5).fair(Charge(0, 0, 100), 1e9) == 1
    assert Owed(_ABOUT, 2, -5).fair(Charge(0, 0, 100), 0) == math.inf


def test_leading_constant_makes_the_most_of_the_charge() -> None:
    """Without any there is no fair price."""
    other = Constant(("elsewhere",), "OTHER", 3)
    one = _measured(1, Charge(1, 0, 100), Owed(_ABOUT, 2, 1), Owed(other, 2, 30))
    assert one.leading == Owed(other, 2, 30)
    assert _measured(1, Charge(1, 5, 0)).leading is None
    assert _measured(1, Charge(1, 5, 0)).fair(2.0) is None


def test_owed_is_what_a_charge_gains() -> None:
    """A column of ten sums is charged its storage, ten times one constant."""
    found = list(owed_to(_SUM, 10, _SUM.prepared(10).charge(), constants()))
    assert [(owed.constant.name, METERS[owed.meter], owed.growth) for owed in found] == [
        ("FRESH", "collectionWork", 10)
    ]


def test_measure_grows_what_is_owed_with_the_charge() -> None:
    """The largest size is not prepared again for every constant."""
    small, middle, large = measure(_SUM, rounds=1)
    assert (small.size, middle.size, large.size) == (1, 10, 100)
    assert large.owed[0].growth == pytest.approx(10 * middle.owed[0].growth)
    assert min(small.seconds, middle.seconds, large.seconds) > 0


def test_operation_that_is_refused_says_so() -> None:
    """It runs under the profile itself, and must end in a ceiling."""
    refused = Operation("refused", "", "1 100001 RANGE", (1,), refused=True).prepared(1)
    assert refused.charge().steps == 1
    with pytest.raises(AssertionError):
        Operation("admitted", "", "1", (1,), refused=True).prepared(1).charge()
    assert AMPLE.materialized_elements == Limits.agent().materialized_elements


def test_busy_core_ends_its_child() -> None:
    """On the way out, whatever happened."""
    with pytest.raises(ZeroDivisionError), busy_core():
        raise ZeroDivisionError


def test_command_prints_and_keeps_what_it_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row for each size, a line for each constant, the mixture, the record."""
    place = tmp_path / "record.json"
    monkeypatch.setattr(command, "settle_collector", lambda: None)
    arguments = ["benchmarks.calibration", "TAKE of one", "--rounds", "1", "--alone", "--record", str(place)]
    monkeypatch.setattr("sys.argv", [*arguments, "--seconds", "1000"])
    assert command.main() == 0
    shown = capsys.readouterr().out
    assert shown.count("TAKE of one ") >= 3
    assert all(str(constant) in shown for constant in constants())
    record = json.loads(place.read_text(encoding="utf-8"))
    assert {entry["constant"] for entry in record["constants"]} == set(map(str, constants()))
    assert [entry["size"] for entry in record["operations"]] == [1, 1000, 100_000]
    monkeypatch.setattr("sys.argv", [*arguments, "--seconds", "1e-9"])
    assert command.main() == 1
    assert " LOW " in capsys.readouterr().out


def test_command_of_no_operation_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says which name it did not find."""
    monkeypatch.setattr("sys.argv", ["benchmarks.calibration", "no such thing"])
    assert command.main() == 2
    assert "no such thing" in capsys.readouterr().err
