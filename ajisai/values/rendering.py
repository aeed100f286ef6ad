"""Values for a notebook: LaTeX and HTML, small ones only.

What is larger than a screen can use is shown as text with its middle left out. Nothing here raises.
"""

from __future__ import annotations

from html import escape
from typing import Any

from gmpy2 import mpq, mpz

from ajisai.numbers import Point, Surd
from ajisai.values.containers import Record, Vector
from ajisai.values.display import display, display_size
from ajisai.values.domains import Nil, Symbol, Truth
from ajisai.values.visible import visible_lines

LATEX_CHARACTERS = 150  # of display: a longer formula would not be broken into lines, text is
TEXT_CHARACTERS = 10_000  # of one value on a page

_WRAPPED = "white-space: pre-wrap; overflow-wrap: anywhere"


def latex(value: Any) -> str | None:
    """The value in LaTeX without delimiters, such as ``\\frac{1}{2}``; None for a value that is too large."""
    return _latex(value) if display_size(value) <= LATEX_CHARACTERS and _shallow(value) else None


def html(value: Any) -> str:
    """The value as HTML: LaTeX for numbers, one of them with a root or a fraction, text for all else."""
    formula = latex(value)
    if formula is not None and _is_typeset(_kinds(value)):
        return f"$\\displaystyle {formula}$"
    return f'<code style="{_WRAPPED}">{escape(short(value))}</code>'


def short(value: Any, characters: int = TEXT_CHARACTERS) -> str:
    """The display made visible, its middle left out past ``characters``; not built where it is huge."""
    size = display_size(value)
    if size > 100 * TEXT_CHARACTERS:
        return f"… a value of about {size:,} characters …"
    text = display(value)
    if len(text) > characters:
        half = characters // 2
        text = f"{text[:half]} … {len(text) - 2 * half:,} characters … {text[-half:]}"
    return visible_lines(text)


def _is_typeset(kinds: set[type]) -> bool:
    return not kinds.isdisjoint({Surd, mpq}) and kinds <= {Surd, mpq, mpz, Point, Truth, Nil}


def _kinds(value: Any) -> set[type]:
    """The types of the leaves."""
    if type(value) is Vector:
        return set().union(*map(_kinds, value))
    if type(value) is Record:
        return _kinds(value.keys) | _kinds(value.values)
    return {type(value)}


def _shallow(value: Any) -> bool:
    return (type(value) is not Vector and type(value) is not Record) or value.depth() <= 16


def _latex(value: Any) -> str:
    kind = type(value)
    if kind is mpz:
        return str(value)
    if kind is mpq or kind is Point:
        return _fraction(value.numerator, value.denominator)
    if kind is Surd:
        return value.to_latex()  # type: ignore[no-any-return]
    if kind is Truth or kind is Nil:
        return rf"\mathrm{{{'NIL' if kind is Nil else value.name}}}"
    if kind is Vector:
        return r"\left[" + ",\\ ".join(map(_latex, value)) + r"\right]"
    if kind is Record:
        pairs = zip(value.keys, value.values, strict=True)
        return (
            r"\left\{" + ",\\ ".join(f"{_latex(key)}: {_latex(entry)}" for key, entry in pairs) + r"\right\}"
        )
    return r"\text{" + _text(value.spelling if kind is Symbol else f"'{value}'") + "}"


def _fraction(numerator: Any, denominator: Any) -> str:
    sign = "-" if numerator < 0 else ""
    return rf"{sign}\frac{{{abs(numerator)}}}{{{denominator}}}"


_SPECIAL = {
    **{character: "\\" + character for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def _text(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text if character.isprintable())
