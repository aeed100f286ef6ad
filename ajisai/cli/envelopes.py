"""Envelopes on their way out: as JSON, and as an exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any

_EXIT_CODES = {"ok": 0, "error": 1}


def exit_code(envelope: Mapping[str, Any]) -> int:
    """0 ok, 1 a language ERROR or a refused check, 2 a request that the host refused."""
    return _EXIT_CODES.get(envelope["status"], 2)


def print_json(envelope: Mapping[str, Any]) -> None:
    """One line of JSON on stdout, in UTF-8; all escapes where it holds a lone surrogate."""
    text = json.dumps(envelope, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = json.dumps(envelope, separators=(",", ":"))
    sys.stdout.write(text + "\n")
