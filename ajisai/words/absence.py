"""NIL NIL? NIL-REASON ABSENT FAIL: reasoned absence and declared failure (LANG.NIL)."""

from __future__ import annotations

from typing import NoReturn

from ajisai.bounds import Failure
from ajisai.machine.run import Run
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Value


def nil(_run: Run) -> Value:
    """NIL: the absence that a program writes."""
    return NIL_LITERAL


def is_nil(_run: Run, value: Value) -> Value:
    """NIL?: whether the whole value is absent."""
    return TRUE if type(value) is Nil else FALSE


def nil_reason(run: Run, value: Value) -> Value:
    """NIL-REASON: the reason of an absence, of a declared one its text."""
    if type(value) is not Nil:
        return run.project("domainMiss")
    return value.reason if value.text is None else value.text


def absent(run: Run, text: str) -> Value:
    """ABSENT: a NIL whose reason the program states."""
    return run.project("userDeclared", text)


def fail(_run: Run, message: str) -> NoReturn:
    """FAIL: an ERROR that the program states."""
    raise Failure("declaredFailure", message)


EXECUTORS = {"NIL": nil, "NIL?": is_nil, "NIL-REASON": nil_reason, "ABSENT": absent, "FAIL": fail}
