"""A core that is busy with something else, as it may be where a server runs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_WORK = "import os; parent = os.getppid()\nwhile os.getppid() == parent: sum(range(100_000))"


@contextmanager
def busy_core() -> Iterator[None]:
    """A child that keeps one core busy, ended on the way out, and by itself where its parent is gone."""
    child = subprocess.Popen([sys.executable, "-c", _WORK])
    try:
        yield
    finally:
        child.kill()
        child.wait()
