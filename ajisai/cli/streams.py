"""The three standard streams: always UTF-8, and quiet when the other side has gone."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO


def prepare_streams() -> None:
    """Make stdin, stdout and stderr speak UTF-8 whatever the locale says.

    What cannot be written as UTF-8 (a lone surrogate) is written as its escape, so that printing never fails
    on a character. A stream that the caller closed is replaced by an empty one.
    """
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="strict" if name == "stdin" else "backslashreplace")


def flush_outputs() -> None:
    """Hand over what is still held back, so that a failure to write shows now and not at exit."""
    sys.stdout.flush()
    sys.stderr.flush()


def silence_outputs(*, keep_stderr: bool = False) -> None:
    """Point the outputs nowhere: the flush that Python does at exit must not fail a second time."""
    for stream in (sys.stdout,) if keep_stderr else (sys.stdout, sys.stderr):
        _point_nowhere(stream)


def _point_nowhere(stream: TextIO) -> None:
    try:
        number = stream.fileno()
    except (OSError, ValueError):  # not a file: a test's stand-in
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, number)
    finally:
        os.close(nowhere)
