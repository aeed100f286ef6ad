"""Ajisai: a small, total, stack-based language whose numbers are exact."""

from ajisai.api import AjisaiError, Error, Result, Session, Usage, run
from ajisai.bounds import Limits
from ajisai.numbers import Point, Surd
from ajisai.values import Nil, Record, Symbol, Vector

__version__ = "0.1.0"

__all__ = [
    "AjisaiError",
    "Error",
    "Limits",
    "Nil",
    "Point",
    "Record",
    "Result",
    "Session",
    "Surd",
    "Symbol",
    "Usage",
    "Vector",
    "__version__",
    "run",
]
