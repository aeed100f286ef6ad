"""The tour in docs/notebook.ipynb, run in a real kernel, gives the outputs that are kept in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

_NOTEBOOK = Path(__file__).resolve().parent.parent.parent / "docs" / "notebook.ipynb"

# In a process of its own: a kernel's client keeps threads and loops that outlive a test.
_EXECUTE = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
nbformat.write(notebook, sys.argv[2])
"""


def _texts(cell: Any) -> list[tuple[str, object]]:
    """What a cell shows to a person, as text and as a page, and which other forms it has."""
    shown: list[tuple[str, object]] = []
    for output in cell.outputs:
        if output.output_type == "error":
            shown.append((output.ename, list(output.traceback)))
        elif output.output_type == "stream":
            shown.append((output.name, output.text))
        else:
            shown.append((" ".join(sorted(output.data)), output.data["text/plain"]))
            shown.append(("page", output.data.get("text/html")))
    return shown


def _code_cells(path: Path) -> list[Any]:
    notebook = nbformat.read(path, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The code cells as a fresh kernel answers them."""
    fresh = tmp_path_factory.mktemp("notebook") / "executed.ipynb"
    ran = subprocess.run(
        [sys.executable, "-c", _EXECUTE, _NOTEBOOK, fresh],
        env={**os.environ, "JUPYTER_PLATFORM_DIRS": "1", "IPYTHONDIR": str(fresh.parent)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return _code_cells(fresh)


def test_notebook_answers_what_it_shows(executed: list[Any]) -> None:
    """Cell by cell: the texts, the kinds of output, and the one error with its caret."""
    kept = _code_cells(_NOTEBOOK)
    assert [cell.source for cell in executed] == [cell.source for cell in kept]
    for fresh, shown in zip(executed, kept, strict=True):
        assert _texts(fresh) == _texts(shown), shown.source


def test_notebook_shows_a_page(executed: list[Any]) -> None:
    """A result has HTML beside its text, an irrational LaTeX, an error no traceback."""
    outputs = [output for cell in executed for output in cell.outputs]
    kinds = {kind for output in outputs if "data" in output for kind in output.data}
    assert kinds == {"text/plain", "text/html", "text/latex"}
    errors = [output for output in outputs if output.output_type == "error"]
    assert len(errors) == 1
    assert not any("Traceback" in line for line in errors[0].traceback)
