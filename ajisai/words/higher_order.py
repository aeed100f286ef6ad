"""MAP, FILTER, FOLD, SCAN and EXEC: the Words that evaluate blocks (LANG.WORDS.HIGHER).

These are control operations: they work on the stack themselves and may ask the machine for evaluations.
A block without control Words of its own runs here, element by element; a block that only computes by the
short ways of ``short_blocks``, as far as they go.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from ajisai.bounds import Failure
from ajisai.machine.code import Evaluation
from ajisai.machine.compiler import linked
from ajisai.machine.frames import Frame
from ajisai.machine.operands import name_of, require, wrong_kind
from ajisai.machine.run import Run, Task
from ajisai.machine.vocabulary import records
from ajisai.values import FALSE, TRUE, Nil, Truth, Value, Vector
from ajisai.words import short_blocks
from ajisai.words.costs import VISITED
from ajisai.words.short_blocks import ShortBlock

Plain = Callable[[list[Value]], Evaluation | None]
"""Evaluates a block on a stack, or answers what the machine is to evaluate."""


def _violation(word: str, expected: str, left: int) -> Failure:
    return Failure(
        "blockContractViolation", f"{expected} and must leave exactly 1 value; it left {left}", word=word
    )


def _begin(word: str, stack: list[Value], run: Run) -> list[Any] | None:
    """Charge the step and check the operands; None when an absent operand has answered."""
    run.charge_step()
    operands = require(records()[word], stack)
    for place in _data_places(word):
        if type(operands[place]) is Nil:
            stack[-len(operands) :] = [operands[place]]
            return None
    if type(operands[0]) is not Vector:
        raise wrong_kind("nonVector", word, 0, operands[0])
    return operands


@cache
def _data_places(word: str) -> tuple[int, ...]:
    return tuple(place for place, role in enumerate(records()[word].roles) if role == "data")


def map_(stack: list[Value], run: Run) -> Task | None:
    """MAP: the block applied to each element."""
    operands = _begin("MAP", stack, run)
    if operands is None:
        return None
    vector, block = operands
    return _apply(run, stack, vector, block, "MAP")


def filter_(stack: list[Value], run: Run) -> Task | None:
    """FILTER: the elements whose block answers TRUE; an UNKNOWN answer drops its element."""
    operands = _begin("FILTER", stack, run)
    if operands is None:
        return None
    vector, block = operands
    return _apply(run, stack, vector, block, "FILTER")


def fold(stack: list[Value], run: Run) -> Task | None:
    """FOLD: the last accumulator."""
    operands = _begin("FOLD", stack, run)
    if operands is None:
        return None
    return _accumulate(run, stack, *operands, word="FOLD")


def scan(stack: list[Value], run: Run) -> Task | None:
    """SCAN: every accumulator, the seed left out."""
    operands = _begin("SCAN", stack, run)
    if operands is None:
        return None
    return _accumulate(run, stack, *operands, word="SCAN")


def exec_(stack: list[Value], run: Run) -> Evaluation:
    """EXEC: a block run on the whole stack."""
    run.charge_step()
    require(records()["EXEC"], stack)
    block = stack[-1]
    code = run.code_of(block)  # type: ignore[arg-type]  # require() admits a Vector only
    run.meter.charge_collection(code.entry_price)
    run.check_call_depth()
    stack.pop()
    return Evaluation(code, stack, Frame(run.frame))


def _check_truth(answer: Value) -> None:
    if type(answer) is not Truth and type(answer) is not Nil:
        detail = f"the block of FILTER must answer TRUE, FALSE or NIL, not {name_of(answer)}"
        raise Failure("nonTruthValue", detail, word="FILTER", found=type(answer))


def _apply(run: Run, stack: list[Value], vector: Vector, block: Vector, word: str) -> Task:
    """Evaluate the block for each element, then replace the two operands by the Vector of what is wanted."""
    run.meter.charge_collection(VISITED * len(vector))
    short: ShortBlock | None = None
    plain: Plain | None = None
    gathered = short_blocks.Gathered()
    for part in short_blocks.parts(vector):
        done = 0
        short = short or short_blocks.short_block(run, block, 1, len(part))
        if short is not None:
            done = short.mapped(part, gathered) if word == "MAP" else short.filtered(part, gathered)
        if done == len(part):
            continue
        plain = plain or _plain(run, block, len(vector))
        more: list[Value] = []
        for item in part.elements()[done:] if done else part:
            left = [item]
            evaluation = plain(left)
            if evaluation is not None:
                yield evaluation
            if len(left) != 1:
                run.at_control()
                raise _violation(word, f"a block of {word} is given 1 value", len(left))
            if word == "MAP":
                more += left
            elif left[0] is TRUE:
                more.append(item)
            elif left[0] is not FALSE:
                run.at_control()
                _check_truth(left[0])
        gathered.put(more)
    run.at_control()
    stack[-2:] = [gathered.vector(run)]


def _accumulate(
    run: Run, stack: list[Value], vector: Vector, seed: Value, block: Vector, *, word: str
) -> Task:
    """Evaluate the block for each element over an accumulator, then replace the three operands."""
    run.meter.charge_collection(VISITED * len(vector))
    short: ShortBlock | None = None
    plain: Plain | None = None
    passed: list[Value] | None = [] if word == "SCAN" else None
    left: list[Value] = [seed]
    for part in short_blocks.parts(vector):
        done = 0
        short = short or short_blocks.short_block(run, block, 2, len(part))
        if short is not None:
            done, left[0] = short.folded(part, left[0], passed)
        if done == len(part):
            continue
        plain = plain or _plain(run, block, len(vector))
        for item in part.elements()[done:] if done else part:
            left.append(item)
            evaluation = plain(left)
            if evaluation is not None:
                yield evaluation
            if len(left) != 1:
                run.at_control()
                raise _violation(word, f"a block of {word} is given 2 values", len(left))
            if passed is not None:
                passed.append(left[0])
    run.at_control()
    stack[-3:] = [left[0] if passed is None else run.vector(passed)]


def _plain(run: Run, block: Vector, count: int) -> Plain:
    """How a block is evaluated on a stack, for ``count`` elements: at once, or by asking the machine."""
    code = run.code_of(block)
    outer = run.frame
    segment = linked(code, outer) if count > 1 else code.straight
    if segment is None:
        return lambda left: Evaluation(code, left, Frame(outer))
    inner = Frame(outer)

    def straight(left: list[Value]) -> None:
        run.check_call_depth()
        run.frame = Frame(outer) if code.binds else inner
        run.run_segment(segment, left)
        run.frame = outer

    return straight


CONTROLS = {"MAP": map_, "FILTER": filter_, "FOLD": fold, "SCAN": scan, "EXEC": exec_}
