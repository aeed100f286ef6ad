"""The command line at a terminal: a pseudo-terminal of a given size, what is typed and what appears."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

_CONTROL = re.compile(
    r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>]|\x1b\][^\x07]*\x07|[\x0e\x0f\x07]"
)
_PATIENCE = 60  # seconds without a sign of life after which a test gives up


class Terminal:
    """``ajisai WORDS…`` in a terminal of ``columns``, with an empty home. Use it in a ``with`` statement."""

    def __init__(
        self, folder: Path, *words: str, columns: int = 80, env: Mapping[str, str] | None = None
    ) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        settings = {"HOME": str(folder), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "LC_ALL": "C.UTF-8"}
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.raw = ""
        self._read = 0
        self._child = subprocess.Popen(
            [sys.executable, "-m", "ajisai", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env={**inherited, **settings, **(env or {})},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # Ctrl-C must reach it
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._child.poll() is None:
            self._child.kill()
            self._child.wait()
        os.close(self._ours)

    @property
    def text(self) -> str:
        """What has appeared so far, without colours and movements."""
        return _CONTROL.sub("", self.raw).replace("\r\n", "\n")

    def type(self, keys: str) -> None:
        """Press keys: ``\\r`` is Enter, ``\\x03`` Ctrl-C, ``\\x04`` Ctrl-D."""
        os.write(self._ours, keys.encode("utf-8"))

    def until(self, awaited: str) -> str:
        """Wait until a text appears behind what was waited for before; answers what came up to it."""
        start = self._read
        while awaited not in self.text[start:]:
            if not self._more():
                raise AssertionError(f"{awaited!r} never appeared: {self.text[start:]!r}")
        self._read = self.text.index(awaited, start) + len(awaited)
        return self.text[start : self._read]

    def until_it_runs(self) -> None:
        """Wait until no prompt reads any more: then the terminal makes an interrupt of Ctrl-C again."""
        while not termios.tcgetattr(self._ours)[3] & termios.ISIG:
            if select.select([self._ours], [], [], 0.01)[0]:
                assert self._more()

    def ended(self) -> int:
        """Wait until the command ends; its exit code."""
        while self._more():
            pass
        return self._child.wait()

    def _more(self) -> bool:
        readable, _, _ = select.select([self._ours], [], [], _PATIENCE)
        if not readable:
            raise AssertionError(f"nothing more appeared: {self.text[-500:]!r}")
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # the other side is closed
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)
