"""Joins every Core Word's contract with its executor: one table that everything dispatches through.

The contract says how many operands there are, how a NIL passes, which kinds are admitted and what lifts
(LANG.EVAL.ORDER); an executor holds only what is particular to its Word. A Word without an executor, or an
executor without a Word, stops the import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from gmpy2 import mpz

from ajisai.bounds import Failure
from ajisai.machine.code import Operation
from ajisai.machine.core_word import CoreWord
from ajisai.machine.operands import Domain, domains_of, require
from ajisai.machine.run import Run
from ajisai.machine.vocabulary import WordRecord, records
from ajisai.values import Nil, Record, Value, Vector, columns
from ajisai.values.lifting import Row, lift, weave
from ajisai.words import (
    absence,
    arithmetic,
    boolean,
    collection,
    comparison,
    costs,
    higher_order,
    json_text,
    naming,
    ordering,
    output,
    record,
    scalar_paths,
    searching,
    shape,
    text,
)

Executor = Callable[..., Any]

_MODULES = (
    absence, arithmetic, boolean, collection, comparison, json_text, naming, ordering, output, record,
    searching, shape, text,
)  # fmt: skip
_STORED = frozenset(
    {"scalar", "string", "vector", "record", "any"}
)  # lanes whose answers take memory of their own


def _gather(table: str) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for module in _MODULES:
        for name, entry in getattr(module, table, {}).items():
            if name in answer:
                raise RuntimeError(f"two modules hold {table} for the Word {name}")
            answer[name] = entry
    return answer


@cache
def core_words() -> Mapping[str, CoreWord]:
    """Every Core Word by its upper-case name.

    Raises:
        RuntimeError: when the contracts and the executors do not name the same Words.
    """
    executors, whole, prepare = _gather("EXECUTORS"), _gather("WHOLE"), _gather("PREPARE")
    rows = {**{name: _priced_row(kernel) for name, kernel in columns.ROWS.items()}, **_gather("ROWS")}
    operations: dict[str, Operation] = {}
    for name, executor in executors.items():
        contract = records().get(name)
        if contract is None:
            raise RuntimeError(f"an executor without a contract: {name}")
        if contract.inputs is None:
            operations[name] = _counted(contract, executor)
        elif {"leaf", "truth"} & set(contract.roles):
            operations[name] = _lifting(contract, executor, prepare.get(name), rows.get(name))
        else:
            operations[name] = _whole(contract, executor)
    for name, executor in whole.items():
        operations[name] = _whole(records()[name], executor)
    operations.update(higher_order.CONTROLS)
    if set(operations) != set(records()):
        raise RuntimeError(f"Words without one executor: {sorted(set(operations) ^ set(records()))}")
    for name, shorten in scalar_paths.SHORT.items():
        operations[name] = shorten(operations[name])
    return MappingProxyType(
        {
            name: CoreWord(entry, operations[name], name in higher_order.CONTROLS)
            for name, entry in records().items()
        }
    )


def _replace(stack: list[Value], count: int, answer: Value | None) -> None:
    del stack[len(stack) - count :]
    if answer is not None:
        stack.append(answer)


def _counted(contract: WordRecord, executor: Executor) -> Operation:
    """COLLECT: a count, and that many values below it."""
    name = contract.name

    def operation(stack: list[Value], run: Run) -> None:
        if not stack:
            raise Failure("stackUnderflow", f"{name} takes a count, and the stack is empty")
        count = stack[-1]
        if type(count) is not mpz or count < 0:
            raise Failure("invalidInteger", f"the count of {name} must be a non-negative integer")
        if count > len(stack) - 1:
            raise Failure(
                "stackUnderflow", f"{name} takes {count} values, and the stack holds {len(stack) - 1}"
            )
        size = int(count)
        _replace(stack, size + 1, executor(run, *stack[len(stack) - 1 - size : -1]))

    return operation


def _whole(contract: WordRecord, executor: Executor) -> Operation:
    """A Word that reads its operands whole."""
    name = contract.name
    count = contract.inputs or 0
    domains = domains_of(name)
    absent_places = [place for place, role in enumerate(contract.roles) if role == "data"]
    checked = [
        (place, domain)
        for place, (role, domain) in enumerate(zip(contract.roles, domains, strict=True))
        if domain.types is not None and role != "truth"  # SELECT reads its mask's lanes itself
    ]

    def operation(stack: list[Value], run: Run) -> None:
        operands = require(contract, stack)
        for place in absent_places:
            if type(operands[place]) is Nil:
                _replace(stack, count, operands[place])
                return
        for place, domain in checked:
            domain.check(name, place, operands[place])
        _replace(stack, count, executor(run, *operands))

    return operation


def _whole_column(run: Run, priced: tuple[Value, int], price: int) -> Value | None:
    """Charge what a kernel answered; None where the lanes, one by one, must find the ceiling they meet."""
    column, numeric = priced
    meter = run.meter
    lanes = len(column)  # type: ignore[arg-type]  # a Vector or a Record
    fits = (
        lanes <= meter.materialized_limit
        and meter.bigint_bits >= columns.RESULT_BITS
        and meter.charge_if_it_fits(0, numeric, price * lanes)
    )
    return column if fits else None


def _priced_row(kernel: columns.Kernel) -> Executor:
    """A row of lanes by a kernel, which knows what they cost."""

    def row(run: Run, *operands: Value) -> Value | None:
        priced = kernel(*operands)
        return None if priced is None else _whole_column(run, priced, 0)

    return row


def _rows_of(run: Run, row: Executor | None, operands: Sequence[Value], lanes: Sequence[int]) -> Row | None:
    """A Word's ``row`` on its lanes, the other operands standing as they are."""
    if row is None or len(lanes) == len(operands):
        return None if row is None else partial(row, run)

    def on_lanes(*values: Value) -> Any:
        chosen = list(operands)
        for place, value in zip(lanes, values, strict=True):
            chosen[place] = value
        return row(run, *chosen)

    return on_lanes


