"""``python -m benchmarks.adversarial [NAME…]``: what each hostile program costs under the agent's ceilings.

Each runs in a process of its own through the door that the server's workers use; or, with
``--through-server``, all of them through one server over standard input and output while another core is kept
busy. A program must be answered or refused by name, within the seconds and the memory that are aimed at; the
table tells the seconds of the call, the processor time and the peak memory of its process, the slowest first.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from benchmarks.adversarial.alone import run_alone
from benchmarks.adversarial.costs import MEBIBYTES, SECONDS, keep, tell
from benchmarks.adversarial.programs import programs

_RECORD: Final = Path(__file__).parent.parent / "results" / "adversarial.json"


def main() -> int:
    """Exit code 0: every program ended by itself within the figures; 1: one did not; 2: wrong use."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adversarial", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these programs")
    parser.add_argument("--through-server", action="store_true", help="send them to one server")
    parser.add_argument(
        "--at-once", type=int, default=1, metavar="N", help="with --through-server: N calls of each together"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"what a call may take (default {SECONDS})"
    )
    parser.add_argument("--record", type=Path, default=_RECORD, help="where the record goes")
    options = parser.parse_args()
    chosen = programs(options.names)
    if not chosen or options.at_once < 1:
        print("no such program, or no call at once", file=sys.stderr)
        return 2
    if options.through_server:
        from benchmarks.adversarial.through_server import run_through_server

        costs = run_through_server(chosen, at_once=options.at_once)
    else:
        costs = [run_alone(program) for program in chosen]
    tell(costs, options.seconds)
    faults = sum(cost.fault(options.seconds) is not None for cost in costs)
    print(
        f"{len(costs) - faults} of {len(costs)} programs ended by themselves "
        f"within {options.seconds} s and {MEBIBYTES} MiB"
    )
    keep(costs, options.record, throughServer=options.through_server, atOnce=options.at_once)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
