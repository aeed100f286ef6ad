"""Every example of the pages under docs/ is run and gives what is shown (``examples.py`` tells the forms)."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.examples import NOT_RUN, RUN, Block, blocks, run_ajisai, run_console, run_python

_ROOT = Path(__file__).resolve().parent.parent.parent
_DOCS = _ROOT / "docs"
_PAGES = sorted(_DOCS.rglob("*.md"))


def _name(page: Path) -> str:
    return page.relative_to(_DOCS).with_suffix("").as_posix()


def _pages_with(kind: str) -> list[object]:
    return [
        pytest.param(page, id=_name(page))
        for page in _PAGES
        if any(block.kind == kind for block in blocks(page))
    ]


def _of_kind(kind: str) -> list[object]:
    return [
        pytest.param(block, id=f"{_name(page)}-line-{block.line}")
        for page in _PAGES
        for block in blocks(page)
        if block.kind == kind
    ]


@pytest.mark.parametrize("page", [pytest.param(page, id=_name(page)) for page in _PAGES])
def test_page_blocks_are_of_known_kinds(page: Path) -> None:
    """No block escapes: each is run, or of a kind that is named as not run."""
    assert {block.kind for block in blocks(page)} <= {*RUN, *NOT_RUN}


@pytest.mark.parametrize("page", _pages_with("ajisai"))
def test_page_ajisai_examples(page: Path) -> None:
    """Each line, run after the lines above it that show no answer, leaves the stack that is shown."""
    for block in blocks(page):
        if block.kind == "ajisai":
            assert run_ajisai(block)


@pytest.mark.parametrize("page", _pages_with("python"))
def test_page_python_examples(page: Path) -> None:
    """The prompts of a page, as one session, answer what is shown."""
    assert run_python(page)


@pytest.mark.parametrize("block", _of_kind("console"))
def test_page_console_example(block: Block, tmp_path: Path) -> None:
    """Each command, in a copy of docs/examples, prints what is shown."""
    folder = shutil.copytree(_DOCS / "examples", tmp_path / "examples")
    assert run_console(block, folder)


def test_example_suite_passes(tmp_path: Path) -> None:
    """The suite that library authors are given to copy."""
    suite = shutil.copy(_DOCS / "examples" / "test_own_words.py", tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", suite],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_cookbook_tasks_are_exact_beside_floats() -> None:
    """25 tasks, each with a program and a float computation that are run."""
    text = (_DOCS / "cookbook.md").read_text(encoding="utf-8")
    tasks = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert [task.split(".")[0] for task in tasks] == [str(number) for number in range(1, len(tasks) + 1)]
    assert len(tasks) >= 25
    for task in tasks:
        assert "```ajisai" in task, task[:40]
        assert "```python" in task, task[:40]


def test_manual_builds_without_a_warning(tmp_path: Path) -> None:
    """Every link leads somewhere, inside a page too."""
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path / "site"],
        cwd=_ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "site" / "index.html").is_file()


def test_manual_needs_no_other_host(tmp_path: Path) -> None:
    """No script, style, font or picture is fetched from elsewhere: a reader without a network sees all."""
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", tmp_path / "site"],
        cwd=_ROOT,
        check=True,
        capture_output=True,
    )
    fetched = re.compile(
        r"""<(?:script|img|iframe)[^>]*\bsrc="?(?:https?:)?//|<link[^>]*rel="?(?:stylesheet|preconnect|icon)[^>]*href="?(?:https?:)?//"""
    )
    for page in (tmp_path / "site").rglob("*.html"):
        assert not fetched.search(page.read_text(encoding="utf-8")), page.name
