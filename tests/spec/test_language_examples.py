"""Every program that spec/language.md shows ends as the page says."""

from __future__ import annotations

import pytest

import ajisai
from tests.spec.clauses import Shown, shown_programs


@pytest.mark.parametrize("shown", shown_programs(), ids=lambda shown: f"line-{shown.line}")
def test_language_example(shown: Shown) -> None:
    """The block is the whole program; it runs under the server's ceilings, which are the tighter ones."""
    result = ajisai.run(shown.source, limits=ajisai.Limits.agent())
    if shown.ending.startswith("error:"):
        assert result.outcome == shown.ending
        return
    assert result.error is None
    assert " ".join(result.display) == shown.ending
    assert tuple(result.output) == shown.output


def test_language_shows_every_kind_of_ending() -> None:
    """The page shows values, absences and ERRORs, and output."""
    shown = shown_programs()
    assert len(shown) > 50
    assert any(each.ending.startswith("error:") for each in shown)
    assert any("NIL" in each.ending.split() for each in shown)
    assert any(each.output for each in shown)
