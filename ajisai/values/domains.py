"""The value domains that are not numbers or text (LANG.VALUES).

The seven domains and how each is represented:

========== =====================================================================
Scalar     ``mpz`` (every integer), ``mpq`` (denominator above 1), ``Point``, ``Surd``
Boolean    the two ``Truth`` objects ``TRUE`` and ``FALSE``
String     Python ``str``
Symbol     ``Symbol``
NIL        ``Nil``
Vector     ``Vector``
Record     ``Record``
========== =====================================================================

Booleans are objects of their own because in Python ``True == 1`` and ``hash(True) == hash(1)``, which no
identity of this language may inherit. With that, ``==`` and ``hash`` of Python are the identity of the
language (LANG.VALUES.IDENTITY): equality is structural because every value has one normal form.
"""

from __future__ import annotations

from typing import Any, Final, final

from ajisai.numbers import Number
from ajisai.values.containers import Record, Vector


class _Leaf:
    """What truth values, NILs and Symbols share."""

    __slots__ = ()

    def to_sympy(self) -> Any:
        """The same in sympy; TypeError where it has no counterpart (``ajisai.to_sympy``). Imports sympy."""
        from ajisai.values.sympy_values import to_sympy

        return to_sympy(self)


@final
class Truth(_Leaf):
    """One of the two truth values. There are exactly two objects, ``TRUE`` and ``FALSE``."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __bool__(self) -> bool:
        return self.name == "TRUE"

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> str:
        return self.name

    def _sympy_(self) -> Any:
        return self.to_sympy()


TRUE: Final = Truth("TRUE")
FALSE: Final = Truth("FALSE")


@final
class Nil(_Leaf):
    """A reasoned absence. Equal when the reasons, and the declared text, are equal.

    Attributes:
        reason: a NIL reason of ``spec/outcomes.json``.
        text: the text that the program stated, for ``userDeclared``; None otherwise.
    """

    __slots__ = ("reason", "text")

    def __init__(self, reason: str, text: str | None = None) -> None:
        self.reason = reason
        self.text = text

    def __eq__(self, other: object) -> bool:
        return type(other) is Nil and self.reason == other.reason and self.text == other.text

    def __hash__(self) -> int:
        return hash(("NIL", self.reason, self.text))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Nil, (self.reason, self.text))

    def __repr__(self) -> str:
        return f"Nil({self.reason!r})" if self.text is None else f"Nil({self.reason!r}, {self.text!r})"


NIL_LITERAL: Final = Nil("literal")


@final
class Symbol(_Leaf):
    """A name as a value. It keeps the spelling it was written with, and is equal by that spelling.

    ``key`` is the spelling folded to upper case, by which a name is looked up.
    """

    __slots__ = ("key", "spelling")

    def __init__(self, spelling: str) -> None:
        if not isinstance(spelling, str):
            raise TypeError(f"the spelling of a Symbol must be a str, not {type(spelling).__name__}")
        self.spelling = spelling
        self.key = spelling.upper()

    def __eq__(self, other: object) -> bool:
        return type(other) is Symbol and self.spelling == other.spelling

    def __hash__(self) -> int:
        return hash(("Symbol", self.spelling))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Symbol, (self.spelling,))

    def __repr__(self) -> str:
        return f"Symbol({self.spelling!r})"


Value = Number | Truth | str | Nil | Symbol | Vector | Record
