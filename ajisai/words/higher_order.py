"""MAP, FILTER, FOLD, SCAN and EXEC: the Words that evaluate blocks (LANG.WORDS.HIGHER).

These are control operations: they work on the stack themselves and may ask the machine for evaluations.
A block without control Words of its own runs here, element by element, in one loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ajisai.bounds import Failure
from ajisai.machine.code import Evaluation, Segment
from ajisai.machine.compiler import linked
from ajisai.machine.frames import Frame
from ajisai.machine.operands import require
from ajisai.machine.run import Run, Task
from ajisai.machine.vocabulary import records
from ajisai.values import FALSE, TRUE, Nil, Truth, Value, Vector
from ajisai.words import column_blocks


def _violation(word: str, expected: str, left: int) -> Failure:
    return Failure(
        "blockContractViolation", f"{expected} and must leave exactly 1 value; it left {left}", word=word
    )


def _begin(word: str, stack: list[Value], run: Run) -> list[Any] | None:
    """Charge the step and check the operands; None when an absent operand has answered."""
    run.charge_step()
    record = records()[word]
    operands = require(record, stack)
    for role, operand in zip(record.roles, operands, strict=True):
        if role == "data" and type(operand) is Nil:
            stack[-len(operands) :] = [operand]
            return None
    if type(operands[0]) is not Vector:
        raise Failure("nonVector", f"{word} works on a Vector")
    return operands


def map_(stack: list[Value], run: Run) -> Task | None:
    """MAP: the block applied to each element."""
    operands = _begin("MAP", stack, run)
    if operands is None:
        return None
    vector, block = operands
    return _apply(run, stack, vector, block, "MAP", lambda answers: answers)


def filter_(stack: list[Value], run: Run) -> Task | None:
    """FILTER: the elements whose block answers TRUE; an UNKNOWN answer drops its element."""
    operands = _begin("FILTER", stack, run)
    if operands is None:
        return None
    vector, block = operands

    def keep(answers: list[Value]) -> list[Value]:
        return [item for item, answer in zip(vector, answers, strict=True) if answer is TRUE]

    return _apply(run, stack, vector, block, "FILTER", keep)


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
        raise Failure("nonTruthValue", "the block of FILTER must answer TRUE, FALSE or NIL", word="FILTER")


def _apply(
    run: Run, stack: list[Value], vector: Vector, block: Vector, word: str, choose: Any
) -> Task | None:
    """Evaluate the block for each element, then replace the two operands by the chosen answers."""
    code = run.code_of(block)
    run.meter.charge_collection(len(vector))
    answers: list[Value] = []

    def take(left: list[Value]) -> None:
        if len(left) != 1:
            run.at_control()
            raise _violation(word, f"a block of {word} is given 1 value", len(left))
        if word == "FILTER" and left[0] is not TRUE and left[0] is not FALSE:
            run.at_control()
            _check_truth(left[0])
        answers.append(left[0])

    def finish() -> None:
        run.at_control()
        stack[-2:] = [run.vector(choose(answers))]

    column = column_blocks.evaluate(run, block, vector, truths=word == "FILTER")
    if column is not None:
        if word == "MAP":
            run.meter.check_elements(len(column))
            stack[-2:] = [column]
        else:
            answers = column.slice(0, len(column))
            finish()
        return None
    segment = linked(code, run.frame) if len(vector) > 1 else code.straight
    if segment is not None:
        for left in _straight(run, segment, code.binds, ([item] for item in vector), len(vector)):
            take(left)
        finish()
        return None

    def task() -> Task:
        frame = run.frame
        for item in vector:
            left = [item]
            yield Evaluation(code, left, Frame(frame))
            take(left)
        finish()

    return task()


def _accumulate(
    run: Run, stack: list[Value], vector: Vector, seed: Value, block: Vector, *, word: str
) -> Task | None:
    """Evaluate the block for each element over an accumulator, then replace the three operands."""
    code = run.code_of(block)
    run.meter.charge_collection(len(vector))
    whole = column_blocks.accumulate(run, block, vector, seed, every=word == "SCAN")
    if whole is not None:
        if word == "SCAN":
            run.meter.check_elements(len(whole))
        stack[-3:] = [whole]
        return None
    accumulators: list[Value] = []
    left: list[Value] = [seed]

    def take() -> None:
        if len(left) != 1:
            run.at_control()
            raise _violation(word, f"a block of {word} is given 2 values", len(left))
        if word == "SCAN":
            accumulators.append(left[0])

    def finish() -> None:
        run.at_control()
        stack[-3:] = [run.vector(accumulators) if word == "SCAN" else left[0]]

    def advance() -> Iterator[list[Value]]:
        for item in vector:
            left.append(item)
            yield left

    segment = linked(code, run.frame) if len(vector) > 1 else code.straight
    if segment is not None:
        for _ in _straight(run, segment, code.binds, advance(), len(vector)):
            take()
        finish()
        return None

    def task() -> Task:
        frame = run.frame
        for _ in advance():
            yield Evaluation(code, left, Frame(frame))
            take()
        finish()

    return task()


def _straight(
    run: Run, segment: Segment, binds: bool, stacks: Iterable[list[Value]], count: int
) -> Iterator[list[Value]]:
    """Run a straight block on each stack, in a frame of its own, answering what each leaves."""
    if not count:
        return
    run.check_call_depth()
    outer = run.frame
    run.frame = Frame(outer)
    for left in stacks:
        if binds:
            run.frame = Frame(outer)
        run.run_segment(segment, left)
        yield left
    run.frame = outer


CONTROLS = {"MAP": map_, "FILTER": filter_, "FOLD": fold, "SCAN": scan, "EXEC": exec_}
