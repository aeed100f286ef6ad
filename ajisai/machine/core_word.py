"""A Core Word as the machine runs it: its contract and its operation, joined by ``words.registry``."""

from __future__ import annotations

from typing import NamedTuple

from ajisai.machine.code import Operation
from ajisai.machine.vocabulary import WordRecord


class CoreWord(NamedTuple):
    """``control`` says whether the operation may ask for evaluations (MAP, EXEC…)."""

    record: WordRecord
    operation: Operation
    control: bool
