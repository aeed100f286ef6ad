"""Asks the engine's one door for hosts, so that people and machines are told the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ajisai.bounds import Limits
from ajisai.cli.source import Source


def ask(tool: str, source: Source, words: tuple[str, ...], limits: Limits) -> Mapping[str, Any]:
    """The envelope that ``tool`` answers for a program, with the phrasebook ``words`` defined before it."""
    from ajisai import agent

    request = {"source": source.text, "words": list(words)} if words else {"source": source.text}
    return agent.answer(tool, request, limits=limits)
