"""``python -m benchmarks.evaluation SUBCOMMAND``: validate, score, measure and capture.

Exit code 0: all is well; 1: a fault, a missed budget, an imperfect fixture; 2: wrong use, or a capture that
could not be made.
"""

from __future__ import annotations

import argparse
import json
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
    repair_scoring,
    scoring,
    traces,
)
from benchmarks.evaluation.conversation import Model, Refused
from benchmarks.evaluation.live_server import LiveServer, ServerLost

_TRACES: Final = Path(__file__).with_name("traces")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; answers the exit code."""
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except corpus.InvalidCorpus as invalid:
        return _report(invalid.faults)
    except (Refused, ServerLost, OSError) as failure:
        print(f"evaluation: {failure}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evaluation", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="SUBCOMMAND")

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(run=run)
        made.add_argument("--corpus", type=Path, default=corpus.PLACE, help=argparse.SUPPRESS)
        return made

    validate = command("validate", _validate, "Look for faults in the corpus and in trace documents.")
    validate.add_argument(
        "traces", nargs="*", type=Path, help="trace documents (default: the committed ones)"
    )
    for name, run, text in (
        ("score", _score, "Score a selection document over the live server."),
        ("score-repairs", _score_repairs, "Score a repair document over the live server."),
    ):
        made = command(name, run, text)
        made.add_argument("traces", type=Path, help="the trace document")
        _add_reports(made)
        made.add_argument("--require-perfect", action="store_true", help="fixtures only: fail below 1.000")
    _add_reports(command("reference", _reference, "Let the corpus answer itself; every rate must be 1.000."))
    for name, run, text in (
        ("capture", _capture, "Ask a model every prompt, and record what it calls."),
        ("capture-repairs", _capture_repairs, "Let a model meet and repair every failing program."),
    ):
        made = command(name, run, text)
        made.add_argument("--model", required=True, help="the model's id")
        made.add_argument("--out", required=True, type=Path, help="where the trace document goes")
    for name, run, text in (
        ("performance", _performance, "Measure latency and response sizes against the budgets."),
        ("number-baseline", _number_baseline, "Compare exact answers with IEEE doubles."),
    ):
        command(name, run, text).add_argument("--json", type=Path, help="where the JSON record goes")
    return parser


def _add_reports(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, help="where the JSON record goes")


def _validate(options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    faults = []
    places = options.traces or sorted(_TRACES.glob("*.json"))
    for place in places:
        try:
            document = traces.read(place, known)
        except corpus.InvalidCorpus as invalid:
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


def _score(options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    return _scored(traces.read(options.traces, known), known, traces.SELECTION, options)


def _score_repairs(options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    return _scored(traces.read(options.traces, known), known, traces.REPAIR, options)


def _scored(
    document: traces.TraceDocument, known: corpus.Corpus, kind: str, options: argparse.Namespace
) -> int:
    if document.kind != kind:
        return _report([f"this is a {document.kind} document, and a {kind} document is scored here"])
    if options.require_perfect and not document.is_reference:
        return _report(["--require-perfect is for a referenceFixture: a model is measured, never asserted"])
    scorer = scoring.score if kind == traces.SELECTION else repair_scoring.score_repairs
    with LiveServer() as server:
        score = scorer(document, known, server.answer)
    print(rates.table(score))
    _keep(score, options.json)
    if options.require_perfect and not rates.is_perfect(score):
        return _report([f"not perfect: {failure}" for failure in score["failures"]] or ["not perfect"])
    return 0


def _reference(options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    with LiveServer() as server:
        selection = scoring.score(reference.selection(known), known, server.answer)
        repair = repair_scoring.score_repairs(reference.repair(known), known, server.answer)
    print(rates.table(selection), rates.table(repair), sep="\n\n")
    _keep({"selection": selection, "repair": repair}, options.json)
    failures = [*selection["failures"], *repair["failures"]]
    return _report([f"the corpus does not answer itself: {failure}" for failure in failures])


def _capture(options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    _require_folder(options.out)
    client = capture.connected()
    with LiveServer() as server:
        model = Model(client, options.model, server.instructions, server.tools())
        document = capture.capture_selection(model, known, capture.versions_of(server), _progress)
    _keep(traces.to_json(document), options.out)
    return 0


def _capture_repairs(options: argparse.Namespace) -> int:
    known = corpus.load(options.corpus)
    _require_folder(options.out)
    client = capture.connected()
    with LiveServer() as server:
        model = Model(client, options.model, server.instructions, server.tools())
        versions = capture.versions_of(server)
        document = capture.capture_repairs(model, known, server.answer, versions, _progress)
    _keep(traces.to_json(document), options.out)
    return 0


def _require_folder(place: Path) -> None:
    """Refuse before a long capture what could not be written after it."""
    if not place.parent.is_dir():
        raise Refused(f"there is no folder {place.parent}")


def _performance(options: argparse.Namespace) -> int:
    with LiveServer() as server:
        figures = performance.measure(server)
    print(performance.table(figures))
    _keep(figures, options.json)
    return _report(performance.faults(figures, performance.budgets()))


def _number_baseline(options: argparse.Namespace) -> int:
    with LiveServer() as server:
        rows = number_baseline.baseline(server.answer)
    print(number_baseline.table(rows))
    _keep(rows, options.json)
    return _report(number_baseline.faults(rows))


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _keep(document: object, place: Path | None) -> None:
    if place is not None:
        place.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _report(faults: Sequence[str]) -> int:
    for fault in faults:
        print(f"evaluation: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
