"""The host of the engine: takes a call in, has it executed within bounds, and answers whatever happens."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fastmcp.tools.base import ToolResult

from ajisai import Limits
from ajisai.version import __version__
from ajisai_mcp.backends.backend import Backend
from ajisai_mcp.gate import Gate
from ajisai_mcp.host_errors import HostFailure
from ajisai_mcp.provenance import Provenance
from ajisai_mcp.requests import check_arguments, preview
from ajisai_mcp.results import to_result

_LOG = logging.getLogger("ajisai_mcp")


class Host:
    """Answers calls of tools.

    Args:
        backend: the way to the engine.
        limits: the profile that is applied.
        capacity_wait_ms: how long a caller waits for a slot.
        asset_digest: over the served files.
    """

    def __init__(self, backend: Backend, limits: Limits, *, capacity_wait_ms: int, asset_digest: str) -> None:
        self.backend = backend
        self.limits = limits
        self.capacity_wait_ms = capacity_wait_ms
        self.gate = Gate(limits.concurrent_executions, capacity_wait_ms)
        self._asset_digest = asset_digest

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> ToolResult:
        """The result of one call. Only cancellation gets out of it."""
        try:
            check_arguments(arguments, self.limits.source_bytes)
            async with self.gate.admitted():
                envelope = await self.backend.answer(tool, arguments)
            return to_result(envelope, await self.provenance(), self.limits.response_bytes)
        except HostFailure as failure:
            return await self.failed(failure)
        except Exception as defect:
            _LOG.exception("a defect of the server")
            return await self.failed(
                HostFailure("backendFailure", detail=f"{type(defect).__name__}: {defect}")
            )

    async def unknown(self, name: str, known: list[str]) -> ToolResult:
        """The result of a call of a tool that does not exist."""
        reason = f"there is no tool {preview(name)}: use one of {', '.join(known)}"
        return await self.failed(HostFailure("unknownTool", reason=reason))

    async def failed(self, failure: HostFailure) -> ToolResult:
        """The result of a failure of the host; what is not for the caller goes to the log."""
        if failure.detail:
            _LOG.warning("%s", failure)
        return to_result(failure.to_envelope(), await self.provenance(), self.limits.response_bytes)

    async def provenance(self) -> dict[str, Any] | None:
        """The field ``mcp``; None where the engine cannot even say its version."""
        try:
            engine = await self.backend.engine_version()
        except HostFailure as failure:
            _LOG.warning("%s", failure)
            return None
        return Provenance(
            __version__, engine, self._asset_digest, self.limits.profile, self.backend.kind
        ).to_field()
