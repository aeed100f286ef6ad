"""Which Words projected a NIL in a run: the facts behind ``errorFlowTrace`` (LANG.NIL.TRACE)."""

from __future__ import annotations

from typing import Any, NamedTuple

_KEPT = 16  # enough to find a cause; a program may project thousands


class Projection(NamedTuple):
    """One call of a Word that answered a NIL in ``lanes`` of its lanes."""

    word: str
    reason: str
    lanes: int
    position: int | None


class Trace:
    """The first calls that projected, and how many more did."""

    __slots__ = ("_current", "_seen", "records")

    def __init__(self) -> None:
        self.records: list[Projection] = []
        self._seen = 0
        self._current: Any = None

    @property
    def rest(self) -> int:
        """How many calls projected beyond those in ``records``."""
        return self._seen - len(self.records)

    def add(self, word: str, reason: str, position: int | None, call: object) -> None:
        """Note one lane of a call; ``call`` tells calls apart."""
        if call == self._current:
            if self._seen <= _KEPT:
                last = self.records[-1]
                self.records[-1] = last._replace(lanes=last.lanes + 1)
            return
        self._current = call
        self._seen += 1
        if self._seen <= _KEPT:
            self.records.append(Projection(word, reason, 1, position))

    def withdraw(self, call: object) -> None:
        """Forget what a call noted that ended in an ERROR after all: it answered no NIL."""
        if call is None or call != self._current:
            return
        if self._seen <= _KEPT:
            self.records.pop()
        self._seen -= 1
        self._current = None
