"""Truth: TRUE FALSE AND NOT SELECT (LANG.TRUTH). UNKNOWN is a NIL read as a truth value."""

from __future__ import annotations

from itertools import repeat
from typing import Any

from ajisai.bounds import Failure
from ajisai.machine.operands import wrong_kind
from ajisai.machine.run import Run
from ajisai.values import FALSE, TRUE, Nil, Record, Truth, Value, Vector, columns
from ajisai.values.lifting import weave
from ajisai.words import costs


def true(_run: Run) -> Value:
    """TRUE: the truth value."""
    return TRUE


def false(_run: Run) -> Value:
    """FALSE: the truth value."""
    return FALSE


def and_(_run: Run, left: Value, right: Value) -> Value:
    """AND: Kleene conjunction; FALSE decides, else the leftmost UNKNOWN is the answer."""
    if left is FALSE or right is FALSE:
        return FALSE
    if type(left) is Nil:
        return left
    return right  # TRUE AND x is x


def not_(_run: Run, value: Value) -> Value:
    """NOT: Kleene negation; an UNKNOWN stays the NIL it is."""
    if type(value) is Nil:
        return value
    return FALSE if value is TRUE else TRUE


def select(run: Run, when_true: Value, when_false: Value, mask: Value) -> Value:
    """SELECT: choose by truth, whole or lane by lane under a Vector or Record mask."""
    if type(mask) is Vector:
        return _weave(run, when_true, when_false, mask)
    if type(mask) is Record:
        return _select_record(run, when_true, when_false, mask)
    return _choose(when_true, when_false, mask)


def _choose(when_true: Value, when_false: Value, mask: Value) -> Value:
    if type(mask) is Truth:
        return when_true if mask is TRUE else when_false
    if type(mask) is Nil:
        return mask
    raise wrong_kind("nonTruthValue", "SELECT", 2, mask)


def _weave(run: Run, when_true: Value, when_false: Value, mask: Vector) -> Value:
    """Vectors pair with the mask's lanes; an operand that is no Vector is reused whole."""
    choices = (when_true, when_false)

    def lane(truth: Value, *lanes: Value) -> Value:
        rest = iter(lanes)
        picked = [next(rest) if type(choice) is Vector else choice for choice in choices]
        return select(run, picked[0], picked[1], truth)

    def row(truths: Any, *lanes: Any) -> Vector | None:
        if type(truths) is not Vector or truths.types() != columns.TRUTHS:
            return None
        rest = iter(lanes)
        picked = [next(rest) if type(choice) is Vector else choice for choice in choices]
        lefts, rights = (part.elements() if type(part) is Vector else repeat(part) for part in picked)
        return Vector([x if m is TRUE else y for x, y, m in zip(lefts, rights, truths, strict=False)])

    vectors = [choice for choice in choices if type(choice) is Vector]
    if mask.types() == columns.TRUTHS and all(len(vector) == len(mask) for vector in vectors):
        lefts, rights = (
            choice.elements() if type(choice) is Vector else [choice] * len(mask) for choice in choices
        )
        if all(vector.is_flat() for vector in vectors):
            run.meter.check_elements(len(mask))
            run.meter.charge_collection(costs.CONTAINER + costs.CHOSEN * len(mask))
            return run.vector([x if m is TRUE else y for x, y, m in zip(lefts, rights, mask, strict=True)])
    run.meter.charge_collection(costs.lifting((mask, *vectors)))
    answer = weave(run.meter, lane, [mask, *vectors], costs.COPY + costs.LANE, row)
    run.meter.check_elements(answer.leaves())
    run.meter.check_depth(answer.depth())
    return answer


def _select_record(run: Run, when_true: Value, when_false: Value, mask: Record) -> Value:
    for choice in (when_true, when_false):
        if type(choice) is Record and choice.keys != mask.keys:
            raise Failure("shapeMismatch", "SELECT pairs Records only under the same keys in the same order")
    run.meter.charge_collection((costs.COPY + costs.LANE) * len(mask))
    answers = []
    for place, truth in enumerate(mask.values):
        picked = [
            choice.values[place] if type(choice) is Record else choice for choice in (when_true, when_false)
        ]
        answers.append(select(run, picked[0], picked[1], truth))
    return run.record(mask.keys, run.vector(answers))


EXECUTORS = {"TRUE": true, "FALSE": false, "AND": and_, "NOT": not_}
WHOLE = {"SELECT": select}
