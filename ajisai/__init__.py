"""Ajisai: a small, total, stack-based language whose numbers are exact."""

from importlib import import_module

from ajisai.api import (
    AjisaiError,
    CheckReport,
    ContractsReport,
    Error,
    InferredContract,
    OutcomesReport,
    Result,
    Session,
    Usage,
    WordReport,
    check,
    infer_contracts,
    outcomes,
    run,
    word_contract,
)
from ajisai.batch import Lost
from ajisai.batch import map_programs as map
from ajisai.bounds import Limits
from ajisai.numbers import Point, Surd
from ajisai.values import Nil, Record, Symbol, Vector
from ajisai.values.sympy_values import to_sympy
from ajisai.version import __version__

__all__ = [
    "AjisaiError",
    "CheckReport",
    "ContractsReport",
    "Error",
    "InferredContract",
    "Limits",
    "Lost",
    "Nil",
    "OutcomesReport",
    "Point",
    "Record",
    "Result",
    "Session",
    "Surd",
    "Symbol",
    "Usage",
    "Vector",
    "WordReport",
    "__version__",
    "check",
    "infer_contracts",
    "map",
    "outcomes",
    "run",
    "to_sympy",
    "word_contract",
]


def load_ipython_extension(shell: object) -> None:
    """``%load_ext ajisai``: registers the magics ``%ajisai`` and ``%%ajisai`` (extra ``notebook``)."""
    # By name, and only on request: the engine itself does not depend on what stands above it.
    import_module("ajisai.notebook").load(shell)
