"""Where IEEE doubles differ from the exact answer, and where they do not: a fixed set, with controls.

It compares single operations of the server with Python's ``float``, which is IEEE 754 binary64. It is no
benchmark of Python, and says nothing of decimal or of computer algebra.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from benchmarks.evaluation.corpus import Call
from benchmarks.evaluation.scoring import Answerer


class Comparison(NamedTuple):
    """One operation both ways. A control is one that doubles hold exactly."""

    name: str
    source: str
    doubles: Callable[[], float]
    control: bool = False


COMPARISONS: Final = (
    Comparison("0.1 + 0.2", "0.1 0.2 ADD", lambda: 0.1 + 0.2),
    Comparison("3 * 1.1", "3 1.1 MUL", lambda: 3 * 1.1),
    Comparison("1.1 * 1.1", "1.1 1.1 MUL", lambda: 1.1 * 1.1),
    Comparison("2^53 + 1", "2 53 POW 1 ADD", lambda: 2.0**53 + 1.0),
    Comparison("1e16 + 1 - 1e16", "1e16 1 ADD 1e16 SUB", lambda: 1e16 + 1 - 1e16),
    Comparison("4.35 * 100", "4.35 100 MUL", lambda: 4.35 * 100),
    Comparison("1 / 49 * 49", "1 49 DIV 49 MUL", lambda: 1 / 49 * 49),
    Comparison("control: 0.5 + 0.25", "0.5 0.25 ADD", lambda: 0.5 + 0.25, control=True),
    Comparison("control: 3 * 7 - 20", "3 7 MUL 20 SUB", lambda: 3.0 * 7.0 - 20.0, control=True),
)


def baseline(answer: Answerer) -> list[dict[str, Any]]:
    """Every comparison, measured: the exact answer, the double's exact value, and whether they differ."""
    return [_measured(comparison, answer) for comparison in COMPARISONS]


def faults(rows: list[dict[str, Any]]) -> list[str]:
    """What makes the set worthless: an operation that does not differ, or a control that does."""
    return [
        f"{row['name']}: {'a control that differs' if row['control'] else 'no difference'}"
        for row in rows
        if row["differs"] is row["control"]
    ]


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as people read them."""
    lines = [f"{'operation':<22} {'exact':>20} {'as doubles':>24}  differs"]
    lines += [
        f"{row['name']:<22} {row['exact']:>20} {row['doubles']:>24}  {'yes' if row['differs'] else 'no'}"
        for row in rows
    ]
    return "\n".join(lines)


def _measured(comparison: Comparison, answer: Answerer) -> dict[str, Any]:
    envelope = answer(Call("compute", {"source": comparison.source}))
    exact = Fraction(envelope["stackDisplay"][-1])
    found = comparison.doubles()
    return {
        "name": comparison.name,
        "source": comparison.source,
        "control": comparison.control,
        "exact": str(exact),
        "doubles": repr(found),
        "differs": _meant(found) != exact,
    }


def _meant(found: float) -> Fraction:
    """The number that a double's shortest text says: 0.1 is not blamed for being a binary fraction."""
    return Fraction(repr(found))
