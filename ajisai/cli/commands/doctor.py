"""``ajisai doctor``: is this installation sound, and does it compute correctly?"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from functools import partial

import click

_PROGRAMS = {"2 3 DIV 1 3 DIV ADD": "1/1", "2 SQRT": "sqrt(2)", "1 0 DIV": "1/0"}


def _python() -> str:
    found = platform.python_version()
    if not (3, 11) <= sys.version_info < (3, 15):
        raise ValueError(f"Python {found}: 3.11 to 3.14 is needed")
    return f"Python {found} ({platform.python_implementation()})"


def _arithmetic() -> str:
    import gmpy2

    return f"gmpy2 {gmpy2.version()} on {gmpy2.mp_version()}"


def _data() -> str:
    from ajisai.assets import data_root, read_json

    words = read_json("spec/words.json")
    return f"specification {words['specificationVersion']}, {len(words['words'])} Words, from {data_root()}"


def _program(source: str, expected: str) -> str:
    import ajisai

    result = ajisai.run(source)
    if result.display != (expected,):
        shown = " ".join(result.display) if result.status == "ok" else result.outcome
        raise ValueError(f"{source} answers {shown}, not {expected}")
    return f"{source} answers {expected}"


@click.command(short_help="Check that this installation computes correctly.")
def command() -> int:
    """Check Python, the arithmetic library, the data files, and a few programs whose answers are known."""
    from ajisai.version import __version__

    checks: list[Callable[[], str]] = [_python, _arithmetic, _data]
    checks += [partial(_program, source, expected) for source, expected in _PROGRAMS.items()]
    click.echo(f"ajisai {__version__}")
    failures = 0
    for check in checks:
        try:
            click.echo(f"ok    {check()}")
        except Exception as failure:  # whatever is broken is what the doctor is asked to name
            failures += 1
            click.echo(f"FAIL  {str(failure) or type(failure).__name__}")
    return 1 if failures else 0
