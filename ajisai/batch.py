"""Many programs at once, over any ``concurrent.futures.Executor``.

A program is a pure function of its source and limits, so it may run anywhere and again. Answers come in the
order of the sources. A worker that dies costs nobody an answer: what it was running is run again, alone, and
a program that kills its worker each time is reported as ``Lost``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ajisai.api import run
from ajisai.bounds import Limits
from ajisai.report.result import AjisaiError, Result

_ATTEMPTS = 3  # times that a program may lose its worker before it is reported
_IN_FLIGHT = 64  # programs handed to the executor ahead of the answer that is waited for


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
                "message": "the worker that ran this program died each time it was tried",
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
    words: Sequence[str] = (),
) -> Iterator[Answer]:
    """Run each program in a fresh session; known as ``ajisai.map``.

    Args:
        sources: the programs, taken as they are needed: an endless iterable is fine.
        executor: where to run: an Executor (a process pool, Dask's ``client.get_executor()``, an MPI pool),
            or a function that makes one. With a function a broken pool is replaced, and shut down
            at the end; an Executor that is given stays open. None: a process pool on all cores.
        limits: the ceilings of each program; ``Limits.playground()`` where None.
        words: phrasebook Words that are defined before each program.

    Yields:
        One :class:`Result` per source, in order; :class:`Lost` for a program that its worker never survived.

    Raises:
        concurrent.futures.BrokenExecutor: when an Executor that was given, not made, is broken for good.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     [result.value for result in map_programs(["1 2 ADD", "2 3 MUL"], executor=pool)]
    [3, 6]
    """
    ceilings = Limits.playground() if limits is None else limits
    with _Workers(_processes if executor is None else executor) as workers:
        pending: deque[tuple[str, Future[Result]]] = deque()
        upcoming = iter(sources)
        while True:
            for source in islice(upcoming, _IN_FLIGHT - len(pending)):
                pending.append((source, workers.submit(source, ceilings, words)))
            if not pending:
                return
            source, future = pending.popleft()
            try:
                yield future.result()
                continue
            except AjisaiError:
                raise
            except Exception as lost:  # an executor of any kind says in its own way that a worker is gone
                if workers.refuses(lost):
                    raise
            # Who killed the worker is unknown yet: each program that was under way runs again by itself.
            suspects = [source, *(waiting for waiting, _ in pending)]
            pending.clear()
            for suspect in suspects:
                yield workers.alone(suspect, ceilings, words)


class _Workers:
    """An executor, and the making of a new one where that is possible."""

    def __init__(self, executor: Executors) -> None:
        self._make = None if isinstance(executor, Executor) else executor
        self._executor = executor if isinstance(executor, Executor) else executor()

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self._make is not None:
            self._executor.shutdown(cancel_futures=True)

    def submit(self, source: str, limits: Limits, words: Sequence[str]) -> Future[Result]:
        try:
            return self._executor.submit(_run, source, limits, tuple(words))
        except RuntimeError as broken:  # a pool that broke says so at the next submission too
            failed: Future[Result] = Future()
            failed.set_exception(broken)
            return failed

    def refuses(self, failure: BaseException) -> bool:
        """Whether a failure is the caller's (a wrong word, an unpicklable thing), not a worker's death."""
        return isinstance(failure, (TypeError, ValueError, LookupError))

    def alone(self, source: str, limits: Limits, words: Sequence[str]) -> Answer:
        reason = ""
        for _ in range(_ATTEMPTS):
            self._renew()
            try:
                return self.submit(source, limits, words).result()
            except Exception as lost:
                if self.refuses(lost) or (self._make is None and isinstance(lost, RuntimeError)):
                    raise
                reason = f"{type(lost).__name__}: {lost}"
        return Lost(source, reason)

    def _renew(self) -> None:
        if self._make is None:
            return
        try:
            self._executor.submit(int).result()
        except Exception:  # broken: replaced, whatever it says
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = self._make()


def _processes() -> Executor:
    from concurrent.futures import ProcessPoolExecutor  # takes 20 ms to import: only where it is used

    return ProcessPoolExecutor()


def _run(source: str, limits: Limits, words: tuple[str, ...]) -> Result:
    return run(source, limits=limits, words=words)
