"""What may befall a live server: killed workers, cancelled calls, damaged files, a package that changes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from ajisai.assets import data_root
from ajisai_mcp.assets import NAMES, RECORD
from tests.mcp.raw_client import HEAVY, PATIENCE, SERVER, RawClient, environment

_WAITING_BYTES = 45 << 20  # a worker that computes nothing takes less


@pytest.fixture
def client() -> Iterator[RawClient]:
    """A server of this test's own."""
    with RawClient() as client:
        client.initialize()
        yield client


def _workers(client: RawClient) -> list[psutil.Process]:
    return [
        process
        for process in psutil.Process(client.process.pid).children()
        if process.status() != psutil.STATUS_ZOMBIE
    ]


def _begin_heavy(client: RawClient, count: int) -> tuple[list[int], psutil.Process]:
    """Begin so many maximal programs; answers their numbers, and a worker that is in the middle of one."""
    calls = [client.begin_call("compute", {"source": HEAVY}) for _ in range(count)]
    for _ in range(PATIENCE * 100):
        for worker in _workers(client):
            if worker.memory_info().rss > _WAITING_BYTES:
                return calls, worker
        client.request("ping")
    raise AssertionError("no worker computes")


def test_killed_worker_costs_its_call_only(client: RawClient) -> None:
    """kill -9 in the middle of a call: that call is backendFailure, the next is answered."""
    (call,), worker = _begin_heavy(client, 1)
    worker.send_signal(signal.SIGKILL)
    result = client.result(call)
    assert result["isError"] is True
    assert result["structuredContent"]["error"]["code"] == "backendFailure"
    assert client.compute("1 2 ADD")["stackDisplay"] == ["3/1"]


def test_cancelled_call_frees_its_slot(client: RawClient) -> None:
    """Four maximal programs are cancelled: none is answered, none goes on, four more find room at once."""
    calls, busy = _begin_heavy(client, 4)
    for call in calls:
        client.cancel(call)
    assert client.request("ping")["result"] == {}
    results = [client.begin_call("compute", {"source": f"{number} 1 ADD"}) for number in range(4)]
    for number, call in enumerate(results):
        assert client.result(call)["structuredContent"]["stackDisplay"] == [f"{number + 1}/1"]
    assert not any(client.answered(call) for call in calls)
    assert busy not in _workers(client)


def test_cancelled_while_waiting_for_a_slot(client: RawClient) -> None:
    """A call that is cancelled before it is admitted is not answered, and holds nobody up."""
    calls = [client.begin_call("compute", {"source": HEAVY}) for _ in range(5)]
    client.cancel(calls[4])
    for call in calls[:4]:
        client.cancel(call)
    assert client.compute("1 2 ADD")["stackDisplay"] == ["3/1"]
    assert not any(client.answered(call) for call in calls)


def test_ping_is_answered_beside_maximal_programs(client: RawClient) -> None:
    """While every slot computes, the server itself answers."""
    calls, _ = _begin_heavy(client, 2)
    assert client.request("ping")["result"] == {}
    assert client.request("tools/list")["result"]["tools"]
    for call in calls:
        client.cancel(call)


@pytest.fixture
def copy(tmp_path: Path, project_root: Path) -> Path:
    """A copy of the packages and their data, which a test may damage."""
    for name in ("ajisai", "ajisai_mcp", "spec", "phrasebook"):
        shutil.copytree(project_root / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def _in_copy(copy: Path) -> dict[str, str]:
    return environment(PYTHONPATH=str(copy), PYTHONDONTWRITEBYTECODE="1")


@pytest.mark.parametrize("name", [*NAMES, RECORD])
@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_damaged_asset_stops_the_server(name: str, damage: str, copy: Path) -> None:
    """The server does not start, names the file on stderr, and says nothing on stdout."""
    if damage == "missing":
        (copy / name).unlink()
    else:
        (copy / name).write_bytes((copy / name).read_bytes()[: len(name)])
    ended = _run_in(copy)
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert name.encode() in ended.stderr


@pytest.mark.parametrize("word", ["--doctor", "--version"])
def test_damaged_asset_is_named_by_the_other_commands(word: str, copy: Path) -> None:
    """The doctor and the version fail over it, too."""
    (copy / "spec" / "words.json").write_bytes(b"{}")
    ended = _run_in(copy, word)
    assert ended.returncode == 1
    assert b"spec/words.json" in ended.stdout + ended.stderr


def _run_in(copy: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    command = [*SERVER, *words]
    return subprocess.run(
        command, env=_in_copy(copy), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )


def test_package_that_changes_while_the_server_runs_is_not_answered_from(copy: Path) -> None:
    """A worker that would answer from other data than the server checked is refused, by name."""
    with RawClient(env=_in_copy(copy)) as client:
        client.initialize()
        assert client.compute("1 2 ADD")["stackDisplay"] == ["3/1"]
        words = copy / "spec" / "words.json"
        words.write_bytes(words.read_bytes() + b"\n")
        for worker in _workers(client):
            worker.kill()
        codes = set()
        while "registryUnavailable" not in codes:
            envelope = client.compute("1 2 ADD")
            codes.add(envelope.get("error", {}).get("code"))
            assert codes <= {None, "backendFailure", "registryUnavailable"}
        assert client.request("ping")["result"] == {}


def test_phrasebook_of_ones_own_is_served_and_named_by_the_digest(tmp_path: Path) -> None:
    """AJISAI_PHRASEBOOK: its Words, its text, another digest; one that is not usable stops the server."""
    whole = (data_root() / "phrasebook" / "phrasebook.ajisai").read_text(encoding="utf-8")
    mine = tmp_path / "mine.ajisai"
    mine.write_text("# Mine\n" + whole, encoding="utf-8")
    with RawClient(env=environment(AJISAI_PHRASEBOOK=str(mine))) as client:
        client.initialize()
        answer = client.request("resources/read", {"uri": "ajisai://phrasebook"})
        assert answer["result"]["contents"][0]["text"] == mine.read_text(encoding="utf-8")
        own = client.call("compute", {"source": "[ 1 3 ] MEAN", "words": ["MEAN"]})["structuredContent"]
        assert own["stackDisplay"] == ["2/1"]
    recorded = json.loads((data_root() / RECORD).read_text(encoding="utf-8"))["digest"]
    assert own["mcp"]["assetDigest"] != recorded
    for text in ("[ 1 ] 'NO-DIGEST' DEF\n", None):
        if text is None:
            mine.unlink()
        else:
            mine.write_text(text, encoding="utf-8")
        settings = environment(AJISAI_PHRASEBOOK=str(mine))
        ended = subprocess.run(
            SERVER, env=settings, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        assert (ended.returncode, ended.stdout) == (1, b"")
        assert b"phrasebook" in ended.stderr


def test_server_that_is_killed_leaves_no_worker(client: RawClient) -> None:
    """Workers notice that their server is gone."""
    client.compute("1 2 ADD")
    workers = _workers(client)
    assert workers
    os.kill(client.process.pid, signal.SIGKILL)
    gone, alive = psutil.wait_procs(workers, timeout=30)
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
    assert gone or alive


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_server_ends_quietly_on_a_signal(sent: signal.Signals, code: int, client: RawClient) -> None:
    """Interrupted or told to end, it leaves no traceback and no worker."""
    client.compute("1 2 ADD")
    workers = _workers(client)
    client.process.send_signal(sent)
    client.process.wait(30)
    assert client.process.returncode == code
    _, alive = psutil.wait_procs(workers, timeout=30)
    assert not [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]
    client.close()
    assert b"Traceback" not in client.stderr
