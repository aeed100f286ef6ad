"""What a shell is offered behind ``ajisai``: names of Words, of profiles, of tools, and files.

Each function here is a ``shell_complete`` of click: of a context, a parameter and what is written so far. A
name matches in any case.
"""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem


def files(_context: click.Context, _parameter: click.Parameter, written: str) -> list[CompletionItem]:
    """The files that the shell itself finds."""
    return [CompletionItem(written, type="file")]


def words(_context: click.Context, _parameter: click.Parameter, written: str) -> list[CompletionItem]:
    """The Core Words, each with what it does, and those of the phrasebook."""
    from ajisai.machine.vocabulary import records

    core = [CompletionItem(record.name, help=record.summary) for record in records().values()]
    return [item for item in core if _begins(item.value, written)] + _phrases(written)


def phrases(_context: click.Context, _parameter: click.Parameter, written: str) -> list[CompletionItem]:
    """The Words of the phrasebook; the last name of a text that holds several."""
    before, space, last = written.rpartition(" ")
    return [CompletionItem(f"{before}{space}{item.value}", help=item.help) for item in _phrases(last)]


def profiles(_context: click.Context, _parameter: click.Parameter, written: str) -> list[CompletionItem]:
    """The profiles that ship."""
    from ajisai.bounds.limits import PROFILES

    return _plain(PROFILES, written)


def tools(_context: click.Context, _parameter: click.Parameter, written: str) -> list[CompletionItem]:
    """The tools of ``ajisai agent``."""
    from ajisai.agent import TOOLS

    return _plain(TOOLS, written)


def _phrases(written: str) -> list[CompletionItem]:
    from ajisai.phrasebook import PhrasebookError, current

    try:
        book = current()
    except PhrasebookError:  # the command itself tells what is wrong with it
        return []
    return [
        CompletionItem(entry.name, help=f"( {entry.effect} )")
        for entry in book
        if _begins(entry.name, written)
    ]


def _plain(names: Iterable[str], written: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if _begins(name, written)]


def _begins(name: str, written: str) -> bool:
    return name.upper().startswith(written.upper())
