"""Hostile programs one by one, each in a process of its own, through the door that the workers use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Final

from benchmarks.adversarial.costs import Cost, cost_of
from benchmarks.adversarial.programs import Program

_PATIENCE: Final = 60
_CALL: Final = """
import json, resource, sys, time
from ajisai.agent import answer, to_json
from ajisai.bounds import Limits
from ajisai_mcp.backends.worker import settle_collector
tool, source = json.load(sys.stdin)
answer("compute", {"source": "1 2 ADD"}, limits=Limits.agent())
settle_collector()
begin, used = time.perf_counter(), time.process_time()
envelope = answer(tool, {"source": source}, limits=Limits.agent())
size = len(to_json(envelope).encode())
seconds, used = time.perf_counter() - begin, time.process_time() - used
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
told = {name: envelope[name] for name in ("status", "outcome", "error") if name in envelope}
print(json.dumps([told, seconds, used, peak, size]))
"""


def run_alone(program: Program) -> Cost:
    """What a program takes. One that does not end by itself within a minute is ended."""
    try:
        finished = subprocess.run(
            [sys.executable, "-c", _CALL],
            input=json.dumps([program.tool, program.source]),
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Cost(program.name, "no answer", None, False, _PATIENCE, None, 0, 0)
    if finished.returncode != 0:
        print(finished.stderr[-500:], file=sys.stderr)
        return Cost(program.name, f"exit code {finished.returncode}", None, False, 0, None, 0, 0)
    return cost_of(program.name, *json.loads(finished.stdout))
