"""The answer of the server and of ``ajisai run --json``, beside writing a document that exists already."""

from __future__ import annotations

import json
from dataclasses import replace

import ajisai
from benchmarks.harness import Comparison, Family, Side


def envelope(numbers: int) -> Comparison:
    """So many fractions on the stack, as nodes and in the display."""
    result = ajisai.run(f"1 {numbers} RANGE 7 DIV")
    document = result.to_envelope()

    def engine() -> str:
        # A new Result each time, which has not shown itself yet.
        return json.dumps(replace(result).to_envelope())

    return Comparison(
        "",
        "number",
        numbers,
        Side("to_envelope, json", engine),
        Side("json", lambda: json.dumps(document)),
        3,
    )


COMPARISONS = (Family("envelope", envelope, (5_000,), small=50, of="numbers"),)
