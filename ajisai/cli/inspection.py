"""What the subcommands share that look at a program without running it."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ajisai.bounds import Limits
from ajisai.cli.envelopes import Envelope, envelope_of, exit_code, print_json
from ajisai.cli.source import Source, read_source


def program_request(source: Source, words: tuple[str, ...]) -> dict[str, object]:
    """The request for a program, with the phrasebook ``words`` defined before it."""
    return {"source": source.text, "words": list(words)} if words else {"source": source.text}


def inspect(
    tool: str,
    show: Callable[[Envelope], None],
    *,
    file: str | None,
    inline: str | None,
    as_json: bool,
    limits: Limits,
    words: tuple[str, ...],
) -> int:
    """Ask ``tool`` about a program and answer the exit code.

    Args:
        show: shows a person an envelope that holds an answer. One of a failure is shown here, and so is what
            the answer says of declarations that do not hold or cannot be verified.
        file, inline, as_json, limits, words: as ``program_options`` hands them over.
    """
    source = read_source(file, inline, limits.source_bytes)
    envelope = envelope_of(tool, lambda: program_request(source, words), limits)
    if as_json:
        print_json(envelope)
    elif "error" in envelope:
        from ajisai.cli.screen import show_failure

        show_failure(envelope, source)
    else:
        show(envelope)
        sys.stdout.flush()
        show_findings(envelope, source)
    return exit_code(envelope)


def show_findings(envelope: Envelope, source: Source) -> None:
    """Write what was found wrong with the declarations of a program on stderr."""
    findings = envelope.get("contractDecls", {}).get("findings", ())
    if not findings:
        return
    from ajisai.cli.screen import show_finding

    for finding in findings:
        show_finding(finding, source)
