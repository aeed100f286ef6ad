"""``ajisai check``: form, names and declarations, without running anything."""

from __future__ import annotations

from typing import Any

import click

from ajisai.cli.envelopes import Envelope
from ajisai.cli.inspection import inspect
from ajisai.cli.options import program_options


@click.command(short_help="Check form, names and declarations; run nothing.")
@program_options
def command(**options: Any) -> int:
    """Check a program's form, the names it uses and what its #:contract lines declare. Nothing runs.

    What it passes cannot fail on its form or on a name. It is stricter than a run and says where: it refuses
    an unknown name even where no call ever reaches it.
    """
    return inspect("check", _show, **options)


def _show(envelope: Envelope) -> None:
    for declaration in envelope.get("contractDecls", {}).get("declarations", ()):
        click.echo(f"{declaration['word']}: {declaration['verdict']}")
    click.echo("ok")
