"""The protocol over streamable HTTP, without sessions: any process can answer any request."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fastmcp import FastMCP


class Address(NamedTuple):
    """Where to listen."""

    host: str
    port: int


def read_address(text: str) -> Address:
    """``HOST:PORT``, an IPv6 host in brackets.

    Raises:
        ValueError: for anything else.
    """
    host, colon, port = text.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise ValueError(f"{text!r} is not HOST:PORT, such as 127.0.0.1:8000")
    return Address(host.removeprefix("[").removesuffix("]"), int(port))


async def serve_http(app: FastMCP, address: Address) -> None:
    """Serve until the process is told to end."""
    await app.run_http_async(
        show_banner=False,
        host=address.host,
        port=address.port,
        path="/mcp",
        stateless_http=True,
        # Its own configuration would log every request to standard output.
        uvicorn_config={"log_config": None, "access_log": False},
    )
