"""``ajisai contract``: the contracts of the Words that a program defines, without running it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from ajisai.cli.envelopes import Envelope
from ajisai.cli.inspection import inspect
from ajisai.cli.options import program_options

_CLASSES = ("partiality", "purity", "determinism")


@click.command(short_help="Infer the contracts of the Words a program defines; run nothing.")
@program_options
def command(**options: Any) -> int:
    """Infer the contract of each Word that a program defines. Nothing runs.

    Each answer begins with the line to paste above the definition, which `ajisai check` then verifies. A line
    that is there already and does not hold is told as well; the exit code is 1 then.
    """
    return inspect("infer_contracts", _show, **options)


def _show(envelope: Envelope) -> None:
    for contract in envelope["contracts"]:
        for line in _lines(contract):
            click.echo(line)
    if not envelope["contracts"]:
        click.echo("the program defines no Word", err=True)


def _lines(contract: Mapping[str, Any]) -> Iterator[str]:
    yield contract["suggested"]
    yield f"# {contract['word']}: {', '.join(contract[key] for key in _CLASSES)}"
    if contract["exits"]:
        yield f"#   leaves the finite numbers by {' '.join(contract['exits'])}"
    if contract["effects"]:
        yield f"#   effects: {' '.join(contract['effects'])}"
    for gap in contract["gaps"]:
        place = f"line {gap['line']}: " if "line" in gap else ""
        yield f"#   {place}{gap['id']} {gap['word']}: {gap['detail']}"
