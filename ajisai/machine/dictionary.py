"""The User dictionary: what DEF makes and DEL removes (LANG.DICTIONARY).

Definitions refer to each other by name and are resolved when they run; who names whom is kept in both
directions, so that a definition is refused before it could close a cycle or pull a Word from under another.
"""

from __future__ import annotations

from collections.abc import Iterator

from ajisai.bounds import Meter
from ajisai.machine import refusals
from ajisai.values import Vector
from ajisai.values.symbols import symbol_keys


class UserWord:
    """One definition. ``names`` are the upper-case names that any Symbol of its body spells."""

    __slots__ = ("body", "key", "name", "names")

    def __init__(self, name: str, body: Vector) -> None:
        self.name = name
        self.key = name.upper()
        self.body = body
        self.names = symbol_keys(body)


class Dictionary:
    """User Words by upper-case name, in the order of their first definition. ``copy`` is cheap."""

    __slots__ = ("_users", "_words")

    def __init__(self) -> None:
        self._words: dict[str, UserWord] = {}
        self._users: dict[str, dict[str, None]] = {}  # name -> keys of the Words whose bodies name it

    def copy(self) -> Dictionary:
        """A dictionary that can change without changing this one."""
        other = Dictionary()
        other._words = dict(self._words)
        other._users = {name: dict(users) for name, users in self._users.items()}
        return other

    def get(self, key: str) -> UserWord | None:
        """The Word of an upper-case name, or None."""
        return self._words.get(key)

    def __contains__(self, key: str) -> bool:
        return key in self._words

    def __iter__(self) -> Iterator[UserWord]:
        return iter(self._words.values())

    def __len__(self) -> int:
        return len(self._words)

    def define(self, word: UserWord, meter: Meter) -> None:
        """Add or replace a Word.

        Raises:
            Failure: selfReferentialDefinition when the body reaches the name; definitionConflict when it
                replaces a Word that another one depends on. Nothing has changed then.
        """
        self._refuse_cycle(word, meter)
        users = self._users.get(word.key)
        if word.key in self._words and users:
            raise refusals.needed_by(next(iter(users)), word.key)
        previous = self._words.get(word.key)
        if previous is not None:
            self._forget(previous)
        self._words[word.key] = word
        for name in word.names:
            self._users.setdefault(name, {})[word.key] = None

    def delete(self, key: str) -> None:
        """Remove a Word. Raises Failure: wordNotFound, or definitionConflict when another depends on it."""
        word = self._words.get(key)
        if word is None:
            raise refusals.not_there(key)
        users = self._users.get(key)
        if users:
            raise refusals.needed_by(next(iter(users)), key)
        self._forget(word)
        del self._words[key]

    def _forget(self, word: UserWord) -> None:
        for name in word.names:
            users = self._users[name]
            del users[word.key]
            if not users:
                del self._users[name]

    def _refuse_cycle(self, word: UserWord, meter: Meter) -> None:
        if word.key in word.names:
            raise refusals.names_itself(word.key)
        if word.key not in self._users:
            return  # nobody names it yet, so no path can lead back to it
        seen: set[str] = set()
        todo = list(word.names)
        while todo:
            key = todo.pop()
            if key in seen:
                continue
            seen.add(key)
            other = self._words.get(key)
            if other is not None:
                meter.charge_collection(1 + len(other.names))
                if word.key in other.names:
                    raise refusals.reached_by(other.key)
                todo.extend(other.names)
