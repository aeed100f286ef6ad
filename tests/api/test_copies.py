"""Answers can be copied, pickled and compared: they are facts."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest

import ajisai
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
