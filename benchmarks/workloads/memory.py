"""What a Vector of a million integers keeps resident, beside a list of gmpy2's integers."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.harness import Gauge, WrongAnswer

_ELEMENTS = 1_000_000

# Each in a process of its own. The first, small call loads what loads late.
_PROGRAM = """
import gc, psutil
{make}
make(1000)
gc.collect()
before = psutil.Process().memory_info().rss
kept = make({elements})
gc.collect()
after = psutil.Process().memory_info().rss
assert len(kept) == {elements} and kept[{elements} - 1] == {elements}
print((after - before) / {elements})
"""
_ENGINE = """
import ajisai
def make(count):
    return ajisai.run(f"1 {count} RANGE").stack[-1]
"""
_PLAIN = """
from gmpy2 import mpz
def make(count):
    return [mpz(index) for index in range(1, count + 1)]
"""


def _bytes_in_process(make: str) -> float:
    program = _PROGRAM.format(make=make, elements=_ELEMENTS)
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    if finished.returncode:
        raise WrongAnswer(f"a million integers were not made: {finished.stderr[-200:]}")
    return float(finished.stdout)


def _bytes() -> tuple[float, float]:
    return _bytes_in_process(_ENGINE), _bytes_in_process(_PLAIN)


GAUGES = (Gauge("memory of a Vector of 1,000,000", "bytes/integer", _bytes, 120),)
