"""The linear program that finds the dearest mixture of operations."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.calibration.mixture import Part, dearest

_LIMITS = (1.0, 1.0, 1.0)
_shares = st.tuples(*[st.integers(0, 8).map(lambda eighths: eighths / 8)] * 3).filter(any)


def test_mixture_of_one_operation_spends_its_ceiling() -> None:
    """As often as the meter that it charges most admits."""
    assert dearest([3.0], [(0.5, 0.25, 0.0)], _LIMITS) == (pytest.approx(6.0), [Part(0, pytest.approx(2.0))])


def test_mixture_takes_one_operation_for_each_meter() -> None:
    """Operations that charge apart do not stand in each other's way."""
    seconds, parts = dearest([1.0, 2.0, 4.0], [(1, 0, 0), (0, 1, 0), (0, 0, 1)], _LIMITS)
    assert seconds == pytest.approx(7)
    assert [part.place for part in parts] == [0, 1, 2]


def test_mixture_prefers_two_that_share_no_meter_to_a_dearer_one() -> None:
    """The dearest operation alone is not the dearest program."""
    seconds, parts = dearest([3.0, 2.0, 2.0], [(1, 1, 0), (1, 0, 0), (0, 1, 0)], _LIMITS)
    assert seconds == pytest.approx(4)
    assert [part.place for part in parts] == [1, 2]


@given(st.lists(st.tuples(st.integers(1, 9), _shares), min_size=1, max_size=4))
def test_mixture_fits_the_limits_and_beats_every_pair(
    operations: list[tuple[int, tuple[float, ...]]],
) -> None:
    """No operation and no even mixture of two takes longer, and what is answered is what its parts take."""
    gains, charges = [float(gain) for gain, _ in operations], [charge for _, charge in operations]
    seconds, parts = dearest(gains, charges, _LIMITS)
    for meter in range(3):
        assert sum(part.times * charges[part.place][meter] for part in parts) <= 1 + 1e-6
    assert seconds == pytest.approx(sum(part.times * gains[part.place] for part in parts))
    for one, two in combinations([*range(len(gains))] * 2, 2):
        both = [a + b for a, b in zip(charges[one], charges[two], strict=True)]
        assert seconds >= (gains[one] + gains[two]) / max(both) - 1e-6
