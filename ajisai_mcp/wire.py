"""The two pipes of the protocol, taken away from everything else in the process."""

from __future__ import annotations

import os
from typing import NamedTuple


class Wire(NamedTuple):
    """Private descriptors of the two pipes that the client holds the other ends of."""

    reading: int
    writing: int


def claim_wire() -> Wire:
    """Take the wire away from the standard streams.

    Afterwards standard output is standard error and standard input is empty, so that nothing that a library
    or a child process prints or reads can disturb the protocol.
    """
    wire = Wire(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return wire
