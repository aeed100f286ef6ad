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


def _arithmetic(compute: Callable[[Any, Any], Any]) -> Callable[[Operation], Operation]:
    def shorten(general: Operation) -> Operation:
        def operation(stack: list[Value], run: Run) -> None:
            if len(stack) > 1:
                left, right = stack[-2], stack[-1]
                if type(left) is mpz and type(right) is mpz:
                    meter = run.meter
                    if left.bit_length() > meter.short_bits or right.bit_length() > meter.short_bits:
                        general(stack, run)
                        return
                    charged = meter.numeric + 1
                    if charged <= meter.numeric_limit:
                        meter.numeric = charged
                        del stack[-1]
                        stack[-1] = compute(left, right)
                        return
            general(stack, run)

        return operation

    return shorten


def _order(decide: Callable[[Any, Any], bool]) -> Callable[[Operation], Operation]:
    def shorten(general: Operation) -> Operation:
        def operation(stack: list[Value], run: Run) -> None:
            if len(stack) > 1:
                left, right = stack[-2], stack[-1]
                if type(left) is mpz and type(right) is mpz:
                    meter = run.meter
                    if left.bit_length() > meter.short_bits or right.bit_length() > meter.short_bits:
                        general(stack, run)
                        return
                    charged = meter.numeric + 1
                    if charged <= meter.numeric_limit:
                        meter.numeric = charged
                        del stack[-1]
                        stack[-1] = TRUE if decide(left, right) else FALSE
                        return
            general(stack, run)

        return operation

    return shorten


SHORT: dict[str, Callable[[Operation], Operation]] = {
    "ADD": _arithmetic(add),
    "SUB": _arithmetic(sub),
    "MUL": _arithmetic(mul),
    "LT": _order(lambda left, right: left < right),
    "GT": _order(lambda left, right: left > right),
}
