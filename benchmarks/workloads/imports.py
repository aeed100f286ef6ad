"""What importing the engine costs beside importing only the two libraries that it always needs."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.harness import Comparison, Side, Timed

_PROGRAM = "import time; begin = time.perf_counter(); import {}; print(time.perf_counter() - begin)"


def engine_import() -> Comparison:
    """Each import in a fresh process that measures itself."""
    return Comparison(
        "import",
        "import",
        1,
        Side("import ajisai", lambda: _import_in_fresh_process("ajisai")),
        Side("import lark, gmpy2", lambda: _import_in_fresh_process("lark, gmpy2")),
        aim=2.5,
    )


def _import_in_fresh_process(names: str) -> Timed:
    finished = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(names)], capture_output=True, text=True, check=True
    )
    return Timed("imported", float(finished.stdout))


COMPARISONS = (engine_import,)
