"""How long the contracts of a program take that is as long as the server admits. Nothing else infers them."""

from __future__ import annotations

from benchmarks.contracts import chain_seconds
from benchmarks.harness import Gauge, WrongAnswer

_WORDS = 500
_ROUNDS = 3


def _milliseconds() -> tuple[float, float | None]:
    try:
        contracts, _ = chain_seconds(_WORDS, _ROUNDS)
    except ValueError as gap:
        raise WrongAnswer(str(gap)) from None
    return contracts * 1e3, None


GAUGES = (Gauge(f"inference of {_WORDS} Words", "ms", _milliseconds),)
