"""PRINT (LANG.WORDS.PRINT)."""

from __future__ import annotations

from ajisai.machine.run import Run
from ajisai.values import Value
from ajisai.values.display import display_size, printed
from ajisai.words import costs


def print_(run: Run, value: Value) -> None:
    """PRINT: the display of a value, appended to the output; a String raw."""
    run.meter.charge_collection(costs.weight(value))
    run.meter.charge_collection(costs.shown(value))
    run.meter.charge_collection(costs.TEXT * display_size(value))
    run.output.append(printed(value))


EXECUTORS = {"PRINT": print_}
