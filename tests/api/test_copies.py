"""Answers can be copied, pickled and compared: they are facts."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from hypothesis import given

import ajisai
from ajisai.testing import strategies as ours
from ajisai.values import Vector

_SOURCES = [
    "",
    "1 1/2 1/0 2 SQRT TRUE NIL 'text' [ ADD ] [ [ 1 ] [ ] ]",
    "[ 'k' 1 ] [ [ 1 ] 2 ] RECORD 'why' ABSENT",
    "-1 SQRT 1 FOO",
    "[ 2 MUL ] 'D' DEF [ 1 2 ] [ D ] MAP 'x' ADD",
    "#:contract D inputs=1\n[ 2 MUL ] 'D' DEF",
    "0 100001 RANGE",
    "[ " * 256 + "] " * 256,
    "[ " * 257,
]


@pytest.mark.parametrize("source", _SOURCES, ids=lambda source: ascii(source[:16]))
def test_answer_survives_copying(source: str) -> None:
    """Copied, copied deeply or pickled, it is equal and tells the same."""
    limits = ajisai.Limits.agent()
    doors: list[Any] = [ajisai.run, ajisai.check, ajisai.infer_contracts, ajisai.outcomes]
    for door in doors:
        answer = door(source, limits=limits)
        for other in (copy.copy(answer), copy.deepcopy(answer), pickle.loads(pickle.dumps(answer))):
            assert other == answer
            assert other.to_envelope() == answer.to_envelope()


def test_errors_survive_pickling() -> None:
    """The exception, with what it holds."""
    with pytest.raises(ajisai.AjisaiError) as caught:
        ajisai.run("1 FOO").raise_for_error()
    other = pickle.loads(pickle.dumps(caught.value))
    assert (other.error, other.result, str(other)) == (
        caught.value.error,
        caught.value.result,
        str(caught.value),
    )


def test_pickle_means_the_same_in_another_process() -> None:
    """Hashes are of one process only, so they stay behind."""
    values = Vector([Vector(["a", Vector(["b"])]), "x"])
    hash(values)
    program = (
        "import pickle, sys, ajisai\n"
        "from ajisai.values import Vector\n"
        "values = pickle.loads(sys.stdin.buffer.read())\n"
        "fresh = Vector([Vector(['a', Vector(['b'])]), 'x'])\n"
        "assert values == fresh and hash(values) == hash(fresh) and values in {fresh: 1}\n"
        "print('same')"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(values), capture_output=True, check=True
    )
    assert finished.stdout.strip() == b"same"


def test_what_is_shared_stays_shared() -> None:
    """A value whose tree has 2**200 leaves is pickled as the 202 Vectors that it is."""
    row = Vector(["leaf"])
    for _ in range(200):
        row = Vector([row, row])
        row.leaves(), row.depth()
    data = pickle.dumps(row)
    assert len(data) < 10_000
    other = pickle.loads(data)
    assert other[0] is other[1]
    assert copy.copy(row) is copy.deepcopy(row) is row


_VALUES = [
    "1",
    "1/2",
    "1/0",
    "-1/0",
    "0/0",
    "2 SQRT 1/3 ADD",
    "TRUE",
    "NIL",
    "-1 SQRT",
    "'why' ABSENT",
    "'text'",
    "[ ADD ] 0 GET",
    "[ 1 [ 2 ] ]",
    "[ 'k' TRUE ] [ 1 [ ] ] RECORD",
]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("source", _VALUES)
def test_value_survives_copying(source: str, protocol: int) -> None:
    """Of its type, equal and of one hash; what Python takes out of a Result as well."""
    result = ajisai.run(source)
    for thing in (result.stack[-1], result.value, result.limits, result):
        for other in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing, protocol))):
            assert type(other) is type(thing)
            assert other == thing
    assert hash(pickle.loads(pickle.dumps(result.stack, protocol))) == hash(result.stack)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_session_is_copied_with_its_state(copied: Callable[[ajisai.Session], ajisai.Session]) -> None:
    """Stack, Words, bindings, limits and prelude; what either does next, the other does not see."""
    session = ajisai.Session(limits=ajisai.Limits.agent(), words=["MEAN"])
    session.run("[ 2 MUL ] 'TWICE' DEF 4 'X' BIND [ 1 2 SQRT ] 'p' ABSENT").raise_for_error()
    other = copied(session)
    assert (other.limits, other.stack, other.names) == (session.limits, session.stack, session.names)
    assert other.run("X TWICE [ 1 2 ] MEAN").raise_for_error().display[-2:] == ("8/1", "3/2")
    assert other.run("").prelude == session.run("").prelude
    other.run("[ 3 MUL ] 'TWICE' DEF 5 'X' BIND").raise_for_error()
    assert session.run("X TWICE").display[-1] == "8/1"
    assert other.run("X TWICE").display[-1] == "15/1"


def _go_on(session: ajisai.Session) -> tuple[ajisai.Session, ajisai.Result]:
    return session, session.run("21 DOUBLE 2 SQRT MUL")


def test_session_goes_on_in_another_process() -> None:
    """There and back, in a process that shares nothing with this one."""
    session = ajisai.Session()
    session.run("[ 2 MUL ] 'DOUBLE' DEF").raise_for_error()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        moved, result = pool.submit(_go_on, session).result()
    assert session.stack == ()
    assert moved.stack == result.stack == session.run("21 DOUBLE 2 SQRT MUL").stack
    assert moved.run("DOUBLE").display == ("84/1*sqrt(2)",)


@given(ours.values())
def test_any_value_survives_pickling(value: Any) -> None:
    """Whatever it holds."""
    other = pickle.loads(pickle.dumps(value))
    assert other == value
    assert type(other) is type(value)
    assert hash(other) == hash(value)
