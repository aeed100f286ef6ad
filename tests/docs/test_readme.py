"""Every example that README.md shows is run, and gives what is shown.

Three kinds of fenced block are examples: ``python`` with ``>>>`` prompts, ``ajisai`` whose lines end in
``# => the stack`` (displays, the top last) or ``# => ERROR category``, and ``console`` whose lines
``$ ajisai …`` are followed by their output. A block of any other kind must be named in ``_NOT_RUN`` with the
reason.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import ajisai

_README = Path(__file__).resolve().parent.parent.parent / "README.md"
_NOT_RUN = {
    "shell": "installing, and the project's own make targets, which run these tests",
    "json": "entries for the configuration of a host",
    "text": "words for people and models",
}


class Block(NamedTuple):
    """A fenced block: its kind, its text, the line of README.md it begins on."""

    kind: str
    text: str
    line: int


def _blocks() -> list[Block]:
    text = _README.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start()) + 2)
        for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]


def _of_kind(kind: str) -> list[object]:
    return [pytest.param(block, id=f"line-{block.line}") for block in _blocks() if block.kind == kind]


def test_readme_blocks_are_of_known_kinds() -> None:
    """No block escapes: each is run, or of a kind that is named as not run."""
    assert {block.kind for block in _blocks()} <= {"python", "ajisai", "console", *_NOT_RUN}


def test_readme_python_examples() -> None:
    """The prompts answer what is shown. The blocks are one session, as a reader would type them."""
    names: dict[str, object] = {}
    report: list[str] = []
    blocks = [block for block in _blocks() if block.kind == "python"]
    for block in blocks:
        found = doctest.DocTestParser().get_doctest(block.text, names, "README.md", str(_README), block.line)
        assert found.examples, f"the python block on line {block.line} shows nothing at a >>> prompt"
        found.globs = names
        doctest.DocTestRunner().run(found, out=report.append, clear_globs=False)
    assert blocks
    assert report == []


@pytest.mark.parametrize("block", _of_kind("ajisai"))
def test_readme_ajisai_example(block: Block) -> None:
    """Each line, run after the lines above it that show no answer, leaves the stack that is shown."""
    begun: list[str] = []
    shown = 0
    for line in block.text.splitlines():
        program, arrow, answer = line.partition("# =>")
        begun.append(program)
        if arrow:
            result = ajisai.run("\n".join(begun))
            found = " ".join(result.display) if result.error is None else f"ERROR {result.error.category}"
            assert found == " ".join(answer.split()), line
            begun.clear()
            shown += 1
    assert shown, "an ajisai block shows at least one answer"


@pytest.mark.parametrize("block", _of_kind("console"))
def test_readme_console_example(block: Block) -> None:
    """Each command prints what is shown, standard error included."""
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
        name, *words = shlex.split(command)
        finished = subprocess.run(
            [Path(sys.executable).parent / name, *words],
            env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert finished.stdout.rstrip() == expected.rstrip(), command
