"""The page about the phrasebook is the one that its generator writes."""

from __future__ import annotations

import re
from pathlib import Path

from ajisai.phrasebook import load
from scripts.phrasebook_page import PAGE, SOURCE, anchor, page


def test_page_is_not_stale(project_root: Path) -> None:
    """Run ``python scripts/phrasebook_page.py`` after a change of the phrasebook."""
    book = load((project_root / SOURCE).read_text(encoding="utf-8"))
    assert (project_root / PAGE).read_text(encoding="utf-8") == page(book)


def test_links_of_the_page_lead_somewhere(project_root: Path) -> None:
    """Every Word has one place, and every link goes to one."""
    text = (project_root / PAGE).read_text(encoding="utf-8")
    book = load((project_root / SOURCE).read_text(encoding="utf-8"))
    places = re.findall(r'<a id="([^"]+)">', text)
    assert places == [anchor(name) for name in book.names]
    assert len(set(places)) == len(places)
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) == set(places)
