"""A Result for a notebook: as HTML and as plain text, both capped in size; neither ever raises."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ajisai.report.excerpt import excerpt
from ajisai.values.display import display_size
from ajisai.values.rendering import TEXT_CHARACTERS, html, short
from ajisai.values.visible import visible, visible_lines

if TYPE_CHECKING:
    from ajisai.report.result import Result
    from ajisai.values import Value

_ROWS = 40  # stack slots on a page, the top ones
_STACK_CHARACTERS = 40_000  # of all slots together, but for the top one
_OUTPUTS = 100  # PRINT texts on a page, the first ones
_OUTPUT_CHARACTERS = 20_000  # of all texts together

_PRINTED = "font-family: monospace; white-space: pre-wrap; overflow-wrap: anywhere"
_ERROR = (
    "font-family: monospace; white-space: pre; overflow-x: auto; "
    "border-left: 3px solid #c0392b; padding-left: 0.6em"
)
_LINE = 78  # cells of a source line that an ERROR shows: more would be wrapped, and the caret lost


def result_text(result: Result) -> str:
    """The printed texts, then one stack value a line, the top last; of an ERROR its line and a caret."""
    lines = [_printed(result)] if result.output else []
    if result.error is not None:
        return "\n".join([*lines, *error_lines(result)])
    shown = _upper(result)
    if len(shown) < len(result.stack):
        lines.append(f"… {len(result.stack) - len(shown)} values below …")
    return "\n".join([*lines, *map(short, shown)])


def _printed(result: Result) -> str:
    """What PRINT appended, one text a line, as far as there is room for it."""
    text = visible_lines("\n".join(result.output[:_OUTPUTS]))
    if len(text) > _OUTPUT_CHARACTERS:
        text = f"{text[:_OUTPUT_CHARACTERS]} … {len(text) - _OUTPUT_CHARACTERS:,} characters …"
    rest = len(result.output) - _OUTPUTS
    return text if rest <= 0 else f"{text}\n… {rest} more printed texts …"


def _upper(result: Result) -> list[Value]:
    """The upper slots of the stack, as many as there is room for, the top last; the top in any case."""
    room = _STACK_CHARACTERS
    shown: list[Value] = []
    for value in reversed(result.stack[-_ROWS:]):
        room -= min(display_size(value), TEXT_CHARACTERS)
        if shown and room < 0:
            break
        shown.append(value)
    return shown[::-1]


def error_lines(result: Result) -> list[str]:
    """The ERROR in words, the source line with a caret, and what to try; nothing without an ERROR."""
    error = result.error
    if error is None:
        return []
    lines = [f"{error.category}: {visible(error.message)}"]
    if error.line is not None and error.column is not None:
        begin = f"  line {error.line}: "
        place = excerpt(result.source, error.line, error.column, max(8, _LINE - len(begin)))
        if place is not None:
            lines += [begin + place.source, " " * len(begin) + place.carets]
    diagnosis = result.diagnosis
    if diagnosis is not None:
        if diagnosis.candidates:
            lines.append("near: " + " ".join(map(visible, diagnosis.candidates)))
        lines += [f"try: {check.title['en']}" for check in diagnosis.next_checks]
    return lines


def result_html(result: Result) -> str:
    """A table of the stack, the top last; of an ERROR its text in a frame above what the stack held."""
    parts = ['<div class="ajisai">']
    if result.output:
        parts.append(f'<pre style="{_PRINTED}">{escape(_printed(result))}</pre>')
    if result.error is not None:
        text = escape("\n".join(error_lines(result)))
        parts.append(f'<pre style="{_ERROR}">{text}</pre>')
    if result.stack:
        shown = _upper(result)
        first = len(result.stack) - len(shown)
        rows = [f"<tr><td>…</td><td>{first} values below</td></tr>"] if first else []
        rows += [
            f"<tr><td>{place}</td><td style='text-align: left'>{html(value)}</td></tr>"
            for place, value in enumerate(shown, first)
        ]
        parts.append(f"<table><tbody>{''.join(rows)}</tbody></table>")
    elif result.error is None and not result.output:
        parts.append("<em>the stack is empty</em>")
    return "".join([*parts, "</div>"])
