"""The command ``ajisai-mcp``. The server is not written yet; the command says so and fails."""

from __future__ import annotations

import sys

from ajisai_mcp import __version__


def main(arguments: list[str] | None = None) -> int:
    """Answer ``--version``; otherwise say on stderr that there is no server yet, and fail."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        print(f"ajisai-mcp {__version__}")
        return 0
    print("ajisai-mcp: the server is not part of this version yet; the command `ajisai` is", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
