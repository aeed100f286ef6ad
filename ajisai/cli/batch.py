"""``ajisai run --batch FILE.jsonl``: programs in, envelopes out, in order, going on where it was stopped.

Each input line is a JSON text (the program) or an object ``{"source": …, "id": …}``; each output line is the
envelope of that line's program, with its ``id`` where one was given. Whole output lines are whole answers:
after a kill the same command goes on behind the last of them.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import ajisai
from ajisai.bounds import Limits
from ajisai.cli.source import Complaint
from ajisai.report.wire import to_json


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
    items = _items(path)  # read once whole: a wrong line is told before anything runs
    sink, done = (sys.stdout.buffer, 0) if output is None else _resumed(output)
    if done > len(items):
        raise Complaint(f"{output} holds {done} answers, more than {path} has programs: name another file")
    failed = False
    with sink if output is not None else nullcontext(), _progress(len(items), done) as advance:
        waiting = items[done:]
        answers = ajisai.map(
            (item.source for item in waiting),
            executor=lambda: ProcessPoolExecutor(jobs),
            limits=limits,
            words=words,
        )
        for item, answer in zip(waiting, answers, strict=True):
            envelope = answer.to_envelope()
            failed = failed or envelope["status"] != "ok"
            if item.id is not None:
                envelope = {"id": item.id, **envelope}
            sink.write(to_json(envelope).encode("utf-8") + b"\n")
            sink.flush()
            advance()
    return int(failed)


def _items(path: Path) -> list[Item]:
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as fault:
        raise Complaint(f"cannot read {path}: {fault.strerror}") from None
    items = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            items.append(_item(line, f"{path}, line {number}"))
    return items


def _item(line: bytes, where: str) -> Item:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise Complaint(f'{where}: not JSON. Write "1 2 ADD" or {{"source": "1 2 ADD"}}') from None
    if isinstance(entry, str):
        return Item(entry, None)
    if isinstance(entry, dict) and not entry.keys() - {"source", "id"}:
        source = entry.get("source")
        if isinstance(source, str):
            return Item(source, entry.get("id"))
    raise Complaint(f'{where}: expected a text or {{"source": text, "id": anything}}')


def _resumed(path: Path) -> tuple[BinaryIO, int]:
    """The output file, cut behind its last whole line, and how many lines that are."""
    try:
        sink = path.open("r+b" if path.exists() else "w+b")
        content = sink.read()
        whole = content.rfind(b"\n") + 1
        sink.truncate(whole)
        sink.seek(whole)
    except OSError as fault:
        raise Complaint(f"cannot write {path}: {fault.strerror}") from None
    return sink, content.count(b"\n")


def _progress(total: int, done: int) -> AbstractContextManager[Any]:
    """Something to call after each answer: a progress bar where stderr is a terminal."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
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
