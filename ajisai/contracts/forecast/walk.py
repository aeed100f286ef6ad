"""Walks a program over facts instead of values: which ERRORs may occur, and what may be left (LANG.OUTCOMES).

The walk does what the machine does, Word by Word, with everything that a run could meet at once. Where a
choice depends on a value, both ways are walked and joined; where code cannot be read, everything that the
Symbols at hand could do is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ajisai.bounds import Failure, Limits
from ajisai.contracts.contract import UNRESOLVED_WORD
from ajisai.contracts.forecast import naming
from ajisai.contracts.forecast.facts import (
    COUNT,
    NIL,
    NOTHING,
    TRUTH,
    UNLIMITED,
    VECTOR,
    Fact,
    elements,
    join,
    join_all,
    made_of,
    vector_of,
)
from ajisai.contracts.forecast.faults import Fault, Report
from ajisai.contracts.forecast.ledger import Ledger, LostError
from ajisai.contracts.forecast.lifting import apply
from ajisai.contracts.forecast.rules import RULES
from ajisai.contracts.forecast.shaping import blur, gathered, row, steady, widened
from ajisai.contracts.forecast.stack import FactStack, Frame
from ajisai.contracts.forecast.words import Entry, Words, entry_of
from ajisai.contracts.inference import Inference
from ajisai.contracts.source import data_keys
from ajisai.contracts.walks import drive
from ajisai.machine import refusals
from ajisai.machine.code import PUSHED
from ajisai.machine.compiler import COMPILED, is_built
from ajisai.machine.literals import Origin
from ajisai.machine.vocabulary import records
from ajisai.values import Symbol, Value, Vector
from ajisai.values.display import display_size
from ajisai.values.symbols import symbol_keys

Walk = Generator["Walk", Any, Any]
Branch = Callable[[FactStack], "Walk | bool"]
"""What may happen at one place, on a stack: a walk, or what a walk would have answered."""

_BRANCHING: Final = frozenset({"EXEC", "MAP", "FILTER", "FOLD", "SCAN"})
_TURNS: Final = 64
"""Turns of a FOLD that are walked one by one; a longer one is walked until nothing new is learnt."""

_TURN: Final = 4
"""Items that one more turn of a block is as much work as."""

_LEARNT: Final = 6
"""Turns of a longer FOLD after which sizes that still grow are given up."""


_REMEMBERED: Final = 40_000
"""Values of one abstract stack that calls may leave: more than a source of 64 KiB can write, and 10 MB."""


class _Site(NamedTuple):
    """Where a walk is: its stack and frame, and how many evaluations are active."""

    stack: FactStack
    frame: Frame
    depth: int


class _Memory(NamedTuple):
    """What a call did: the facts it left (None for an unknown depth), or that it cannot end."""

    alive: bool
    facts: tuple[Fact, ...] | None
    steps: int
    numeric: int
    collection: int
    deepest: int


class ProgramWalk:
    """One walk of one program.

    Args:
        items, positions: the top level, as ``source.program_items`` answers it.
        prelude: bodies of the Words defined before, by upper-case name.
        inference: contracts of the same source, which say how deep a body reaches into the stack; None where
            a run may define what the source does not show.
        limits: the ceilings that a run would have.
        fuel: how many items may be walked.
        blurred: whether sizes are given up for the sake of a shorter walk.

    Attributes:
        ledger: the ERRORs and bounds found. faults: what may be wrong with names, in the order met.
        unread: whether a BIND may stand in code that could not be read.
        stack: what is left, where the program may end without an ERROR; else None.
    """

    def __init__(
        self,
        items: Sequence[Value],
        positions: Sequence[int],
        prelude: Mapping[str, Vector],
        inference: Inference | None,
        limits: Limits,
        fuel: int,
        *,
        blurred: bool = False,
    ) -> None:
        self.ledger = Ledger(
            limits, sum(display_size(value) + 1 for value in (*items, *prelude.values())), fuel
        )
        self.faults: list[Fault] = []
        self.unread = False
        self._forks = 0  # choices between ways that a run may take, of which one is walked now
        self._core = records()
        self._inference = inference
        self._blurred = blurred
        self._words = Words()
        for key, body in prelude.items():
            self._words.define(key, entry_of(body))
        self._symbols = frozenset().union(*map(symbol_keys, (*prelude.values(), *_vectors(items))))
        self._data = data_keys([items, *(body.elements() for body in prelude.values())])
        self._foreign = {id(body.origin.program) for body in prelude.values() if type(body.origin) is Origin}
        self._mutable = not self._symbols.isdisjoint(("DEF", "DEL"))
        self._kept: list[Vector] = []  # bodies whose ids stand in what follows
        self._memories: dict[tuple[Any, ...], _Memory] = {}
        self._reaches: dict[int, int | None] = {}
        self._free: dict[int, list[tuple[str, int | None]]] = {}
        stack = FactStack((), self._data)
        alive = drive(self._walk(items, positions, _Site(stack, Frame(), 0)))
        self.stack = stack if alive else None

    # One body

    def _walk(self, items: Sequence[Any], positions: Sequence[int] | None, at: _Site) -> Walk:
        """Walk a body; answers whether it may come to its end."""
        self.ledger.enter(at.depth)
        stack = at.stack
        for place, item in enumerate(items):
            self.ledger.burn(1)
            if type(item) is not Symbol:
                stack.push(self.ledger.fact(item))
                continue
            position = None if positions is None else positions[place]
            if item.key in self._core:
                alive = yield from self._core_word(item.key, position, at)
            else:
                alive = yield from self._name(item, position, at)
            if not alive:
                return False
        return True

    def _block(self, block: Vector, at: _Site) -> Walk:
        if is_built(block):
            self.ledger.collect(COMPILED * len(block))
        origin = block.origin
        positions = None
        if type(origin) is Origin and id(origin.program) not in self._foreign:
            positions = [node.start for node in origin.node.items]
        return self._walk(block.elements(), positions, at)

    # Names

    def _name(self, name: Symbol, position: int | None, at: _Site) -> Walk:
        bound = at.frame.find(name.key)
        if bound is not None:
            at.stack.push(bound)
            return True
        entry = self._resolve(name.spelling, position)
        if entry is None:
            return False
        self.ledger.step()
        return (yield from self._branches(at, [self._call(body, at) for body in entry.bodies]))

    def _call(self, body: Vector | None, at: _Site) -> Branch:
        """One body that a name may have."""

        def walk(stack: FactStack) -> Walk | bool:
            site = _Site(stack, Frame(), at.depth + 1)
            if body is None:
                return self._wild(self._symbols | naming.REBUILDING, site)
            self.ledger.collect(PUSHED * len(body))
            inputs = self._reach(body)
            if inputs is None or inputs > len(stack.facts):
                return self._block(body, site)
            return self._remembered(body, inputs, site)

        return walk

    def _reach(self, body: Vector) -> int | None:
        """How many values a body reads at most; None where that is not known."""
        if self._inference is None:
            return None
        if id(body) not in self._reaches:
            self._reaches[id(body)] = self._inference.block(body).inputs
            self._kept.append(body)
        return self._reaches[id(body)]

    def _remembered(self, body: Vector, inputs: int, at: _Site) -> Walk:
        """Walk a body that reads ``inputs`` values and no more, once for each kind of operands."""
        ledger, words = self.ledger, self._words
        operands = at.stack.take(inputs, ledger) or []
        if self._blurred:
            operands = [blur(fact) for fact in operands]
        key = (id(body), words.version, *operands)
        memory = self._memories.get(key)
        if memory is None:
            before = (ledger.steps, ledger.numeric, ledger.collection, ledger.deepest)
            ledger.steps = ledger.numeric = ledger.collection = 0
            ledger.deepest = at.depth
            changes = words.changes
            stack = FactStack(operands, self._data)
            alive = yield self._block(body, at._replace(stack=stack))
            left = None if stack.lost or len(stack.facts) > _REMEMBERED else tuple(stack.facts)
            memory = _Memory(
                alive, left, ledger.steps, ledger.numeric, ledger.collection, ledger.deepest - at.depth
            )
            ledger.steps, ledger.numeric, ledger.collection, ledger.deepest = before
            if changes == self._words.changes:
                self._memories[key] = memory
                self._kept.append(body)
        ledger.steps += memory.steps
        ledger.work(memory.numeric)
        ledger.collect(memory.collection)
        ledger.enter(at.depth + memory.deepest)
        if memory.facts is None or len(at.stack.facts) + len(memory.facts) > _REMEMBERED:
            at.stack.lose()  # Words that leave ever more values would double what is known at each call
        else:
            at.stack.facts.extend(memory.facts)
        return memory.alive

    def _branches(self, at: _Site, branches: Sequence[Branch]) -> Walk:
        """Walk what may happen at one place, each from the state before it, and join what is left."""
        if len(branches) == 1:
            walk = branches[0](at.stack)
            return walk if isinstance(walk, bool) else (yield walk)
        self._forks += 1
        before, words = at.stack.copy(), self._words
        joined: FactStack | None = None
        joined_words: Words | None = None
        for branch in branches:
            stack = before.copy()
            if self._mutable:
                self._words = words.copy()
            walk = branch(stack)
            if not (walk if isinstance(walk, bool) else (yield walk)):
                continue
            if joined is None:
                joined, joined_words = stack, self._words
            else:
                joined.join(stack)
                if joined_words is not None and self._mutable:
                    joined_words.join(self._words)
        self._forks -= 1
        self._words = words if joined_words is None else joined_words
        if joined is None:
            return False
        at.stack.become(joined)
        return True

    # Core Words

    def _core_word(self, name: str, position: int | None, at: _Site) -> Walk:
        ledger = self.ledger
        ledger.step()
        if name in _BRANCHING:
            return (yield from (self._exec(at) if name == "EXEC" else self._isolated(name, at)))
        if name == "COLLECT":
            return self._collect(at)
        record = self._core[name]
        operands = at.stack.take(record.inputs or 0, ledger)
        if operands is None:
            return False
        if name == "BIND":
            return naming.bind(ledger, self._report(name, position), self._words, at.frame, *operands)
        if name == "DEF":
            return naming.define(ledger, self._report(name, position), self._words, at.frame, *operands)
        if name == "DEL":
            return naming.delete(ledger, self._report(name, position), self._words, *operands)
        answer = apply(ledger, record, operands, RULES[name])
        if not answer.kinds:
            return False
        if record.outputs:
            at.stack.push(answer)
        return True

    def _exec(self, at: _Site) -> Walk:
        operands = at.stack.take(1, self.ledger)
        if operands is None:
            return False
        block = self.ledger.within(operands[0], VECTOR, "notExecutable")
        if not block.kinds:
            return False
        self.ledger.collect(PUSHED * block.length)
        inside = _Site(at.stack, Frame(at.frame), at.depth + 1)
        if block.options:
            return (yield from self._branches(at, [self._option(each, inside) for each in block.options]))
        if block.symbols:
            return self._wild(block.symbols, inside)
        at.stack.lose()  # a block of values pushes them, however many
        return True

    def _option(self, block: Any, at: _Site) -> Branch:
        return lambda stack: self._block(block, at._replace(stack=stack))

    def _wild(self, symbols: frozenset[str], at: _Site) -> bool:
        """Code that cannot be read, made of some Symbols: it may do what any of them may."""
        ledger, words = self.ledger, self._words
        reached = words.closure(symbols)
        if reached & _BRANCHING:  # then any block that is a value may be run
            symbols = frozenset(reached) | self._data
            reached = words.closure(symbols)
        if not reached.isdisjoint(("DEF", "DEL")):
            raise LostError
        self.unread = self.unread or "BIND" in reached
        for name in reached & self._core.keys():
            for category in self._core[name].errors:
                ledger.fail(category)
        called = {name for name in reached if words.get(name) is not None}
        inside = any(_BRANCHING & words.names(name) for name in called)
        self._forks += 1
        for name in sorted(symbols - self._core.keys()):
            # A block that a User Word runs does not see the names of this frame.
            if inside or at.frame.find(name) is None:
                self._resolve(name, None)
        ledger.burn(len(reached))
        for name in sorted(called):
            for free, position in self._free_names(name):
                self._resolve(free, position)
        self._forks -= 1
        for category in ("stackUnderflow", "executionLimitExceeded", "recursionLimitExceeded"):
            ledger.fail(category)
        ledger.fail_size()
        at.stack.lose()
        return True

    def _resolve(self, name: str, position: int | None) -> Entry | None:
        """What a name that is called and not bound stands for; it may stand for nothing."""
        entry = self._words.get(name.upper())
        if entry is None or not entry.certain:
            self._report(name, position)(refusals.unknown_name(name), sure=entry is None)
        return entry

    def _report(self, word: str, position: int | None) -> Report:
        """Takes note of what a name that ``word`` is given, or that it is, may be refused with."""

        def report(failure: Failure, *, sure: bool) -> None:
            self.ledger.fail(failure.category)
            self.faults.append(Fault.of(failure, word, position, sure=sure and not self._forks))

        return report

    def _free_names(self, key: str) -> list[tuple[str, int | None]]:
        """The names that the bodies of a User Word call and do not bind, as written, and where."""
        entry = self._words.get(key)
        bodies = () if entry is None else entry.bodies
        found: list[tuple[str, int | None]] = []
        for body in bodies:
            if body is None:
                continue
            if id(body) not in self._free:
                self.ledger.burn(len(body))
                gaps = Inference(lambda _key: ()).block(body).gaps
                self._free[id(body)] = [(gap.word, gap.position) for gap in gaps if gap.id == UNRESOLVED_WORD]
                self._kept.append(body)
            found += self._free[id(body)]
        return found

    # Words that run a block on a stack of its own

    def _isolated(self, name: str, at: _Site) -> Walk:
        operands = at.stack.take(self._core[name].inputs or 0, self.ledger)
        if operands is None:
            return False
        block = self.ledger.within(operands[-1], VECTOR, "notExecutable")
        if not block.kinds:
            return False
        vector = operands[0]
        absent = vector.only(NIL)
        vector = self.ledger.within(vector.only(~NIL), VECTOR, "nonVector")
        answer = NOTHING
        if vector.kinds:
            self.ledger.collect(vector.length)
            perhaps_not = bool(absent.kinds) or not vector.sized
            self._forks += perhaps_not
            if name in ("MAP", "FILTER"):
                answer = yield from self._each(name, vector, block, at)
            else:
                answer = yield from self._fold(name, vector, operands[1], block, at)
            self._forks -= perhaps_not
            self.ledger.handle(vector, answer)
            self.ledger.build(answer)
        answer = join(answer, absent._replace(options=()))
        if not answer.kinds:
            return False
        at.stack.push(answer)
        return True

    def _each(self, name: str, vector: Fact, block: Fact, at: _Site) -> Walk:
        """MAP and FILTER."""
        size = vector.length
        if size == 0 or vector.shape == (0,):
            return vector
        answer = yield from self._turn((elements(vector),), block, at, size)
        if name == "FILTER" and answer.kinds & ~(TRUTH | NIL):
            self.ledger.fail("nonTruthValue")
            answer = answer.only(TRUTH | NIL)
        if not answer.kinds:
            return NOTHING if vector.sized else vector_of(NOTHING, 0, shape=(0,))
        if name == "FILTER":
            return vector._replace(shape=None, options=())
        return gathered(answer, vector)

    def _fold(self, name: str, vector: Fact, seed: Fact, block: Fact, at: _Site) -> Walk:
        """FOLD and SCAN."""
        size = vector.length
        if size == 0 or vector.shape == (0,):
            return seed if name == "FOLD" else vector
        element = elements(vector)
        exact = vector.sized and size <= _TURNS
        current, seen = seed, NOTHING
        reached = NOTHING if vector.sized else seed  # what FOLD may answer
        turn = 0
        grown: list[int] = []  # by how many bits each turn made a rational wider
        last = False
        while turn < size:
            before = (self.ledger.steps, self.ledger.numeric, self.ledger.collection)
            answer = yield from self._turn((current, element), block, at, 1)
            turn += 1
            if not answer.kinds:
                if vector.sized:
                    return NOTHING
                break
            seen = join(seen, answer)
            following = answer if exact else join(current, answer)
            if following == current or last:  # every other turn will answer the same
                self._repeat(before, size - turn)
                break
            if exact:
                current = answer
                continue
            grown.append(following.bits - current.bits)
            if steady(current, following, grown):
                # The width of a rational is a sum of products and maxima of what went in: from here on it
                # grows as it did. One turn at its last width stands for all that are left.
                current = following._replace(bits=min(UNLIMITED, following.bits + grown[-1] * (size - turn)))
                last = True
            else:
                current = following if turn < _LEARNT else widened(current, following)
        if name == "SCAN":
            return gathered(seen, vector) if seen.kinds else vector_of(NOTHING, 0, shape=(0,))
        return join(reached, current if exact else seen)

    def _repeat(self, before: tuple[int, int, int], times: int) -> None:
        """Count what was added since ``before`` as often again."""
        ledger = self.ledger
        ledger.steps = min(UNLIMITED, ledger.steps + (ledger.steps - before[0]) * times)
        ledger.work((ledger.numeric - before[1]) * times)
        ledger.collect((ledger.collection - before[2]) * times)

    def _turn(self, given: Sequence[Fact], block: Fact, at: _Site, times: int) -> Walk:
        """What a block may leave of the values given, when it is run ``times`` times."""
        ledger = self.ledger
        ledger.burn(_TURN)
        before = (ledger.steps, ledger.numeric, ledger.collection)
        inside = _Site(FactStack(given, self._data), Frame(at.frame), at.depth + 1)
        if block.options:
            changes = self._words.changes
            alive = yield from self._branches(inside, [self._option(each, inside) for each in block.options])
            if changes != self._words.changes:
                raise LostError  # a block that changes the dictionary each time it runs
        elif block.symbols:
            alive = self._wild(block.symbols, inside)
        else:
            inside.stack.lose()
            alive = True
        self._repeat(before, times - 1)
        if not alive:
            return NOTHING
        left = inside.stack
        if left.lost:
            ledger.fail("blockContractViolation")
            return left.facts[-1] if left.facts else left.unknown
        if len(left.facts) != 1:
            ledger.fail("blockContractViolation")
            return NOTHING
        return left.facts[0]

    def _collect(self, at: _Site) -> bool:
        ledger, stack = self.ledger, at.stack
        operands = stack.take(1, ledger)
        if operands is None:
            return False
        count = self.ledger.within(operands[0], COUNT, "invalidInteger")
        if not count.kinds:
            return False
        ledger.collect(2)
        if len(count.options) != 1:
            ledger.fail("stackUnderflow")
            element = join_all(stack.facts) if not stack.lost else stack.unknown
            size = UNLIMITED if stack.lost else len(stack.facts)
            stack.lose()
            return self._built(vector_of(element, size), at)
        number: Any = count.options[0]
        facts = stack.take(int(number), ledger)
        if facts is None:
            return False
        made = made_of(facts, list) if len(facts) == number else None
        return self._built(row(facts, int(number)) if made is None else made, at)

    def _built(self, fact: Fact, at: _Site) -> bool:
        self.ledger.handle(fact)
        at.stack.push(self.ledger.build(fact))
        return True


def _vectors(items: Sequence[Value]) -> list[Vector]:
    return [item for item in items if type(item) is Vector]
