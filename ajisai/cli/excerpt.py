"""A line of source with a caret under the place that is meant, as wide as it looks in a terminal."""

from __future__ import annotations

from rich.cells import cell_len

from ajisai.report import excerpt as on_a_page


def excerpt(source: str, line: int, column: int, width: int) -> on_a_page.Excerpt | None:
    """As ``ajisai.report.excerpt``, in the cells of a terminal."""
    return on_a_page.excerpt(source, line, column, width, cell_len)
