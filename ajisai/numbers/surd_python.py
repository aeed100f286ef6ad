"""How an irrational behaves among Python's own numbers."""

from __future__ import annotations


class SurdOperators:
    """Operators of ``Surd`` for Python users."""

    __slots__ = ()
