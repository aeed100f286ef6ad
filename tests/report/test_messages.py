"""The one line that tells an ERROR."""

from __future__ import annotations

import pytest

from ajisai.bounds import Failure
from ajisai.report.messages import in_one_line, message_of


@pytest.mark.parametrize(
    ("failure", "text"),
    [
        (
            Failure("resourceLimitExceeded", resource="materializedElements", limit=100000, observed=100002),
            "materializedElements of 100002 exceeds the limit of 100000",
        ),
        (
            Failure("resourceLimitExceeded", word="POW", resource="bigintBits", limit=5, observed=9),
            "bigintBits of 9 exceeds the limit of 5",
        ),
        (Failure("shapeMismatch", "shapes differ", word="ADD"), "ADD: shapes differ"),
        (Failure("stackUnderflow", "ADD takes 2", word="ADD"), "ADD takes 2"),
        (Failure("nameConflict", "ADDED is bound", word="ADD"), "ADD: ADDED is bound"),
        (Failure("wordNotFound", "no User Word is named A", word="A"), "no User Word is named A"),
        (Failure("malformedSource", "this [ is never closed"), "this [ is never closed"),
        (Failure("declaredFailure", "width must be positive", word="FAIL"), "width must be positive"),
        (Failure("declaredFailure", "", word="FAIL"), "declaredFailure"),
        (Failure("duplicateKey", word="RECORD"), "RECORD: duplicateKey"),
    ],
    ids=[
        "ceiling",
        "ceiling of a word",
        "word added",
        "word there",
        "word inside another",
        "word at the end",
        "no word",
        "declared",
        "empty",
        "bare",
    ],
)
def test_message_is(failure: Failure, text: str) -> None:
    """What was wrong, the Word where the text lacks it, and a ceiling's name, value and size."""
    assert message_of(failure) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("two\nlines\r\n", "two\\u{000a}lines\\u{000d}\\u{000a}"),
        ("null \x00 and \ud800", "null \\u{0000} and \\u{d800}"),
        ("日本語 'é'", "日本語 'é'"),
        ("\u2028\u202e", "\\u{2028}\\u{202e}"),
    ],
)
def test_line_shows_what_cannot_stand_in_it(text: str, line: str) -> None:
    """A break, a control or a lone surrogate stands as its code point."""
    assert in_one_line(text) == line


@pytest.mark.parametrize(("length", "cut"), [(400, False), (401, True), (60_000, True)])
def test_line_is_bounded(length: int, cut: bool) -> None:
    """400 code points of program text at most, and a sign that there is more."""
    line = in_one_line("x" * length)
    assert len(line) == min(length, 401)
    assert line.endswith("…") == cut
