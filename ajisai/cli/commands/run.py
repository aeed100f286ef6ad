"""``ajisai run``: run a program and show the stack it leaves."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import ajisai
from ajisai.bounds import Limits
from ajisai.cli.envelopes import envelope_of, exit_code, print_json
from ajisai.cli.inspection import program_request
from ajisai.cli.options import program_options
from ajisai.cli.source import Complaint, Source, read_source


@click.command(short_help="Run a program and show the stack it leaves.")
@program_options
@click.option(
    "--batch",
    metavar="FILE.jsonl",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help='Run every program of a file (-: standard input), a JSON text or {"source": …, "id": …} a line.',
)
@click.option(
    "--out",
    metavar="FILE.jsonl",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the envelopes of --batch go; the same command goes on behind the last whole line.",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 256),
    help="Processes for --batch, 1 to 256 (default: one per core).",
)
def command(
    file: str | None,
    inline: str | None,
    as_json: bool,
    limits: Limits,
    words: tuple[str, ...],
    batch: Path | None,
    out: Path | None,
    jobs: int | None,
) -> int:
    """Run a program and show what it printed and the stack it leaves, one value a line, the top last.

    `ajisai run -e '1 20 RANGE 1 [ MUL ] FOLD'` answers 2432902008176640000/1.
    """
    if batch is not None:
        from ajisai.cli.batch import run_batch

        if file is not None or inline is not None:
            raise click.UsageError("--batch takes its programs from its file: give no other")
        return run_batch(batch, out, jobs, limits, words)
    if out is not None or jobs is not None:
        raise click.UsageError("--out and --jobs go with --batch")
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
