"""The command ``ajisai-mcp``.

The engine is imported only once its data files are found to be sound.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from importlib.util import find_spec
from typing import Final

from ajisai_mcp import NEEDS_EXTRA
from ajisai_mcp.assets import Assets, CorruptAsset
from ajisai_mcp.http import read_address
from ajisai_mcp.logs import keep_to_stderr
from ajisai_mcp.wire import claim_wire

_DESCRIPTION: Final = (
    "Serve Ajisai to agents over the Model Context Protocol. Without arguments: over standard input and "
    "output, which then carry the protocol and nothing else; logs go to standard error."
)


def main(arguments: list[str] | None = None) -> int:
    """Answer the exit code: 0 done, 1 a damaged copy or a failed check, 2 wrong use, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    options = _options(arguments)
    try:
        if options.version:
            return _version()
        if options.doctor:
            return _doctor()
        return _serve(options)
    except KeyboardInterrupt:
        return 130
    except CorruptAsset as failure:
        print(f"ajisai-mcp: {failure}; this copy is damaged", file=sys.stderr)
        return 1


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ajisai-mcp", description=_DESCRIPTION, allow_abbrev=False)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--version", action="store_true", help="print the versions and the digest of the data"
    )
    chosen.add_argument("--doctor", action="store_true", help="check this copy and compute with it")
    chosen.add_argument(
        "--http", metavar="HOST:PORT", help="serve streamable HTTP, without sessions, at /mcp"
    )
    options = parser.parse_args(arguments)
    if options.http is not None:
        try:
            options.http = read_address(options.http)
        except ValueError as failure:
            parser.error(str(failure))
    return options


def _version() -> int:
    assets = Assets()
    from ajisai.version import __version__

    print(f"ajisai-mcp {__version__}")
    print(f"engine {__version__}")
    print(f"specification {assets.specification_version}")
    print(f"assets {assets.digest}")
    return 0


def _doctor() -> int:
    from ajisai_mcp.doctor import examine

    keep_to_stderr()
    return asyncio.run(examine(os.environ, print))


def _serve(options: argparse.Namespace) -> int:
    if find_spec("fastmcp") is None:
        print(f"ajisai-mcp: {NEEDS_EXTRA}", file=sys.stderr)
        return 2
    wire = None if options.http else claim_wire()
    keep_to_stderr()
    assets = Assets()
    assets.verify_phrasebook()
    from ajisai_mcp.service import running_app

    async def serve() -> None:
        async with running_app(os.environ, assets) as app:
            if wire is None:
                from ajisai_mcp.http import serve_http

                await serve_http(app, options.http)
            else:
                from ajisai_mcp.stdio import serve_stdio

                await serve_stdio(app, wire)

    asyncio.run(serve())
    return 0


if __name__ == "__main__":
    sys.exit(main())
