"""``import ajisai`` loads only what every program needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

_HEAVY = (
    "IPython",
    "click",
    "dask",
    "distributed",
    "fastmcp",
    "hypothesis",
    "jsonschema",
    "mcp",
    "numpy",
    "prompt_toolkit",
    "pydantic",
    "pygments",
    "rapidfuzz",
    "rich",
    "sympy",
)


def _loaded_after(statements: str) -> set[str]:
    program = f"{statements}\nimport sys; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(finished.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "statements",
    [
        "import ajisai",
        "import ajisai; assert ajisai.run('1 20 RANGE 1 [ MUL ] FOLD 8 SQRT ADD').status == 'ok'",
    ],
    ids=["imported", "computed"],
)
def test_library_leaves_heavy_packages_alone(statements: str) -> None:
    """Neither the import nor an ordinary run loads a package that only some need."""
    assert _loaded_after(statements) & set(_HEAVY) == set()


def test_command_line_frame_loads_no_engine() -> None:
    """Importing the command loads neither the engine's heavy parts nor a terminal library."""
    loaded = _loaded_after("import ajisai.cli")
    assert loaded & (set(_HEAVY) - {"click"}) == set()
