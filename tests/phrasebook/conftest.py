"""The phrasebook that ships, and broken ones made from small ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ajisai.phrasebook import VARIABLE, Phrasebook, load
from ajisai.phrasebook.completion import completed

TWICE = """\
# TWICE ( x -- y ): a number and itself added, in each lane.
# 4 TWICE =>
[ 2 MUL ] 'TWICE' DEF
"""
QUADRUPLE = """\
# QUADRUPLE ( x -- y ): a number added up four times, in each lane.
# 4 QUADRUPLE =>
[ TWICE TWICE ] 'QUADRUPLE' DEF
"""
SMALL = completed(f"{TWICE}\n{QUADRUPLE}")
"""A whole phrasebook of two Words, the second of which calls the first."""


@pytest.fixture(scope="session")
def shipped(project_root: Path) -> Phrasebook:
    """The phrasebook of this checkout."""
    return load((project_root / "phrasebook" / "phrasebook.ajisai").read_text(encoding="utf-8"))


@pytest.fixture
def in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts a text in force as the phrasebook, by ``AJISAI_PHRASEBOOK``."""

    def put(text: str) -> Path:
        path = tmp_path / "own.ajisai"
        path.write_text(text, encoding="utf-8")
        monkeypatch.setenv(VARIABLE, str(path))
        return path

    return put
