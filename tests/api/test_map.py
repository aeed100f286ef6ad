"""Many programs over executors: order, limits, lost workers (``ajisai.map``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

import ajisai
from ajisai import batch
from tests.api.killing import killing

SOURCES = [f"{index} 2 MUL" for index in range(150)]


def two_processes() -> ProcessPoolExecutor:
    """A pool that a test can afford."""
    return ProcessPoolExecutor(2)


def two_threads() -> ThreadPoolExecutor:
    """As many threads."""
    return ThreadPoolExecutor(2)


def test_map_results_arrive_in_order() -> None:
    """More programs than are ever in flight at once."""
    with ThreadPoolExecutor(3) as pool:
        assert [result.value for result in ajisai.map(SOURCES, executor=pool)] == list(range(0, 300, 2))


@pytest.mark.parametrize("make", [two_processes, two_threads], ids=["processes", "threads"])
@pytest.mark.parametrize("chunksize", [1, 3, 5, 100])
def test_map_pool_answers_as_one_process_does(make: Callable[[], Executor], chunksize: int) -> None:
    """Results cross borders whole, failed ones too, the last chunk full, short or the only one."""
    sources = ["2 SQRT", "1 ADD", "-1 SQRT", "[ 'a' ] [ 1 ] RECORD", "1/0"]
    found = list(ajisai.map(sources, executor=make, chunksize=chunksize))
    assert [one.to_envelope() for one in found] == [ajisai.run(source).to_envelope() for source in sources]


def test_map_words_are_defined_before_each_program() -> None:
    """Any iterable of names will do; it is used up once for all programs."""
    found = list(ajisai.map(["[ 1 2 4 ] MEAN"] * 3, executor=two_threads, words=iter(["MEAN"])))
    assert [one.display for one in found] == [("7/3",)] * 3


def test_map_without_an_executor_uses_all_cores() -> None:
    """A pool of processes of its own."""
    assert [one.value for one in ajisai.map(["1 2 ADD"])] == [3]


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


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        ({"sources": 5}, TypeError, "sources must be a list of programs, not int"),
        ({"sources": "12"}, TypeError, r"sources must be .* not str; for one use ajisai\.run"),
        ({"sources": b"12"}, TypeError, "sources must be a list of programs, not bytes"),
        (
            {"executor": 5},
            TypeError,
            r"executor must be a concurrent\.futures\.Executor or a function .* not int",
        ),
        ({"limits": 5}, TypeError, r"limits must be an ajisai\.Limits, .* not int"),
        ({"words": "MEAN"}, TypeError, "words must be a list of names, .* not str"),
        ({"words": 5}, TypeError, "words must be a list of names, .* not int"),
        ({"words": ["MEAN", 5]}, TypeError, r"words\[1\] must be a str, not int"),
        ({"words": ["MEEN"]}, LookupError, "no Word MEEN: perhaps MEAN"),
        ({"chunksize": 0}, ValueError, "chunksize must be at least 1, not 0"),
        ({"chunksize": 1.5}, TypeError, "chunksize must be an int, not float"),
        ({"ahead": 0}, ValueError, "ahead must be at least 1, not 0"),
        ({"ahead": True}, TypeError, "ahead must be an int, not bool"),
    ],
    ids=repr,
)
def test_map_wrong_use_is_told_at_once(wrong: dict[str, Any], error: type[Exception], told: str) -> None:
    """Before anything runs, and before an answer is asked for."""
    arguments: dict[str, Any] = {"sources": ["1"], "executor": two_threads, **wrong}
    with pytest.raises(error, match=told):
        ajisai.map(arguments.pop("sources"), **arguments)


def test_map_client_of_dask_in_place_of_its_executor() -> None:
    """The likely mistake is named with what to write."""

    class Client:
        def get_executor(self) -> None: ...

    with pytest.raises(TypeError, match=r"not Client; pass its \.get_executor\(\)"):
        ajisai.map(["1"], executor=Client())  # type: ignore[arg-type]


def test_map_function_that_makes_no_executor() -> None:
    """It is called when the first answer is asked for, and its answer told."""
    with pytest.raises(TypeError, match=r"executor, a function, must answer a .* not int"):
        next(ajisai.map(["1"], executor=lambda: 5))  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("chunksize", [1, 2, 10])
def test_map_wrong_source_is_told_at_its_turn(chunksize: int) -> None:
    """What came before it is answered first."""
    sources: list[Any] = ["1", "2", "3", b"4", "5"]
    answers = ajisai.map(sources, executor=two_threads, chunksize=chunksize)
    assert [next(answers).value for _ in range(3)] == [1, 2, 3]
    with pytest.raises(TypeError, match=r"sources\[3\] must be a str, not bytes"):
        next(answers)


def test_map_sources_that_fail_are_told_at_their_turn() -> None:
    """An iterator's own exception arrives behind the answers to what it gave."""

    def sources() -> Iterator[str]:
        yield "1"
        raise OSError("the file is gone")

    answers = ajisai.map(sources(), executor=two_threads)
    assert next(answers).value == 1
    with pytest.raises(OSError, match="the file is gone"):
        next(answers)


