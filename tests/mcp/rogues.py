"""Executables that are no engine, for ``AJISAI_BIN``: each does one thing that a backend must survive."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

# Each is asked for its version first, and answers like an engine there, unless it says otherwise.
_FRAME = """\
#!{python}
import json, os, sys, time
if sys.argv[1:] == ["--version"]:
    print("ajisai 9.9.9 (a rogue)")
    sys.exit(0)
request = json.load(sys.stdin)
{body}
"""

BODIES = {
    "babbles": "print('Hello! Here is your answer: 3')",
    "babbles-before": "print('loading...'); print(json.dumps({'schemaVersion': 5, 'status': 'ok'}))",
    "answers-nothing": "pass",
    "answers-a-list": "print('[]')",
    "answers-another-schema": "print(json.dumps({'schemaVersion': 4, 'status': 'ok'}))",
    "answers-a-surrogate": r"print('{\"schemaVersion\":5,\"status\":\"ok\",\"outcome\":\"\\ud800\"}')",
    "claims-provenance": "print(json.dumps({'schemaVersion': 5, 'status': 'ok', 'mcp': {}}))",
    "writes-too-much": "print(json.dumps({'schemaVersion': 5, 'status': 'ok', 'message': 'x' * 600000}))",
    "fails": "print('Traceback: /secret/path', file=sys.stderr); sys.exit(3)",
    "kills-itself": "os.kill(os.getpid(), 9)",
    "sleeps": "time.sleep(600)",
    "leaves-a-child": "os.fork() or time.sleep(600); print(json.dumps({'schemaVersion': 5, 'status': 'ok'}))",
}


def make_rogue(folder: Path, kind: str) -> Path:
    """Write the executable of that kind; answers its path."""
    place = folder / kind
    place.write_text(_FRAME.format(python=sys.executable, body=BODIES[kind]), encoding="utf-8")
    place.chmod(place.stat().st_mode | stat.S_IXUSR)
    return place
