"""Which Words a request brings: those it names and those that they call, each after what it calls."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajisai import phrasebook
from ajisai.phrasebook import Phrasebook, PhrasebookError, UnknownWord, load
from tests.phrasebook.conftest import SMALL

_BOOK = load(
    (Path(__file__).resolve().parents[2] / "phrasebook" / "phrasebook.ajisai").read_text(encoding="utf-8")
)


def test_prelude_of_nothing_is_empty(shipped: Phrasebook) -> None:
    """No names, no Words."""
    assert shipped.prelude([]) == ()


def test_prelude_puts_a_word_after_those_it_calls(shipped: Phrasebook) -> None:
    """Names in any case; the Words they call come first."""
    assert [entry.name for entry in shipped.prelude(["stdev"])] == [
        "SUM",
        "MEAN",
        "SQUARE",
        "VARIANCE",
        "STDEV",
    ]


def test_prelude_holds_each_word_once(shipped: Phrasebook) -> None:
    """Asked for twice, or called by several."""
    assert [entry.name for entry in shipped.prelude(["Mean", "SUM", "MEAN"])] == ["SUM", "MEAN"]


@given(st.lists(st.sampled_from(_BOOK.names), max_size=8))
def test_prelude_is_closed_and_ordered(names: list[str]) -> None:
    """Everything that a Word of a prelude calls stands before it, and nothing stands there for no reason."""
    seen: set[str] = set()
    prelude = _BOOK.prelude(names)
    for entry in prelude:
        assert set(entry.calls) <= seen
        seen.add(entry.name)
    assert len(seen) == len(prelude)
    wanted = set(names)
    for entry in reversed(prelude):
        assert entry.name in wanted
        wanted |= set(entry.calls)


@pytest.mark.parametrize(
    ("name", "near"), [("MEEN", ("MEAN",)), ("ab", ("ABS",)), ("quite unlike anything", ()), ("", ())]
)
def test_unknown_word_tells_the_nearest_names(shipped: Phrasebook, name: str, near: tuple[str, ...]) -> None:
    """At most five, the nearest first; none is invented."""
    with pytest.raises(UnknownWord) as caught:
        shipped.prelude(["ABS", name])
    unknown = caught.value
    assert (unknown.name, unknown.core) == (name, False)
    assert unknown.near[: len(near)] == near
    assert bool(unknown.near) == bool(near)
    again = pickle.loads(pickle.dumps(unknown))
    assert (str(again), again.near) == (str(unknown), unknown.near)


def test_core_word_is_not_asked_for(shipped: Phrasebook) -> None:
    """The message says that it is there already."""
    with pytest.raises(UnknownWord, match=r"add is a Core Word: it is always there") as caught:
        shipped.entry("add")
    assert caught.value.core


def test_shipped_file_is_in_force_without_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty variable is none."""
    monkeypatch.delenv(phrasebook.VARIABLE, raising=False)
    assert phrasebook.current().names == _BOOK.names
    monkeypatch.setenv(phrasebook.VARIABLE, "")
    assert phrasebook.current() is phrasebook.current()
    assert phrasebook.current().names == _BOOK.names


def test_variable_names_another_file(in_force: Callable[[str], Path]) -> None:
    """That file alone is in force then, for Words and for advice."""
    path = in_force(SMALL)
    assert phrasebook.current().names == ("TWICE", "QUADRUPLE")
    assert phrasebook.current().text == SMALL
    assert phrasebook.current_name() == str(path)
    assert phrasebook.spelled_names() == {"TWICE", "QUADRUPLE"}
    assert [entry.name for entry in phrasebook.prelude(["Quadruple"])] == ["TWICE", "QUADRUPLE"]
    with pytest.raises(UnknownWord):
        phrasebook.prelude(["MEAN"])


def test_file_at_fault_is_never_half_used(in_force: Callable[[str], Path]) -> None:
    """The Words before the fault are not handed out either, and advice does not fail over it."""
    in_force(SMALL.replace("[ TWICE TWICE ]", "[ TWICE ]"))
    with pytest.raises(PhrasebookError, match="line 11: the digest of QUADRUPLE"):
        phrasebook.prelude(["TWICE"])
    assert phrasebook.spelled_names() == {"TWICE", "QUADRUPLE"}


def test_missing_file_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file that cannot be read has no line at fault, and spells no names."""
    monkeypatch.setenv(phrasebook.VARIABLE, str(tmp_path / "absent"))
    with pytest.raises(PhrasebookError, match="cannot be read: No such file") as caught:
        phrasebook.current()
    assert caught.value.line is None
    assert phrasebook.spelled_names() == frozenset()


def test_file_that_is_not_utf8_is_told(in_force: Callable[[str], Path]) -> None:
    """With the line of the first wrong byte."""
    path = in_force("")
    path.write_bytes(b"# fine\n# \xff\n")
    with pytest.raises(PhrasebookError, match="line 2: the phrasebook file is not UTF-8 text"):
        phrasebook.current()


def test_import_of_the_library_loads_no_phrasebook() -> None:
    """Only a program that asks for its Words, or misspells a name, has the phrasebook loaded."""
    script = (
        "import sys, ajisai; ajisai.run('1 2 ADD'); assert 'ajisai.phrasebook' not in sys.modules;"
        "ajisai.run('1 ABS', words=['ABS']); assert 'ajisai.phrasebook' in sys.modules"
    )
    environment = {name: value for name, value in os.environ.items() if name != phrasebook.VARIABLE}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment)
