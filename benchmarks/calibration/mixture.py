"""The dearest program that can be put together from what was measured, by linear programming."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_TINY = 1e-9


class Part(NamedTuple):
    """One operation of a mixture: how often it is run."""

    place: int
    times: float


def dearest(
    seconds: Sequence[float], charges: Sequence[Sequence[float]], limits: Sequence[float]
) -> tuple[float, list[Part]]:
    """The most seconds that runs of some operations take within the limits, and how often each is run.

    Solved by the simplex method: the limits are positive, so that doing nothing is where it starts.
    """
    rows = [[charge[meter] / limit for charge in charges] for meter, limit in enumerate(limits)]
    count, height = len(seconds), len(limits)
    for meter, row in enumerate(rows):
        row += [float(meter == other) for other in range(height)] + [1.0]
    gains = [*seconds, *[0.0] * height, 0.0]
    basis = list(range(count, count + height))
    while True:
        entering = max(range(count + height), key=gains.__getitem__)
        if gains[entering] <= _TINY:
            break
        bounds = [(row[-1] / row[entering], place) for place, row in enumerate(rows) if row[entering] > _TINY]
        leaving = min(bounds)[1]
        pivot = rows[leaving][entering]
        rows[leaving] = [entry / pivot for entry in rows[leaving]]
        for row in [gains, *(row for place, row in enumerate(rows) if place != leaving)]:
            factor = row[entering]
            row[:] = [one - factor * other for one, other in zip(row, rows[leaving], strict=True)]
        basis[leaving] = entering
    parts = [Part(place, row[-1]) for place, row in zip(basis, rows, strict=True) if place < count]
    return -gains[-1], sorted(part for part in parts if part.times > _TINY)
