"""The command line as its users meet it: a process with arguments, standard input and bytes coming out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest


class Finished(NamedTuple):
    """What a command wrote and how it ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one JSON document on stdout, which must be alone there."""
        assert self.err == ""
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        return json.loads(self.out)


Command = Callable[..., Finished]


@pytest.fixture
def ajisai_command(tmp_path: Path) -> Command:
    """Runs ``ajisai WORDS…`` in an empty folder. ``stdin`` may be text or bytes; ``env`` adds variables."""

    def run(*words: str | bytes, stdin: str | bytes = b"", env: Mapping[str, str] | None = None) -> Finished:
        finished = subprocess.run(
            [sys.executable, "-m", "ajisai", *words],
            cwd=tmp_path,
            env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
            input=stdin.encode("utf-8") if isinstance(stdin, str) else stdin,
            capture_output=True,
            check=False,
        )
        out, err = finished.stdout.decode("utf-8"), finished.stderr.decode("utf-8")
        assert "Traceback" not in err, err
        return Finished(finished.returncode, out, err)

    return run
