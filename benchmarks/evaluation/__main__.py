"""``python -m benchmarks.evaluation SUBCOMMAND``: validate, score, measure and capture.

Exit code 0: all is well; 1: a fault, a missed budget, an imperfect fixture; 2: wrong use, or a capture that
could not be made.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.evaluation import (
    capture,
    corpus,
    number_baseline,
    performance,
    rates,
    reference,
    scoring,
    traces,
)
from benchmarks.evaluation.conversation import Model, Refused
from benchmarks.evaluation.documents import InvalidDocument, Unwritable, require_writable, write_json
from benchmarks.evaluation.live_server import LiveServer, ServerLost

_TRACES: Final = Path(__file__).with_name("traces")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; answers the exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.out is not None:
            require_writable(options.out)
        code: int = options.run(options)
    except InvalidDocument as invalid:
        return _report(invalid.faults)
    except (Refused, ServerLost, Unwritable) as failure:
        return _give_up(str(failure))
    except OSError as failure:
        return _give_up(f"{failure.filename or 'a file'}: {failure.strerror or failure}")
    except KeyboardInterrupt:
        return _give_up("interrupted")
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evaluation", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="SUBCOMMAND")

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run, out=None)
        made.add_argument("--corpus", type=Path, default=corpus.PLACE, help=argparse.SUPPRESS)
        return made

    validate = command("validate", _validate, "Look for faults in the corpus and in trace documents.")
    validate.add_argument(
        "traces", nargs="*", type=Path, help="trace documents (default: the committed ones)"
    )
    for name, kind in (("score", traces.SELECTION), ("score-repairs", traces.REPAIR)):
        text = f"Score a {kind} document over the live server."
        made = command(name, functools.partial(_score, kind), text)
        made.add_argument("traces", type=Path, help="the trace document")
        made.add_argument("--json", dest="out", type=Path, help="where the JSON record goes")
        made.add_argument("--require-perfect", action="store_true", help="fixtures only: fail below 1.000")
    for name, kind, text in (
        ("capture", traces.SELECTION, "Ask a model every prompt, and record what it calls."),
        ("capture-repairs", traces.REPAIR, "Let a model meet and repair every failing program."),
    ):
        made = command(name, functools.partial(_capture, kind), text)
        made.add_argument("--model", required=True, help="the model's id")
        made.add_argument("--out", required=True, type=Path, help="where the trace document goes")
    for name, run, text in (
        ("reference", _reference, "Let the corpus answer itself; every rate must be 1.000."),
        ("performance", _performance, "Measure latency and response sizes against the budgets."),
        ("number-baseline", _number_baseline, "Compare exact answers with IEEE doubles."),
    ):
        made = command(name, run, text)
        made.add_argument("--json", dest="out", type=Path, help="where the JSON record goes")
    return parser


def _validate(options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    faults = []
    places = options.traces or sorted(_TRACES.glob("*.json"))
    for place in places:
        try:
            document = traces.read(place, known)
        except InvalidDocument as invalid:
            faults += [f"{place.name}: {fault}" for fault in invalid.faults]
        else:
            lost = traces.missing(document, known)
            faults += [f"{place.name}: no trace of {case} in {language}" for case, language in lost]
    if faults:
        return _report(faults)
    print(
        f"{len(known.cases)} cases, {len(known.repairs)} repair cases, {len(places)} trace documents: sound"
    )
    return 0


def _score(kind: str, options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    document = traces.read(options.traces, known)
    if document.kind != kind:
        return _report([f"this is a {document.kind} document, and a {kind} document is scored here"])
    if options.require_perfect and not document.is_reference:
        return _report(["--require-perfect is for a referenceFixture: a model is measured, never asserted"])
    with LiveServer() as server:
        score = scoring.score(document, known, server.answer)
    print(rates.table(score))
    _keep(score, options.out)
    if options.require_perfect and not rates.is_perfect(score):
        return _report(
            [f"not perfect: {rates.said(failure)}" for failure in score["failures"]] or ["not perfect"]
        )
    return 0


def _reference(options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    with LiveServer() as server:
        selection = scoring.score(reference.selection(known), known, server.answer)
        repair = scoring.score(reference.repair(known), known, server.answer)
    print(rates.table(selection), rates.table(repair), sep="\n\n")
    _keep({"selection": selection, "repair": repair}, options.out)
    failures = [*selection["failures"], *repair["failures"]]
    return _report([f"the corpus does not answer itself: {rates.said(failure)}" for failure in failures])


def _capture(kind: str, options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    client = capture.connected()
    with LiveServer() as server:
        model = Model(client, options.model, server.instructions, server.tools())
        versions = capture.versions_of(server)
        document = capture.capture(kind, model, known, server.answer, versions, _progress)
    _keep(traces.to_json(document), options.out)
    return 0


def _performance(options: argparse.Namespace) -> int:
    budget = performance.budgets()
    with LiveServer() as server:
        figures = performance.measure(server)
    print(performance.table(figures))
    _keep(figures, options.out)
    return _report(performance.faults(figures, budget))


def _number_baseline(options: argparse.Namespace) -> int:
    with LiveServer() as server:
        rows = number_baseline.baseline(server.answer)
    print(number_baseline.table(rows))
    _keep(rows, options.out)
    return _report(number_baseline.faults(rows))


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _keep(document: object, place: Path | None) -> None:
    if place is not None:
        write_json(document, place)


def _report(faults: Sequence[str]) -> int:
    for fault in faults:
        print(f"evaluation: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _give_up(reason: str) -> int:
    print(f"evaluation: {reason}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
