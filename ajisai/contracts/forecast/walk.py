"""Walks a program over facts instead of values: which ERRORs may occur, and what may be left (LANG.OUTCOMES).

The walk does what the machine does, Word by Word, with everything that a run could meet at once. Where a
choice depends on a value, both ways are walked and joined; where code cannot be read, everything that the
Symbols at hand could do is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ajisai.bounds import Limits
from ajisai.contracts.contract import UNRESOLVED_WORD
from ajisai.contracts.forecast import container_rules, number_rules, text_rules
from ajisai.contracts.forecast.facts import (
    CONTAINER,
    COUNT,
    NIL,
    NOTHING,
    RATIONAL,
    TEXT,
    TRUTH,
    UNLIMITED,
    VECTOR,
    Fact,
    Rule,
    elements,
    fact_of,
    join,
    join_all,
    vector_of,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.contracts.forecast.lifting import apply
from ajisai.contracts.forecast.stack import FactStack, Frame
from ajisai.contracts.forecast.words import Entry, Words, entry_of
from ajisai.contracts.inference import Inference
from ajisai.machine.literals import Origin
from ajisai.machine.vocabulary import records
from ajisai.syntax import is_name_token
from ajisai.values import Symbol, Value, Vector
from ajisai.values.display import display_size
from ajisai.values.symbols import symbol_keys

Walk = Generator["Walk", Any, Any]
Branch = Callable[[FactStack], "Walk | bool"]
"""What may happen at one place, on a stack: a walk, or what a walk would have answered."""

RULES: Final[Mapping[str, Rule]] = {**number_rules.RULES, **container_rules.RULES, **text_rules.RULES}

_BRANCHING: Final = frozenset({"EXEC", "MAP", "FILTER", "FOLD", "SCAN"})
_REBUILDING: Final = frozenset(
    {"ADD", "MUL", "SQRT", "COLLECT", "RECORD", "JSON-DECODE", "CONCAT", "JOIN", "NIL"}
)
"""Words that a body may hold after DEF has written a value without a literal back as source."""

_TURNS: Final = 64
"""Turns of a FOLD that are walked one by one; a longer one is walked until nothing new is learnt."""

_LEARNT: Final = 6
"""Turns of a longer FOLD after which sizes that still grow are given up."""

_COLLECTED: Final = 32
"""Values that COLLECT gathers into a literal where all of them are known."""


class LostError(Exception):
    """The walk gave up: it met names that it cannot read, or it would take too long."""


class Unknown(NamedTuple):
    """A name that may stand for nothing when it is called: as written, and where."""

    word: str
    position: int | None


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
        ledger: the ERRORs and bounds found. unknown: names that may stand for nothing, in the order met.
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
        self.ledger = Ledger(limits, sum(display_size(value) + 1 for value in (*items, *prelude.values())))
        self.unknown: list[Unknown] = []
        self._core = records()
        self._inference = inference
        self._fuel = fuel
        self._blurred = blurred
        self._words = Words()
        for key, body in prelude.items():
            self._words.define(key, entry_of(body))
        self._symbols = frozenset().union(*map(symbol_keys, (*prelude.values(), *_vectors(items))))
        self._mutable = not self._symbols.isdisjoint(("DEF", "DEL"))
        self._facts: dict[int, Fact] = {}
        self._kept: list[Value] = []  # the literals whose ids stand in _facts
        self._memories: dict[tuple[Any, ...], _Memory] = {}
        self._reaches: dict[int, int | None] = {}
        stack = FactStack((), self._symbols)
        alive = _drive(self._walk(items, positions, _Site(stack, Frame(), 0)))
        self.stack = stack if alive else None

    # One body

    def _walk(self, items: Sequence[Any], positions: Sequence[int] | None, at: _Site) -> Walk:
        """Walk a body; answers whether it may come to its end."""
        self.ledger.enter(at.depth)
        stack = at.stack
        for place, item in enumerate(items):
            self._fuel -= 1
            if self._fuel < 0:
                raise LostError
            if type(item) is not Symbol:
                stack.push(self._literal(item))
                continue
            if item.key in self._core:
                alive = yield from self._core_word(item.key, at)
            else:
                position = None if positions is None else positions[place]
                alive = yield from self._name(item, position, at)
            if not alive:
                return False
        return True

    def _block(self, block: Vector, at: _Site) -> Walk:
        origin = block.origin
        positions = [node.start for node in origin.node.items] if type(origin) is Origin else None
        return self._walk(block.elements(), positions, at)

    def _literal(self, value: Value) -> Fact:
        if type(value) is not Vector:
            return fact_of(value)
        fact = self._facts.get(id(value))
        if fact is None:
            fact = self._facts[id(value)] = fact_of(value)
            self._kept.append(value)
        return fact

    # Names

    def _name(self, name: Symbol, position: int | None, at: _Site) -> Walk:
        bound = at.frame.find(name.key)
        if bound is not None:
            at.stack.push(bound)
            return True
        entry = self._resolve(name.spelling, position)
        if entry is None:
            return False
        self.ledger.steps += 1
        return (yield from self._branches(at, [self._call(body, at) for body in entry.bodies]))

    def _call(self, body: Vector | None, at: _Site) -> Branch:
        """One body that a name may have."""

        def walk(stack: FactStack) -> Walk | bool:
            site = _Site(stack, Frame(), at.depth + 1)
            if body is None:
                return self._wild(self._symbols | _REBUILDING, site)
            self.ledger.collect(len(body))
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
            operands = [_blur(fact) for fact in operands]
        key = (id(body), words.version, *operands)
        memory = self._memories.get(key)
        if memory is None:
            before = (ledger.steps, ledger.numeric, ledger.collection, ledger.deepest)
            ledger.steps = ledger.numeric = ledger.collection = 0
            ledger.deepest = at.depth
            changes = words.changes
            stack = FactStack(operands, self._symbols)
            alive = yield self._block(body, at._replace(stack=stack))
            left = None if stack.lost else tuple(stack.facts)
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
        if memory.facts is None:
            at.stack.lose()
        else:
            at.stack.facts.extend(memory.facts)
        return memory.alive

    def _branches(self, at: _Site, branches: Sequence[Branch]) -> Walk:
        """Walk what may happen at one place, each from the state before it, and join what is left."""
        if len(branches) == 1:
            walk = branches[0](at.stack)
            return walk if isinstance(walk, bool) else (yield walk)
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
        self._words = words if joined_words is None else joined_words
        if joined is None:
            return False
        at.stack.become(joined)
        return True

    # Core Words

    def _core_word(self, name: str, at: _Site) -> Walk:
        ledger = self.ledger
        ledger.steps += 1
        if name in _BRANCHING:
            return (yield from (self._exec(at) if name == "EXEC" else self._isolated(name, at)))
        special = _SPECIAL.get(name)
        if special is not None:
            return special(self, at)
        record = self._core[name]
        operands = at.stack.take(record.inputs or 0, ledger)
        if operands is None:
            return False
        answer = apply(ledger, record, operands, RULES[name])
        if not answer.kinds:
            return False
        if record.outputs:
            at.stack.push(answer)
        return True

    def _control(self, fact: Fact, kinds: int, category: str) -> Fact:
        if fact.kinds & ~kinds:
            self.ledger.fail(category)
        return fact.only(kinds)

    def _exec(self, at: _Site) -> Walk:
        operands = at.stack.take(1, self.ledger)
        if operands is None:
            return False
        block = self._control(operands[0], VECTOR, "notExecutable")
        if not block.kinds:
            return False
        self.ledger.collect(block.length)
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
        if reached & _BRANCHING:  # then any block of the source may be run
            symbols = frozenset(reached) | self._symbols
            reached = words.closure(symbols)
        if not reached.isdisjoint(("DEF", "DEL")):
            raise LostError
        for name in reached & self._core.keys():
            for category in self._core[name].errors:
                ledger.fail(category)
        called = {name for name in reached if words.get(name) is not None}
        inside = any(_BRANCHING & words.names(name) for name in called)
        for name in sorted(symbols - self._core.keys()):
            # A block that a User Word runs does not see the names of this frame.
            if inside or at.frame.find(name) is None:
                self._resolve(name, None)
        for name in sorted(called):
            for free, position in self._free_names(name):
                self._resolve(free, position)
        for category in ("stackUnderflow", "executionLimitExceeded", "recursionLimitExceeded"):
            ledger.fail(category)
        ledger.fail_size()
        at.stack.lose()
        return True

    def _resolve(self, name: str, position: int | None) -> Entry | None:
        """What a name that is called and not bound stands for; it may stand for nothing."""
        entry = self._words.get(name.upper())
        if entry is None or not entry.certain:
            self.ledger.fail("unknownWord")
            self.unknown.append(Unknown(name, position))
        return entry

    def _free_names(self, key: str) -> list[tuple[str, int | None]]:
        """The names that the bodies of a User Word call and do not bind, as written, and where."""
        entry = self._words.get(key)
        bodies = () if entry is None else entry.bodies
        found: list[tuple[str, int | None]] = []
        for body in bodies:
            if body is not None:
                gaps = Inference(lambda _key: ()).block(body).gaps
                found += [(gap.word, gap.position) for gap in gaps if gap.id == UNRESOLVED_WORD]
        return found

    # Words that run a block on a stack of its own

    def _isolated(self, name: str, at: _Site) -> Walk:
        operands = at.stack.take(self._core[name].inputs or 0, self.ledger)
        if operands is None:
            return False
        block = self._control(operands[-1], VECTOR, "notExecutable")
        if not block.kinds:
            return False
        vector = operands[0]
        absent = vector.only(NIL)
        vector = self._control(vector.only(~NIL), VECTOR, "nonVector")
        answer = NOTHING
        if vector.kinds:
            self.ledger.collect(vector.length)
            if name in ("MAP", "FILTER"):
                answer = yield from self._each(name, vector, block, at)
            else:
                answer = yield from self._fold(name, vector, operands[1], block, at)
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
        return _gathered(answer, vector)

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
            if _steady(current, following, grown):
                # The width of a rational is a sum of products and maxima of what went in: from here on it
                # grows as it did. One turn at its last width stands for all that are left.
                current = following._replace(bits=min(UNLIMITED, following.bits + grown[-1] * (size - turn)))
                last = True
            else:
                current = following if turn < _LEARNT else _widened(current, following)
        if name == "SCAN":
            return _gathered(seen, vector) if seen.kinds else vector_of(NOTHING, 0, shape=(0,))
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
        before = (ledger.steps, ledger.numeric, ledger.collection)
        inside = _Site(FactStack(given, self._symbols), Frame(at.frame), at.depth + 1)
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

    # Words that name

    def _collect(self, at: _Site) -> bool:
        ledger, stack = self.ledger, at.stack
        operands = stack.take(1, ledger)
        if operands is None:
            return False
        count = self._control(operands[0], COUNT, "invalidInteger")
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
        if len(facts) <= _COLLECTED and all(len(fact.options) == 1 for fact in facts):
            return self._built(fact_of(Vector([fact.options[0] for fact in facts])), at)
        return self._built(_row(facts, int(number)), at)

    def _built(self, fact: Fact, at: _Site) -> bool:
        self.ledger.handle(fact)
        at.stack.push(self.ledger.build(fact))
        return True

    def _bind(self, at: _Site) -> bool:
        operands = at.stack.take(2, self.ledger)
        if operands is None:
            return False
        value = operands[0]
        names = self._control(operands[1], TEXT | VECTOR, "nonText")
        if not names.kinds:
            return False
        if len(names.options) != 1:
            raise LostError
        self.ledger.handle(value, names)
        written: Any = names.options[0]
        if type(written) is str:
            return self._bind_all([(written, value)], at)
        if any(type(each) is not str for each in written):
            self.ledger.fail("nonText")
            return False
        parts = self._destructured(value, len(written))
        return parts is not None and self._bind_all(list(zip(written, parts, strict=True)), at)

    def _destructured(self, value: Fact, size: int) -> list[Fact] | None:
        if value.shape is None or value.shape[0] != size:
            self.ledger.fail("shapeMismatch")
        if value.shape is not None and value.shape[0] != size:
            return None
        vector = value.only(VECTOR)
        if not vector.kinds:
            return None
        literal = vector.options[0] if len(vector.options) == 1 else None
        if type(literal) is Vector:
            return [self._literal(item) for item in literal] if len(literal) == size else None
        return [elements(vector)] * size

    def _bind_all(self, pairs: Sequence[tuple[str, Fact]], at: _Site) -> bool:
        """Bind names; answers whether that may succeed."""
        fresh: dict[str, Fact] = {}
        for name, value in pairs:
            key = name.upper()
            if not is_name_token(name):
                self.ledger.fail("invalidName")
                return False
            entry = self._words.get(key)
            if key in self._core or entry is not None or key in fresh:
                self.ledger.fail("nameConflict")
                if entry is None or entry.certain:
                    return False
            if self._leads_back(key, value.symbols, at.frame):
                self.ledger.fail("selfReferentialDefinition")
                if len(value.options) == 1 and key in value.symbols:
                    return False
            fresh[key] = value
        at.frame.names.update(fresh)
        return True

    def _leads_back(self, key: str, symbols: frozenset[str], frame: Frame) -> bool:
        seen: set[str] = set()
        todo = list(symbols)
        while todo:
            name = todo.pop()
            if name == key:
                return True
            if name not in seen:
                seen.add(name)
                bound = frame.find(name)
                if bound is not None:
                    todo.extend(bound.symbols)
        return False

    def _define(self, at: _Site) -> bool:
        operands = at.stack.take(2, self.ledger)
        if operands is None:
            return False
        ledger, words = self.ledger, self._words
        key = self._named(operands[1])
        if key is None:
            return False
        if at.frame.find(key) is not None:
            ledger.fail("nameConflict")
            return False
        body = self._control(operands[0], VECTOR, "invalidDefinitionBody")
        if not body.kinds:
            return False
        ledger.handle(body)
        ledger.collect(2 * ledger.size)
        entry = self._entry(body)
        if entry is None:
            return False
        if words.reaches(entry.names, key):
            ledger.fail("selfReferentialDefinition")
            if entry.exact and key in entry.names:
                return False
        previous = words.peek(key)
        if previous is not None and words.users(key):
            ledger.fail("definitionConflict")
            if previous.certain and all(self._certain(user) for user in words.users(key)):
                return False
        words.define(key, entry)
        return True

    def _entry(self, body: Fact) -> Entry | None:
        """What a name stands for once a body is defined under it; None for a body that DEF refuses."""
        bodies: list[Vector] = [option for option in body.options if type(option) is Vector and len(option)]
        if len(bodies) < len(body.options) or not body.options:
            self.ledger.fail("invalidDefinitionBody")
            if body.options and not bodies:
                return None
        if bodies:
            return Entry(tuple(bodies), body.symbols, True)
        return Entry((None,), body.symbols | _REBUILDING, True)

    def _certain(self, key: str) -> bool:
        entry = self._words.get(key)
        return entry is not None and entry.exact

    def _named(self, name: Fact) -> str | None:
        """The upper-case name that DEF is given; None where it refuses every one that it may be."""
        text = self._control(name, TEXT, "nonText")
        if not text.kinds:
            return None
        if len(text.options) != 1:
            raise LostError
        written = str(text.options[0])
        if not is_name_token(written):
            self.ledger.fail("invalidName")
            return None
        if written.upper() in self._core:
            self.ledger.fail("protectedWord")
            return None
        return written.upper()

    def _delete(self, at: _Site) -> bool:
        operands = at.stack.take(1, self.ledger)
        if operands is None:
            return False
        ledger, words = self.ledger, self._words
        text = self._control(operands[0], TEXT, "nonText")
        if not text.kinds:
            return False
        if len(text.options) != 1:
            raise LostError
        key = str(text.options[0]).upper()
        if key in self._core:
            ledger.fail("protectedWord")
            return False
        entry = words.get(key)
        if entry is None or not entry.certain:
            ledger.fail("wordNotFound")
            if entry is None:
                return False
        if words.users(key):
            ledger.fail("definitionConflict")
            if all(self._certain(user) for user in words.users(key)):
                return False
        words.remove(key)
        return True


_SPECIAL: Final[Mapping[str, Callable[[ProgramWalk, _Site], bool]]] = {
    "COLLECT": ProgramWalk._collect,
    "BIND": ProgramWalk._bind,
    "DEF": ProgramWalk._define,
    "DEL": ProgramWalk._delete,
}


def _gathered(answer: Fact, vector: Fact) -> Fact:
    """The Vector of what a block answers for each element."""
    shape: tuple[int, ...] | None = None
    if vector.shape is not None:
        if not answer.kinds & CONTAINER:
            shape = vector.shape[:1]
        elif answer.shape is not None:
            shape = (vector.shape[0], *answer.shape)
    return vector_of(answer._replace(options=()), vector.length, shape=shape)


def _row(facts: Sequence[Fact], size: int) -> Fact:
    """The Vector that COLLECT makes of ``size`` values."""
    element = join_all(facts)
    shape: tuple[int, ...] | None = None
    if not element.kinds & CONTAINER:
        shape = (size,)
    elif element.shape is not None:
        shape = (size, *element.shape)
    row = vector_of(element, size, shape=shape)
    if len(facts) < size:
        return row
    return row._replace(leaves=min(UNLIMITED, sum(fact.leaves for fact in facts)))


def _steady(before: Fact, after: Fact, grown: Sequence[int]) -> bool:
    """Whether an accumulator is a rational that became wider by as many bits in each of three turns."""
    return (
        len(grown) >= 3
        and grown[-1] == grown[-2] == grown[-3]
        and after.kinds & ~RATIONAL == 0
        and after._replace(bits=before.bits) == before
    )


def _widened(before: Fact, after: Fact) -> Fact:
    """A fact that further turns can change only in kind: whatever grew is given up."""
    grown: dict[str, Any] = {
        name: UNLIMITED
        for name in ("bits", "terms", "text", "leaves", "depth")
        if getattr(after, name) > getattr(before, name)
    }
    return after._replace(element=None, shape=None, options=(), **grown)


def _blur(fact: Fact) -> Fact:
    """A fact without sizes and without numbers written out, so that calls are alike sooner."""
    options = fact.options if fact.options and fact.kinds & ~(TEXT | VECTOR) == 0 else ()
    return fact._replace(
        shape=None,
        bits=UNLIMITED,
        terms=UNLIMITED,
        text=UNLIMITED,
        leaves=UNLIMITED,
        depth=UNLIMITED,
        options=options,
        element=None,
    )


def _vectors(items: Sequence[Value]) -> list[Vector]:
    return [item for item in items if type(item) is Vector]


def _drive(walk: Walk) -> Any:
    """Run a walk and the walks it asks for, each inside the one before."""
    active = [walk]
    answer: Any = None
    while active:
        try:
            active.append(active[-1].send(answer))
            answer = None
        except StopIteration as end:
            active.pop()
            answer = end.value
    return answer
