"""An envelope on its way out: the one place that turns answers into results of the protocol."""

from __future__ import annotations

import json
from typing import Any

from fastmcp.tools.base import ToolResult
from mcp_types import TextContent
from pydantic import BaseModel

from ajisai_mcp.host_errors import HostFailure


class EnvelopeResult(ToolResult):
    """A result made of one envelope, twice: as structured content, and as JSON in the one text block."""

    def __init__(self, text: str, envelope: dict[str, Any]) -> None:
        # Not ToolResult's own: that would write the envelope as JSON and read it back, to be sure of it.
        BaseModel.__init__(
            self,
            content=[TextContent(type="text", text=text)],
            structured_content=envelope,
            is_error=envelope["status"] == "hostError",
        )


def to_result(envelope: dict[str, Any], provenance: dict[str, Any] | None, response_bytes: int) -> ToolResult:
    """The result that is sent.

    Args:
        envelope: what the engine answered, or a host failure's.
        provenance: the field ``mcp``, where it could be made.
        response_bytes: the most bytes that the result may take.

    Raises:
        HostFailure: ``responseTooLarge``; ``malformedBackendResponse`` where the envelope holds what UTF-8
            cannot spell.
    """
    whole = envelope if provenance is None else {**envelope, "mcp": provenance}
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    try:
        observed = _sent_bytes(text)
    except UnicodeEncodeError:
        raise HostFailure("malformedBackendResponse", detail="the envelope holds a lone surrogate") from None
    if observed > response_bytes:
        raise HostFailure("responseTooLarge", limit=response_bytes, observed=observed)
    return EnvelopeResult(text, whole)


_FRAME = len('{"content":[{"text":"","type":"text"}],"isError":false,"structuredContent":}')


def _sent_bytes(text: str) -> int:
    """Bytes of a result that holds this text, quoted once and plain once."""
    plain = len(text.encode("utf-8"))
    quoted = len(json.dumps(text, ensure_ascii=False).encode("utf-8")) - 2
    return _FRAME + plain + quoted
