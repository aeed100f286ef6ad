"""The stack as a forecast knows it, and the names of frames."""

from __future__ import annotations

from collections.abc import Iterable

from ajisai.contracts.forecast.facts import Fact, anything, join
from ajisai.contracts.forecast.ledger import Ledger


class FactStack:
    """Facts of the values on a stack, the top last.

    ``lost`` says that the depth is not known: below the facts may be any number of values of any kind.
    """

    __slots__ = ("facts", "lost", "unknown")

    def __init__(self, facts: Iterable[Fact], symbols: frozenset[str], *, lost: bool = False) -> None:
        self.facts = list(facts)
        self.lost = lost
        self.unknown = anything(symbols)

    def copy(self) -> FactStack:
        """A stack that can change without changing this one."""
        other = FactStack(self.facts, frozenset(), lost=self.lost)
        other.unknown = self.unknown
        return other

    def become(self, other: FactStack) -> None:
        """Take over what another stack holds."""
        self.facts, self.lost = other.facts, other.lost

    def push(self, fact: Fact) -> None:
        self.facts.append(fact)

    def take(self, count: int, ledger: Ledger) -> list[Fact] | None:
        """The top ``count`` values, the top last; None where there certainly are too few."""
        missing = count - len(self.facts)
        if missing <= 0:
            taken = self.facts[len(self.facts) - count :]
            del self.facts[len(self.facts) - count :]
            return taken
        ledger.fail("stackUnderflow")
        if not self.lost:
            return None
        taken = [*[self.unknown] * min(missing, 1024), *self.facts]
        self.facts.clear()
        return taken

    def lose(self) -> None:
        """From here on nothing is known of the depth or of what is there."""
        self.facts.clear()
        self.lost = True

    def join(self, other: FactStack) -> None:
        """Hold what one stack or the other may hold."""
        if not self.lost and not other.lost and len(self.facts) == len(other.facts):
            self.facts = [join(one, its) for one, its in zip(self.facts, other.facts, strict=True)]
        else:
            self.lose()


class Frame:
    """Names bound by one evaluation; ``parent`` is the frame around it, None at a User Word call."""

    __slots__ = ("names", "parent")

    def __init__(self, parent: Frame | None = None) -> None:
        self.names: dict[str, Fact] = {}
        self.parent = parent

    def find(self, key: str) -> Fact | None:
        """What a name is bound to here or around, or None."""
        frame: Frame | None = self
        while frame is not None:
            fact = frame.names.get(key)
            if fact is not None:
                return fact
            frame = frame.parent
        return None

    def bound_among(self, names: frozenset[str]) -> list[str]:
        """Those of ``names`` that are bound here or around; the price is that of the fewer ones."""
        found: list[str] = []
        frame: Frame | None = self
        while frame is not None:
            if len(frame.names) < len(names):
                found += [name for name in frame.names if name in names]
            else:
                found += [name for name in names if name in frame.names]
            frame = frame.parent
        return found
