"""A server of ours over HTTP, for tests that need many clients."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import httpx2

from tests.mcp.raw_client import PATIENCE, SERVER, environment


class HttpServer(NamedTuple):
    """A server that listens, and its process."""

    url: str
    process: subprocess.Popen[bytes]


@contextmanager
def serving() -> Iterator[HttpServer]:
    """Start a server; at its end it has said nothing on standard output."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [*SERVER, "--http", f"127.0.0.1:{port}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    url = f"http://127.0.0.1:{port}/mcp"
    try:
        _wait_until_it_listens(url, process)
        yield HttpServer(url, process)
    finally:
        process.terminate()
        output, _ = process.communicate(timeout=PATIENCE)
    assert output == b""


def _wait_until_it_listens(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(PATIENCE * 100):
        try:
            httpx2.get(url, timeout=0.1)
            return
        except httpx2.ConnectError:
            assert process.poll() is None
        except httpx2.TransportError:
            return
    raise AssertionError("the server does not listen")
