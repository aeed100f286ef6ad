"""``ajisai phrasebook``: the Words that programs ask for by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from ajisai.cli.completion import files, phrases
from ajisai.cli.files import replace_file
from ajisai.cli.source import Complaint
from ajisai.phrasebook import (
    Phrasebook,
    PhrasebookError,
    UnknownWord,
    current,
    current_name,
    load,
    read_file,
    spelled_names,
)


class _Fault(Complaint):
    """A phrasebook that is read and found at fault: an answer, as a failed check is one."""

    exit_code = 1


class _Group(click.Group):
    """Knows the name of a Word where a subcommand should be."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as mistake:
            if args[0].upper() in spelled_names():
                hint = f"{mistake.message} To see the Word: ajisai phrasebook show {args[0]}"
                raise click.UsageError(hint, ctx) from None
            raise


@click.group(cls=_Group, short_help="List, show, verify or complete the Words of the phrasebook.")
def command() -> None:
    """Look at the phrasebook: verified Words that a program asks for with --words.

    AJISAI_PHRASEBOOK names another file of the same form to use instead of the one that ships.
    """


@command.command("list", short_help="List the Words by section.")
def list_command() -> int:
    """List the Words by section, each with what it takes and leaves."""
    book = _current()
    width = max((len(entry.name) for entry in book), default=0)
    section = None
    for entry in book:
        if entry.section != section:
            click.echo(f"{'' if section is None else chr(10)}{entry.section or 'Words'}")
            section = entry.section
        click.echo(f"  {entry.name:{width}}  ( {entry.effect} )")
    return 0


@command.command(short_help="Show the entries of Words.")
@click.argument("names", metavar="NAME...", nargs=-1, required=True, shell_complete=phrases)
def show(names: tuple[str, ...]) -> int:
    """Show the entries of Words: comment, contract, examples, definition and digest."""
    book = _current()
    try:
        entries = [book.entry(name) for name in names]
    except UnknownWord as unknown:
        raise _Fault(str(unknown)) from None
    for place, entry in enumerate(entries):
        click.echo(f"{chr(10) if place else ''}{entry.text}")
        needed = [other.name for other in book.prelude([entry.name]) if other.name != entry.name]
        if needed:
            click.echo(f"# defined with it: {' '.join(needed)}")
    return 0


@command.command(short_help="Verify a phrasebook: contracts, examples, digests.")
@click.argument("file", required=False, shell_complete=files)
@click.option("--figures", is_flag=True, help="Also count what is known of the Words before they run.")
def verify(file: str | None, figures: bool) -> int:
    """Verify every entry of FILE, or of the phrasebook in force: form, contracts, examples and digests."""
    from ajisai.phrasebook.examples import verify_examples

    with _faults(file or current_name()):
        book = current() if file is None else load(read_file(file))
        examples = verify_examples(book)
    click.echo(f"{len(book)} Words, {examples} examples: verified")
    if figures:
        from ajisai.phrasebook.figures import figures_of

        for line in figures_of(book).lines():
            click.echo(line)
    return 0


@command.command(short_help="Write the computed lines of a phrasebook's entries.")
@click.argument("file", shell_complete=files)
@click.argument("names", metavar="NAME...", nargs=-1)
def add(file: str, names: tuple[str, ...]) -> int:
    """Write what can be computed of the entries NAME... in FILE, or of all its entries.

    That is their #:contract and #:digest lines, and the results of examples that state none (`# 2 NAME =>`).
    The lines of Words that call them are written anew as well. FILE is changed only when all of it verifies.
    """
    from ajisai.phrasebook.completion import completed
    from ajisai.phrasebook.examples import verify_examples

    with _faults(file):
        before = read_file(file)
        try:
            after = completed(before, names)
        except UnknownWord as unknown:
            raise Complaint(f"{file} defines no Word {unknown.name}") from None
        verify_examples(load(after))
    if after != before:
        replace_file(file, after)
    return 0


def _current() -> Phrasebook:
    with _faults(current_name()):
        return current()


@contextmanager
def _faults(name: str) -> Iterator[None]:
    """Tell a person of a phrasebook's fault, with the place in the file ``name``."""
    try:
        yield
    except PhrasebookError as fault:
        if fault.line is None:
            raise Complaint(fault.message) from None
        raise _Fault(f"{name}:{fault.line}: {fault.message}") from None
