"""A worker process: answers calls from its pipes until they close.

Its answers go out through a private copy of standard output; standard output itself is standard error, so
that nothing that a library prints can reach the server's wire. Memory is bounded by the operating system
where it can do that.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import traceback
from typing import Any, BinaryIO, NamedTuple

from ajisai_mcp.backends import frames

_WARM_UP = "2 SQRT 1 3 DIV ADD [ 1 2 ] [ 1 ADD ] MAP"

_COLLECTING = (10_000, 50, 1_000)  # the thresholds of Python's collector


class Settings(NamedTuple):
    """What the server tells a worker on its command line.

    Attributes:
        profile: the name of the ceilings.
        memory_bytes: the most address space that the process may take.
        calls: how many calls it answers before it leaves.
        retire_bytes: it leaves, too, once it has taken so much memory at its peak.
    """

    profile: str
    memory_bytes: int
    calls: int
    retire_bytes: int


def main(arguments: list[str]) -> int:
    """Serve until the pipe closes or it is time to leave; ``arguments`` are the fields of Settings."""
    profile, *numbers = arguments
    settings = Settings(profile, *map(int, numbers))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ^C at a terminal is for the server, which closes the pipe
    requests, answers = _claim_pipes()
    _bound_memory(settings.memory_bytes)
    who = identity()
    if not who:
        _send(answers, frames.READY, 0, b"{}", last=True)
        return 1
    engine = Engine(settings.profile)
    settle_collector()
    try:
        _send(answers, frames.READY, 0, json.dumps(who).encode())
        return _serve(requests, answers, engine, settings)
    except BrokenPipeError:
        os._exit(0)  # the server has gone; an orderly end would try again to write what it does not read


def _serve(requests: BinaryIO, answers: BinaryIO, engine: Engine, settings: Settings) -> int:
    served = 0
    while (frame := _receive(requests)) is not None:
        call, body = frame
        served += 1
        try:
            answer = engine.answer(body)
        except Exception as failure:
            traceback.print_exc()
            _send(answers, frames.FAILED, call, type(failure).__name__.encode(), last=True)
            return 1
        last = served >= settings.calls or peak_memory() > settings.retire_bytes
        _send(answers, frames.ANSWER, call, answer, last=last)
        if last:
            break
        del frame, body, answer
        gc.collect()
    return 0


def identity() -> dict[str, str]:
    """What this process would answer from; empty where the engine or its data cannot be read.

    The server compares it with itself: a package that is replaced while it runs must not go unnoticed.
    """
    try:
        from ajisai_mcp.assets import Assets

        digest = Assets().digest
        from ajisai.version import __version__

        return {"engineVersion": __version__, "assetDigest": digest}
    except Exception:
        traceback.print_exc()
        return {}


class Engine:
    """The engine, loaded and used once, so that the first call finds everything in place."""

    def __init__(self, profile: str) -> None:
        from ajisai import Limits, agent

        self._agent = agent
        self._limits = Limits.named(profile)
        agent.answer("compute", {"source": _WARM_UP}, limits=self._limits)

    def answer(self, body: bytes) -> bytes:
        """The envelope for a call, as JSON."""
        call: dict[str, Any] = json.loads(body)
        try:
            envelope = self._agent.answer(call["tool"], call["arguments"], limits=self._limits)
        except self._agent.RequestError as refusal:
            envelope = refusal.to_envelope()
        return self._agent.to_json(envelope).encode("utf-8")


def peak_memory() -> int:
    """The most bytes of memory that this process has held; 0 where the system does not tell.

    On Linux ``ru_maxrss`` begins with what the process that started this one held: a worker of a large server
    would look grown from its first call. The high-water mark in ``/proc`` is this program's own.
    """
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass  # no such system: the resource module knows
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def settle_collector() -> None:
    """Have the collector look at what is new, and at everything only between two calls.

    No value refers to one that refers to it, so that counting references frees them. A collector that looks
    through millions of them over and over takes half the time of a run that builds Vectors.
    """
    gc.collect()
    gc.freeze()  # what is loaded stays
    gc.set_threshold(*_COLLECTING)


def _claim_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Private copies of the two pipes; the standard streams then lead elsewhere."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return os.fdopen(requests, "rb"), os.fdopen(answers, "wb")


def _bound_memory(size: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such bound; the ceilings of the language remain
        return
    for bound, value in ((resource.RLIMIT_AS, size), (resource.RLIMIT_CORE, 0)):
        try:
            hard = resource.getrlimit(bound)[1]
            resource.setrlimit(bound, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))
        except (ValueError, OSError):  # a system that knows the name but not the bound
            print(f"ajisai-mcp worker: no bound {bound} on this system", file=sys.stderr)


def _receive(requests: BinaryIO) -> tuple[int, bytes] | None:
    """The next call's number and body; None when the server has gone."""
    header = requests.read(frames.HEADER_SIZE)
    if len(header) < frames.HEADER_SIZE:
        return None
    found = frames.unpack(header)
    body = requests.read(found.size)
    return None if len(body) < found.size else (found.call, body)


def _send(answers: BinaryIO, kind: int, call: int, body: bytes, *, last: bool = False) -> None:
    answers.write(frames.pack(kind, call, body, last=last))
    answers.flush()
