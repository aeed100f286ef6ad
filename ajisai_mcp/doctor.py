"""``ajisai-mcp --doctor``: does this copy start, find its data unharmed, and compute?"""

from __future__ import annotations

import platform
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from typing import Final

from ajisai_mcp import NEEDS_EXTRA
from ajisai_mcp.assets import Assets
from ajisai_mcp.backends.backend import Backend

_PYTHONS: Final = {"3.11", "3.12", "3.13", "3.14"}
_PROGRAMS: Final = {"2 3 DIV 1 3 DIV ADD": "1/1", "2 SQRT": "sqrt(2)"}


async def examine(environment: Mapping[str, str], say: Callable[[str], None]) -> int:
    """Tell of every check; answers the exit code: 0 when all passed, else 1."""
    for needed in (_python, _assets, _fastmcp):  # each needs the one before
        if not await _all_pass([needed], say):
            return 1
    from ajisai_mcp.service import choose_backend

    backend = choose_backend(environment, Assets())
    await backend.start()
    computing = [partial(_program, backend, source, expected) for source, expected in _PROGRAMS.items()]
    try:
        return 0 if await _all_pass([partial(_backend, backend), *computing], say) else 1
    finally:
        await backend.close()


async def _all_pass(checks: Sequence[Callable[[], Awaitable[str]]], say: Callable[[str], None]) -> bool:
    passed = True
    for check in checks:
        try:
            say(f"ok    {await check()}")
        except Exception as failure:  # whatever is broken is what the doctor is asked to name
            passed = False
            say(f"FAIL  {str(failure) or type(failure).__name__}")
    return passed


async def _python() -> str:
    found = platform.python_version()
    if ".".join(found.split(".")[:2]) not in _PYTHONS:
        raise ValueError(f"Python {found}: 3.11 to 3.14 is needed")
    return f"Python {found}"


async def _fastmcp() -> str:
    if find_spec("fastmcp") is None:
        raise ValueError(NEEDS_EXTRA)
    import ajisai_mcp.app  # noqa: F401
    from ajisai.version import __version__

    return f"ajisai-mcp {__version__} with FastMCP {version('fastmcp')}"


async def _assets() -> str:
    assets = Assets()
    assets.verify_phrasebook()
    return f"specification {assets.specification_version}, assets {assets.digest}, from {assets.root}"


async def _backend(backend: Backend) -> str:
    return f"backend {backend.kind}, engine {await backend.engine_version()}"


async def _program(backend: Backend, source: str, expected: str) -> str:
    envelope = await backend.answer("compute", {"source": source})
    found = envelope.get("stackDisplay", envelope)
    if found != [expected]:
        raise ValueError(f"{source} answers {found}, not {expected}")
    return f"{source} answers {expected}"
