"""Many programs over Dask: its scheduler and its workers are real processes on this machine."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dask.config
import pytest
from distributed import Client, LocalCluster

import ajisai
from ajisai import batch
from tests.api.killing import killing

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("dask")]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Two workers of one thread; a task is given up with the first worker that dies of it."""
    settings = {
        "distributed.scheduler.allowed-failures": 0,
        "temporary-directory": str(tmp_path_factory.mktemp("dask")),
    }
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            scheduler_port=0,
            dashboard_address="127.0.0.1:0",
        ) as cluster,
        Client(cluster) as connected,
    ):
        yield connected


def test_map_dask_answers_as_one_process_does(client: Client) -> None:
    """In order, ERRORs and NILs too, more programs than are ever under way at once."""
    sources = ["2 SQRT", "1 ADD", "-1 SQRT", "[ 'a' ] [ 1 ] RECORD", *(f"{n} 2 MUL" for n in range(100))]
    found = list(ajisai.map(sources, executor=client.get_executor(), chunksize=3, ahead=8))
    assert [one.to_envelope() for one in found] == [ajisai.run(source).to_envelope() for source in sources]


def test_map_dask_limits_hold_for_each_program(client: Client) -> None:
    """They cross with the program."""
    limits = ajisai.Limits.agent(execution_steps=1)
    sources = ["1 2 ADD", "1 2 ADD 3 ADD", "1 2 ADD"]
    found = ajisai.map(sources, executor=client.get_executor(), limits=limits)
    assert [one.outcome for one in found] == ["value", "error:executionLimitExceeded", "value"]


def _pids(client: Client) -> set[int]:
    client.wait_for_workers(2, timeout=60)
    return set(client.run(os.getpid).values())


def test_map_dask_lost_worker_tried_again_on_another(client: Client) -> None:
    """A worker is killed amid its work; what it had is run elsewhere, and every answer arrives in order."""
    sources = [f"1 {n} RANGE 1 [ MUL ] FOLD DIGEST" for n in range(1900, 2000)]
    answers = ajisai.map(sources, executor=client.get_executor(), ahead=16)
    found = [next(answers)]
    doomed = min(_pids(client))
    os.kill(doomed, signal.SIGKILL)
    found += answers
    assert [one.to_envelope() for one in found] == [ajisai.run(source).to_envelope() for source in sources]
    assert doomed not in _pids(client)


def test_map_dask_program_that_kills_its_worker_is_reported(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time on another worker; the programs that were handed over with it are answered."""
    monkeypatch.setattr(batch, "_run", killing)
    sources = ["1", "2", "'KILL'", "3", "4"]
    found = list(ajisai.map(sources, executor=client.get_executor(), chunksize=2))
    assert [one.status for one in found] == ["ok", "ok", "hostError", "ok", "ok"]
    lost: Any = found[2]
    assert lost.source == "'KILL'"
    assert "KilledWorker" in lost.reason


def test_map_dask_client_that_is_closed_is_told(client: Client) -> None:
    """An executor that answers nothing any more is no program that kills its workers."""
    executor = client.get_executor()
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        next(ajisai.map(["1"], executor=executor))


def test_map_dask_made_by_a_function(client: Client) -> None:
    """Its own executor is shut down at the end; the cluster stays."""
    made: list[Any] = []

    def make() -> Any:
        made.append(client.get_executor())
        return made[-1]

    assert [one.value for one in ajisai.map(["1 2 ADD", "2"], executor=make)] == [3, 2]
    with pytest.raises(RuntimeError, match="after shutdown"):
        made[-1].submit(int)
    assert len(_pids(client)) == 2


def test_map_dask_program_lost_once_is_answered(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A later trial is a new call to the scheduler, which would answer the same one with the old loss."""
    monkeypatch.setattr(batch, "_run", killing)
    mark = tmp_path / "killed"
    found = list(ajisai.map(["1", f"'KILL ONCE {mark}'", "2"], executor=client.get_executor()))
    assert [one.status for one in found] == ["ok"] * 3
    assert mark.exists()
