"""Infers the contract of a block or a User Word without running anything (LANG.CONTRACTS.INFERENCE).

A walk goes through a body once, from the left, with a stack of what it knows: literals that are still in
sight, and unknowns. It follows literal blocks into the Words that run them, and User Words through their own
contracts, which are inferred once each. Walks are generators driven by one loop, so that neither a chain of
Words nor a nest of blocks meets Python's own stack.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, NamedTuple

from ajisai.bounds import Price
from ajisai.contracts.contract import (
    CONSERVATIVE_SEED,
    DEPENDENCY_UNKNOWN,
    UNMODELLED_CONTROL_FLOW,
    UNRESOLVED_WORD,
    Contract,
    Gap,
    repeated_cost,
)
from ajisai.contracts.cycles import Cycles
from ajisai.contracts.slots import Known, Scope, Slot, Stack, Unbound, counted, points_in, weight
from ajisai.contracts.totals import Path, Totals
from ajisai.contracts.walks import drive
from ajisai.machine.literals import Origin
from ajisai.machine.vocabulary import WordRecord, records
from ajisai.numbers import Point, Surd, is_number
from ajisai.values import Record, Symbol, Value, Vector

Walk = Generator["Walk", Any, Any]

ITEM_PRICE: Final[Price] = 64
"""collectionWork of one item walked: 1 to 3 microseconds."""

BODY_PRICE: Final[Price] = 320
"""collectionWork of one body or block walked, beside its items: 10 to 25 microseconds."""

_FUEL: Final = 20_000
"""Items that may be walked again: blocks and Words that are followed over and over through names could make
inference exponential otherwise. What cannot be followed for want of it is a gap."""

_ISOLATED: Final = {"MAP": 1, "FILTER": 1, "FOLD": 2, "SCAN": 2}
"""The Words that run a block on a stack of its own, and how many values they put there."""


class _Summary(NamedTuple):
    """A User Word's contract, and what is known of the values it leaves."""

    contract: Contract
    results: tuple[Slot, ...]


class _Place(NamedTuple):
    """Where a walk is: ``path`` of the body in the one inferred, ``owner`` the called User Word that is
    followed inside, whose own items all count as that call. ``nested`` says that the body is a literal of one
    walked before: its points over zero were found when it was pushed."""

    path: Path
    owner: str | None
    stack: Stack
    scope: Scope
    totals: Totals
    nested: bool = False

    def exit(self, name: str, path: Path) -> None:
        self.totals.exit(self.owner or name, path)

    def inside(self, block: Known, stack: Stack, totals: Totals) -> _Place:
        return _Place(block.path, block.owner, stack, Scope(self.scope), totals, nested=True)


