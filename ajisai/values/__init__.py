"""The values of the language: domains, identity, lifting, display, nodes."""

from ajisai.values.containers import Record, Vector
from ajisai.values.domains import FALSE, NIL_LITERAL, TRUE, Nil, Symbol, Truth, Value

__all__ = ["FALSE", "NIL_LITERAL", "TRUE", "Nil", "Record", "Symbol", "Truth", "Value", "Vector"]
