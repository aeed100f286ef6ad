"""Finds the examples of a Markdown page and runs them; what README.md and docs/ share.

Three kinds of fenced block are examples:

- ``python`` with ``>>>`` prompts; the blocks of one page are one session, as a reader would type them;
- ``ajisai``, whose lines end in ``# => the stack`` (displays, the top last) or ``# => ERROR category``. A
  line without an answer belongs to the next line that has one. ``# prints TEXT`` tells one entry of output,
  and a first line ``# words: MEAN ABS`` names the phrasebook Words that the block asks for;
- ``console``, whose lines ``$ ajisai …`` are followed by their output.

A block of any other kind must be named in ``NOT_RUN`` with the reason.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import ajisai

NOT_RUN = {
    "shell": "installing, and the project's own make targets, which run these tests",
    "json": "entries for the configuration of a host",
    "text": "words for people and models, and forms with places to fill in",
    "py": "a file under docs/examples, which is run whole, and code that needs a cluster",
}
RUN = {"python", "ajisai", "console"}
_WORDS = "# words:"
_PRINTS = "# prints "


class Block(NamedTuple):
    """A fenced block: its kind, its text, the page it is on and the line it begins on."""

    kind: str
    text: str
    page: Path
    line: int

    @property
    def place(self) -> str:
        """A short name for test ids and messages."""
        return f"{self.page.stem}-line-{self.line}"


def blocks(page: Path) -> list[Block]:
    """Every fenced block of a page, in order; those inside a list or a tab, which are indented, too."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[2], _outdent(found[3], found[1]), page, text.count("\n", 0, found.start()) + 2)
        for found in re.finditer(r"^([ ]*)```(\w*)[^\n]*\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    ]


def _outdent(text: str, margin: str) -> str:
    return "".join(line.removeprefix(margin) for line in text.splitlines(keepends=True))


def run_python(page: Path) -> int:
    """Runs the python blocks of a page as one session; how many prompts answered what is shown."""
    names: dict[str, object] = {}
    report: list[str] = []
    prompts = 0
    for block in blocks(page):
        if block.kind == "python":
            found = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
            assert found.examples, f"{block.place}: the python block shows nothing at a >>> prompt"
            found.globs = names
            doctest.DocTestRunner().run(found, out=report.append, clear_globs=False)
            prompts += len(found.examples)
    assert report == []
    return prompts


class Example(NamedTuple):
    """One program of an ajisai block, and what is shown of its end."""

    source: str
    prints: tuple[str, ...]
    answer: str
    words: tuple[str, ...]


def ajisai_examples(block: Block) -> Iterator[Example]:
    """The programs of a block."""
    words: tuple[str, ...] = ()
    begun: list[str] = []
    prints: list[str] = []
    for line in block.text.splitlines():
        if line.startswith(_WORDS):
            words = tuple(line.removeprefix(_WORDS).split())
        elif line.startswith(_PRINTS):
            prints.append(line.removeprefix(_PRINTS))
        else:
            program, arrow, answer = line.partition("# =>")
            begun.append(program)
            if arrow:
                yield Example("\n".join(begun), tuple(prints), " ".join(answer.split()), words)
                begun.clear()
                prints.clear()
    assert not any(line.strip() for line in begun), f"{block.place}: the last lines show no answer"


def run_ajisai(block: Block) -> int:
    """Runs the programs of an ajisai block; how many left the stack that is shown."""
    shown = 0
    for example in ajisai_examples(block):
        result = ajisai.run(example.source, words=example.words)
        found = " ".join(result.display) if result.error is None else f"ERROR {result.error.category}"
        assert " ".join(found.split()) == example.answer, f"{block.place}: {example.source}"
        if example.prints:
            assert tuple(result.output) == example.prints, f"{block.place}: {example.source}"
        shown += 1
    assert shown, f"{block.place}: an ajisai block shows at least one answer"
    return shown


def run_console(block: Block, folder: Path | None = None) -> int:
    """Runs the commands of a console block; how many printed what is shown, standard error included."""
    shown = 0
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
            cwd=folder,
        )
        assert finished.stdout.rstrip() == expected.rstrip(), command
        shown += 1
    assert shown, f"{block.place}: a console block shows at least one command"
    return shown
