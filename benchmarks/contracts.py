"""``python -m benchmarks.contracts``: how long contracts take, how much they know, how small predictions are.

It measures the interpreter that runs it, and checks that every chain is inferred without a gap.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter

from ajisai import Limits
from ajisai.bounds import Failure, Meter
from ajisai.contracts import Analysis
from ajisai.contracts.outcomes import everything
from ajisai.contracts.source import program_items
from ajisai.syntax import read

_ROOT = Path(__file__).resolve().parent.parent
_FILL = " ".join(["1 ADD"] * 14)
_ROUNDS = 5


def chain(count: int) -> str:
    """A source of ``count`` Words, each calling the one before twice; 500 of them are 64 KiB."""
    lines = ["[ 2 MUL ] 'W0' DEF"]
    lines += [f"[ W{i - 1} W{i - 1} {_FILL} [ 1 2 ] LENGTH ADD ] 'W{i}' DEF" for i in range(1, count)]
    return "\n".join([*lines, f"3 W{count - 1}"])


def _analysis(source: str) -> Analysis:
    return Analysis(read(source, Meter(Limits.playground())))


def chain_seconds(count: int, rounds: int) -> tuple[float, float]:
    """The least time that the contracts, and then the prediction, of a chain of so many Words took.

    Raises:
        ValueError: where a Word was inferred with a gap, or their number is another.
    """
    source = chain(count)
    contracts, prediction = [], []
    for _ in range(rounds):
        subject = _analysis(source)
        start = perf_counter()
        found = subject.contracts
        contracts.append(perf_counter() - start)
        if len(found) != count or any(word.contract.gaps for word in found):
            raise ValueError(f"a chain of {count} Words was inferred with a gap")
        start = perf_counter()
        _ = subject.prediction
        prediction.append(perf_counter() - start)
    return min(contracts), min(prediction)


def _print_chains() -> None:
    print(f"{'Words':>6} {'bytes':>7} {'contracts':>12} {'per Word':>10} {'outcomes':>12}")
    for count in (50, 100, 200, 500):
        contracts, prediction = chain_seconds(count, _ROUNDS)
        each = 1e6 * contracts / count
        print(
            f"{count:>6} {len(chain(count)):>7} {1e3 * contracts:>9.1f} ms {each:>7.1f} µs "
            f"{1e3 * prediction:>9.1f} ms"
        )


def _corpus() -> list[Analysis]:
    found = []
    for path in sorted((_ROOT / "tests" / "conformance").glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            try:
                found.append(_analysis(case["source"]))
            except Failure:
                continue
    return found


def _print_knowledge(name: str, subjects: list[Analysis]) -> None:
    words = [word for subject in subjects for word in subject.contracts]
    known = sum(not word.contract.gaps for word in words)
    print(f"{name}: {known} of {len(words)} Words without a gap ({100 * known / max(1, len(words)):.1f} %)")


def main() -> None:
    """Print the figures."""
    _print_chains()
    corpus = _corpus()
    phrasebook = _analysis((_ROOT / "phrasebook" / "phrasebook.ajisai").read_text(encoding="utf-8"))
    _print_knowledge("phrasebook", [phrasebook])
    _print_knowledge("corpus", corpus)
    predicted = sum(len(subject.prediction.outcomes) for subject in corpus) / len(corpus)
    naive = sum(len(everything(program_items(subject.program)[0], {})) for subject in corpus) / len(corpus)
    print(f"corpus: {predicted:.2f} outcomes predicted on average, {naive:.2f} by a naive union")


if __name__ == "__main__":
    main()
