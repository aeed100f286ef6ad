"""Every price constant is a part of some charge that is measured, and no charge is made of anything else."""

from __future__ import annotations

import ast
import importlib
import sys
import types
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from ajisai.bounds import Meter
from benchmarks.calibration.constants import Constant, constants, raised, sources
from benchmarks.calibration.operation import Charge, Operation, operations

OPERATIONS = list(operations())
_CHARGING = ("charge_numeric", "charge_collection")  # a step is one unit by law


def _sizes(operation: Operation) -> tuple[int, ...]:
    """The sizes that are quickly prepared: all but the largest."""
    return operation.sizes[:2]


@cache
def _charges() -> list[tuple[Operation, int, Charge]]:
    """What every operation charges as things are."""
    return [
        (operation, size, operation.prepared(size).charge())
        for operation in OPERATIONS
        for size in _sizes(operation)
    ]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_operation_runs_at_its_smallest_size_and_is_charged(operation: Operation) -> None:
    """What is measured is a program that runs."""
    assert max(operation.prepared(operation.sizes[0]).charge()) >= 1
    assert list(operation.sizes) == sorted(set(operation.sizes))


def test_operation_names_are_distinct() -> None:
    """A record tells them apart."""
    assert len({operation.name for operation in OPERATIONS}) == len(OPERATIONS)


@pytest.mark.parametrize("constant", constants(), ids=str)
def test_constant_is_a_part_of_a_measured_charge(constant: Constant) -> None:
    """Some operation is charged otherwise where the constant is another."""
    charges = _charges()
    with raised(constant):
        assert any(operation.prepared(size).charge() != charge for operation, size, charge in charges)


@pytest.mark.parametrize("constant", constants(), ids=str)
def test_constant_is_back_where_it_was(constant: Constant) -> None:
    """Raising one leaves nothing behind, in its own module and in those that import it."""
    for module in constant.modules:
        assert getattr(importlib.import_module(module), constant.name) == constant.value > 0


# -- the places that charge


def _charging_functions() -> dict[tuple[str, int], str]:
    """The functions of the engine that charge a meter: by module and first line, their names."""
    return {
        (module, function.lineno): function.name
        for module, tree in sources().items()
        if module != "ajisai.bounds.meter"
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and any(_calls(function))
    }


def _calls(function: ast.FunctionDef) -> Iterator[ast.Call]:
    """The calls of a meter in a function, those in functions inside it apart."""
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _CHARGING
        ):
            yield node
        todo.extend(ast.iter_child_nodes(node))


def test_every_place_that_charges_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions that charge are those that charge for the operations."""
    reached: set[tuple[str, int]] = set()

    def watched(charge: Callable[..., None]) -> Callable[..., None]:
        def note(meter: Meter, *arguments: Any) -> None:
            frame: types.FrameType | None = sys._getframe(1)
            assert frame is not None
            reached.add((frame.f_globals["__name__"], frame.f_code.co_firstlineno))
            charge(meter, *arguments)

        return note

    for name in _CHARGING:
        monkeypatch.setattr(Meter, name, watched(getattr(Meter, name)))
    for operation in OPERATIONS:
        for size in _sizes(operation):
            operation.prepared(size).charge()
    functions = _charging_functions()
    assert {functions[place] for place in functions.keys() - reached} == set()


def _literals(expression: ast.expr) -> Iterator[int]:
    """The numbers above 1 in an expression that stand for a price: those added, and not in a shift."""
    todo: list[ast.AST] = [expression]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift | ast.RShift):
            continue
        if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Add | ast.Sub):
            sides = [side for part in (node.left, node.right) for side in _chosen(part)]
            todo += [side for side in sides if not isinstance(side, ast.Constant)]
        elif isinstance(node, ast.Constant) and type(node.value) is int and node.value > 1:
            yield node.value
        else:
            todo.extend(ast.iter_child_nodes(node))


def _chosen(part: ast.expr) -> tuple[ast.expr, ...]:
    return (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,)


def test_no_charge_holds_a_number_of_its_own() -> None:
    """What a charge is made of has a name, by which it is found and measured."""
    found = [
        (name, module, list(numbers))
        for module, tree in sources().items()
        if not module.startswith("ajisai.contracts.forecast")
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for call in _calls(function)
        if (name := function.name) and (numbers := list(_literals(call.args[0])))
    ]
    assert found == []