class Inference:
    """Contracts over one dictionary, each inferred once.

    Args:
        bodies: answers the bodies that an upper-case name may have as a User Word; several where the source
            defines it more than once, None for a body that only a run can tell. The answers must not change
            during the life of this object.
        charge: told the price of the walk as it goes, to be refused where a ceiling says so.

    Attributes:
        walked: every body and block that was walked so far, by its ``id``.
    """

    def __init__(
        self, bodies: Callable[[str], Sequence[Vector | None]], charge: Callable[[int], None] | None = None
    ) -> None:
        self._bodies = bodies
        self._charge = charge
        self._summaries: dict[str, _Summary | None] = {}  # None while a Word is being inferred
        self._core = records()
        self._cycles = Cycles(bodies)
        self._fuel = _FUEL
        self._followed: set[int] = set()  # the blocks and bodies followed since the last question
        self.walked: dict[int, Vector] = {}

    def word(self, name: str) -> Contract | None:
        """The contract of a User Word, or None where the name holds none."""
        key = name.upper()
        if not self._bodies(key):
            return None
        summary: _Summary = self._ask(self._word(key))
        return summary.contract

    def block(self, block: Vector, bindings: Callable[[str], Value | None] | None = None) -> Contract:
        """The contract of a block evaluated where ``bindings`` answers the visible names."""
        stack, totals = Stack(), Totals()
        self._ask(self._walk(block, _Place((), None, stack, Scope(outer=bindings), totals)))
        return totals.contract(stack.inputs, stack.outputs)

    def program(self, items: list[Value], positions: Sequence[int]) -> Contract:
        """The contract of the top level of a source: its items, and the offset of each."""
        stack, totals = Stack(), Totals()
        at = _Place((), None, stack, Scope(), totals)
        self._ask(self._walk(Vector(items), at, positions))
        return totals.contract(stack.inputs, stack.outputs)

    def _word(self, key: str) -> Walk:
        if key in self._summaries:
            known = self._summaries[key]
            return known or _unknown(key, "it depends on itself")
        if self._cycles.holds(key):
            # Whichever Word of the cycle is asked for first: the answer to each is the same.
            self._summaries[key] = summary = _unknown(key, "it depends on itself")
            return summary
        self._summaries[key] = None
        found = []
        for body in self._bodies(key):
            if body is None:
                found.append(_unknown(key, "its body is made by the run"))
                continue
            stack, totals = Stack(), Totals()
            yield self._walk(body, _Place((), None, stack, Scope(), totals))
            found.append(_Summary(totals.contract(stack.inputs, stack.outputs), stack.results()))
        summary = found[0] if len(found) == 1 else _either(key, [each.contract for each in found])
        self._summaries[key] = summary
        return summary

    def _walk(self, body: Vector, at: _Place, positions: Sequence[int] | None = None) -> Walk:
        """Walk a body, the whole of it, where ``at`` says. ``positions`` of its items: the literal's own."""
        items: Sequence[Any] = body.elements()
        self.walked[id(body)] = body
        if self._charge is not None:
            self._charge(BODY_PRICE + ITEM_PRICE * len(items))
        for index, item in enumerate(items):
            path = (*at.path, index) if at.owner is None else at.path
            if type(item) is not Symbol:
                self._literal(item, path, at)
                continue
            record = self._core.get(item.key)
            if record is not None:
                yield from self._core_word(record, items[index - 1] if index else None, path, at)
                continue
            slot = at.scope.find(item.key, path)
            if not isinstance(slot, Unbound):
                if slot is not None and slot.path == path:  # its value comes from outside of what is walked
                    self._look(slot.value)
                    if points_in(slot.value):
                        at.exit(item.spelling, path)
                at.stack.push(slot)
            elif self._bodies(item.key):
                yield from self._call(item, _position(body, index, positions), path, at)
            else:
                detail = "nothing has this name"
                position = _position(body, index, positions)
                at.totals.gap(Gap(UNRESOLVED_WORD, item.spelling, detail, position=position))
                self._lose(item.spelling, path, at)

    def _literal(self, item: Value, path: Path, at: _Place) -> None:
        if not at.nested:
            self._look(item)
            for inner, point in points_in(item):
                at.exit(point, (*path, *inner))
        at.stack.push(Known(item, path, at.owner))

    def _look(self, value: Value) -> None:
        if self._charge is not None and type(value) in (Vector, Record):
            self._charge(weight(value))

    def _core_word(self, record: WordRecord, before: Value | None, path: Path, at: _Place) -> Walk:
        name, stack, totals = record.name, at.stack, at.totals
        if name in _ISOLATED:
            yield from self._isolated(record, path, at)
            return
        if name == "EXEC":
            yield from self._exec(path, at)
            return
        totals.record(record)
        if record.field == "leaving" and not _kept(name, before):
            at.exit(name, path)
        if name == "BIND":
            _bind(stack, at.scope)
            return
        if name == "COLLECT":
            count = counted(stack.pop())
            if count is None:
                detail = "its count is not a literal"
                totals.gap(Gap(UNMODELLED_CONTROL_FLOW, at.owner or name, detail, ("inputs", "outputs")))
                stack.lose()
            else:
                stack.drop(count)
            stack.push(None)
            return
        stack.drop(record.inputs or 0)
        stack.push_unknown(record.outputs or 0)

    def _exec(self, path: Path, at: _Place) -> Walk:
        block = at.stack.pop()
        if block is not None and type(block.value) is Vector and self._afford(block.value):
            yield self._walk(block.value, at.inside(block, at.stack, at.totals))
            return
        at.totals.gap(Gap(UNMODELLED_CONTROL_FLOW, at.owner or "EXEC", "its block is not a literal"))
        self._lose("EXEC", path, at)

    def _isolated(self, record: WordRecord, path: Path, at: _Place) -> Walk:
        name, given = record.name, _ISOLATED[record.name]
        block = at.stack.pop()
        at.stack.drop((record.inputs or 1) - 1)
        at.stack.push(None)
        if block is None or type(block.value) is not Vector or not self._afford(block.value):
            at.totals.record(record)
            at.totals.gap(Gap(CONSERVATIVE_SEED, at.owner or name, "its block is not a literal", ("field",)))
            at.exit(name, path)
            return
        stack, totals = Stack([None] * given), Totals()
        yield self._walk(block.value, at.inside(block, stack, totals))
        at.totals.include_block(totals, repeated_cost(totals.cost, folded=given == 2))
        if stack.inputs != 0 or stack.outputs != 1:
            at.totals.classes(record.partiality, "pure", "deterministic")  # the block may not fit

    def _call(self, name: Symbol, position: int | None, path: Path, at: _Place) -> Walk:
        summary: _Summary = yield self._word(name.key)
        contract = summary.contract
        if _follows_operands(contract):
            body, *others = self._bodies(name.key)
            if body is not None and not others and self._afford(body):
                yield self._walk(body, _Place(path, at.owner or name.key, at.stack, Scope(), at.totals))
                return
        at.totals.include(contract)
        if contract.field == "leaving":
            at.exit(name.key, path)
        if contract.gaps:
            keys = tuple(dict.fromkeys(key for gap in contract.gaps for key in gap.keys))
            at.totals.gap(
                Gap(DEPENDENCY_UNKNOWN, at.owner or name.key, contract.gaps[0].detail, keys, position)
            )
        if contract.inputs is None or contract.outputs is None:
            at.stack.lose()
            return
        at.stack.drop(contract.inputs)
        if len(summary.results) != contract.outputs:
            at.stack.push_unknown(contract.outputs)
            return
        for slot in summary.results:
            at.stack.push(slot and Known(slot.value, path, at.owner or name.key))

    def _lose(self, exit_name: str, path: Path, at: _Place) -> None:
        """After code that cannot be read: it may do whatever an EXEC may."""
        at.totals.record(self._core["EXEC"])
        at.exit(exit_name, path)
        at.stack.lose()

    def _afford(self, body: Vector) -> bool:
        """Whether a body may be followed: the first time always, then while the fuel lasts."""
        if id(body) not in self._followed:
            self._followed.add(id(body))
            return True
        self._fuel -= 1 + len(body)
        return self._fuel >= 0

    def _ask(self, walk: Walk) -> Any:
        self._followed.clear()
        return drive(walk)


