"""Every example that README.md shows is run, and gives what is shown (``examples.py`` tells the forms)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.examples import NOT_RUN, RUN, Block, blocks, run_ajisai, run_console, run_python

_README = Path(__file__).resolve().parent.parent.parent / "README.md"


def _of_kind(kind: str) -> list[object]:
    return [pytest.param(block, id=block.place) for block in blocks(_README) if block.kind == kind]


def test_readme_blocks_are_of_known_kinds() -> None:
    """No block escapes: each is run, or of a kind that is named as not run."""
    assert {block.kind for block in blocks(_README)} <= {*RUN, *NOT_RUN}


def test_readme_python_examples() -> None:
    """The prompts answer what is shown. The blocks are one session, as a reader would type them."""
    assert run_python(_README)


@pytest.mark.parametrize("block", _of_kind("ajisai"))
def test_readme_ajisai_example(block: Block) -> None:
    """Each line, run after the lines above it that show no answer, leaves the stack that is shown."""
    assert run_ajisai(block)


@pytest.mark.parametrize("block", _of_kind("console"))
def test_readme_console_example(block: Block) -> None:
    """Each command prints what is shown, standard error included."""
    assert run_console(block)
