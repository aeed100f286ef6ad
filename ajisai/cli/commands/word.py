"""``ajisai word NAME``: what one Word does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from ajisai.bounds import Limits
from ajisai.cli.completion import words
from ajisai.cli.envelopes import envelope_of, exit_code, print_json
from ajisai.cli.options import json_option
from ajisai.cli.source import Complaint

_CLASSES = ("field", "partiality", "purity", "determinism")


@click.command(short_help="Show what one Word does.")
@click.argument("name", shell_complete=words)
@json_option
def command(name: str, as_json: bool) -> int:
    """Show what the Word NAME does: its operands, results, absences, errors and examples.

    NAME is a Core Word, or a Word of the phrasebook, which is shown as it is written there. --json answers
    for Core Words only.
    """
    envelope = envelope_of("word_contract", lambda: {"word": name}, Limits.playground())
    matches = envelope.get("matches", [])
    code = exit_code(envelope) or (0 if matches else 1)
    if as_json:
        print_json(envelope)
        return code
    if "error" in envelope:
        from ajisai.cli.screen import show_failure

        show_failure(envelope)
        return code
    from ajisai.cli.screen import say, show_no_word

    for record in matches:
        for line, indent in _card(record):
            say(line, indent)
    if matches or _show_phrase(name):
        return 0
    show_no_word(name, envelope.get("suggestions", []))
    return code


def _show_phrase(name: str) -> bool:
    """Show a Word of the phrasebook; answers whether it holds that name."""
    from ajisai.phrasebook import PhrasebookError, UnknownWord, current, spelled_names

    if name.upper() not in spelled_names():
        return False
    try:
        entry = current().entry(name)
    except (UnknownWord, PhrasebookError) as fault:
        raise Complaint(f"the phrasebook is not usable: {fault}") from None
    click.echo(f"{entry.name}  (phrasebook): ask for it with --words {entry.name}")
    click.echo(f"\n{entry.text}")
    return True


_FACT, _EXAMPLE = 10, 4  # columns by which their later lines are further in


def _card(record: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """The lines, each with how far in it goes on where it does not fit."""
    yield f"{record['name']}  ({record['family']}, {record['tier']})", 0
    yield record["hover"], 0
    yield "", 0
    yield f"  {record['syntax']}", _EXAMPLE
    yield "", 0
    yield f"takes     {_operands(record)}", _FACT
    yield f"leaves    {record['outputs']}{_results(record['resultDomains'])}", _FACT
    yield f"NIL       {record['nilPolicy']}{_projection(record['projection'])}", _FACT
    yield f"errors    {' '.join(record['errors']) or 'none of its own'}", _FACT
    yield f"contract  {', '.join(record[key] for key in _CLASSES)}", _FACT
    if record["effects"]:
        yield f"effects   {' '.join(record['effects'])}", _FACT
    yield "", 0
    for example in record["examples"]:
        yield f"  {example['source']}  # => {_ending(example)}".rstrip(), _EXAMPLE


def _operands(record: Mapping[str, Any]) -> str:
    if not record["roles"]:
        return str(record["inputs"])
    domains = record["operandDomains"] or [["any"]] * len(record["roles"])
    parts = (f"{role} {_either(admitted)}" for role, admitted in zip(record["roles"], domains, strict=True))
    return f"{record['inputs']}: {', '.join(parts)}"


def _results(domains: list[str]) -> str:
    return f": {_either(domains)}" if domains else ""


def _either(domains: list[str]) -> str:
    return " or ".join(domains)


def _projection(projection: Mapping[str, list[str]]) -> str:
    if not projection["reasons"]:
        return ""
    return f"; answers NIL({', '.join(projection['reasons'])}) for {', '.join(projection['when'])}"


def _ending(example: Mapping[str, Any]) -> str:
    if "error" in example:
        return f"ERROR {example['error']}"
    ending = " ".join(example["stack"])
    if example.get("output"):
        return f"{ending}  prints {' '.join(example['output'])}".strip()
    return ending
