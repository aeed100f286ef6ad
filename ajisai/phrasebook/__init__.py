"""The phrasebook: verified Words that programs ask for by name (``words``).

``AJISAI_PHRASEBOOK`` names another file of the same form, which then stands for the one that ships. Nothing
is read before it is asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from ajisai.assets import read_bytes
from ajisai.phrasebook.drafts import Example
from ajisai.phrasebook.failures import PhrasebookError, UnknownWord
from ajisai.phrasebook.model import Entry, Phrasebook
from ajisai.phrasebook.reader import load

__all__ = [
    "VARIABLE",
    "Entry",
    "Example",
    "Phrasebook",
    "PhrasebookError",
    "UnknownWord",
    "current",
    "current_name",
    "load",
    "prelude",
    "read_file",
    "spelled_names",
]

VARIABLE: Final = "AJISAI_PHRASEBOOK"
"""The environment variable that names another file."""

_DIGEST_LINE: Final = re.compile(r"^#:digest (?P<name>\S+)", re.MULTILINE)
_SHIPPED: Final = "phrasebook/phrasebook.ajisai"


def current() -> Phrasebook:
    """The phrasebook in force: the file that ``AJISAI_PHRASEBOOK`` names, else the one that ships.

    A file is read and verified once in a process.

    Raises:
        PhrasebookError: for a file that cannot be read, or holds a fault, with its line.
    """
    return _loaded(_path())


def current_name() -> str:
    """The file in force, for messages to those who own it: the path given, or the path it ships under."""
    return _path() or _SHIPPED


def prelude(names: Iterable[str]) -> tuple[Entry, ...]:
    """The Words of these names and every phrasebook Word that they call, each after those that it calls.

    Args:
        names: of Words of the phrasebook in force, in any case.

    Raises:
        UnknownWord: for the first name that it lacks, with the nearest names.
        PhrasebookError: as :func:`current` does.

    >>> [entry.name for entry in prelude(["mean"])]
    ['SUM', 'MEAN']
    """
    return current().prelude(names)


def spelled_names() -> frozenset[str]:
    """The names that the phrasebook in force spells in its ``#:digest`` lines, read without verifying it.

    For advice on a name that means nothing: a phrasebook that cannot be read spells none.
    """
    return _spelled(_path())


def read_file(path: str | Path) -> str:
    """The text of a phrasebook file.

    Raises:
        PhrasebookError: for a file that cannot be read or is not UTF-8.
    """
    try:
        return _decoded(Path(path).read_bytes())
    except (OSError, ValueError) as failure:  # ValueError: a NUL in the name
        reason = failure.strerror if isinstance(failure, OSError) and failure.strerror else str(failure)
        raise PhrasebookError(f"the phrasebook file cannot be read: {reason}") from None


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as failure:
        line = data.count(b"\n", 0, failure.start) + 1
        raise PhrasebookError("the phrasebook file is not UTF-8 text", line) from None


def _path() -> str | None:
    return os.environ.get(VARIABLE) or None


def _text(path: str | None) -> str:
    return _decoded(read_bytes(_SHIPPED)) if path is None else read_file(path)


@cache
def _loaded(path: str | None) -> Phrasebook:
    return load(_text(path))


@cache
def _spelled(path: str | None) -> frozenset[str]:
    try:
        text = _text(path)
    except (PhrasebookError, FileNotFoundError):
        return frozenset()
    return frozenset(match["name"] for match in _DIGEST_LINE.finditer(text))
