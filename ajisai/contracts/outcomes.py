"""Which outcomes a program may have: a finite set that holds the one it will have (LANG.OUTCOMES).

The set is found by walking the program over facts. Where the walk gives up, everything that the Words named
in the source could do is assumed; the set is larger then, and still holds the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from ajisai.bounds import Limits
from ajisai.contracts.forecast.facts import NIL, Fact, reasons_in
from ajisai.contracts.forecast.faults import Fault
from ajisai.contracts.forecast.ledger import LostError
from ajisai.contracts.forecast.walk import ProgramWalk
from ajisai.contracts.inference import Inference
from ajisai.machine.vocabulary import error_categories, nil_reasons, records
from ajisai.values import Symbol, Value, Vector
from ajisai.values.symbols import symbol_keys

_CEILINGS: Final = ("executionLimitExceeded", "recursionLimitExceeded", "resourceLimitExceeded")

_FUEL: Final = 8_000
_BLURRED_FUEL: Final = 20_000
"""Items that the exact walk, and then the one without sizes, may walk beyond the source's own: 0.15 and 0.4
seconds at 20 microseconds an item."""


class Prediction(NamedTuple):
    """The outcomes that a program may have.

    Attributes:
        faults: what may be wrong with names, in the order in which a run may meet it.
        unread: the naming Words (BIND, DEF, DEL) of which that is not all, because some of them may stand
            in code that could not be followed.
    """

    outcomes: tuple[str, ...]
    faults: tuple[Fault, ...] = ()
    unread: frozenset[str] = frozenset()

    @property
    def exact(self) -> bool:
        """Whether the one outcome is known."""
        return len(self.outcomes) == 1


def predict(
    items: Sequence[Value],
    positions: Sequence[int],
    prelude: Mapping[str, Vector],
    inference: Inference | None,
    limits: Limits,
) -> Prediction:
    """Predict how a program ends under ``limits``.

    Args:
        items, positions: the top level, as ``source.program_items`` answers it.
        prelude: bodies of the Words defined before it, by upper-case name.
        inference: contracts over the same source; None where a run may define what the source does not show.
    """
    size = sum(value.leaves() if type(value) is Vector else 1 for value in (*items, *prelude.values()))
    for fuel, blurred in ((_FUEL + size, False), (_BLURRED_FUEL + size, True)):
        try:
            walk = ProgramWalk(items, positions, prelude, inference, limits, fuel, blurred=blurred)
        except LostError:
            continue
        errors = walk.ledger.close()
        if blurred and walk.ledger.steps:
            errors = errors | set(_CEILINGS)
        endings = () if walk.stack is None else _endings(walk.stack.facts, lost=walk.stack.lost)
        unread = frozenset({"BIND"}) if walk.unread else frozenset()
        return Prediction(_sorted(endings, errors), tuple(walk.faults), unread)
    return Prediction(everything(items, prelude), unread=frozenset({"BIND", "DEF", "DEL"}))


def refused(category: str) -> Prediction:
    """The prediction for a program that is refused before anything runs."""
    return Prediction((f"error:{category}",))


def everything(items: Sequence[Value], prelude: Mapping[str, Vector]) -> tuple[str, ...]:
    """Every outcome that the Words named in a source could have, wherever they stand."""
    names = {item.key for item in items if type(item) is Symbol}
    for value in (*items, *prelude.values()):
        names |= symbol_keys(value)
    core = records()
    errors = {category for name in names if name in core for category in core[name].errors}
    errors.update(("unknownWord", "stackUnderflow", *_CEILINGS))
    return _sorted(("value", *(f"nil:{reason}" for reason in nil_reasons())), errors)


def _endings(facts: Sequence[Fact], *, lost: bool) -> list[str]:
    """What the top of the final stack may be read as."""
    if lost and not facts:
        return ["value", *(f"nil:{reason}" for reason in nil_reasons())]
    if not facts:
        return ["value"]
    top = facts[-1]
    endings = [f"nil:{reason}" for reason in reasons_in(top.reasons)] if top.kinds & NIL else []
    return ["value", *endings] if top.kinds & ~NIL else endings


def _sorted(endings: Iterable[str], errors: set[str]) -> tuple[str, ...]:
    """Endings as they come, then errors in the order of ``spec/outcomes.json``."""
    return (*endings, *(f"error:{category}" for category in error_categories() if category in errors))
