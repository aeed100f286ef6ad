"""`make limits`: finds the numbers of the boundary pairs that depend on what work is priced at.

``tests/golden/limits.json`` exercises some limits by a pattern of which two neighbouring numbers stand on the
two sides. Where a price changes, they move; this finds them again and writes them there.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

from ajisai import Limits, agent

_PLACE: Final = Path(__file__).resolve().parent.parent / "tests" / "golden" / "limits.json"
_LARGEST: Final = 100_000  # a RANGE of so many elements is the longest that there is


def main() -> int:
    """Write the numbers; exit code 1 when a pattern has no boundary any more."""
    text = _PLACE.read_text(encoding="utf-8")
    for entry in json.loads(text)["limits"]:
        if "pattern" not in entry:
            continue
        below = _last_admitted(entry["pattern"])
        if below is None:
            print(f"{entry['name']}: no number up to {_LARGEST} is on the boundary: change the pattern")
            return 1
        numbers = rf"\g<1>{below}\g<2>{below + 1}"
        form = rf'("name": "{entry["name"]}".*?"under": )\d+(,\s+"over": )\d+'
        text = re.sub(form, numbers, text, count=1, flags=re.DOTALL)
    _PLACE.write_text(text, encoding="utf-8")
    return 0


def _last_admitted(pattern: Any) -> int | None:
    """The largest number with which the program runs, where a larger one is refused."""
    low, high = 1, _LARGEST
    if not _runs(pattern, low) or _runs(pattern, high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _runs(pattern, middle) else (low, middle)
    return low


def _runs(pattern: Any, number: int) -> bool:
    text = "".join(part * times for times, part in pattern) if isinstance(pattern, list) else pattern
    source = text.replace("#", str(number))
    return bool(agent.answer("compute", {"source": source}, limits=Limits.agent())["status"] == "ok")


if __name__ == "__main__":
    sys.exit(main())
