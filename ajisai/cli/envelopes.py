"""Envelopes on their way out: asked for at the engine's one door, as JSON, and as an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from ajisai import agent
from ajisai.bounds import Limits

Envelope = Mapping[str, Any]

_EXIT_CODES = {"ok": 0, "error": 1}


def envelope_of(tool: str, request: Callable[[], Any], limits: Limits) -> Envelope:
    """What ``tool`` answers to a request; of a request that is refused, the envelope that says so.

    Args:
        request: makes the request, and may itself raise ``agent.RequestError``.
    """
    try:
        return agent.answer(tool, request(), limits=limits)
    except agent.RequestError as refusal:
        return refusal.to_envelope()


def exit_code(envelope: Envelope) -> int:
    """0 ok, 1 a language ERROR or a declaration that does not hold, 2 a request that the host refused."""
    if envelope.get("contractDecls", {}).get("outcome") == "violated":
        return 1  # no run would begin, even where the tool that was asked has answered
    return _EXIT_CODES.get(envelope["status"], 2)


def print_json(envelope: Envelope) -> None:
    """One line of JSON on stdout."""
    sys.stdout.write(agent.to_json(envelope) + "\n")
