"""Short paths for the common case: two integers that fit a limb on top of the stack.

Each answers what the general operation answers, at the same price; anything else goes the general way.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add, mul, sub
from typing import Any

from gmpy2 import mpz

from ajisai.machine.code import Operation
from ajisai.machine.run import Run
from ajisai.values import FALSE, TRUE, Value

Shortening = Callable[[Operation], Operation]


def _on_integers(compute: Callable[[Any, Any], Any]) -> Shortening:
    def shorten(general: Operation) -> Operation:
        def operation(stack: list[Value], run: Run) -> None:
            if len(stack) > 1:
                left, right = stack[-2], stack[-1]
                if type(left) is mpz and type(right) is mpz:
                    meter = run.meter
                    narrow = meter.short_bits
                    charged = meter.numeric + 1
                    if (
                        left.bit_length() <= narrow
                        and right.bit_length() <= narrow
                        and charged <= meter.numeric_limit
                    ):
                        meter.numeric = charged
                        del stack[-1]
                        stack[-1] = compute(left, right)
                        return
            general(stack, run)

        return operation

    return shorten


SHORT: dict[str, Shortening] = {
    "ADD": _on_integers(add),
    "SUB": _on_integers(sub),
    "MUL": _on_integers(mul),
    "LT": _on_integers(lambda left, right: TRUE if left < right else FALSE),
    "GT": _on_integers(lambda left, right: TRUE if left > right else FALSE),
}
