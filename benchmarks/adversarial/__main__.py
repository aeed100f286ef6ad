"""``python -m benchmarks.adversarial [NAME…]``: what each hostile program costs under the agent's ceilings.

Each runs in a process of its own through the door that the server's workers use, so that its peak memory is
its own. A program must be answered or refused by name; what is printed beside that are seconds of the call
and mebibytes of the process, the costliest last.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

_PROGRAMS = Path(__file__).parent / "programs.json"
_SECONDS, _MEBIBYTES = 2.5, 512  # aims: under half of wallTimeMs, and what a worker may have
_PATIENCE = 60
_CALL = """
import json, resource, sys, time
from ajisai.agent import answer, to_json
from ajisai.bounds import Limits
request = json.load(sys.stdin)
answer("compute", {"source": "1 2 ADD"}, limits=Limits.agent())
begin = time.perf_counter()
envelope = answer("compute", request, limits=Limits.agent())
size = len(to_json(envelope).encode())
seconds = time.perf_counter() - begin
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
error = envelope.get("error", {})
print(json.dumps([envelope["outcome"], error.get("resource"), seconds, peak, size]))
"""


class Cost(NamedTuple):
    """What one program took."""

    name: str
    outcome: str
    resource: str | None
    seconds: float
    mebibytes: float
    response: int


def main() -> int:
    """Exit code 0 when every program ended by itself, whatever it took; 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adversarial", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these programs")
    parser.add_argument("--record", type=Path, help="where to write a JSON record")
    options = parser.parse_args()
    programs = json.loads(_PROGRAMS.read_text(encoding="utf-8"))["programs"]
    chosen = [one for one in programs if not options.names or one["name"] in options.names]
    costs, lost = [], []
    for program in chosen:
        cost = _run(program["name"], program["source"])
        if cost is None:
            lost.append(program["name"])
        else:
            costs.append(cost)
    for cost in sorted(costs, key=lambda cost: cost.seconds):
        told = cost.outcome if cost.resource is None else f"{cost.outcome} ({cost.resource})"
        missed = cost.seconds > _SECONDS or cost.mebibytes > _MEBIBYTES
        print(f"{cost.seconds:6.2f} s {cost.mebibytes:5.0f} MiB  {cost.name:<20} {told}{'  MISSED' * missed}")
    for name in lost:
        print(f"did not end by itself: {name}")
    print(f"{len(costs)} of {len(chosen)} programs ended; aims: under {_SECONDS} s and {_MEBIBYTES} MiB each")
    if options.record is not None:
        record = [cost._asdict() for cost in costs]
        options.record.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return int(bool(lost))


def _run(name: str, source: str) -> Cost | None:
    try:
        finished = subprocess.run(
            [sys.executable, "-c", _CALL],
            input=json.dumps({"source": source}),
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    if finished.returncode != 0:
        print(finished.stderr[-500:], file=sys.stderr)
        return None
    return Cost(name, *json.loads(finished.stdout))


if __name__ == "__main__":
    sys.exit(main())
