"""The protocol over standard input and output: one JSON-RPC message a line, and not a byte beside.

This takes the place of the SDK's own transport for three reasons. A line that is no message is answered as
JSON-RPC says, where the SDK drops it and lets its sender wait. Half of a surrogate pair in an argument, which
the SDK's parser takes for a broken line, reaches the tool, which says what is wrong. And reading and writing
have a thread each for the whole run instead of a hop into a pool for every line.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final

import anyio
import mcp_types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from fastmcp import FastMCP
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, JSONRPCMessage
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from ajisai_mcp.documents import read_document
from ajisai_mcp.wire import Wire

_CHUNK: Final = 1 << 16
_LONGEST_LINE: Final = 8 << 20
"""Bytes. A request of 64 KiB of source, every character escaped, takes less than half a megabyte."""
_AHEAD: Final = 64  # lines read before they are taken, messages accepted before they are written
_FAREWELL_SECONDS: Final = 2  # for a client that has stopped reading, once the server is done


async def serve_stdio(app: FastMCP, wire: Wire) -> None:
    """Serve one client until it closes its end."""
    to_server, from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    lines, writer = _Lines(wire.reading), _Writer(wire.writing)
    server = app._mcp_server
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_take_in, lines, to_server, writer)
            tasks.start_soon(_send_out, from_server, writer)
            await server.run(from_client, to_client, server.create_initialization_options())
    finally:
        writer.finish()


async def _take_in(
    lines: _Lines, to_server: MemoryObjectSendStream[SessionMessage | Exception], writer: _Writer
) -> None:
    async with to_server:
        async for line in lines:
            message = read_message(line)
            if isinstance(message, bytes):
                await writer.write(message)
            elif message is not None:
                await to_server.send(SessionMessage(message))


async def _send_out(from_server: MemoryObjectReceiveStream[SessionMessage], writer: _Writer) -> None:
    async with from_server:
        async for item in from_server:
            await writer.write(to_line(item.message))


def read_message(line: bytes) -> JSONRPCMessage | bytes | None:
    """The message that a line holds; or the answer to a line that holds none; or None where none is due."""
    if not line.strip():
        return None
    try:
        return mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        pass
    try:
        document = read_document(line)
    except ValueError:
        return _refusal(PARSE_ERROR, "Parse error: the line is no JSON document in UTF-8")
    identity = document.get("id") if isinstance(document, dict) else None
    if isinstance(identity, bool) or not isinstance(identity, int | str):
        identity = None
    if identity is not None or not isinstance(document, dict) or "id" not in document:
        try:
            # What is left to accept is half of a surrogate pair, text to Python though not to UTF-8, and an
            # argument that no reader builds: the tool says what is wrong with either.
            return mcp_types.jsonrpc_message_adapter.validate_python(document, by_name=False)
        except (ValidationError, RecursionError):
            pass
        if isinstance(document, dict) and "method" in document and "id" not in document:
            return None  # a notification, which is never answered
    return _refusal(INVALID_REQUEST, "Invalid Request: no JSON-RPC 2.0 message", identity)


def to_line(message: JSONRPCMessage) -> bytes:
    """A message as it is sent: text as it is, in UTF-8."""
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode("utf-8")
    except PydanticSerializationError:
        # The SDK has repeated half of a surrogate pair from a request; only an escape can spell it.
        return json.dumps(message.model_dump(by_alias=True, exclude_unset=True)).encode()


def _refusal(code: int, message: str, identity: int | str | None = None) -> bytes:
    return json.dumps(
        {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}, separators=(",", ":")
    ).encode()


def split_lines(read: Callable[[], bytes]) -> Iterator[bytes]:
    """The lines of a stream, without their ends; ``read`` answers b"" when it is over.

    Of a line that is longer than any message only the beginning is kept, which is then no message either.
    """
    rest = bytearray()
    while chunk := read():
        *ended, last = chunk.split(b"\n")
        for line in ended:
            rest += line
            yield bytes(rest)
            rest.clear()
        rest += last
        del rest[_LONGEST_LINE:]
    if rest:
        yield bytes(rest)


class _Lines:
    """Lines from a descriptor, read by a thread of their own that stays at most ``_AHEAD`` of them ahead."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._room = threading.Semaphore(_AHEAD)
        # A daemon: it may sit in a read that nothing will ever end.
        threading.Thread(target=self._run, name="ajisai-mcp-reader", daemon=True).start()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (line := await self._lines.get()) is not None:
            self._room.release()
            yield line

    def _run(self) -> None:
        try:
            for line in split_lines(self._read):
                self._room.acquire()
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except RuntimeError:  # the loop has ended, and nobody listens any more
            pass

    def _read(self) -> bytes:
        try:
            return os.read(self._descriptor, _CHUNK)
        except OSError:  # a terminal that is gone, a connection that was reset: no more input either
            return b""


class _Writer:
    """Writes lines to a descriptor, one after the other, in a thread of its own."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._loop = asyncio.get_running_loop()
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._room = asyncio.Semaphore(_AHEAD)
        self._thread = threading.Thread(target=self._run, name="ajisai-mcp-writer", daemon=True)
        self._thread.start()

    async def write(self, line: bytes) -> None:
        """Have a line written; waits only while too many are on their way already."""
        await self._room.acquire()
        self._lines.put(line + b"\n")

    def finish(self) -> None:
        """Wait until all is written, or until it is clear that nobody reads."""
        self._lines.put(None)
        self._thread.join(_FAREWELL_SECONDS)

    def _run(self) -> None:
        listening = True
        while (line := self._lines.get()) is not None:
            view = memoryview(line)
            while listening and view:
                try:
                    view = view[os.write(self._descriptor, view) :]
                except OSError:  # the client has closed its end; its other end will tell the server
                    listening = False
            try:
                self._loop.call_soon_threadsafe(self._room.release)
            except RuntimeError:  # the loop has ended; what is left is still written
                pass
