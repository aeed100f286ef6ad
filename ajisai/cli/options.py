"""Options that several subcommands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ajisai.bounds import Limits
from ajisai.cli import completion

_Command = Callable[..., Any]


def source_options(command: _Command) -> _Command:
    """``FILE|-`` and ``-e SOURCE``: arrive as ``file`` and ``inline``."""
    inline = click.option("-e", "inline", metavar="SOURCE", help="The program itself, instead of a FILE.")
    file = click.argument("file", required=False, metavar="[FILE|-]", shell_complete=completion.files)
    return file(inline(command))


def json_option(command: _Command) -> _Command:
    """``--json``: arrives as ``as_json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print the envelope as JSON and nothing else."
    )(command)


def program_options(command: _Command) -> _Command:
    """What names a program and how it is treated.

    The options of ``source_options``, ``json_option``, ``profile_option`` and ``words_option``.
    """
    return source_options(json_option(profile_option("playground")(words_option(command))))


def words_option(command: _Command) -> _Command:
    """``--words NAME…``: arrives as ``words``, a tuple of names."""
    return click.option(
        "--words",
        multiple=True,
        metavar="NAME...",
        callback=lambda _context, _parameter, given: tuple(name for text in given for name in text.split()),
        shell_complete=completion.phrases,
        help="Phrasebook Words to define first; several in one text, or the option several times.",
    )(command)


def profile_option(default: str) -> Callable[[_Command], _Command]:
    """``--profile NAME``: arrives as ``limits``."""
    return click.option(
        "--profile",
        "limits",
        metavar="NAME",
        default=default,
        show_default=True,
        callback=_limits,
        shell_complete=completion.profiles,
        help="The ceilings to run within: mcp-local-stdio or playground.",
    )


def _limits(_context: click.Context, _parameter: click.Parameter, name: str) -> Limits:
    try:
        return Limits.named(name)
    except ValueError as mistake:
        raise click.BadParameter(str(mistake)) from None
