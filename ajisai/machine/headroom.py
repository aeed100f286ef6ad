"""Room on Python's stack for work whose recursion is bounded by ``nestingDepth``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Thread
from typing import TypeVar

Answer = TypeVar("Answer")

_NEEDED = 650  # frames: two for each of 256 levels of a value, and what stands around them


def with_headroom(work: Callable[[], Answer]) -> Answer:
    """Call ``work``, in a thread of its own when the caller is so deep that too few frames are left."""
    try:
        sys._getframe(max(0, sys.getrecursionlimit() - _NEEDED))
    except ValueError:
        return work()
    answers: list[Answer] = []
    errors: list[BaseException] = []

    def target() -> None:
        try:
            answers.append(work())
        except BaseException as error:  # handed to the caller, whose call this is
            errors.append(error)

    thread = Thread(target=target, name="ajisai-run")
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return answers[0]
