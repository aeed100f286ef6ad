"""``ajisai word NAME``: what one Word does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from ajisai.bounds import Limits
from ajisai.cli.envelopes import envelope_of, exit_code, print_json
from ajisai.cli.options import json_option

_CLASSES = ("field", "partiality", "purity", "determinism")


@click.command(short_help="Show what one Word does.")
@click.argument("name")
@json_option
def command(name: str, as_json: bool) -> int:
    """Show what the Core Word NAME does: its operands, results, absences, errors and examples."""
    envelope = envelope_of("word_contract", lambda: {"word": name}, Limits.playground())
    matches = envelope.get("matches", [])
    code = exit_code(envelope) or (0 if matches else 1)
    if as_json:
        print_json(envelope)
        return code
    from ajisai.cli.excerpt import visible
    from ajisai.cli.screen import show_failure, terminal

    if "error" in envelope:
        show_failure(envelope)
        return code
    for record in matches:
        for line in _card(record):
            click.echo(line)
    if not matches:
        console = terminal(stderr=True)
        console.print(f"no Core Word is named {visible(name)}")
        if near := envelope.get("suggestions"):
            console.print(f"near: {' '.join(near)}")
    return code


def _card(record: Mapping[str, Any]) -> Iterator[str]:
    yield f"{record['name']}  ({record['family']}, {record['tier']})"
    yield click.wrap_text(record["hover"], width=100)
    yield ""
    yield f"  {record['syntax']}"
    yield ""
    yield f"takes     {_operands(record)}"
    yield f"leaves    {record['outputs']}{_results(record['resultDomains'])}"
    yield f"NIL       {record['nilPolicy']}{_projection(record['projection'])}"
    yield f"errors    {' '.join(record['errors']) or 'none of its own'}"
    yield f"contract  {', '.join(record[key] for key in _CLASSES)}"
    if record["effects"]:
        yield f"effects   {' '.join(record['effects'])}"
    yield ""
    for example in record["examples"]:
        yield f"  {example['source']}  # => {_ending(example)}".rstrip()


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
