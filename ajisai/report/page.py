"""A Result for a notebook: as HTML and as plain text, both capped in size; neither ever raises."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ajisai.values.rendering import html, short

if TYPE_CHECKING:
    from ajisai.report.result import Result

_ROWS = 40  # stack slots on a page, the top ones
_OUTPUTS = 100  # PRINT texts on a page, the first ones
_LINE = 160  # code points of a source line that an ERROR shows


def result_text(result: Result) -> str:
    """The printed texts, then one stack value a line, the top last; of an ERROR its line and a caret."""
    lines = list(result.output[:_OUTPUTS])
    if len(result.output) > _OUTPUTS:
        lines.append(f"… {len(result.output) - _OUTPUTS} more printed texts …")
    if result.error is not None:
        return "\n".join([*lines, *error_lines(result)])
    if len(result.stack) > _ROWS:
        lines.append(f"… {len(result.stack) - _ROWS} values below …")
    lines += [short(value) for value in result.stack[-_ROWS:]]
    return "\n".join(lines)


def error_lines(result: Result) -> list[str]:
    """The ERROR in words, the source line with a caret, and what to try; nothing without an ERROR."""
    error = result.error
    if error is None:
        return []
    lines = [f"{error.category}: {error.message}"]
    place = _place(result)
    if place is not None:
        lines += [f"  line {error.line}: {place[0]}", " " * (len(f"  line {error.line}: ") + place[1]) + "^"]
    diagnosis = result.diagnosis
    if diagnosis is not None:
        if diagnosis.candidates:
            lines.append("near: " + " ".join(diagnosis.candidates))
        lines += [f"try: {check.title['en']}" for check in diagnosis.next_checks]
    return lines


def _place(result: Result) -> tuple[str, int] | None:
    """The part of the source line that holds the ERROR, and the offset of the Word in it."""
    error = result.error
    if error is None or error.line is None or error.column is None:
        return None
    line = result.source.split("\n")[error.line - 1].replace("\t", " ")
    start = max(0, error.column - 1 - _LINE // 2)
    return line[start : start + _LINE], error.column - 1 - start


def result_html(result: Result) -> str:
    """A table of the stack, the top last; of an ERROR its text in a frame above what the stack held."""
    parts = ['<div class="ajisai">']
    if result.output:
        shown = "\n".join(result.output[:_OUTPUTS])
        parts.append(f"<pre>{escape(shown[:20_000])}</pre>")
    if result.error is not None:
        text = escape("\n".join(error_lines(result)))
        parts.append(f'<pre style="border-left: 3px solid #c0392b; padding-left: 0.6em">{text}</pre>')
    if result.stack:
        first = max(0, len(result.stack) - _ROWS)
        rows = [f"<tr><td>…</td><td>{first} values below</td></tr>"] if first else []
        rows += [
            f"<tr><td>{place}</td><td style='text-align: left'>{html(value)}</td></tr>"
            for place, value in enumerate(result.stack[first:], first)
        ]
        parts.append(f"<table><tbody>{''.join(rows)}</tbody></table>")
    elif result.error is None and not result.output:
        parts.append("<em>the stack is empty</em>")
    return "".join([*parts, "</div>"])
