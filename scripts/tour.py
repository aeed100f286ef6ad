"""What `make run` shows: real programs through the library and the command line, then their own checks."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import ajisai

_BIN = Path(sys.executable).parent

# A bill of 100.00 among three people, in cents: the first share takes what is left over, so no cent is lost.
_BILL = """
10000 3 DIV FLOOR 'SHARE' BIND
10000 2 SHARE MUL SUB SHARE SHARE 3 COLLECT
100 DIV 2 FORMAT
"""
_BILL_SHARES = ["33.34", "33.33", "33.33"]


def main() -> int:
    """Exit code 0 when every station did what it should, else 1."""
    stations = [
        _library(),
        _command("ajisai", "-e", "2 3 DIV 1 3 DIV ADD"),
        _command("ajisai", "-e", "8 SQRT 2 SQRT SUB"),
        _command("ajisai", "doctor"),
        _command("ajisai-mcp", "--doctor"),
    ]
    return 0 if all(stations) else 1


def _library() -> bool:
    print(f"== the library: ajisai.run(source).value, where source is{_BILL}")
    result = ajisai.run(_BILL)
    result.raise_for_error()
    print(result.value)
    return bool(result.value == _BILL_SHARES)


def _command(*words: str) -> bool:
    print(f"\n== {words[0]}\n$ {shlex.join(words)}", flush=True)
    finished = subprocess.run([_BIN / words[0], *words[1:]], check=False)
    return finished.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
