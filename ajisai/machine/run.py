"""The machine: evaluates compiled code within ceilings (LANG.EVAL, LANG.FRAMES, LANG.STEPS).

Evaluations nest on a list of the machine's own, not on Python's stack, so that 256 nested Words run from
inside any caller. A control Word is a generator that yields the evaluations it needs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ajisai.bounds import CALL_DEPTH, Failure, Limits, Meter, Price
from ajisai.bounds.meter import refuse
from ajisai.machine.code import Code, Control, Evaluation, Operation, Segment, Site
from ajisai.machine.compiler import COMPILED, compile_block, compile_program, is_built
from ajisai.machine.core_word import CoreWord
from ajisai.machine.dictionary import Dictionary, UserWord
from ajisai.machine.frames import Frame
from ajisai.machine.trace import Trace
from ajisai.syntax import Program
from ajisai.values import Nil, Record, Value, Vector

Task = Generator[Evaluation, None, None]
PROJECTION: Final[Price] = 96
"""collectionWork of one lane that projects: 2 to 3 µs with its trace."""

_NO_SITE = Site("", None, None)


class _Activation(NamedTuple):
    """A suspended evaluation: what is left of it, and the control Word that asked for the one running."""

    parts: Iterator[Segment | Control]
    stack: list[Value]
    frame: Frame
    task: Task | None
    site: Site


class Run:
    """One run: its stack, dictionary, output and meters.

    Words work through it: ``meter`` charges, ``project`` makes a NIL and records it, ``vector`` and
    ``record`` build containers within the ceilings, ``output`` gathers what PRINT appends.
    """

    def __init__(
        self,
        limits: Limits,
        core: Mapping[str, CoreWord],
        *,
        stack: Sequence[Value] = (),
        dictionary: Dictionary | None = None,
        frame: Frame | None = None,
    ) -> None:
        self.meter = Meter(limits)
        self.core = core
        self.stack: list[Value] = list(stack)
        self.dictionary = Dictionary() if dictionary is None else dictionary
        self.output: list[str] = []
        self.trace = Trace()
        self.frame = Frame() if frame is None else frame
        self.top = self.frame
        self.depth = 0  # evaluations active inside the program's own
        self.program: Program | None = None
        self._segment: Segment | None = None
        self._cursor: Iterator[Operation] = iter(())
        self._site = _NO_SITE

    # What Words use

    def project(self, reason: str, text: str | None = None) -> Nil:
        """A NIL that a Word answers for its own reason; the trace remembers which Word, where, how often."""
        self.meter.charge_collection(PROJECTION)
        site = self._where()
        self.trace.add(site.word, reason, self.position(site), self._call())
        return Nil(reason, text)

    def vector(self, items: list[Value], flat: bool = False) -> Vector:
        """A new Vector within the ceilings; ``flat`` promises that no item is a container."""
        vector = Vector(items)
        if flat:
            self.meter.check_elements(len(items))
        else:
            self.meter.check_elements(vector.leaves())
            self.meter.check_depth(vector.depth())
        return vector

    def record(self, keys: Vector, values: Vector) -> Record:
        """A new Record within the ceilings; ``keys`` are distinct and as many as ``values``."""
        record = Record(keys, values)
        self.meter.check_elements(record.leaves())
        self.meter.check_depth(record.depth())
        return record

    def code_of(self, block: Vector) -> Code:
        """The compiled code of a block, charged where the run has put it together."""
        if block.code is None and is_built(block):
            self.meter.charge_collection(COMPILED * len(block))
        return compile_block(block, self.core)

    def call(self, word: UserWord, stack: list[Value]) -> Evaluation:
        """The evaluation of a User Word on the whole stack, one step charged."""
        self.meter.charge_steps(1)
        code = self.code_of(word.body)
        self.meter.charge_collection(code.entry_price)
        return Evaluation(code, stack, Frame())

    def charge_step(self) -> None:
        """Charge the step of a control Word, which no Segment has charged."""
        self.meter.charge_steps(1)

    def check_call_depth(self) -> None:
        """Refuse one more evaluation inside the current one past the ceiling callDepth."""
        if self.depth >= CALL_DEPTH:
            refuse("callDepth", CALL_DEPTH, self.depth + 1)

    def position(self, site: Site) -> int | None:
        """The offset of a site in the source that is running; None where that source does not hold it."""
        return site.position if site.program is not None and site.program is self.program else None

    # Evaluation

    def execute(self, program: Program) -> None:
        """Run a program on the stack.

        Raises:
            Failure: with the Word and position it is attributed to. The stack is as the failing Word left it.
        """
        self.program = program
        self.evaluate(compile_program(program, self.core), self.stack)

    def evaluate(self, code: Code, stack: list[Value]) -> None:
        """Run code to its end, every evaluation that it asks for included."""
        suspended: list[_Activation] = []
        parts = iter(code.parts)
        self.depth = 0
        try:
            while True:
                request: Evaluation | Task | None = None
                for part in parts:
                    if type(part) is Segment:
                        self.run_segment(part, stack)
                        continue
                    self.at_control(part.site)
                    request = part.operation(stack, self)
                    if request is not None:
                        break
                task: Task | None = None
                if request is None:
                    if not suspended:
                        return
                    parts, stack, self.frame, task, site = suspended.pop()
                    self.depth = len(suspended)
                    if task is None:
                        continue
                    self.at_control(site)
                    request = next(task, None)
                elif type(request) is not Evaluation:
                    task = request
                    request = next(task, None)
                if request is None:
                    continue  # the control Word is done: go on behind it
                self.check_call_depth()
                suspended.append(_Activation(parts, stack, self.frame, task, self._site))
                self.depth = len(suspended)
                parts, stack, self.frame = iter(request.code.parts), request.stack, request.frame
        except Failure as failure:
            self.trace.withdraw(self._call())
            site = self._where()
            if failure.word is None:
                failure.word = site.word
            failure.position = self.position(site)
            raise

    def at_control(self, site: Site | None = None) -> None:
        """From here on a failure is the control Word's own, at ``site`` or at the site it was begun."""
        self._segment = None
        if site is not None:
            self._site = site

    def run_segment(self, segment: Segment, stack: list[Value]) -> None:
        """Run a straight part. Steps are charged at once where the budget allows, else one by one."""
        meter = self.meter
        charged = meter.steps + segment.steps
        if charged > meter.steps_limit:
            self._run_stepwise(segment, stack)
            return
        meter.steps = charged
        self._segment = segment
        self._cursor = cursor = iter(segment.operations)
        try:
            for operation in cursor:
                operation(stack, self)
        except Failure:
            meter.steps -= segment.steps - segment.steps_before[segment.reached(cursor) + 1]
            raise

    def _run_stepwise(self, segment: Segment, stack: list[Value]) -> None:
        self._segment = segment
        self._cursor = cursor = iter(segment.operations)
        costs = iter(segment.costs)
        for operation in cursor:
            if next(costs):
                self.meter.charge_steps(1)
            operation(stack, self)

    def _call(self) -> object:
        """What tells the running call of a Word in a Segment from every other; None outside."""
        segment = self._segment
        return None if segment is None else (self._cursor, segment.reached(self._cursor))

    def _where(self) -> Site:
        segment = self._segment
        return self._site if segment is None else segment.sites[segment.reached(self._cursor)]
