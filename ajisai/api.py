"""Run programs from Python: ``run``, ``Session`` and what they answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ajisai.bounds import Failure, Limits
from ajisai.machine.dictionary import Dictionary
from ajisai.machine.frames import Frame
from ajisai.machine.headroom import with_headroom
from ajisai.machine.run import Run
from ajisai.machine.trace import Trace
from ajisai.report.messages import message_of
from ajisai.syntax import line_column, read
from ajisai.values import Nil, Value
from ajisai.values.display import display
from ajisai.values.python_values import from_python, to_python
from ajisai.words.registry import core_words


class AjisaiError(Exception):
    """A program ended in an ERROR; ``error`` holds its facts, ``result`` the whole Result."""

    def __init__(self, result: Result) -> None:
        error = result.error
        super().__init__(f"{error.category}: {error.message}" if error else result.outcome)
        self.error = error
        self.result = result


class Usage(NamedTuple):
    """What a run used of its meters (LANG.CEILINGS)."""

    execution_steps: int
    numeric_work: int
    collection_work: int


class Error(NamedTuple):
    """The facts of a language ERROR.

    Attributes:
        category: an ERROR category of ``spec/outcomes.json``.
        message: one line of English.
        word: the Word it is attributed to: canonical, or as written for an unknown name.
        line, column: where that Word is written in the source, from 1; None where the source lacks it.
        resource, limit, observed: for a ceiling: its name, its value, the size that crossed it.
    """

    category: str
    message: str
    word: str | None
    line: int | None
    column: int | None
    resource: str | None
    limit: int | None
    observed: int | None


@dataclass(frozen=True)
class Result:
    """How a program ended. It holds facts only; nothing in it raises for what the program did.

    Attributes:
        status: ``ok`` or ``error``.
        outcome: ``value``, ``nil:<reason>`` or ``error:<category>``.
        stack: the final values, the top last; on an ERROR the stack at the failure.
        output: the texts that PRINT appended.
        error: the facts of the ERROR, or None.
        usage: what the run used of its meters.
        limits: the ceilings it ran under.
        source: the program.
    """

    status: str
    outcome: str
    stack: tuple[Value, ...]
    output: list[str]
    error: Error | None
    usage: Usage
    limits: Limits
    source: str
    failure: Failure | None
    trace: Trace

    @cached_property
    def display(self) -> tuple[str, ...]:
        """The display of each stack value, exact and never cut."""
        return tuple(map(display, self.stack))

    @property
    def value(self) -> Any:
        """The top of the stack as a Python object; None for an empty stack or a NIL.

        Raises:
            AjisaiError: when the program ended in an ERROR.
        """
        self.raise_for_error()
        return to_python(self.stack[-1]) if self.stack else None

    def raise_for_error(self) -> Result:
        """This Result, or AjisaiError when the program ended in an ERROR."""
        if self.error is not None:
            raise AjisaiError(self)
        return self


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
        machine = Run(
            self.limits, core_words(), stack=stack, dictionary=self._dictionary.copy(), frame=frame
        )
        failure: Failure | None = None
        try:
            machine.execute(read(source, machine.meter))
        except Failure as caught:
            failure = caught
        else:
            self._stack = tuple(machine.stack)
            self._dictionary = machine.dictionary
            self._frame = frame
        return _result(source, machine, failure)


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


def _result(source: str, machine: Run, failure: Failure | None) -> Result:
    error = None
    if failure is not None:
        line, column = (None, None) if failure.position is None else line_column(source, failure.position)
        error = Error(
            failure.category,
            message_of(failure),
            failure.word,
            line,
            column,
            failure.resource,
            failure.limit,
            failure.observed,
        )
        outcome = f"error:{failure.category}"
    else:
        top = machine.stack[-1] if machine.stack else None
        outcome = f"nil:{top.reason}" if type(top) is Nil else "value"
    return Result(
        "ok" if error is None else "error",
        outcome,
        tuple(machine.stack),
        machine.output,
        error,
        Usage(machine.meter.steps, machine.meter.numeric, machine.meter.collection),
        machine.meter.limits,
        source,
        failure,
        machine.trace,
    )
