"""Where an answer comes from: the field ``mcp`` of every envelope."""

from __future__ import annotations

from typing import Any, NamedTuple


class Provenance(NamedTuple):
    """What answered.

    Attributes:
        server_version: this adapter's version.
        engine_version: the engine's: another one where ``AJISAI_BIN`` names another build.
        asset_digest: over every served data file.
        limit_profile: the name of the ceilings that were applied.
        backend: ``pythonWorker`` or ``nativeCli``.
    """

    server_version: str
    engine_version: str
    asset_digest: str
    limit_profile: str
    backend: str

    def to_field(self) -> dict[str, Any]:
        """The field as ``spec/envelope.schema.json`` describes it."""
        return {
            "serverVersion": self.server_version,
            "engineVersion": self.engine_version,
            "assetDigest": self.asset_digest,
            "limitProfile": self.limit_profile,
            "backend": {"kind": self.backend},
        }
