"""``ajisai outcomes``: every outcome a program could end in, without running it."""

from __future__ import annotations

import click

from ajisai.bounds import Limits
from ajisai.cli.ask import ask
from ajisai.cli.envelopes import exit_code, print_json
from ajisai.cli.options import json_option, profile_option, source_options, words_option
from ajisai.cli.source import read_source


@click.command(short_help="List every outcome a program could end in; run nothing.")
@source_options
@json_option
@profile_option("playground")
@words_option
def command(file: str | None, inline: str | None, as_json: bool, limits: Limits, words: tuple[str, ...]) -> int:
    """List the ids of every outcome a program could end in, one a line. Nothing runs.

    The list may hold outcomes that no run reaches, and never misses one that a run does.
    """
    source = read_source(file, inline, limits.source_bytes)
    envelope = ask("outcomes", source, words, limits)
    if as_json:
        print_json(envelope)
        return exit_code(envelope)
    if "outcomes" not in envelope:
        from ajisai.cli.screen import show_failure

        show_failure(envelope, source)
        return exit_code(envelope)
    for outcome in envelope["outcomes"]:
        click.echo(outcome)
    return 0
