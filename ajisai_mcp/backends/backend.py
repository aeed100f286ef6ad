"""What the server asks of a way to the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, Protocol

from ajisai_mcp.host_errors import HostFailure

_STATUSES: Final = frozenset({"ok", "error", "hostError"})


class Backend(Protocol):
    """A way to an engine, chosen once when the server starts.

    Attributes:
        kind: the name in ``mcp.backend.kind``.
    """

    kind: str

    async def start(self) -> None:
        """Begin to get ready; does not wait until it is."""

    async def engine_version(self) -> str:
        """The version of the engine behind it. Raises HostFailure when it cannot be reached."""

    async def answer(self, tool: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """The engine's envelope for one call.

        A call that is cancelled, or that takes too long, leaves nothing running.

        Raises:
            HostFailure: when there is no answer.
        """

    async def close(self) -> None:
        """End everything that was started."""


def read_envelope(body: bytes) -> dict[str, Any]:
    """The envelope that an engine wrote.

    Raises:
        HostFailure: ``malformedBackendResponse`` when the bytes are no envelope.
    """
    try:
        envelope = json.loads(body)
    except (ValueError, RecursionError) as failure:
        raise HostFailure("malformedBackendResponse", detail=f"{failure}: {body[:200]!r}") from None
    if not _is_envelope(envelope):
        raise HostFailure("malformedBackendResponse", detail=f"no envelope: {body[:200]!r}")
    assert isinstance(envelope, dict)
    return envelope


def _is_envelope(document: object) -> bool:
    return (
        isinstance(document, dict)
        and document.get("schemaVersion") == 5
        and document.get("status") in _STATUSES
        and "mcp" not in document
    )
