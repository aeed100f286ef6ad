"""Decides what of a stack and of an output is left out, so that a result fits into a response (LANG.NODES).

Sizes are found before anything is built, in three looks, each at what the look before has kept: how many
nodes a slot has, what they take, what the approximations of its irrationals take. The first looks at no
leaf, and the others at no more nodes than could fit, so that a stack of any size is cut in little time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from ajisai.values import Record, Value, Vector
from ajisai.values.display import display
from ajisai.values.nodes import Extent, Node, Scale, Weight, extent, kind_of, quoted_size, to_node

VALUE_STACK_BUDGET: Final = 440 * 1024
"""Bytes of nodes and displays: as sent, in two copies of which one is quoted, about a megabyte."""

ERROR_STACK_BUDGET: Final = 32 * 1024
"""The same at an ERROR, where the stack only helps to understand it: about 400 small numbers."""

NODE_LEVELS: Final = 120
"""How deep a node may nest: common JSON readers give up at 128 levels, and a frame stands around it."""

_MARKER: Final = Weight(node=230, display=60, marks=50, levels=2, rough=False)
"""A slot left out: its node, its marker among the displays, its entry in ``stackElided``."""
_LEAST: Final = Weight(node=43, display=2, marks=8, levels=2, rough=True)
"""Any node, at least."""
_TYPICAL: Final = 85  # bytes that a small number's node and display take
_LOOKED_AT: Final = 200_000  # nodes of left-out slots that are weighed only to tell their size: 0.1 s


class Slot(NamedTuple):
    """A slot left out: its place from the bottom of the whole stack, its leaves, about how many bytes."""

    place: int
    elements: int
    approx_bytes: int
    reason: str


class Below(NamedTuple):
    """The bottom of a stack of very many slots, left out as one."""

    slots: int
    elements: int
    approx_bytes: int


class StackView(NamedTuple):
    """A stack as a result shows it, and what was left out; the nodes are those above ``below``."""

    nodes: list[Node]
    displays: list[str]
    slots: tuple[Slot, ...]
    below: Below | None

    def elided(self, budget: int, reason: str) -> dict[str, Any] | None:
        """The field ``stackElided``, or None where the whole stack is shown.

        ``reason`` is that of the budget; where only depth was a reason, that is the field's.
        """
        if not self.slots and self.below is None:
            return None
        reasons = {slot.reason for slot in self.slots}
        answer: dict[str, Any] = {
            "reason": reason if self.below is not None or reason in reasons else reasons.pop(),
            "budgetBytes": budget,
            "slots": [
                {"index": slot.place, "elements": slot.elements, "approxBytes": slot.approx_bytes}
                for slot in self.slots
            ],
        }
        if self.below is not None:
            answer["below"] = {
                "slots": self.below.slots,
                "elements": self.below.elements,
                "approxBytes": self.below.approx_bytes,
            }
        return answer


class OutputView(NamedTuple):
    """The PRINT texts that fit, and how many entries of how many code points were cut from the end."""

    texts: list[str]
    entries: int
    approx_bytes: int


def view_output(output: Sequence[str], room: int) -> OutputView:
    """The first texts that take no more than ``room`` bytes as sent."""
    for place, text in enumerate(output):
        size, marks = quoted_size(text)
        room -= 2 * (size + 3) + marks + 2
        if room < 0:
            rest = output[place:]
            return OutputView(list(output[:place]), len(rest), sum(map(len, rest)))
    return OutputView(list(output), 0, 0)


def view_stack(stack: Sequence[Value], budget: int, room: int, reason: str) -> StackView:
    """A stack cut to a budget: the largest slots are left out, the lower first among equals.

    Args:
        budget: bytes of nodes and displays.
        room: bytes that they may take as sent.
        reason: what the node of a slot that was left out for its size says.
    """
    most = budget // (_LEAST.node + _LEAST.display) + 2  # more slots than these cannot be shown
    if len(stack) > most:
        return _above(stack, len(stack) - most, budget, room, reason)
    cut = _Cut(stack, budget, room)
    cut.guess()
    scale = Scale(exactly=False)
    cut.weigh(scale.weigh)
    cut.weigh_left_out(scale.weigh)
    rough = [place for place in cut.kept if cut.weights[place].rough]
    if rough:
        cut.weigh(Scale(exactly=True).weigh, rough)
    nodes: list[Node] = []
    displays: list[str] = []
    slots: list[Slot] = []
    for place in range(cut.bottom, len(stack)):
        value, weight = stack[place], cut.weights[place]
        if place in cut.kept and weight.levels <= NODE_LEVELS:
            nodes.append(to_node(value))
            displays.append(display(value))
            continue
        why = "nodeDepth" if place in cut.kept else reason
        slot = Slot(place, _leaves(value), cut.approx_bytes(place), why)
        slots.append(slot)
        nodes.append(_marked(value, slot))
        displays.append(display(value) if place in cut.kept else _marker(value, slot))
    below = None
    if cut.bottom:
        left = range(cut.bottom)
        elements = sum(_leaves(stack[place]) for place in left)
        below = Below(cut.bottom, elements, sum(map(cut.approx_bytes, left)))
    return StackView(nodes, displays, tuple(slots), below)


def _above(stack: Sequence[Value], hidden: int, budget: int, room: int, reason: str) -> StackView:
    """The view of a stack of which the lowest ``hidden`` slots are not looked at one by one."""
    view = view_stack(stack[hidden:], budget, room, reason)
    containers = [value for value in stack[:hidden] if type(value) is Vector or type(value) is Record]
    elements = hidden - len(containers) + sum(map(_leaves, containers))
    inner = view.below or Below(0, 0, 0)
    return StackView(
        view.nodes,
        view.displays,
        tuple(slot._replace(place=slot.place + hidden) for slot in view.slots),
        Below(inner.slots + hidden, inner.elements + elements, inner.approx_bytes + elements * _TYPICAL),
    )


class _Cut:
    """The slots that are still kept, and what each takes as far as it is known."""

    def __init__(self, stack: Sequence[Value], budget: int, room: int) -> None:
        self.stack = stack
        self.budget = budget - 2  # every slot is counted with a comma in two lists, and the brackets are four
        self.room = room - 4
        self.weights: dict[int, Weight] = {}
        self.kept: dict[int, None] = dict.fromkeys(range(len(stack)))
        self.guessed: set[int] = set()  # slots of which only the number of nodes is known
        self.bottom = 0  # slots below this one are left out as one
        self._size = 0
        self._sent = 0

    def weigh(self, measure: Callable[[Value], Weight], places: Sequence[int] | None = None) -> None:
        """Weigh the kept slots, or those named of them, and leave out what does not fit."""
        for place in list(self.kept) if places is None else places:
            self.weights[place] = measure(self.stack[place])
        kept = [self.weights[place] for place in self.kept]
        left = len(self.stack) - self.bottom - len(kept)
        self._size = sum(weight.size + 2 for weight in kept) + left * _MARKER.size
        self._sent = sum(weight.sent + 4 for weight in kept) + left * _MARKER.sent
        if self._fits():
            return
        self._cut_bottom()
        for place in sorted(self.kept, key=lambda place: (-self.weights[place].sent, place)):
            if self._fits() or self.weights[place].sent <= _MARKER.sent:
                return
            del self.kept[place]
            self._size += _MARKER.size - self.weights[place].size
            self._sent += _MARKER.sent - self.weights[place].sent

    def guess(self) -> None:
        """Give every slot the least that its nodes take."""
        known: dict[int, Extent] = {}

        def least(value: Value) -> Weight:
            if type(value) is not Vector and type(value) is not Record:
                return _LEAST
            nodes, levels = extent(value, known)
            return Weight(_LEAST.node * nodes, _LEAST.display * nodes, _LEAST.marks * nodes, levels, True)

        self.weigh(least)
        self.guessed = set(self.weights) - set(self.kept)

    def weigh_left_out(self, measure: Callable[[Value], Weight]) -> None:
        """Weigh what only a guess left out, from the top, as far as that takes little time."""
        nodes_left = _LOOKED_AT
        for place in sorted((place for place in self.guessed if place >= self.bottom), reverse=True):
            nodes_left -= self._nodes(place)
            if nodes_left < 0:
                return
            self.weights[place] = measure(self.stack[place])
            self.guessed.discard(place)

    def approx_bytes(self, place: int) -> int:
        """Bytes of a slot's node and display."""
        return self._nodes(place) * _TYPICAL if place in self.guessed else self.weights[place].size

    def _nodes(self, place: int) -> int:
        return self.weights[place].node // _LEAST.node

    def _fits(self) -> bool:
        return self._size <= self.budget and self._sent <= self.room

    def _cut_bottom(self) -> None:
        """Leave out lower slots until what the upper ones take at least is half of what there is.

        The other half is for the values of the largest slots that still fit.
        """
        size = sent = 0
        for place in range(len(self.stack) - 1, self.bottom - 1, -1):
            weight = self.weights[place] if place in self.kept else _MARKER
            size += min(weight.size + 2, _MARKER.size)
            sent += min(weight.sent + 4, _MARKER.sent)
            if 2 * size > self.budget or 2 * sent > self.room:
                for gone in range(self.bottom, place + 1):
                    was_kept = gone in self.kept
                    self._size -= self.weights[gone].size + 2 if was_kept else _MARKER.size
                    self._sent -= self.weights[gone].sent + 4 if was_kept else _MARKER.sent
                    self.kept.pop(gone, None)
                self.bottom = place + 1
                return


def _leaves(value: Value) -> int:
    return value.leaves() if type(value) is Vector or type(value) is Record else 1


def _marked(value: Value, slot: Slot) -> Node:
    elided = {"reason": slot.reason, "elements": slot.elements, "approxBytes": slot.approx_bytes}
    return {"type": kind_of(value), "value": None, "semantics": {}, "elided": elided}


def _marker(value: Value, slot: Slot) -> str:
    return f"<elided {kind_of(value)}, {slot.elements} elements, about {slot.approx_bytes} bytes>"
