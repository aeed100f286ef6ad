"""Programs that kill the process that runs them, for tests of lost workers."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any

from ajisai import batch

_run = batch._run


def killing(chunk: tuple[str, ...], *rest: Any) -> Any:
    """What a worker does, but that a program kills the worker at its turn.

    ``'KILL'`` does so each time, ``'KILL ONCE path'`` where the path does not exist yet.
    """
    for source in chunk:
        once = re.fullmatch("'KILL ONCE (.*)'", source)
        if source == "'KILL'" or (once is not None and not Path(once[1]).exists()):
            if once is not None:
                Path(once[1]).touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return _run(chunk, *rest)