def _position(body: Vector, place: int, positions: Sequence[int] | None) -> int | None:
    if positions is not None:
        return positions[place]
    origin = body.origin
    return origin.node.items[place].start if type(origin) is Origin else None


def _kept(name: str, before: Value | None) -> bool:
    """Whether the literal written immediately before keeps DIV or POW inside the finite numbers."""
    if not is_number(before) or type(before) is Point:
        return False
    if name == "DIV":
        return before != 0
    return name == "POW" and (type(before) is Surd or before >= 0)  # type: ignore[operator]


def _bind(stack: Stack, scope: Scope) -> None:
    name, value = stack.pop(), stack.pop()
    if name is None:
        scope.obscure()
    elif isinstance(name.value, str):
        scope.bind(name.value.upper(), value)
    elif type(name.value) is Vector:
        names: Sequence[Any] = name.value.elements()
        parts: Sequence[Slot] = [None] * len(names)
        if value is not None and type(value.value) is Vector and len(value.value) == len(names):
            parts = [Known(item, value.path, value.owner) for item in value.value]
        for each, part in zip(names, parts, strict=True):
            if isinstance(each, str):
                scope.bind(each.upper(), part)


def _follows_operands(contract: Contract) -> bool:
    """Whether a Word runs a block, or collects a count, that it is given: a call may know which."""
    return any(gap.id in (CONSERVATIVE_SEED, UNMODELLED_CONTROL_FLOW) for gap in contract.gaps)


def _unknown(key: str, detail: str) -> _Summary:
    totals = Totals()
    totals.record(records()["EXEC"])
    totals.exit(key, ())
    totals.gap(Gap(DEPENDENCY_UNKNOWN, key, detail))
    return _Summary(totals.contract(None, None), ())


def _either(key: str, contracts: Sequence[Contract]) -> _Summary:
    """What holds of a name whatever definition of it is in force."""
    totals = Totals()
    for contract in contracts:
        totals.include(contract)
        for name in contract.exits:
            totals.exit(name, ())
        for gap in contract.gaps:
            totals.gap(gap)
    counts = {(contract.inputs, contract.outputs) for contract in contracts}
    if len(counts) > 1:
        detail = "its definitions differ in what they take or leave"
        totals.gap(Gap(DEPENDENCY_UNKNOWN, key, detail, ("inputs", "outputs")))
        return _Summary(totals.contract(None, None), ())
    return _Summary(totals.contract(*counts.pop()), ())
