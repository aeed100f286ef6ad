"""What the server refuses of a request before any engine sees it."""

from __future__ import annotations

from typing import Any

import pytest

from ajisai_mcp.host_errors import HostFailure
from ajisai_mcp.requests import check_arguments, preview

_LIMIT = 10


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"source": ""},
        {"source": "x" * _LIMIT},
        {"source": "あああx"},
        {"source": 5, "other": [None]},
        {"word": "x" * 1000},
    ],
)
def test_arguments_that_can_be_passed_on(arguments: dict[str, Any]) -> None:
    """Up to the ceiling; what else is wrong with them, the engine says."""
    check_arguments(arguments, _LIMIT)


@pytest.mark.parametrize("source", ["x" * (_LIMIT + 1), "ああああ", "😀😀😀"])
def test_arguments_source_too_large(source: str) -> None:
    """Bytes of UTF-8 are counted, and told."""
    with pytest.raises(HostFailure) as caught:
        check_arguments({"source": source}, _LIMIT)
    error = caught.value.to_envelope()["error"]
    assert (error["code"], error["limit"]) == ("sourceTooLarge", "sourceBytes")
    assert f"{len(source.encode())} bytes" in error["message"]


@pytest.mark.parametrize(
    "arguments",
    [{"source": "\ud800"}, {"source": "1", "words": ["\udfff"]}, {"\ud83d": 1}, {"a": {"b": ["\udc00"]}}],
)
def test_arguments_with_half_a_surrogate_pair(arguments: dict[str, Any]) -> None:
    """Wherever it stands, it is no text, and is named."""
    with pytest.raises(HostFailure) as caught:
        check_arguments(arguments, _LIMIT)
    assert caught.value.code == "invalidRequest"
    assert "U+D" in caught.value.message


def test_arguments_that_nest_without_end() -> None:
    """No stack of Python's is exhausted over them."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(HostFailure) as caught:
        check_arguments({"source": deep}, _LIMIT)
    assert caught.value.code == "invalidRequest"


def test_preview_is_short_and_printable() -> None:
    """A name of any length and content can stand in a message."""
    assert preview("compute") == "compute"
    assert len(preview("x" * 1000)) == 61
    assert preview("a\ud800") == "a\\ud800"
