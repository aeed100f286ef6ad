"""``ajisai run``: run a program and show the stack it leaves."""

from __future__ import annotations

import sys

import click

import ajisai
from ajisai.bounds import Limits
from ajisai.cli.envelopes import envelope_of, exit_code, print_json
from ajisai.cli.inspection import program_request
from ajisai.cli.options import program_options
from ajisai.cli.source import Complaint, Source, read_source


@click.command(short_help="Run a program and show the stack it leaves.")
@program_options
def command(
    file: str | None, inline: str | None, as_json: bool, limits: Limits, words: tuple[str, ...]
) -> int:
    """Run a program and show what it printed and the stack it leaves, one value a line, the top last.

    `ajisai run -e '1 20 RANGE 1 [ MUL ] FOLD'` answers 2432902008176640000/1.
    """
    source = read_source(file, inline, limits.source_bytes)
    return _answer_json(source, limits, words) if as_json else _answer_person(source, limits, words)


def _answer_json(source: Source, limits: Limits, words: tuple[str, ...]) -> int:
    envelope = envelope_of("compute", lambda: program_request(source, words), limits)
    print_json(envelope)
    return exit_code(envelope)


def _answer_person(source: Source, limits: Limits, words: tuple[str, ...]) -> int:
    result = _result(source, limits, words)
    for text in result.output:
        sys.stdout.write(text + "\n")
    if result.status == "ok":
        for display in result.display:
            sys.stdout.write(display + "\n")
        return 0
    from ajisai.cli.screen import show_failure

    sys.stdout.flush()
    envelope = result.to_envelope()
    show_failure(envelope, source)
    return exit_code(envelope)


def _result(source: Source, limits: Limits, words: tuple[str, ...]) -> ajisai.Result:
    if not words:
        return ajisai.run(source.text, limits=limits)
    from ajisai.phrasebook import PhrasebookError, UnknownWord

    try:
        return ajisai.run(source.text, limits=limits, words=words)
    except UnknownWord as unknown:
        raise Complaint(str(unknown)) from None
    except PhrasebookError as fault:
        raise Complaint(f"the phrasebook is not usable: {fault}") from None
