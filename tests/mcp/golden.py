"""The golden programs and limits as tests read them (``tests/golden``)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.mcp.raw_client import RawClient

_FOLDER = Path(__file__).resolve().parent.parent / "golden"
_AT_ONCE = 3  # calls under way: fewer than are admitted, so that none waits

ABSENT = object()
"""What a pointer finds that points at nothing."""


def cases() -> list[dict[str, Any]]:
    """Every golden case."""
    found: list[dict[str, Any]] = json.loads((_FOLDER / "cases.json").read_text(encoding="utf-8"))["cases"]
    return found


def limits() -> dict[str, Any]:
    """The document that says how each limit is exercised."""
    found: dict[str, Any] = json.loads((_FOLDER / "limits.json").read_text(encoding="utf-8"))
    return found


def program(source: Any, number: int = 0) -> Any:
    """A source as it is sent: a list holds [times, text] pairs, and # stands for the number."""
    text = "".join(text * times for times, text in source) if isinstance(source, list) else source
    return text.replace("#", str(number)) if number else text


def pair(entry: dict[str, Any]) -> tuple[str, str]:
    """The two programs of a limit that is exercised by a boundary."""
    if "pattern" in entry:
        return program(entry["pattern"], entry["under"]), program(entry["pattern"], entry["over"])
    return program(entry["under"]), program(entry["over"])


def arguments(case: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a case as they are sent."""
    given: dict[str, Any] = case["arguments"]
    return {name: program(value) if name == "source" else value for name, value in given.items()}


def find(document: Any, pointer: str) -> Any:
    """What a JSON pointer points at, or ``ABSENT``."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        try:
            document = document[int(key)] if isinstance(document, list) else document[key]
        except (LookupError, TypeError, ValueError):
            return ABSENT
    return document


def call_all(client: RawClient, calls: Iterable[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The results of many calls, a few of them under way at once."""
    under_way: list[int] = []
    results: list[dict[str, Any]] = []
    for tool, given in calls:
        if len(under_way) == _AT_ONCE:
            results.append(client.result(under_way.pop(0)))
        under_way.append(client.begin_call(tool, given))
    return results + [client.result(number) for number in under_way]
