"""The User dictionary as a forecast knows it: which bodies a name may have, and whether it must have one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import count
from typing import NamedTuple

from ajisai.values import Vector
from ajisai.values.symbols import symbol_keys


class Entry(NamedTuple):
    """What a name may stand for.

    Attributes:
        bodies: the bodies that it may have; None for one that only a run can tell.
        names: the upper-case names of every Symbol in them.
        certain: whether the name is defined whatever happened before.
    """

    bodies: tuple[Vector | None, ...]
    names: frozenset[str]
    certain: bool

    @property
    def exact(self) -> bool:
        """Whether it is known for certain what the name stands for."""
        return self.certain and len(self.bodies) == 1 and self.bodies[0] is not None


class Words:
    """Entries by upper-case name.

    Attributes:
        version: another number whenever a name that was looked up before may answer otherwise.
        changes: how often a name was defined or taken away.
    """

    __slots__ = ("_asked", "_entries", "_users", "_versions", "changes", "version")

    def __init__(self) -> None:
        self._versions = count()
        self.version = next(self._versions)
        self.changes = 0
        self._entries: dict[str, Entry] = {}
        self._users: dict[str, dict[str, None]] = {}  # name -> keys of the entries whose bodies name it
        self._asked: set[str] = set()  # names that were looked up and not found

    def copy(self) -> Words:
        """Words that can change without changing these."""
        other = Words()
        other._versions = self._versions
        other.version = next(self._versions)
        other.changes = self.changes
        other._entries = dict(self._entries)
        other._users = {name: dict(users) for name, users in self._users.items()}
        other._asked = set(self._asked)
        return other

    def get(self, key: str) -> Entry | None:
        """What a name may stand for, or None."""
        entry = self._entries.get(key)
        if entry is None:
            self._asked.add(key)
        return entry

    def peek(self, key: str) -> Entry | None:
        """As ``get``, for a caller that is about to define the name."""
        return self._entries.get(key)

    def names(self, key: str) -> frozenset[str]:
        """The names of every Symbol in the bodies that a name may have."""
        return self._entries[key].names if key in self._entries else frozenset()

    def define(self, key: str, entry: Entry) -> None:
        """Define a name anew."""
        previous = self._entries.get(key)
        if previous == entry:
            self._entries[key] = entry  # the same, but for where it is written
            return
        self.changes += 1
        if previous is not None or key in self._asked:
            self.version = next(self._versions)
        self._forget(key)
        self._entries[key] = entry
        for name in entry.names:
            self._users.setdefault(name, {})[key] = None

    def remove(self, key: str) -> None:
        """Take a name away."""
        self.changes += 1
        self.version = next(self._versions)
        self._forget(key)
        self._entries.pop(key, None)

    def _forget(self, key: str) -> None:
        previous = self._entries.get(key)
        if previous is not None:
            for name in previous.names:
                self._users[name].pop(key, None)

    def users(self, key: str) -> Collection[str]:
        """The names whose bodies name this one, the first one first."""
        return self._users.get(key, {})

    def exact(self, key: str) -> bool:
        """Whether it is known for certain what a name stands for."""
        entry = self._entries.get(key)
        return entry is not None and entry.exact

    def reaching(
        self, names: frozenset[str], key: str, burn: Callable[[int], None], *, surely: bool = False
    ) -> str | None:
        """A User Word that ``names`` lead to and that may name ``key``, or None.

        Args:
            burn: told how far the search went.
            surely: whether to follow only what every run finds there.
        """
        if not self.users(key):
            return None
        seen: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            entry = self._entries.get(name)
            if name in seen or entry is None or (surely and not entry.exact):
                continue
            seen.add(name)
            burn(1)
            if key in entry.names:
                return name
            todo.extend(entry.names)
        return None

    def closure(self, names: frozenset[str]) -> set[str]:
        """The names that code which names these may reach through User Words."""
        seen: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                if name in self._entries:
                    todo.extend(self._entries[name].names)
        return seen

    def join(self, other: Words) -> None:
        """Take over what may be otherwise in ``other``, which began as a copy of these."""
        keys = set(self._entries) | set(other._entries)
        for key in keys:
            mine, its = self._entries.get(key), other._entries.get(key)
            if mine == its:
                continue
            present = [entry for entry in (mine, its) if entry is not None]
            bodies = tuple(dict.fromkeys(body for entry in present for body in entry.bodies))
            names = frozenset().union(*(entry.names for entry in present))
            certain = len(present) == 2 and all(entry.certain for entry in present)
            self.define(key, Entry(bodies, names, certain))
        self.changes = max(self.changes, other.changes) + 1
        self.version = next(self._versions)


def entry_of(body: Vector) -> Entry:
    """The entry of a name that is defined by a literal."""
    return Entry((body,), symbol_keys(body), True)
