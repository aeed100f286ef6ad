"""``ajisai fmt``: write a program in its standard layout."""

from __future__ import annotations

import sys

import click

from ajisai.bounds import Failure, Limits, Meter
from ajisai.cli.files import replace_file
from ajisai.cli.options import source_options
from ajisai.cli.source import read_source


@click.command(short_help="Write a program in its standard layout.")
@source_options
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when the layout is not standard.")
@click.option("--write", is_flag=True, help="Replace the FILE instead of printing.")
def command(file: str | None, inline: str | None, check: bool, write: bool) -> int:
    """Print a program in its standard layout, comments kept. The program means the same as before."""
    if check and write:
        raise click.UsageError("--check and --write exclude each other")
    if write and (file is None or file == "-"):
        raise click.UsageError("--write needs a FILE")
    limits = Limits.playground()
    source = read_source(file, inline, limits.source_bytes)

    from ajisai.syntax.reader import read
    from ajisai.syntax.writer import write_program

    try:
        formatted = write_program(read(source.text, Meter(limits)))
    except Failure:
        return _refused(source.text, source.name, limits)
    if check:
        if formatted != source.text:
            click.echo(f"{source.name}: not in standard layout", err=True)
        return int(formatted != source.text)
    if write and file is not None:
        if formatted != source.text:
            replace_file(file, formatted)
        return 0
    sys.stdout.write(formatted)
    return 0


def _refused(text: str, name: str, limits: Limits) -> int:
    import ajisai
    from ajisai.cli.screen import show_failure
    from ajisai.cli.source import Source

    # A source that does not read is refused by the run before anything runs: its answer says where and why.
    show_failure(ajisai.run(text, limits=limits).to_envelope(), Source(text, name))
    return 1
