"""Which Words depend on themselves: a source can write them, no run (LANG.DICTIONARY.DEPENDENCY)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ajisai.values import Vector
from ajisai.values.symbols import symbol_keys


class Cycles:
    """Finds the Words that reach themselves through the names in their bodies, each body being read once.

    The strongly connected components of the names (R. Tarjan, "Depth-first search and linear graph
    algorithms", SIAM J. Comput. 1, 1972), with a stack of its own: a chain of Words may be long.
    """

    def __init__(self, bodies: Callable[[str], Sequence[Vector | None]]) -> None:
        self._bodies = bodies
        self._order: dict[str, int] = {}
        self._lowest: dict[str, int] = {}
        self._cyclic: set[str] = set()

    def holds(self, key: str) -> bool:
        """Whether the Word of an upper-case name depends on itself."""
        if key not in self._order:
            self._search(key)
        return key in self._cyclic

    def _names(self, key: str) -> list[str]:
        found = {name for body in self._bodies(key) if body is not None for name in symbol_keys(body)}
        return sorted(name for name in found if self._bodies(name))

    def _search(self, root: str) -> None:
        component: list[str] = []  # names whose component is not known yet
        waiting: set[str] = set()
        path: list[tuple[str, Iterator[str]]] = []

        def enter(key: str) -> None:
            self._order[key] = self._lowest[key] = len(self._order)
            component.append(key)
            waiting.add(key)
            names = self._names(key)
            if key in names:
                self._cyclic.add(key)
            path.append((key, iter(names)))

        enter(root)
        while path:
            key, names = path[-1]
            for name in names:
                if name not in self._order:
                    enter(name)
                    break
                if name in waiting:
                    self._lowest[key] = min(self._lowest[key], self._order[name])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    self._lowest[above] = min(self._lowest[above], self._lowest[key])
                if self._lowest[key] == self._order[key]:
                    member = component.pop()
                    waiting.discard(member)
                    while member != key:
                        self._cyclic.update((member, key))
                        member = component.pop()
                        waiting.discard(member)
