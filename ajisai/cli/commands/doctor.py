"""``ajisai doctor``: is this installation sound, and does it compute correctly?"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

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


_CHECKS: Final[Mapping[str, Callable[[], str]]] = {
    "python": _python,
    "arithmetic": _arithmetic,
    "data": _data,
    **{source: partial(_program, source, expected) for source, expected in _PROGRAMS.items()},
}


class _Finding(NamedTuple):
    """What one check found: ``check`` names it, ``detail`` says what is there or what is wrong."""

    check: str
    ok: bool
    detail: str


@click.command(short_help="Check that this installation computes correctly.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as one JSON document.")
def command(as_json: bool) -> int:
    """Check Python, the arithmetic library, the data files, and a few programs whose answers are known.

    The exit code is 0 when all is well and 1 when a check fails.
    """
    from ajisai.version import __version__

    found = [_examined(name, check) for name, check in _CHECKS.items()]
    sound = all(each.ok for each in found)
    if as_json:
        findings = [each._asdict() for each in found]
        click.echo(json.dumps({"ajisai": __version__, "ok": sound, "checks": findings}, ensure_ascii=False))
    else:
        click.echo(f"ajisai {__version__}")
        for each in found:
            click.echo(f"{'ok   ' if each.ok else 'FAIL '} {each.detail}")
    return 0 if sound else 1


def _examined(name: str, check: Callable[[], str]) -> _Finding:
    try:
        return _Finding(name, True, check())
    except Exception as failure:  # whatever is broken is what the doctor is asked to name
        return _Finding(name, False, str(failure) or type(failure).__name__)
