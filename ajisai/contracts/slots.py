"""What the walk knows of the stack and of bound names: literals that are still in sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from gmpy2 import mpz

from ajisai import numbers
from ajisai.contracts.totals import Path
from ajisai.numbers import Point
from ajisai.values import Record, Value, Vector


class Known(NamedTuple):
    """A value that is written in the source.

    ``path`` is where; ``owner`` the called User Word in whose body it is written, None for the body walked.
    """

    value: Value
    path: Path
    owner: str | None


Slot = Known | None
"""One place of the stack: a literal, or None for a value that only a run knows."""


class Unbound:
    """The answer of a look-up that found nothing."""


UNBOUND: Final = Unbound()


_FOLLOWED: Final = 32
"""Values that one call may leave and still be followed one by one; more are only counted, so that calls of
a Word that leaves thousands do not cost thousands."""


class Stack:
    """The stack as far as the walk knows it.

    Attributes:
        slots: what was pushed last and not taken, the top last.
        taken: how many values had to be there before.
        variable: whether the depth is lost; then nothing is counted any more.
    """

    __slots__ = ("_below", "slots", "taken", "variable")

    def __init__(self, slots: Sequence[Slot] = ()) -> None:
        self.slots: list[Slot] = list(slots)
        self._below = 0  # values under the slots that were pushed too, and are only counted
        self.taken = 0
        self.variable = False

    def push(self, slot: Slot) -> None:
        self.slots.append(slot)

    def push_unknown(self, count: int) -> None:
        """Push ``count`` values of which nothing is known."""
        if count <= _FOLLOWED:
            self.slots.extend([None] * count)
        else:
            self._below += len(self.slots) + count
            self.slots.clear()

    def pop(self) -> Slot:
        if self.slots:
            return self.slots.pop()
        self.drop(1)
        return None

    def drop(self, count: int) -> None:
        """Take ``count`` values, however many; the price does not depend on it."""
        missing = count - len(self.slots)
        if missing <= 0:
            if count:
                del self.slots[-count:]
            return
        self.slots.clear()
        counted = min(missing, self._below)
        self._below -= counted
        self.taken += missing - counted

    def lose(self) -> None:
        """From here on nothing is known of the depth."""
        self.variable = True
        self._below = 0
        self.slots.clear()

    @property
    def inputs(self) -> int | None:
        return None if self.variable else self.taken

    @property
    def outputs(self) -> int | None:
        return None if self.variable else self._below + len(self.slots)

    def results(self) -> tuple[Slot, ...]:
        """What is known of the values left, as far as a call follows them; empty where it does not."""
        return () if self._below or len(self.slots) > _FOLLOWED else tuple(self.slots)


class Scope:
    """The names of one frame, and of the frames around it out to the nearest User Word call."""

    __slots__ = ("_names", "_opaque", "_outer", "_parent")

    def __init__(
        self, parent: Scope | None = None, outer: Callable[[str], Value | None] | None = None
    ) -> None:
        self._parent = parent
        self._outer = outer
        self._names: dict[str, Slot] = {}
        self._opaque = False

    def bind(self, key: str, slot: Slot) -> None:
        self._names[key] = slot

    def obscure(self) -> None:
        """A name that the walk cannot read was bound: any value of a name may have been replaced."""
        self._opaque = True
        self._names = dict.fromkeys(self._names)

    def find(self, key: str, path: Path) -> Slot | Unbound:
        """What a name holds here, or UNBOUND."""
        scope: Scope | None = self
        opaque = False
        while scope is not None:
            if key in scope._names:
                return None if opaque else scope._names[key]
            opaque = opaque or scope._opaque
            if scope._outer is not None:
                value = scope._outer(key)
                if value is not None:
                    return None if opaque else Known(value, path, None)
            scope = scope._parent
        return UNBOUND


def points_in(value: Value) -> list[tuple[Path, str]]:
    """The points over zero that a value holds: where, and their displays, in the order written."""
    if type(value) is Point:
        return [((), numbers.display(value))]
    found: list[tuple[Path, str]] = []
    seen: set[int] = set()  # a Vector that occurs twice is looked at once
    todo: list[tuple[Path, Value]] = [((), value)]
    while todo:
        path, item = todo.pop()
        if type(item) is Vector:
            if id(item) in seen:
                continue
            seen.add(id(item))
            if not item.types().isdisjoint((Point, Vector, Record)):
                todo.extend(((*path, place), item[place]) for place in reversed(range(len(item))))
        elif type(item) is Record:
            todo += [(path, item.values), (path, item.keys)]
        elif type(item) is Point:
            found.append((path, numbers.display(item)))
    return found


def weight(value: Value) -> int:
    """Leaves that ``points_in`` looks at."""
    return value.leaves() if type(value) is Vector or type(value) is Record else 1


def counted(slot: Slot) -> int | None:
    """A literal count for COLLECT: a non-negative integer, else None."""
    if slot is not None and isinstance(slot.value, mpz) and slot.value >= 0:
        return int(slot.value)
    return None