_NO_TYPES: frozenset[type] = frozenset()


def _plain_types(domains: Sequence[Domain]) -> tuple[frozenset[type], frozenset[type]]:
    """The types of the first and last operand of a Word of one or two checked lanes; none for others."""
    if len(domains) > 2 or any(domain.types is None for domain in domains):
        return _NO_TYPES, _NO_TYPES
    return domains[0].types or _NO_TYPES, domains[-1].types or _NO_TYPES


def _lifting(
    contract: WordRecord, executor: Executor, prepare: Executor | None, row: Executor | None
) -> Operation:
    """A Word that lifts over its leaf and truth operands; ``row`` does what the executor does, for a row."""
    name = contract.name
    count = contract.inputs or 0
    domains = domains_of(name)
    lanes = [place for place, role in enumerate(contract.roles) if role in ("leaf", "truth")]
    absent_places = [place for place, role in enumerate(contract.roles) if role in ("data", "leaf")]
    leaf_nil = "leaf" in contract.roles
    price = costs.FRESH if _STORED & set(contract.result_domains) else costs.COPY
    only_lanes = len(lanes) == count
    kernel = columns.KERNELS.get(name)
    lifted_types = (Vector,) if name in shape.RECORD_IS_LEAF else (Vector, Record)
    # One or two operands that are all lanes of the admitted types: nothing is left to check.
    first, last = _plain_types(domains) if only_lanes and prepare is None else (_NO_TYPES, _NO_TYPES)
    only = (domains[lanes[0]].types or _NO_TYPES) if len(lanes) == 1 else _NO_TYPES

    def operation(stack: list[Value], run: Run) -> None:
        if len(stack) >= count and type(stack[-1]) in last and type(stack[-count]) in first:
            if count == 1:
                stack[-1] = executor(run, stack[-1])
                return
            answer = executor(run, stack[-2], stack[-1])
            del stack[-1]
            stack[-1] = answer
            return
        operands = require(contract, stack)
        lane_price = price + costs.LANE
        if kernel is not None and not {Vector, Record}.isdisjoint(map(type, operands)):
            priced = columns.over(kernel, operands)
            if priced is not None:
                lane_price = price
                column = _whole_column(run, priced, price)
                if column is not None:
                    _replace(stack, count, column)
                    return
        for place in absent_places:
            if type(operands[place]) is Nil:
                _replace(stack, count, operands[place])
                return
        lifted = False
        for place, domain in enumerate(domains):
            if place in lanes and type(operands[place]) in lifted_types:
                lifted = True
            else:
                domain.check(name, place, operands[place])
        if prepare is not None:
            prepared = prepare(run, *operands)
            if type(prepared) is Nil:
                _replace(stack, count, prepared)
                return
            operands = list(prepared)
        if not lifted:
            _replace(stack, count, executor(run, *operands))
            return

        def pair_lane(left: Value, right: Value) -> Value:
            if type(left) in first and type(right) in last:
                return executor(run, left, right)  # type: ignore[no-any-return]
            return lane(left, right)

        def lane(*values: Value) -> Value:
            for value in values:
                if leaf_nil and type(value) is Nil:
                    return value
            for place, value in zip(lanes, values, strict=True):
                domains[place].check(name, place, value)
                operands[place] = value
            return executor(run, *operands)  # type: ignore[no-any-return]

        def only_lane(value: Value) -> Value:
            if type(value) not in only:
                return lane(value)
            operands[lanes[0]] = value
            return executor(run, *operands)  # type: ignore[no-any-return]

        if lane_price > price:
            run.meter.charge_collection(costs.lifting(operands))
        chosen = operands if only_lanes else [operands[place] for place in lanes]
        visit = pair_lane if count == 2 and first else only_lane if only else lane
        if Record in lifted_types:
            by_rows = _rows_of(run, row, operands, lanes)
            answer = lift(run.meter, visit, list(chosen), lane_price, leaf_nil=leaf_nil, row=by_rows)
        else:
            answer = weave(run.meter, visit, list(chosen), lane_price)
        if type(answer) is Vector or type(answer) is Record:
            run.meter.check_elements(answer.leaves())
            run.meter.check_depth(answer.depth())
        _replace(stack, count, answer)

    return operation
