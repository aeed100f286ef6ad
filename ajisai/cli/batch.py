"""``ajisai run --batch FILE.jsonl``: programs in, envelopes out, in order, going on where it was stopped.

Each input line is a JSON text (the program) or an object ``{"source": …, "id": …}``; each output line is the
envelope of that line's program, with its ``id`` where one was given. Whole output lines are whole answers:
after a kill the same command goes on behind the last of them.
"""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import ajisai
from ajisai.batch import processes
from ajisai.bounds import Limits
from ajisai.cli.source import Complaint, refused_file
from ajisai.cli.streams import INTERRUPTED
from ajisai.report.wire import to_json

_STDIN = Path("-")


class Item(NamedTuple):
    """One line of a batch."""

    source: str
    id: Any


def run_batch(
    path: Path, output: Path | None, jobs: int | None, limits: Limits, words: tuple[str, ...]
) -> int:
    """Answer every program of a batch; exit code 0, or 1 when one of them ended in an ERROR.

    Raises:
        Complaint: for a file that cannot be read or written, or a line that is no program, with its number.
    """
    if output is not None and output.exists() and path.exists() and output.samefile(path):
        raise Complaint(f"{output} holds the programs: name another file for the answers")
    items = _items(path)  # read once whole: a wrong line is told before anything runs
    sink, done, failed = (sys.stdout.buffer, 0, False) if output is None else _resumed(output, items)
    waiting = items[done:]
    try:
        with sink if output is not None else nullcontext(), _progress(len(items), done, output) as advance:
            for status in _run(waiting, sink, _workers(jobs, len(waiting)), limits, words):
                failed = failed or status != "ok"
                advance()
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)  # whole lines are written; what a worker has begun is not waited for
    return int(failed)


def _run(
    items: Sequence[Item], sink: BinaryIO, workers: int, limits: Limits, words: tuple[str, ...]
) -> Iterator[str]:
    """Write the answer of each program on a line; yields its status."""
    sources = (item.source for item in items)
    answers = ajisai.map(sources, executor=lambda: processes(workers), limits=limits, words=words)
    for item, answer in zip(items, answers, strict=True):
        envelope = answer.to_envelope()
        if item.id is not None:
            envelope = {"id": item.id, **envelope}
        sink.write(to_json(envelope).encode("utf-8") + b"\n")
        sink.flush()
        yield envelope["status"]


def _workers(jobs: int | None, programs: int) -> int:
    """How many processes to start: no more than there are programs to run."""
    return max(1, min(jobs or os.cpu_count() or 1, programs))


def _items(path: Path) -> list[Item]:
    name = "standard input" if path == _STDIN else str(path)
    try:
        data = sys.stdin.buffer.read() if path == _STDIN else path.read_bytes()
    except OSError as fault:
        raise refused_file(name, fault) from None
    items = []
    for number, line in enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1):
        if line.strip():
            items.append(_item(line, f"{name}, line {number}"))
    return items


def _item(line: bytes, where: str) -> Item:
    try:
        entry = json.loads(line, parse_constant=_refused_constant)
    except (ValueError, RecursionError):
        raise Complaint(f'{where}: not JSON. Write "1 2 ADD" or {{"source": "1 2 ADD"}}') from None
    if isinstance(entry, str):
        return Item(entry, None)
    if isinstance(entry, dict) and not entry.keys() - {"source", "id"}:
        source = entry.get("source")
        if isinstance(source, str):
            return Item(source, entry.get("id"))
    raise Complaint(f'{where}: expected a text or {{"source": text, "id": anything}}')


def _refused_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _resumed(path: Path, items: Sequence[Item]) -> tuple[BinaryIO, int, bool]:
    """The output file, cut behind its last whole line, how many those are, and whether a program failed.

    Nothing is cut of a file that does not hold answers to these programs.
    """
    failed = False
    try:
        if not path.is_file():  # a new one, or a device or pipe, which has nothing to go on behind
            return path.open("wb"), 0, failed
        sink = path.open("r+b")
        content = sink.read()
        *whole, half = content.split(b"\n")
        if len(whole) > len(items):
            raise Complaint(f"{path} holds {len(whole)} answers to {len(items)} programs: name another file")
        for number, (line, item) in enumerate(zip(whole, items, strict=False), 1):
            status = _status(line, item)
            if status is None:
                raise Complaint(f"{path}, line {number}: no answer to program {number}: name another file")
            failed = failed or status != "ok"
        if not any(half.startswith(head[: len(half)]) for head in _HEADS):
            raise Complaint(f"{path} ends in what is no answer: name another file")
        sink.truncate(len(content) - len(half))
        sink.seek(0, os.SEEK_END)
    except OSError as fault:
        raise refused_file(str(path), fault, "write") from None
    return sink, len(whole), failed


_HEADS = (b'{"schemaVersion":', b'{"id":')  # how an answer begins


def _status(line: bytes, item: Item) -> Any:
    """The status of the envelope that a line is; None where it is none with the ``id`` of that program."""
    try:
        envelope = json.loads(line)
    except (ValueError, RecursionError):
        return None
    known = isinstance(envelope, dict) and envelope.get("id") == item.id
    return envelope.get("status") if known else None


def _progress(total: int, done: int, output: Path | None) -> AbstractContextManager[Any]:
    """Something to call after each answer: a progress bar on a terminal where no answers are written."""
    beside_answers = output is None and sys.stdout.isatty()
    if beside_answers or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return nullcontext(lambda: None)
    return _Bar(total, done)


class _Bar:
    def __init__(self, total: int, done: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._progress = Progress(console=Console(stderr=True))
        self._task = self._progress.add_task("programs", total=total, completed=done)

    def __enter__(self) -> Any:
        self._progress.start()
        return lambda: self._progress.advance(self._task)

    def __exit__(self, *_: object) -> None:
        self._progress.stop()
