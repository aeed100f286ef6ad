"""The protocol over streamable HTTP, through a client that is not ours, without sessions."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx2
import pytest
from fastmcp import Client

from ajisai_mcp.http import read_address
from tests.mcp.http_server import serving
from tests.mcp.raw_client import HEAVY, PATIENCE

_HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a server that listens; at its end it has said nothing on standard output."""
    with serving() as server:
        yield server.url


def test_http_serves_a_client_that_is_not_ours(url: str) -> None:
    """Tools, resources and answers as over standard input and output."""

    async def test() -> None:
        async with Client(url) as client:
            assert "compute" in [tool.name for tool in await client.list_tools()]
            result = await client.call_tool_mcp("compute", {"source": "2 3 DIV 1 3 DIV ADD"})
            assert result.structured_content is not None
            assert result.structured_content["stackDisplay"] == ["1/1"]
            assert "compute" in (await client.read_resource("ajisai://guide/quickstart"))[0].text

    asyncio.run(test())


def test_http_serves_many_clients_at_once(url: str) -> None:
    """Each gets its own answers."""

    async def ask(number: int) -> list[str]:
        async with Client(url) as client:
            answers = []
            for _ in range(5):
                result = await client.call_tool_mcp("compute", {"source": f"{number} 1 ADD"})
                assert result.structured_content is not None
                answers += result.structured_content["stackDisplay"]
            return answers

    async def test() -> None:
        found = await asyncio.gather(*(ask(number) for number in range(6)))
        assert found == [[f"{number + 1}/1"] * 5 for number in range(6)]

    asyncio.run(test())


def test_http_needs_no_session(url: str) -> None:
    """One request stands alone: it could have come to any process behind the address."""
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "compute", "arguments": {"source": "1 2 ADD"}},
    }
    answer = httpx2.post(url, json=call, headers=_HEADERS, timeout=PATIENCE)
    assert answer.status_code == 200
    assert '"3/1"' in answer.text
    assert "mcp-session-id" not in answer.headers


def test_http_refuses_what_is_no_message(url: str) -> None:
    """A body that is no JSON-RPC is an error of the client, and the server lives."""
    answer = httpx2.post(url, content=b"hello", headers=_HEADERS, timeout=PATIENCE)
    assert answer.status_code == 400
    test_http_needs_no_session(url)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8000", ("127.0.0.1", 8000)),
        ("localhost:0", ("localhost", 0)),
        ("[::1]:65535", ("::1", 65535)),
    ],
)
def test_address_is_read(text: str, address: tuple[str, int]) -> None:
    """A host and a port, an IPv6 host in brackets."""
    assert read_address(text) == address


@pytest.mark.parametrize(
    "text", ["", ":", "localhost", ":8000", "host:", "host:x", "host:65536", "host:-1", "h:１"]
)
def test_address_that_is_none_is_refused(text: str) -> None:
    """What is missing or no number is no address."""
    with pytest.raises(ValueError, match="HOST:PORT"):
        read_address(text)


def test_http_client_that_leaves_frees_its_slot(url: str) -> None:
    """Five maximal programs whose clients hang up hold no slot: the next call finds room at once."""
    heavy = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "compute", "arguments": {"source": HEAVY}},
    }
    for _ in range(5):
        with pytest.raises(httpx2.TimeoutException):
            httpx2.post(url, json=heavy, headers=_HEADERS, timeout=0.2)
    test_http_needs_no_session(url)
