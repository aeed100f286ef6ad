"""The one door of the engine for hosts: a tool's name and a request in, an envelope out.

The command line's ``--json``, the server's workers and its ``nativeCli`` backend all come through here, so
they answer alike. Nothing here knows of MCP.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ajisai.api import run
from ajisai.bounds import Limits
from ajisai.report.envelope import SCHEMA_VERSION, Envelope
from ajisai.report.wire import to_json

__all__ = ["TOOLS", "RequestError", "answer", "to_json"]


class RequestError(ValueError):
    """A request that no program could have caused: a host failure, never a language ERROR.

    Attributes:
        code: ``invalidRequest``, or ``unknownTool``.
        message: one sentence for whoever wrote the request.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[RequestError], tuple[str, str]]:
        return (RequestError, (self.code, self.message))

    def to_envelope(self) -> Envelope:
        """The envelope of status ``hostError``."""
        return {
            "schemaVersion": SCHEMA_VERSION,
            "status": "hostError",
            "error": {"code": self.code, "message": self.message, "retryable": False},
        }


def answer(tool: str, request: Mapping[str, Any], *, limits: Limits) -> Envelope:
    """The envelope of one tool call. Every call is a fresh session.

    Args:
        tool: one of ``TOOLS``.
        request: the tool's arguments: ``source`` and, where wanted, ``words``; or ``word``.
        limits: the ceilings, ``responseBytes`` among them.

    Raises:
        RequestError: for an unknown tool, an argument that is missing, of the wrong kind or not declared, or
            a phrasebook Word that does not exist. Nothing that a program does raises.
    """
    if tool not in _TOOLS:
        raise RequestError("unknownTool", f"there is no tool {tool}: use one of {', '.join(_TOOLS)}")
    return _TOOLS[tool](request, limits)


def _compute(request: Mapping[str, Any], limits: Limits) -> Envelope:
    return run(_source(request), limits=limits).to_envelope()


_Tool = Callable[[Mapping[str, Any], Limits], Envelope]
_TOOLS: Final[dict[str, _Tool]] = {"compute": _compute}

TOOLS: Final = tuple(_TOOLS)
"""The names of the tools."""


def _source(request: Mapping[str, Any]) -> str:
    return str(request["source"])
