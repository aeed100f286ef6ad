"""Asks the engine's one door for hosts, so that people and machines are told the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ajisai.bounds import Limits
from ajisai.cli.envelopes import exit_code, print_json
from ajisai.cli.source import Source, read_source

Envelope = Mapping[str, Any]


def ask(tool: str, source: Source, words: tuple[str, ...], limits: Limits) -> Envelope:
    """The envelope that ``tool`` answers for a program, with the phrasebook ``words`` defined before it."""
    from ajisai import agent

    request = {"source": source.text, "words": list(words)} if words else {"source": source.text}
    return agent.answer(tool, request, limits=limits)


def inspect(
    tool: str,
    show: Callable[[Envelope, Source], None],
    *,
    file: str | None,
    inline: str | None,
    as_json: bool,
    limits: Limits,
    words: tuple[str, ...],
) -> int:
    """What the subcommands do that look at a program without running it; answers the exit code.

    Args:
        tool: the tool to ask.
        show: shows a person an envelope that holds an answer. One of a failure is shown here.
        file, inline, as_json, limits, words: as ``program_options`` hands them over.
    """
    source = read_source(file, inline, limits.source_bytes)
    envelope = ask(tool, source, words, limits)
    if as_json:
        print_json(envelope)
    elif "error" in envelope:
        from ajisai.cli.screen import show_failure

        show_failure(envelope, source)
    else:
        show(envelope, source)
    return exit_code(envelope)
