"""Walks that ask for other walks, driven by one loop: no chain of Words meets Python's own stack."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any


def drive(walk: Generator[Any, Any, Any]) -> Any:
    """Run a walk and the walks it asks for, each inside the one before."""
    active = [walk]
    answer: Any = None
    while active:
        try:
            active.append(active[-1].send(answer))
            answer = None
        except StopIteration as end:
            active.pop()
            answer = end.value
    return answer
