"""A contract: what is known of code before it runs (LANG.CONTRACTS)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from ajisai.machine.vocabulary import Cost

PARTIALITY: Final = ("total", "projecting", "partial")
PURITY: Final = ("pure", "conditional", "effectful")
DETERMINISM: Final = ("deterministic", "stateRelative", "hostRelative")
COST_CLASSES: Final = (
    "const",
    "const*",
    "linear",
    "linear*",
    "superlinear",
    "superlinear*",
    "unbounded",
    "unbounded*",
)
"""From the best to the worst; a join answers the worst of its parts."""

FREE: Final = Cost("const", "const", "const")
"""The cost of pushing literals."""

UNRESOLVED_WORD: Final = "gap.unresolvedWord"
"""A called name that no binding, User Word or Core Word holds."""
DEPENDENCY_UNKNOWN: Final = "gap.dependencyUnknown"
"""A called User Word whose own contract cannot be known: a cycle, or definitions that disagree."""
UNMODELLED_CONTROL_FLOW: Final = "gap.unmodelledControlFlow"
"""An EXEC whose block, or a COLLECT whose count, is not written where the walk can read it."""
CONSERVATIVE_SEED: Final = "gap.conservativeSeed"
"""A MAP, FILTER, FOLD or SCAN whose block the walk cannot read: its registered, cautious classes stand."""

ALL_KEYS: Final = ("inputs", "outputs", "field")
"""The keys that a declaration may state."""


class Gap(NamedTuple):
    """Something that the walk could not decide.

    Attributes:
        id: one of the four stable ids above.
        word: the name that the walk met.
        detail: a sentence fragment for people.
        keys: which of ``inputs``, ``outputs`` and ``field`` are less certain because of it.
        position: offset in code points of the name in the source, where it is known.
    """

    id: str
    word: str
    detail: str
    keys: tuple[str, ...] = ALL_KEYS
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract of a block or a User Word.

    Attributes:
        inputs, outputs: values taken from and left on the stack; None where they vary.
        field: ``closed`` when operands that hold no point over zero never give an answer that does,
            else ``leaving``.
        exits: the Words and literals that make it leaving, in the order written, each once.
        partiality: one of PARTIALITY. purity: one of PURITY. determinism: one of DETERMINISM.
        effects: effects of ``spec/words.json``, in the order met.
        cost: the worst cost class met, per meter.
        gaps: what the walk could not decide.
    """

    inputs: int | None
    outputs: int | None
    field: str = "closed"
    exits: tuple[str, ...] = ()
    partiality: str = "total"
    purity: str = "pure"
    determinism: str = "deterministic"
    effects: tuple[str, ...] = ()
    cost: Cost = FREE
    gaps: tuple[Gap, ...] = ()

    @property
    def confidence(self) -> str:
        """``exact`` where the walk read everything, ``conservative`` where a gap made it assume the worst."""
        return "conservative" if self.gaps else "exact"


def worst(scale: tuple[str, ...], one: str, other: str) -> str:
    """The later of two members of a scale."""
    return one if one == other or scale.index(one) >= scale.index(other) else other


def worst_cost(one: Cost, other: Cost) -> Cost:
    """The worse class per meter."""
    if one == other:
        return one
    return Cost(*(worst(COST_CLASSES, a, b) for a, b in zip(one, other, strict=True)))


def repeated_cost(cost: Cost, *, folded: bool) -> Cost:
    """The cost of a block that runs once per element.

    Each class moves one step up. A fold feeds its answer back, so that what it builds may grow with every
    turn: there, only work of constant price stays bounded.
    """

    def lifted(each: str) -> str:
        if each in ("const", "const*"):
            return "linear*"
        if each in ("linear", "linear*") and not folded:
            return "superlinear*"
        return "unbounded*"

    return Cost(lifted(cost.steps), lifted(cost.numeric_work), lifted(cost.collection_work))
