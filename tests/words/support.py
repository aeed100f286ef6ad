"""What the tests of Words share: one Word called on values, and how it is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import ajisai
from ajisai.bounds import Failure
from ajisai.machine.compiler import compile_program
from ajisai.machine.run import Run
from ajisai.syntax import read
from ajisai.values import Value, Vector
from ajisai.values.python_values import from_python
from ajisai.words.registry import core_words

AMPLE = ajisai.Limits.agent()


def new_run(collection_work: int = AMPLE.collection_work, **ceilings: int) -> Run:
    """A run of no program, under the agents' ceilings or those that are named (collectionWork may be 0)."""
    run = Run(AMPLE.replacing(**ceilings), core_words())
    run.meter.collection_limit = collection_work
    return run


def _evaluate(word: str, stack: list[Value], run: Run) -> None:
    run.evaluate(compile_program(read(word, run.meter), core_words()), stack)


def call(word: str, *operands: Any, run: Run | None = None) -> Value:
    """What a Core Word answers to Python objects or values, checked and lifted as in a program."""
    run = new_run() if run is None else run
    stack = list(map(from_python, operands))
    _evaluate(word, stack, run)
    assert len(stack) == 1
    return stack[0]


def shown(source: str, **ceilings: int) -> str:
    """The display of what a program leaves on the stack, or its outcome when it is no value."""
    result = ajisai.run(source, limits=AMPLE.replacing(**ceilings))
    return result.outcome if result.error else " ".join(result.display)


def refusal(word: str, *operands: Any, **ceilings: int) -> Failure:
    """The Failure of a Word, its operands being left on the stack."""
    run = new_run(**ceilings)
    stack = list(map(from_python, operands))
    before = list(stack)
    with pytest.raises(Failure) as caught:
        _evaluate(word, stack, run)
    assert all(one is two for one, two in zip(stack, before, strict=True)), "the operands stay"
    return caught.value


def work(word: str, *operands: Any) -> int:
    """collectionWork of one call."""
    run = new_run()
    call(word, *operands, run=run)
    return run.meter.collection


def assert_boundary(word: str, *operands: Any) -> None:
    """A Word passes with exactly the collectionWork that it uses, and is refused by name with less."""
    used = work(word, *operands)
    call(word, *operands, run=new_run(collection_work=used))
    failure = refusal(word, *operands, collection_work=used - 1)
    assert failure.resource == "collectionWork"
    assert failure.limit == used - 1
    assert failure.observed is not None
    assert failure.observed > used - 1


def vector(items: Iterable[Any]) -> Vector:
    """A Vector of Python objects."""
    return Vector([from_python(item) for item in items])
