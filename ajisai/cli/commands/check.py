"""``ajisai check``: form, names and declarations, without running anything."""

from __future__ import annotations

import click

from ajisai.bounds import Limits
from ajisai.cli.ask import ask
from ajisai.cli.envelopes import exit_code, print_json
from ajisai.cli.options import json_option, profile_option, source_options, words_option
from ajisai.cli.source import read_source


@click.command(short_help="Check form, names and declarations; run nothing.")
@source_options
@json_option
@profile_option("playground")
@words_option
def command(file: str | None, inline: str | None, as_json: bool, limits: Limits, words: tuple[str, ...]) -> int:
    """Check a program's form, the names it uses and what its #:contract lines declare. Nothing runs.

    The check is stricter than a run: it refuses an unknown name even where no call ever reaches it.
    """
    source = read_source(file, inline, limits.source_bytes)
    envelope = ask("check", source, words, limits)
    if as_json:
        print_json(envelope)
        return exit_code(envelope)
    from ajisai.cli.screen import show_failure, show_finding, terminal

    for finding in envelope.get("contractDecls", {}).get("findings", ()):
        show_finding(terminal(stderr=True), finding, source)
    if envelope["status"] != "ok":
        show_failure(envelope, source)
        return exit_code(envelope)
    for declaration in envelope.get("contractDecls", {}).get("declarations", ()):
        click.echo(f"{declaration['word']}: {declaration['verdict']}")
    click.echo("ok")
    return 0
