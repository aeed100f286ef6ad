"""How a server and its worker talk: frames of a fixed header and a JSON body, over the worker's own pipes.

The header opens with two bytes that no text opens with, and repeats the number of the call, so that bytes
which something else wrote into the pipe are told from an answer, and one call's answer from another's.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

READY: Final = 1  # worker: I can be called; the body says what I am
CALL: Final = 2  # server: the body is a tool's name and its arguments
ANSWER: Final = 3  # worker: the body is an envelope
FAILED: Final = 4  # worker: the engine raised what no program may cause; the body is a short description

_HEADER: Final = struct.Struct(">2sBBII")
_MAGIC: Final = b"\xa7\x15"

HEADER_SIZE: Final = _HEADER.size
LARGEST_BODY: Final = 64 << 20
"""Bytes. Far above any answer: it only keeps a torn header from being taken for a size to wait for."""


class MalformedFrame(Exception):
    """Bytes that are no header."""


class Header(NamedTuple):
    """What stands before a body.

    Attributes:
        kind: one of the constants of this module.
        last: the worker leaves after this frame.
        call: the number of the call.
        size: bytes of the body.
    """

    kind: int
    last: bool
    call: int
    size: int


def pack(kind: int, call: int, body: bytes, *, last: bool = False) -> bytes:
    """A whole frame."""
    return _HEADER.pack(_MAGIC, kind, last, call, len(body)) + body


def unpack(header: bytes) -> Header:
    """Read ``HEADER_SIZE`` bytes.

    Raises:
        MalformedFrame: when they are no header, or announce a body that is too large.
    """
    magic, kind, last, call, size = _HEADER.unpack(header)
    if magic != _MAGIC or not READY <= kind <= FAILED or last > 1 or size > LARGEST_BODY:
        raise MalformedFrame(f"no frame begins with {header!r}")
    return Header(kind, bool(last), call, size)
