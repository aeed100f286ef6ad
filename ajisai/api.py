"""Run programs from Python: ``run``, ``Session`` and what they answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ajisai.bounds import Failure, Limits
from ajisai.contracts import Analysis, Declarations
from ajisai.machine.dictionary import Dictionary
from ajisai.machine.frames import Frame
from ajisai.machine.headroom import with_headroom
from ajisai.machine.run import Run
from ajisai.report.diagnosis import Situation
from ajisai.report.messages import message_of
from ajisai.report.result import AjisaiError, Error, Projected, Result, Usage
from ajisai.syntax import line_column, read
from ajisai.values import Nil, Value
from ajisai.values.python_values import from_python
from ajisai.words.registry import core_words

__all__ = ["AjisaiError", "Error", "Result", "Session", "Usage", "run"]


class Session:
    """State kept between runs, as in a notebook: the stack, the User dictionary, the bindings.

    A run that fails leaves all three as they were before it.
    """

    def __init__(self, *, limits: Limits | None = None) -> None:
        self.limits = Limits.playground() if limits is None else limits
        self._stack: tuple[Value, ...] = ()
        self._dictionary = Dictionary()
        self._frame = Frame()

    @property
    def stack(self) -> tuple[Value, ...]:
        """The values that the runs so far have left, the top last."""
        return self._stack

    def run(self, source: str, *, inputs: Iterable[Any] = ()) -> Result:
        """Run a program on the state that earlier runs left; ``inputs`` are pushed first."""
        if not isinstance(source, str):
            raise TypeError(f"the source must be a str, not {type(source).__name__}")
        stack = [*self._stack, *map(from_python, inputs)]
        return with_headroom(lambda: self._run(source, stack))

    def _run(self, source: str, stack: Sequence[Value]) -> Result:
        frame = Frame()
        frame.names.update(self._frame.names)
        machine = Run(self.limits, core_words(), stack=stack, dictionary=self._dictionary.copy(), frame=frame)
        when = "parse"
        declarations: Declarations | None = None
        failure: Failure | None = None
        try:
            program = read(source, machine.meter)
            when = "checkContract"
            if "#:" in source:
                declarations = Analysis(
                    program, {word.key: word.body for word in machine.dictionary}
                ).declarations
                if declarations is not None and declarations.violated:
                    raise Failure("contractViolation", declarations.findings[0].message)
            when = "executeWord"
            machine.execute(program)
        except Failure as caught:
            failure = caught
            if failure.category == "unknownWord":
                when = "resolveWord"
        else:
            self._stack = tuple(machine.stack)
            self._dictionary = machine.dictionary
            self._frame = frame
        return _result(source, machine, failure, declarations, when)


def run(source: str, *, inputs: Iterable[Any] = (), limits: Limits | None = None) -> Result:
    """Run a program in a fresh session.

    Args:
        source: the program.
        inputs: Python values pushed first, converted exactly.
        limits: the ceilings; ``Limits.playground()`` where None.

    Returns:
        A Result, whatever the program did.

    Raises:
        TypeError: for a source that is no text, or an input that has no exact image (a float).
    """
    return Session(limits=limits).run(source, inputs=inputs)


def _place(source: str, position: int | None) -> tuple[int | None, int | None]:
    return (None, None) if position is None else line_column(source, position)


def _result(
    source: str, machine: Run, failure: Failure | None, declarations: Declarations | None, when: str
) -> Result:
    error = None
    if failure is not None:
        line, column = _place(source, failure.position)
        error = Error(
            failure.category,
            message_of(failure),
            failure.word,
            line,
            column,
            failure.resource,
            failure.limit,
            failure.observed,
            failure.progress,
        )
        outcome = f"error:{failure.category}"
    else:
        top = machine.stack[-1] if machine.stack else None
        outcome = f"nil:{top.reason}" if type(top) is Nil else "value"
    return Result(
        status="ok" if error is None else "error",
        outcome=outcome,
        stack=tuple(machine.stack),
        output=machine.output,
        error=error,
        usage=Usage(machine.meter.steps, machine.meter.numeric, machine.meter.collection),
        limits=machine.meter.limits,
        source=source,
        trace=tuple(
            Projected(each.word, each.reason, each.lanes, *_place(source, each.position))
            for each in machine.trace.records
        ),
        trace_rest=machine.trace.rest,
        declarations=declarations,
        situation=None if error is None else Situation(when),
    )
