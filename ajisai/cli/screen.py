"""Answers for people: errors with their place, and findings, on a terminal or in a pipe."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from ajisai.cli.excerpt import excerpt
from ajisai.cli.source import Source
from ajisai.values.visible import visible

_DIRECTIVE = re.compile(r"(?<!\S)#:")
_PAGE = 100  # columns of a paragraph that is comfortable to read
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
        _say(console, Text.assemble(("ajisai: ", "bold red"), visible(error["message"])))
        return
    _say(
        console,
        Text.assemble(
            ("error", "bold red"), (f" {error['category']}", "bold"), f": {visible(envelope['message'])}"
        ),
    )
    if source is not None and "line" in error:
        _show_place(console, source, error["line"], error["column"])
    if source is not None:
        findings = list(envelope.get("contractDecls", {}).get("findings", ()))
        if error["category"] == "contractViolation":  # the error has told the first one
            findings.remove(next(each for each in findings if each["severity"] == "error"))
        for finding in findings:
            show_finding(finding, source)
    _show_help(console, envelope.get("diagnosis", {}))
    _show_stack(console, envelope.get("stackDisplay", []))


def show_finding(finding: Mapping[str, Any], source: Source) -> None:
    """Write one finding of the declarations check on stderr, with its line where it has one."""
    console = terminal(stderr=True)
    style = "bold red" if finding["severity"] == "error" else "bold magenta"
    word = f" {visible(finding['word'])}" if "word" in finding else ""
    _say(
        console,
        Text.assemble((finding["severity"], style), (word, "bold"), f": {visible(finding['message'])}"),
    )
    if "line" in finding:
        _show_place(console, source, finding["line"], _directive_column(source.text, finding["line"]))


def _directive_column(source: str, line: int) -> int:
    """Where the directive of a line begins; a line has one at most, at its end."""
    found = _DIRECTIVE.search(source.split("\n")[line - 1])
    return 1 if found is None else found.start() + 1


def show_no_word(name: str, near: Sequence[str]) -> None:
    """Write on stderr that there is no such Word, and what it may have been meant for."""
    console = terminal(stderr=True)
    _say(console, Text(f"no Word is named {visible(name) or 'the empty text'}"))
    if near:
        _say(console, Text.assemble(("near", "bold"), f": {' '.join(near)}"))


def _show_place(console: Console, source: Source, line: int, column: int) -> None:
    gutter = len(str(line))
    console.print(Text(f"{' ' * gutter}--> {visible(source.name)}:{line}:{column}"))
    width = console.width if console.is_terminal else 120
    piece = excerpt(source.text, line, column, max(8, width - gutter - 4))
    if piece is None:
        return
    console.print(Text(f"{line} | {piece.source}"))
    console.print(Text.assemble(f"{' ' * gutter} | ", (piece.carets, "bold red")))


def _show_help(console: Console, diagnosis: Mapping[str, Any]) -> None:
    language = _language()
    if candidates := diagnosis.get("candidates"):
        _say(console, Text.assemble(("near", "bold"), f": {' '.join(map(visible, candidates))}"))
    for check in diagnosis.get("nextChecks", ()):
        _say(console, Text.assemble("try: ", (visible(check["title"][language]), "bold")))
        _say(console, Text(visible(check["detail"][language])), indent=5)


def say(text: str, indent: int = 0) -> None:
    """Write a paragraph on stdout, in lines that end between words, the later ones ``indent`` columns in.

    Lines are as wide as the terminal, a hundred columns at most. In a pipe prose is a hundred columns wide;
    what would be indented is an entry, and stays one line.
    """
    console = terminal()
    if indent and not console.is_terminal:
        console.print(text)
        return
    width = min(_PAGE, console.width) if console.is_terminal else _PAGE
    head, rest = text[:indent], Text(text[indent:])
    for place, line in enumerate(rest.wrap(console, max(10, width - indent))):
        line.rstrip()
        console.print(Text.assemble(" " * indent if place else head, line))


def _say(console: Console, text: Text, indent: int = 0) -> None:
    """Write a paragraph: on a terminal in lines that end between words, in a pipe in one."""
    room = console.width - indent
    lines = text.wrap(console, room) if console.is_terminal and room > 10 else [text]
    for line in lines:
        line.rstrip()
        console.print(Text.assemble(" " * indent, line))


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
