"""Many programs at once, over any ``concurrent.futures.Executor``.

A program is a pure function of its source and limits, so it may run anywhere and again. Answers come in the
order of the sources. A worker that dies costs nobody an answer: what it was running is run again, alone, and
a program that kills its worker each time is reported as ``Lost``.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ajisai.api import Session, run
from ajisai.bounds import Limits
from ajisai.report.result import Result

_ATTEMPTS = 3  # times that a program alone may lose its worker before it is reported

Chunk = tuple[str, ...]


@dataclass(frozen=True)
class Lost:
    """A program whose worker died each time it was tried, so that no answer exists.

    Attributes:
        source: the program.
        reason: what the executor said of the last try.
        status: ``hostError``; ``error`` and ``stack`` of a Result are not there.
    """

    source: str
    reason: str
    status: str = "hostError"

    def to_envelope(self) -> dict[str, Any]:
        """The host failure as an envelope (code ``backendFailure``)."""
        return {
            "schemaVersion": 5,
            "status": self.status,
            "error": {
                "code": "backendFailure",
                "message": "the worker that ran this program was lost each time it was tried",
                "retryable": False,
            },
        }


Answer = Result | Lost
Executors = Executor | Callable[[], Executor]


def map_programs(
    sources: Iterable[str],
    *,
    executor: Executors | None = None,
    limits: Limits | None = None,
    words: Iterable[str] = (),
    chunksize: int = 1,
    ahead: int = 64,
) -> Iterator[Answer]:
    """Run each program in a fresh session; known as ``ajisai.map``.

    Args:
        sources: the programs, taken as they are needed: an endless iterable is fine.
        executor: where to run: an Executor (a process pool, Dask's ``client.get_executor()``, an MPI pool),
            or a function that makes one. With a function a broken pool is replaced, and shut down
            at the end; an Executor that is given stays open. None: a process pool on all cores.
        limits: the ceilings of each program; ``Limits.playground()`` where None.
        words: phrasebook Words that are defined before each program.
        chunksize: how many programs a worker is handed at once. For many programs of less than a millisecond
            50 is several times faster than 1.
        ahead: how many chunks are handed over before the answer that is waited for: at least as many as there
            are workers.

    Yields:
        One :class:`Result` per source, in order; :class:`Lost` for a program that its worker never survived.
        When the iterator is closed early, what has not begun is cancelled.

    Raises:
        TypeError: at once for an argument that is not of its kind; at its turn for a source that is no text.
        ValueError: for a ``chunksize`` or ``ahead`` below 1.
        ajisai.phrasebook.UnknownWord: for a name that the phrasebook lacks.
        RuntimeError: when an Executor that was given, not made, is shut down or broken for good.
        ImportError: when a worker lacks ``ajisai``.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     [result.value for result in map_programs(["1 2 ADD", "2 3 MUL"], executor=pool)]
    [3, 6]
    """
    if isinstance(sources, (str, bytes)) or not isinstance(sources, Iterable):
        raise TypeError(
            f"sources must be a list of programs, not {type(sources).__name__}; for one use ajisai.run"
        )
    for name, number in (("chunksize", chunksize), ("ahead", ahead)):
        if type(number) is not int:
            raise TypeError(f"{name} must be an int, not {type(number).__name__}")
        if number < 1:
            raise ValueError(f"{name} must be at least 1, not {number}")
    if executor is not None and not isinstance(executor, Executor) and not callable(executor):
        raise _no_executor("executor must be", executor)
    names = words if isinstance(words, str) or not isinstance(words, Iterable) else tuple(words)
    Session(limits=limits, words=names)  # what is wrong with these is told here, not by a worker
    setting = (Limits.playground() if limits is None else limits, tuple(names))
    return _answers(_chunks(sources, chunksize), ahead, processes if executor is None else executor, setting)


def _no_executor(what: str, thing: object) -> TypeError:
    advice = "; pass its .get_executor()" if hasattr(thing, "get_executor") else ""
    kinds = "a concurrent.futures.Executor or a function that makes one"
    return TypeError(f"{what} {kinds}, not {type(thing).__name__}{advice}")


def _chunks(sources: Iterable[str], size: int) -> Iterator[Chunk | Exception]:
    """So many sources at a time; where a source is wrong, or none can be had, the exception ends them."""
    chunk: list[str] = []
    try:
        for place, source in enumerate(sources):
            if not isinstance(source, str):
                raise TypeError(f"sources[{place}] must be a str, not {type(source).__name__}")
            chunk.append(str.__str__(source))
            if len(chunk) == size:
                yield tuple(chunk)
                chunk = []
    except Exception as wrong:
        if chunk:
            yield tuple(chunk)
        yield wrong
        return
    if chunk:
        yield tuple(chunk)


def _answers(
    chunks: Iterator[Chunk | Exception], ahead: int, executor: Executors, setting: Setting
) -> Iterator[Answer]:
    pending: deque[tuple[Chunk, Future[list[Result | _Raised]]] | Exception] = deque()
    with _Workers(executor, setting) as workers:
        try:
            while True:
                for chunk in islice(chunks, ahead - len(pending)):
                    pending.append(
                        chunk if isinstance(chunk, Exception) else (chunk, workers.submit(chunk, 0))
                    )
                if not pending:
                    return
                first = pending.popleft()
                if isinstance(first, Exception):
                    raise first
                yield from workers.answers(*first)
        finally:
            for waiting in pending:
                if not isinstance(waiting, Exception):
                    waiting[1].cancel()


Setting = tuple[Limits, tuple[str, ...]]


@dataclass(frozen=True)
class _Raised:
    """What a run raised in its worker: the caller's mistake, or ours; its worker is well."""

    exception: Exception


class _Workers:
    """An executor, and the making of a new one where that is possible."""

    def __init__(self, executor: Executors, setting: Setting) -> None:
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else _made(executor)
        self._setting = setting

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._make is not None:  # one who interrupts does not wait for what a worker has begun
            self._executor.shutdown(wait=kind is not KeyboardInterrupt)  # Dask's takes no other argument

    def submit(self, chunk: Chunk, attempt: int) -> Future[list[Result | _Raised]]:
        try:
            return self._executor.submit(_run, chunk, *self._setting, attempt)
        except RuntimeError as broken:  # a pool that broke says so at the next submission too
            failed: Future[list[Result | _Raised]] = Future()
            failed.set_exception(broken)
            return failed

    def answers(self, chunk: Chunk, future: Future[list[Result | _Raised]]) -> Iterator[Answer]:
        """What the programs of a chunk answered; where their worker was lost, each tried again by itself.

        Who killed the worker is unknown, so each program that it had is suspected.
        """
        try:
            answers = future.result()
        except Exception as lost:  # an executor of any kind says in its own way that a worker is gone
            self._raise_what_no_trial_mends(lost)
            for source in chunk:
                yield self._alone(source)
            return
        for answer in answers:
            yield _answer(answer)

    def _alone(self, source: str) -> Answer:
        reason = ""
        for attempt in range(1, _ATTEMPTS + 1):
            self._renew()
            try:
                (answer,) = self.submit((source,), attempt).result()
            except Exception as lost:
                self._raise_what_no_trial_mends(lost)
                reason = f"{type(lost).__name__}: {lost}"
            else:
                return _answer(answer)
        return Lost(source, reason)

    def _raise_what_no_trial_mends(self, failure: Exception) -> None:
        if isinstance(failure, ImportError) or (self._make is None and isinstance(failure, RuntimeError)):
            raise failure

    def _renew(self) -> None:
        if self._make is None:
            return
        try:
            self._executor.submit(int).result()
        except Exception:  # broken: replaced, whatever it says
            self._executor.shutdown(wait=False)
            self._executor = _made(self._make)


def _made(make: Callable[[], Executor]) -> Executor:
    executor: object = make()
    if not isinstance(executor, Executor):
        raise _no_executor("executor, a function, must answer", executor)
    return executor


def _answer(found: Result | _Raised) -> Result:
    if isinstance(found, _Raised):
        raise found.exception
    return found


def processes(workers: int | None = None) -> Executor:
    """A process pool, on all cores where ``workers`` is None. Its processes end when this one is killed, and
    leave an interrupt of the terminal to it.
    """
    from concurrent.futures import ProcessPoolExecutor  # takes 20 ms to import: only where it is used

    return ProcessPoolExecutor(workers, initializer=_follow_parent)


def _follow_parent() -> None:
    """In a worker: do not wait for work for ever when the process that gives it is gone."""
    import multiprocessing
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.join,), daemon=True).start()


def _end_after(wait: Callable[[], None]) -> None:
    wait()
    os._exit(1)


def _run(chunk: Chunk, limits: Limits, words: tuple[str, ...], attempt: int) -> list[Result | _Raised]:
    """The work of a worker. ``attempt`` makes each call another one: schedulers remember how a call ended."""
    answers: list[Result | _Raised] = []
    for source in chunk:
        try:
            answers.append(run(source, limits=limits, words=words))
        except MemoryError:  # of this worker, not of the program: its limits bound what it may use
            raise
        except Exception as raised:
            answers.append(_Raised(raised))
            break
    return answers
