"""Many programs over executors: order, limits, lost workers (``ajisai.map``)."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, islice
from typing import Any

import pytest

import ajisai
from ajisai import batch

SOURCES = [f"{index} 2 MUL" for index in range(150)]


def two_processes() -> ProcessPoolExecutor:
    """A pool that a test can afford."""
    return ProcessPoolExecutor(2)


def killing(source: str, limits: ajisai.Limits, words: tuple[str, ...]) -> ajisai.Result:
    """Runs a program, or kills the process it is in when the program says so."""
    if "KILL" in source:
        os.kill(os.getpid(), signal.SIGKILL)
    return ajisai.run(source, limits=limits, words=words)


def test_map_results_arrive_in_order() -> None:
    """More programs than are ever in flight at once."""
    with ThreadPoolExecutor(3) as pool:
        assert [result.value for result in ajisai.map(SOURCES, executor=pool)] == list(range(0, 300, 2))


def test_map_processes_answer_as_one_process_does() -> None:
    """Results cross process borders whole, failed ones too."""
    sources = ["2 SQRT", "1 ADD", "-1 SQRT", "[ 'a' ] [ 1 ] RECORD", "1/0"]
    found = list(ajisai.map(sources, executor=two_processes))
    assert [one.to_envelope() for one in found] == [ajisai.run(source).to_envelope() for source in sources]


def test_map_no_sources_no_answers() -> None:
    """An empty batch starts and ends."""
    with ThreadPoolExecutor(1) as pool:
        assert list(ajisai.map([], executor=pool)) == []


def test_map_endless_sources_taken_as_needed() -> None:
    """The sources are an iterator that never ends."""
    with ThreadPoolExecutor(2) as pool:
        answers = ajisai.map((f"{index}" for index in count()), executor=pool)
        assert [answer.value for answer in islice(answers, 5)] == [0, 1, 2, 3, 4]


def test_map_limits_hold_for_each_program() -> None:
    """One step each: the first program has one, the second two."""
    with ThreadPoolExecutor(1) as pool:
        limits = ajisai.Limits.agent(execution_steps=1)
        found = ajisai.map(["1 2 ADD", "1 2 ADD 3 ADD", "1 2 ADD"], executor=pool, limits=limits)
        assert [one.outcome for one in found] == ["value", "error:executionLimitExceeded", "value"]


def test_map_wrong_source_raises_to_the_caller() -> None:
    """What is the caller's mistake is no lost worker."""
    with ThreadPoolExecutor(1) as pool, pytest.raises(TypeError, match="source"):
        list(ajisai.map([5], executor=pool))  # type: ignore[list-item]


def test_map_program_that_kills_its_worker_is_reported_and_none_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The killer is found among those in flight; the others are answered."""
    monkeypatch.setattr(batch, "_run", killing)
    sources = ["1", "2", "'KILL'", "3", "4"]
    found = list(ajisai.map(sources, executor=two_processes))
    assert [one.status for one in found] == ["ok", "ok", "hostError", "ok", "ok"]
    lost = found[2]
    assert isinstance(lost, batch.Lost)
    assert lost.to_envelope()["error"]["code"] == "backendFailure"


class Flaky(Executor):
    """Loses the first try of every program, as a cluster does that restarts a worker."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if args and args[0] not in self.seen:
            self.seen.add(args[0])
            future.set_exception(ConnectionError("worker lost"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_map_lost_worker_tried_again() -> None:
    """Each program's first worker is lost; each is answered all the same."""
    found: Iterator[Any] = ajisai.map(["1", "2", "3"], executor=Flaky())
    assert [one.value for one in found] == [1, 2, 3]
