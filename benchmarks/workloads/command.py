"""What ``ajisai run -e`` takes from start to end of its process, beside a command that answers a constant."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.harness import Comparison, Side


def command() -> Comparison:
    """Processes started as a shell starts them."""
    return Comparison(
        "ajisai run -e",
        "start",
        1,
        Side("python -m ajisai run", lambda: _output("ajisai")),
        Side("a constant, over click, lark, gmpy2", lambda: _output("benchmarks.constant_command")),
        2,
    )


def _output(module: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", module, "run", "-e", "1 2 ADD"], capture_output=True, text=True, check=True
    ).stdout


COMPARISONS = (command,)
