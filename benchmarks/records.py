"""What every record of a measurement says of how it was made."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from importlib.metadata import version

from ajisai.version import __version__


def provenance(*tools: str) -> dict[str, str]:
    """When, on what kind of machine, with which versions of this package, of Python and of some others."""
    return {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "ajisai": __version__,
        "python": platform.python_version(),
        **{tool: version(tool) for tool in tools},
        "machine": platform.machine(),
    }
