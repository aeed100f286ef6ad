"""The pages about the Core Words are those that their generator writes."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.word_pages import FAMILIES, FOLDER, SOURCE, pages


def _words(root: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((root / SOURCE).read_text(encoding="utf-8"))["words"]
    return found


def test_pages_are_not_stale(project_root: Path) -> None:
    """Run ``python scripts/word_pages.py`` after a change of words.json; no other page stands beside them."""
    written = pages(_words(project_root))
    assert {page.relative_to(project_root).as_posix() for page in (project_root / FOLDER).iterdir()} == set(
        written
    )
    for name, text in written.items():
        assert (project_root / name).read_text(encoding="utf-8") == text, name


def test_every_family_has_a_page(project_root: Path) -> None:
    """And every page a family."""
    assert {word["family"] for word in _words(project_root)} == set(FAMILIES)
