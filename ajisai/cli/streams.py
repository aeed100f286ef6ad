"""The three standard streams: always UTF-8, and quiet when the other side has gone."""

from __future__ import annotations

import io
import os
import sys
from typing import Final, TextIO

INTERRUPTED: Final = 130
"""The exit code of a command that Ctrl-C has ended."""


def prepare_streams() -> None:
    """Make stdin, stdout and stderr speak UTF-8 whatever the locale says.

    What cannot be written as UTF-8 (a lone surrogate) is written as its escape, so that printing never fails
    on a character. Where the caller closed a stream, stdin is empty, stderr goes nowhere, and writing to
    stdout fails: an answer that nobody gets is no success.
    """
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _stand_in(name))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="strict" if name == "stdin" else "backslashreplace")


def _stand_in(name: str) -> TextIO:
    """A stream in place of one that was closed; it takes the descriptor, so that no other file gets it."""
    if name == "stdout":  # open for reading only: the system refuses to write, until `silence_outputs`
        return open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    return open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8")


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
