"""What a run answers: facts only, that can be copied, pickled and asked for an envelope."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ajisai.bounds import Failure, Limits
from ajisai.contracts import Declarations
from ajisai.machine.run import Run
from ajisai.report.diagnosis import Diagnosis, Situation, diagnose
from ajisai.report.failures import Error, error_of, place_in
from ajisai.values import Nil, Value
from ajisai.values.display import display, display_size
from ajisai.values.nodes import extent
from ajisai.values.python_values import to_python

_REPR_STACK = 120  # code points of displays that a repr shows


class AjisaiError(Exception):
    """A program ended in an ERROR.

    Attributes:
        error: the facts of the ERROR (:class:`Error`).
        result: the whole answer that holds them.
    """

    def __init__(self, result: Any) -> None:
        error = getattr(result, "error", None)
        if not isinstance(error, Error):
            raise TypeError("an AjisaiError is made from the Result of a program that failed")
        super().__init__(f"{error.category}: {error.message}")
        self.error = error
        self.result = result

    def __reduce__(self) -> tuple[type[AjisaiError], tuple[Any]]:
        return (AjisaiError, (self.result,))


class Usage(NamedTuple):
    """What a run used of its meters (LANG.CEILINGS)."""

    execution_steps: int
    numeric_work: int
    collection_work: int


class Projected(NamedTuple):
    """One call of a Word that answered a NIL for a reason of its own, in ``lanes`` of its lanes."""

    word: str
    reason: str
    lanes: int
    line: int | None
    column: int | None


class PreludeWord(NamedTuple):
    """A phrasebook Word that was defined before the source, and its content identity."""

    name: str
    digest: str


@dataclass(frozen=True, repr=False)
class Result:
    """How a program ended. Nothing in it raises for what the program did.

    Attributes:
        status: ``ok`` or ``error``.
        outcome: ``value``, ``nil:<reason>`` or ``error:<category>``, read from the top of the final stack.
        stack: the final values, the top last; on an ERROR the stack at the failure.
        output: the texts that PRINT appended.
        error: the facts of the ERROR, or None.
        usage: what the run used of its meters.
        limits: the ceilings it ran under.
        source: the program.
        trace: the first 16 calls of Words that projected a NIL, in order.
        trace_rest: how many more did.
        declarations: the verdicts on the source's ``#:contract`` lines; None for a source without any.
        prelude: the phrasebook Words that were asked for, and those that they call.
        situation: what a diagnosis of the ERROR is made from.
    """

    status: str
    outcome: str
    stack: tuple[Value, ...]
    output: list[str]
    error: Error | None
    usage: Usage
    limits: Limits
    source: str
    trace: tuple[Projected, ...] = ()
    trace_rest: int = 0
    declarations: Declarations | None = None
    prelude: tuple[PreludeWord, ...] = ()
    situation: Situation | None = None

    def __repr__(self) -> str:
        shown: list[str] = []
        room = _REPR_STACK
        for value in reversed(self.stack):
            if extent(value, {}).nodes > room or (room := room - display_size(value)) < 0:
                shown.append("…")
                break
            shown.append(display(value))
        return f"Result({' '.join([self.outcome + ':', *reversed(shown)])})"

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

    def to_sympy(self) -> Any:
        """The top of the stack as a sympy object, as ``ajisai.to_sympy`` makes it. Imports sympy.

        Raises:
            AjisaiError: when the program ended in an ERROR.
            TypeError: for a value without a counterpart in sympy, and for an empty stack.
        """
        self.raise_for_error()
        if not self.stack:
            raise TypeError("the program left nothing on the stack that could be converted")
        from ajisai.values.sympy_values import to_sympy

        return to_sympy(self.stack[-1])

    def raise_for_error(self) -> Result:
        """This Result, or AjisaiError when the program ended in an ERROR."""
        if self.error is not None:
            raise AjisaiError(self)
        return self

    @cached_property
    def diagnosis(self) -> Diagnosis | None:
        """What went wrong and what to look at next; None where nothing went wrong."""
        if self.error is None or self.situation is None:
            return None
        return diagnose(self.error, self.situation)

    def _repr_html_(self) -> str:
        """The stack as a table for a notebook, or the ERROR with its line and a caret."""
        from ajisai.report.page import result_html

        return result_html(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook may show: HTML, and plain text where that is all there is room for."""
        from ajisai.report.page import result_text

        return {"text/plain": result_text(self), "text/html": self._repr_html_()}

    def to_envelope(self) -> dict[str, Any]:
        """The result as ``ajisai run --json`` and the server answer it (``spec/envelope.schema.json``).

        What would not fit into the ceiling ``responseBytes`` is left out, and said to be.
        """
        from ajisai.report.envelope import run_envelope

        return run_envelope(self)


def result_of(
    machine: Run,
    source: str,
    failure: Failure | None,
    *,
    situation: Situation | None,
    declarations: Declarations | None,
    prelude: tuple[PreludeWord, ...],
) -> Result:
    """What a machine that has come to its end answers; it may be forgotten then."""
    error = None if failure is None else error_of(failure, source)
    top = machine.stack[-1] if machine.stack else None
    if error is not None:
        outcome = f"error:{error.category}"
    else:
        outcome = f"nil:{top.reason}" if type(top) is Nil else "value"
    meter = machine.meter
    return Result(
        status="ok" if error is None else "error",
        outcome=outcome,
        stack=tuple(machine.stack),
        output=machine.output,
        error=error,
        usage=Usage(meter.steps, meter.numeric, meter.collection),
        limits=meter.limits,
        source=source,
        trace=tuple(
            Projected(call.word, call.reason, call.lanes, *place_in(source, call.position))
            for call in machine.trace.records
        ),
        trace_rest=machine.trace.rest,
        declarations=declarations,
        prelude=prelude,
        situation=situation,
    )
