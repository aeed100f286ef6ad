"""The tables that ``python -m benchmarks.table`` makes of a record."""

from __future__ import annotations

import json

import pytest

from benchmarks import table

RECORD = {
    "made": "2026-01-02T03:04:05+00:00",
    "seconds": 300,
    "ajisai": "1",
    "python": "3.11.7",
    "gmpy2": "2.3",
    "sympy": "1.14",
    "machine": "x86_64",
    "cores": 2,
    "loadBefore": 0.1,
    "comparisons": [
        {
            "name": "SORT, 10",
            "unit": "element",
            "count": 10,
            "engine": {"label": "ajisai.run", "nanoseconds": 1500},
            "plain": {"label": "Python", "nanoseconds": 5.25},
            "ratio": 2.5,
            "ratioLowest": 2,
            "ratioHighest": 3,
            "rounds": 7,
            "aim": 2,
        }
    ],
    "readings": [{"name": "memory", "unit": "bytes", "engine": 87.5, "plain": None, "aim": 120}],
}


def test_tables_of_a_record():
    """A row for each figure; a missed aim says so, and one that is met shows itself only."""
    lines = table.tables(RECORD).splitlines()
    assert lines[0].startswith("One run of 300 seconds, 2026-01-02: ajisai 1, Python 3.11.7")
    assert "| SORT, 10 | Python | element | 1.50 µs | 5.2 ns | 2.50 | 2.00–3.00 | 2, missed |" in lines
    assert "| memory | bytes | 87.50 |  | 120 |" in lines


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (9.96, "10.0 ns"),
        (10, "10 ns"),
        (999, "999 ns"),
        (1000, "1.00 us"),
        (2.5e6, "2.50 ms"),
        (1e9, "1.00 s"),
    ],
)
def test_duration_units(nanoseconds, text):
    """The largest unit of which there is one at least."""
    assert table.duration(nanoseconds) == text


@pytest.mark.parametrize(("figure", "met"), [(1.99, True), (2, True), (2.01, False)])
def test_aim_at_its_limit(figure, met):
    """An aim is reached by what is not above it."""
    assert table.aim_met(figure, 2) is met


def test_page_keeps_what_stands_around():
    """Only what is between the marks is replaced, and doing it twice changes nothing."""
    page = f"before\n{table.BEGIN}\nold\n{table.END}\nafter\n"
    written = table.with_tables(page, RECORD)
    assert written.startswith(f"before\n{table.BEGIN}\n")
    assert written.endswith(f"{table.END}\nafter\n")
    assert "old" not in written
    assert table.with_tables(written, RECORD) == written


@pytest.mark.parametrize("page", ["", table.BEGIN, table.END])
def test_page_without_marks(page):
    """A page without a place for the tables is left alone."""
    with pytest.raises(ValueError, match="no place between"):
        table.with_tables(page, RECORD)


def test_documentation_has_the_place():
    """The page that the command writes to holds both marks."""
    page = table.PAGE.read_text(encoding="utf-8")
    assert page.index(table.BEGIN) < page.index(table.END)


def test_command_writes_the_page(tmp_path, monkeypatch, capsys):
    """The record becomes the tables of the page."""
    page, record = tmp_path / "page.md", tmp_path / "record.json"
    page.write_text(f"{table.BEGIN}\n{table.END}\n", encoding="utf-8")
    record.write_text(json.dumps(RECORD), encoding="utf-8")
    monkeypatch.setattr(table, "PAGE", page)
    monkeypatch.setattr("sys.argv", ["table", str(record)])
    assert table.main() == 0
    assert "SORT, 10" in page.read_text(encoding="utf-8")
    assert "1 comparisons, 1 other figures" in capsys.readouterr().out


def test_command_without_a_record(tmp_path, monkeypatch, capsys):
    """Nothing measured is said, not a traceback."""
    monkeypatch.setattr("sys.argv", ["table", str(tmp_path / "none.json")])
    assert table.main() == 2
    assert "run python -m benchmarks first" in capsys.readouterr().err
