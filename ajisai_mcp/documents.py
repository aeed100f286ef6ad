"""JSON documents, those too that Python's reader gives up on: very deep ones, and very long integers.

What it cannot build is replaced, an inner value by null and an integer by an infinity. Nothing that the
server takes is either, so that a request with one is refused for it, under the request's own id.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final

_DEEPEST: Final = 64  # levels that are kept: more than any request has
_LONGEST: Final = 4096  # digits of an integer that is kept: Python reads some more
_MARK: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)


def read_document(line: bytes) -> Any:
    """The value of a JSON document in UTF-8.

    Raises:
        ValueError: when the line is none.
    """
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        text = line.decode("utf-8")
    return json.loads("".join(_shallow(text)), parse_int=_integer)


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _LONGEST else math.inf


def _shallow(text: str) -> Iterator[str]:
    """The text with null for whatever nests too deep."""
    depth = start = 0
    for mark in _MARK.finditer(text):
        if mark[0] in "[{":
            depth += 1
            if depth == _DEEPEST + 1:
                yield text[start : mark.start()] + "null"
        elif mark[0] in "]}":
            if depth == _DEEPEST + 1:
                start = mark.end()
            depth -= 1
    if depth <= _DEEPEST:
        yield text[start:]
