"""EQ LT GT: equality always decides; order does not at 0/0 (LANG.VALUES.IDENTITY, LANG.NUMBERS.ORDER)."""

from __future__ import annotations

from typing import Any

from ajisai import numbers
from ajisai.machine.run import Run
from ajisai.values import FALSE, TRUE, Value
from ajisai.words.costs import weight


def eq(run: Run, left: Value, right: Value) -> Value:
    """EQ: whether two values are one value."""
    run.meter.charge_collection(min(weight(left), weight(right)))
    return TRUE if left == right else FALSE


def lt(run: Run, left: Any, right: Any) -> Value:
    """LT: left below right; NIL(domainMiss) where 0/0 has no order."""
    order = numbers.compare(left, right, run.meter)
    if order is None:
        return run.project("domainMiss")
    return TRUE if order < 0 else FALSE


def gt(run: Run, left: Any, right: Any) -> Value:
    """GT: left above right; NIL(domainMiss) where 0/0 has no order."""
    order = numbers.compare(left, right, run.meter)
    if order is None:
        return run.project("domainMiss")
    return TRUE if order > 0 else FALSE


EXECUTORS = {"EQ": eq, "LT": lt, "GT": gt}
