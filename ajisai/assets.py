"""Finds and reads the data files that the engine is built on.

The same files serve a checkout and an installed wheel: in a checkout they stand in ``spec/`` and
``phrasebook/`` beside the packages; in a wheel they are copied to ``ajisai/_data/``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"


@cache
def data_root() -> Path:
    """The folder that holds ``spec/`` and ``phrasebook/``.

    Raises:
        FileNotFoundError: if neither an installed copy nor a checkout holds them.
    """
    for root in (_INSTALLED, _PACKAGE.parent):
        if (root / "spec" / "words.json").is_file():
            return root
    raise FileNotFoundError("ajisai: the data files spec/ and phrasebook/ are missing; reinstall the package")


def read_bytes(name: str) -> bytes:
    """The raw bytes of a data file, ``name`` being relative, such as ``spec/words.json``."""
    return (data_root() / name).read_bytes()


@cache
def read_json(name: str) -> Any:
    """A JSON data file, parsed once. The answer is shared: do not change it."""
    return json.loads(read_bytes(name).decode("utf-8"))
