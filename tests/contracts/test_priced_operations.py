"""What is foreseen of the meters is held against every operation that the calibration prices."""

from __future__ import annotations

import pytest

import ajisai
from ajisai.contracts.forecast.ledger import LostError
from ajisai.contracts.forecast.walk import ProgramWalk
from ajisai.contracts.source import program_items
from benchmarks.calibration.operation import AMPLE, Operation, operations
from tests.contracts.support import analysis

_FUEL = 200_000
_PRICED = [operation for operation in operations() if not operation.refused]


@pytest.mark.parametrize("operation", _PRICED, ids=lambda operation: operation.name)
def test_operation_stays_within_what_is_foreseen(operation: Operation) -> None:
    """Small or middling, it is charged no more; or it was said that its ceiling may be crossed."""
    for size in operation.sizes[:2]:
        source = f"{operation.setup} {operation.body}".replace("#", str(size))
        items, positions = program_items(analysis(source).program)
        try:
            ledger = ProgramWalk(items, positions, {}, None, AMPLE, _FUEL).ledger
        except LostError:
            continue
        used = ajisai.run(source, limits=AMPLE).usage
        assert used.numeric_work <= ledger.numeric or "resourceLimitExceeded" in ledger.errors
        assert used.collection_work <= ledger.collection or "resourceLimitExceeded" in ledger.errors
        assert used.execution_steps <= ledger.steps or "executionLimitExceeded" in ledger.errors
