"""Search in linear time: long needles against Python's own, and texts made to be slow."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ajisai.words import searching

SHORT = searching.SHORT
needles = st.builds(
    lambda head, body, times, tail: head + body * times + tail,
    st.text("ab", max_size=3),
    st.text("ab", min_size=1, max_size=5),
    st.integers(SHORT // 3, SHORT),
    st.text("ab", max_size=3),
)


@given(needles, st.lists(st.integers(0, 3), max_size=6))
def test_needle_any_is_found_where_python_finds_it(needle: str, gaps: list[int]) -> None:
    """Periodic needles, whole, cut and overlapping, with text between."""
    text = "".join(needle[gap:] + "ba"[: gap % 3] for gap in gaps)
    assert searching.find(text, needle) == text.find(needle)
    assert searching.occurrences(text, needle) == text.count(needle)
    assert searching.split(text, needle) == text.split(needle)


def test_needle_at_the_turn_between_the_two_ways() -> None:
    """The longest that Python searches for in a text that short or that long, and one longer."""
    for size, run in ((SHORT, 1000), (500, 999), (501, 999), (502, 999), (2000, 4000), (2001, 4001)):
        needle = "a" * (size - 1) + "b"
        text = "a" * run + "b" + "a" * run + "b"
        assert searching.find(text, needle) == text.find(needle)
        assert searching.occurrences(text, needle) == 2
        assert searching.split(text, needle) == text.split(needle)


def test_needle_longer_than_the_text_is_absent() -> None:
    """Nothing to find, nothing to split."""
    assert searching.find("a", "a" * 100) == -1
    assert searching.occurrences("", "a" * 100) == 0
    assert searching.split("", "a" * 100) == [""]
