"""``ajisai outcomes``: every outcome a program could end in, without running it."""

from __future__ import annotations

from typing import Any

import click

from ajisai.cli.envelopes import Envelope
from ajisai.cli.inspection import inspect
from ajisai.cli.options import program_options


@click.command(short_help="List every outcome a program could end in; run nothing.")
@program_options
def command(**options: Any) -> int:
    """List the ids of every outcome a program could end in, one a line. Nothing runs.

    The list may hold outcomes that no run reaches, and never misses one that a run does.
    """
    return inspect("outcomes", _show, **options)


def _show(envelope: Envelope) -> None:
    for outcome in envelope["outcomes"]:
        click.echo(outcome)