def test_map_what_a_run_raises_is_no_lost_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reaches the caller as it is, at once."""
    tried: list[str] = []

    def failing(source: str, **_: object) -> None:
        tried.append(source)
        raise ArithmeticError("a fault of ours")

    monkeypatch.setattr(batch, "run", failing)
    with pytest.raises(ArithmeticError, match="a fault of ours"):
        list(ajisai.map(["1"], executor=two_threads))
    assert tried == ["1"]


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


def test_map_program_lost_once_is_answered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever shared its worker too, in chunks as well."""
    monkeypatch.setattr(batch, "_run", killing)
    sources = ["1", f"'KILL ONCE {tmp_path / 'killed'}'", *SOURCES]
    found = list(ajisai.map(sources, executor=two_processes, chunksize=4))
    assert [one.status for one in found] == ["ok"] * len(sources)


def test_map_pool_that_is_given_and_broken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the caller's: nothing replaces it."""
    monkeypatch.setattr(batch, "_run", killing)
    with two_processes() as pool, pytest.raises(BrokenExecutor):
        list(ajisai.map(["'KILL'"], executor=pool))


class Scripted(Executor):
    """Answers the calls of each program with what its script says, and then truly."""

    def __init__(self, *script: Exception) -> None:
        self.script = script
        self.calls: dict[tuple[str, ...], int] = {}
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.futures.append(future)
        turn = self.calls[args[0]] = self.calls.get(args[0], 0) + 1
        if turn <= len(self.script):
            future.set_exception(self.script[turn - 1])
        else:
            future.set_result(fn(*args, **kwargs))
        return future


GONE = ConnectionError("worker lost")


def test_map_lost_worker_tried_again() -> None:
    """Each program's first worker is lost; each is answered all the same."""
    found: Iterator[Any] = ajisai.map(["1", "2", "3"], executor=Scripted(GONE))
    assert [one.value for one in found] == [1, 2, 3]


def test_map_trials_have_an_end() -> None:
    """The first loss may be a neighbour's fault; the program itself has three more trials, not four."""
    (answered,) = ajisai.map(["1"], executor=Scripted(GONE, GONE, GONE))
    assert answered.status == "ok"
    executor = Scripted(GONE, GONE, GONE, MemoryError("too small a worker"))
    (lost,) = ajisai.map(["1"], executor=executor)
    assert lost == ajisai.Lost("1", "MemoryError: too small a worker")
    assert executor.calls == {("1",): 4}


@pytest.mark.parametrize("error", [ModuleNotFoundError("ajisai"), RuntimeError("after shutdown")], ids=repr)
def test_map_what_no_trial_mends_is_told(error: Exception) -> None:
    """A worker without the package, an executor that is shut down: each program would fail alike."""
    executor = Scripted(error, error)
    with pytest.raises(type(error), match=str(error)):
        list(ajisai.map(["1"], executor=executor))
    assert executor.calls == {("1",): 1}


def test_map_closed_early_cancels_what_has_not_begun() -> None:
    """An executor that is given is left without the rest of the batch; no more sources are drawn."""

    class Waiting(Scripted):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            if not self.futures:
                return super().submit(fn, *args, **kwargs)
            self.futures.append(Future())
            return self.futures[-1]

    executor = Waiting()
    drawn = count()
    answers = ajisai.map((f"{next(drawn)}" for _ in count()), executor=executor, ahead=5)
    assert next(answers).value == 0
    answers.close()
    assert [future.cancelled() for future in executor.futures] == [False, True, True, True, True]
    assert next(drawn) == 5
