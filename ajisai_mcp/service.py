"""Puts a server together: the backend first, because it needs time to get ready, then what needs FastMCP."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from ajisai import Limits
from ajisai.version import __version__
from ajisai_mcp.assets import Assets
from ajisai_mcp.backends.choice import choose
from ajisai_mcp.host_errors import HostFailure

if TYPE_CHECKING:
    from fastmcp import FastMCP

    from ajisai_mcp.backends.backend import Backend

PROFILE: Final = "mcp-local-stdio"
_LOG = logging.getLogger("ajisai_mcp")


def choose_backend(environment: Mapping[str, str], assets: Assets) -> Backend:
    """The backend of this environment, under the server's profile."""
    limits = Limits.named(PROFILE)
    return choose(
        environment,
        profile=PROFILE,
        size=limits.concurrent_executions,
        wall_ms=limits.wall_time_ms,
        identity={"engineVersion": __version__, "assetDigest": assets.digest},
    )


@asynccontextmanager
async def running_app(environment: Mapping[str, str], assets: Assets) -> AsyncIterator[FastMCP]:
    """The application over a backend that is started before and ended after."""
    backend = choose_backend(environment, assets)
    await backend.start()
    try:
        # Takes most of a second, in which the first worker gets ready.
        from ajisai_mcp.app import build_app
        from ajisai_mcp.host import Host
        from ajisai_mcp.resources import add_limits

        host = Host(
            backend,
            Limits.named(PROFILE),
            capacity_wait_ms=assets.document("spec/limits.json")["capacityWaitMs"],
            asset_digest=assets.digest,
        )
        app = build_app(host, assets)
        try:
            add_limits(app, host, await backend.engine_version())
        except HostFailure as failure:
            _LOG.error("%s", failure)
            add_limits(app, host, "unknown")
        yield app
    finally:
        await backend.close()
