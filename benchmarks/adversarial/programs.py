"""The hostile programs: ``programs.json``, read and written out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

_PLACE: Final = Path(__file__).parent / "programs.json"


class Program(NamedTuple):
    """One program, and the tool that it is sent to."""

    name: str
    tool: str
    source: str


def programs(names: Sequence[str] = ()) -> list[Program]:
    """The programs of these names, or all of them, in the order of the file."""
    entries = json.loads(_PLACE.read_text(encoding="utf-8"))["programs"]
    return [
        Program(entry["name"], entry.get("tool", "compute"), written_out(entry["source"]))
        for entry in entries
        if not names or entry["name"] in names
    ]


def written_out(source: Any) -> str:
    """A source as it is sent: a text, or its parts ``[times, text]`` one after the other."""
    if isinstance(source, str):
        return source
    return "".join(
        text.replace("<n>", str(number)).replace("<n+1>", str(number + 1))
        for times, text in source
        for number in range(times)
    )
