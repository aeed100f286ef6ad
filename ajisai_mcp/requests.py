"""Reads the arguments of a call as far as the server must; which ones a tool takes is the engine's to say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ajisai_mcp.host_errors import HostFailure

_SHOWN: Final = 60  # code points of a caller's text that a message repeats


def preview(text: str) -> str:
    """A caller's text, short and printable in any encoding."""
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return shown.encode("utf-8", "backslashreplace").decode("utf-8")


def check_arguments(arguments: Mapping[str, Any], source_bytes: int) -> None:
    """Refuse what cannot be passed on.

    Args:
        arguments: what the caller sent.
        source_bytes: the most bytes of UTF-8 that ``source`` may take.

    Raises:
        HostFailure: ``sourceTooLarge``; ``invalidRequest`` for text that is none, because UTF-8 cannot spell
            it, and for arguments that nest without end.
    """
    try:
        json.dumps(arguments, ensure_ascii=False).encode("utf-8")
        source = arguments.get("source")
        size = len(source.encode("utf-8")) if isinstance(source, str) else 0
    except UnicodeEncodeError as failure:
        half = f"U+{ord(failure.object[failure.start]):04X}"
        raise HostFailure(
            "invalidRequest", reason=f"the arguments hold half of a surrogate pair, {half}, which is no text"
        ) from None
    except RecursionError:
        raise HostFailure("invalidRequest", reason="the arguments nest too deep") from None
    if size > source_bytes:
        raise HostFailure("sourceTooLarge", limit=source_bytes, observed=size)
