"""Compiled blocks: flat parts that the machine runs without looking at a token again.

A block becomes a tuple of parts. A ``Segment`` is a straight run of operations that cannot ask for another
evaluation; its steps are charged at once where the budget allows. A ``Control`` is one operation that may
(a User Word's name, EXEC, MAP…): it charges its own step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from operator import length_hint
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from ajisai.bounds import Price
from ajisai.syntax import Program
from ajisai.values import Value

if TYPE_CHECKING:
    from ajisai.machine.frames import Frame
    from ajisai.machine.run import Run

Operation = Callable[[list[Value], "Run"], Any]
"""Works on the stack in place. A Control's operation may answer an Evaluation or a generator of them."""


@final
class Evaluation(NamedTuple):
    """A request to evaluate compiled code on a stack in a frame."""

    code: Code
    stack: list[Value]
    frame: Frame


class Site(NamedTuple):
    """Where an operation stands: the Word's name for reports, its offset, and the program that holds it.

    A body rebuilt from values stands in no program.
    """

    word: str
    position: int | None
    program: Program | None


@final
class Segment:
    """A straight run of operations. ``costs[i]`` is the steps of operation ``i`` (0 or 1)."""

    __slots__ = ("costs", "operations", "sites", "steps", "steps_before")

    def __init__(self, operations: list[Operation], costs: list[int], sites: list[Site]) -> None:
        self.operations = tuple(operations)
        self.costs = tuple(costs)
        self.sites = tuple(sites)
        self.steps_before = tuple(accumulate(costs, initial=0))
        self.steps = self.steps_before[-1]

    def reached(self, cursor: Iterator[Operation]) -> int:
        """Index of the operation that ``cursor``, an iterator over ``operations``, handed out last."""
        return len(self.operations) - length_hint(cursor) - 1


@final
class Control:
    """One operation that may ask for evaluations.

    Attributes:
        name: the upper-case name that it looks up, if it does.
        local: whether the block has certainly bound that name before.
    """

    __slots__ = ("local", "name", "operation", "site")

    def __init__(
        self, operation: Operation, site: Site, name: str | None = None, *, local: bool = False
    ) -> None:
        self.operation = operation
        self.site = site
        self.name = name
        self.local = local


PUSHED: Final[Price] = 10
"""collectionWork of one value or name written in a body that a call pushes or looks up: 0.25 µs, and its slot
is looked at again in the end."""


class Code:
    """A compiled block.

    Attributes:
        parts: what runs, in order.
        straight: the one Segment of a block that has no Control; None otherwise.
        binds: whether it may bind names of its own frame.
        bound: the upper-case names that literal Strings before BIND give; None where a BIND has another name.
        entry_price: collectionWork of evaluating it once on a stack that stays, for the values and names in
            it: without a price for them a few calls could leave millions on the stack.
        programs: what ``words.block_program`` has made of the block, by the number of values it is given.
    """

    __slots__ = ("binds", "bound", "entry_price", "parts", "programs", "straight")

    def __init__(self, parts: list[Segment | Control], bound: frozenset[str] | None, pushed: int) -> None:
        self.parts = tuple(parts)
        self.bound = bound
        self.binds = bound is None or bool(bound)
        self.entry_price = PUSHED * pushed
        self.programs: dict[int, Any] = {}
        only = parts[0] if len(parts) == 1 else None
        self.straight = Segment([], [], []) if not parts else only if type(only) is Segment else None
