"""JSON files: read strictly, written whole."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any


class InvalidDocument(ValueError):
    """A corpus, a trace document or a budget that must not be used; ``faults`` says why, one text each."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class Unwritable(RuntimeError):
    """A place where no file can be written."""


def read_json(place: Path) -> Any:
    """The JSON value of a UTF-8 file.

    Raises:
        InvalidDocument: for text that is no JSON (NaN and the infinities are none), for an object that
            holds a member twice, and for nesting that is too deep to read.
        OSError: when the file cannot be read.
    """
    text = place.read_bytes()
    try:
        return json.loads(text.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_members)
    except ValueError as fault:
        raise InvalidDocument([f"{place.name} is not JSON: {fault}"]) from None
    except RecursionError:
        raise InvalidDocument([f"{place.name} is nested too deeply"]) from None


def require_writable(place: Path) -> None:
    """Refuse before a long run what could not be written after it.

    Raises:
        Unwritable: when the place is a folder, or its own folder is missing, or neither takes a file.
    """
    if place.is_dir():
        raise Unwritable(f"{place} is a folder, and a file is to be written there")
    if not place.parent.is_dir():
        raise Unwritable(f"there is no folder {place.parent}")
    try:
        if not place.exists():
            tempfile.TemporaryFile(dir=place.parent).close()  # the only proof: a permission is none
        elif not os.access(place, os.W_OK):
            raise Unwritable(f"{place} may not be written")
    except OSError as failure:
        raise Unwritable(f"{place} cannot be written: {failure.strerror}") from None


def write_json(document: object, place: Path) -> None:
    """Write a JSON value. Half a surrogate pair, which UTF-8 cannot hold, becomes its JSON escape."""
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    place.write_text(text, encoding="utf-8", errors="backslashreplace")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"an object holds {twice!r} twice")
    return found
