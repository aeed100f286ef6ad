"""Answers for people: errors with their place, and findings, on a terminal or in a pipe."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from ajisai.cli.excerpt import excerpt, visible
from ajisai.cli.source import Source

_SLOTS_SHOWN = 8  # of the stack at a failure: what the failing Word saw is at its top
_SLOT_CHARACTERS = 160  # of one such value; `--json` has it whole


def terminal(*, stderr: bool = False) -> Console:
    """A console that adds nothing of its own. Colours only on a terminal, and not where NO_COLOR is set."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def show_failure(envelope: Mapping[str, Any], source: Source | None = None) -> None:
    """Write what went wrong, where, and what to try, on stderr."""
    console = terminal(stderr=True)
    error = envelope["error"]
    if envelope["status"] == "hostError":
        console.print(Text.assemble(("ajisai: ", "bold red"), visible(error["message"])))
        return
    console.print(
        Text.assemble(
            ("error", "bold red"), (f" {error['category']}", "bold"), f": {visible(envelope['message'])}"
        )
    )
    if source is not None and "line" in error:
        _show_place(console, source, error["line"], error["column"])
    if source is not None:
        for finding in envelope.get("contractDecls", {}).get("findings", ()):
            show_finding(finding, source)
    _show_help(console, envelope.get("diagnosis", {}))
    _show_stack(console, envelope.get("stackDisplay", []))


def show_finding(finding: Mapping[str, Any], source: Source) -> None:
    """Write one finding of the declarations check on stderr, with its line where it has one."""
    console = terminal(stderr=True)
    style = "bold red" if finding["severity"] == "error" else "bold yellow"
    word = f" {visible(finding['word'])}" if "word" in finding else ""
    console.print(
        Text.assemble((finding["severity"], style), (word, "bold"), f": {visible(finding['message'])}")
    )
    if "line" in finding:
        _show_place(console, source, finding["line"], 1)


def _show_place(console: Console, source: Source, line: int, column: int) -> None:
    gutter = len(str(line))
    console.print(Text(f"{' ' * gutter}--> {visible(source.name)}:{line}:{column}", style="cyan"))
    width = console.width if console.is_terminal else 120
    piece = excerpt(source.text, line, column, max(8, width - gutter - 4))
    if piece is None:
        return
    console.print(Text.assemble((f"{line} | ", "cyan"), piece.source))
    console.print(Text.assemble((f"{' ' * gutter} | ", "cyan"), (piece.carets, "bold red")))


def _show_help(console: Console, diagnosis: Mapping[str, Any]) -> None:
    language = _language()
    if candidates := diagnosis.get("candidates"):
        console.print(Text.assemble(("near", "bold cyan"), f": {' '.join(map(visible, candidates))}"))
    for check in diagnosis.get("nextChecks", ()):
        console.print(Text.assemble(("try", "bold cyan"), ": ", (visible(check["title"][language]), "bold")))
        console.print(Text(f"     {visible(check['detail'][language])}"))


def _show_stack(console: Console, displays: list[str]) -> None:
    if not displays:
        return
    shown = displays[-_SLOTS_SHOWN:]
    title = "stack at the failure, top last"
    if len(shown) < len(displays):
        title += f" (the top {len(shown)} of {len(displays)})"
    console.print(Text.assemble((title, "bold"), ":"))
    for display in shown:
        text = visible(display[: _SLOT_CHARACTERS + 1])
        if len(display) > _SLOT_CHARACTERS:
            text = text[:_SLOT_CHARACTERS] + "…"
        console.print(Text(f"  {text}"))


def _language() -> str:
    """``ja`` where the locale of messages is Japanese, else ``en``."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "ja" if value.startswith("ja") else "en"
    return "en"
