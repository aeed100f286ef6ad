"""Writes source: a program laid out anew, and values as the source that builds them."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from typing import Any, Final

from gmpy2 import mpz

from ajisai.numbers import Surd, lexeme
from ajisai.syntax.lexemes import WHITESPACE, is_name_token, string_pieces
from ajisai.syntax.program import Node, Program, VectorNode
from ajisai.values import NIL_LITERAL, Nil, Record, Symbol, Truth, Value, Vector

_INDENT: Final = "  "

_CONSTANTS: Final = frozenset({"TRUE", "FALSE", "NIL"})  # inside brackets these names are no Symbols

_ABSENCES: Final = {  # the shortest program that ends in the NIL of that reason
    "domainMiss": "-1 SQRT",
    "notFound": "[ ] 0 INDEX-OF",
    "indexOutOfBounds": "[ ] 0 GET",
    "invalidEncoding": "'' NUM",
}

# numericLiteralDigits of both profiles that ship: a longer number is written in chunks that are put together.
_LITERAL_DIGITS: Final = 4096
_CHUNK: Final = _LITERAL_DIGITS - 1  # 1e4095 is the largest power of ten that one literal spells


def write_program(program: Program) -> str:
    """The program laid out anew (``ajisai fmt``): reading it gives the same program and the same comments.

    The author decides where lines break. The rest is decided here: one space between tokens, two spaces of
    indentation for every open bracket, at most one blank line, nothing after the last token of a line (nor
    after the text of a comment), a line break at the end. Numbers, names and strings stay as written. Laying
    out twice changes nothing more. A program without tokens and comments is the empty text.
    """
    source = program.source
    comments = ((comment.start, comment.end) for comment in program.comments)
    lines: list[list[str]] = []
    end = 0
    for start, stop in merge(_token_spans(program), comments):
        breaks = source.count("\n", end, start)
        if not lines or breaks == 1:
            lines.append([])
        elif breaks > 1:
            lines += [[], []]
        token = source[start:stop]
        lines[-1].append(token.rstrip(WHITESPACE) if token[0] == "#" else token)
        end = stop
    return "".join(_indented(lines))


def _token_spans(program: Program) -> Iterator[tuple[int, int]]:
    """The spans of all tokens but comments, from the left."""
    todo: list[Node | tuple[int, int]] = list(reversed(program.items))
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            yield node
        elif isinstance(node, VectorNode):
            yield node.start, node.start + 1
            todo.append((node.end - 1, node.end))
            todo.extend(reversed(node.items))
        else:
            yield node.start, node.end


def _indented(lines: list[list[str]]) -> Iterator[str]:
    depth = 0
    for line in lines:
        closing = 0  # brackets that close at the start of a line stand under the line that opened them
        while closing < len(line) and line[closing] == "]":
            closing += 1
        yield (_INDENT * (depth - closing) + " ".join(line) if line else "") + "\n"
        depth += line.count("[") - line.count("]")


def write_value(value: Value) -> str:
    """Source that, run, pushes a value equal to ``value`` and does nothing else.

    What has a literal is written as one. A String that its quotes would close early is put together by JOIN,
    an irrational by SQRT, a Symbol taken out of brackets by GET, an absence made by the shortest program that
    meets it, a Record built by RECORD, and a Vector that holds any such value by COLLECT. Running it needs
    the ceilings that the value itself needs; an irrational's radicands are factored again.

    Raises:
        ValueError: for a value that no program can hold: a Symbol whose spelling is not one name token, or
            is TRUE, FALSE or NIL; a NIL of an unknown reason.
    """
    return _written([(_VALUE, value)])


def write_body(body: Vector) -> str:
    """The source of a block's body, without its brackets: what DEF keeps (LANG.DICTIONARY).

    Symbols stand bare, as the calls they are; values without a literal as the Words that build them.
    Raises ValueError as :func:`write_value` does.
    """
    return _written([(_CALL, item) for item in reversed(body.elements())])


# Where a value stands: pushed by a program, called in a body, or inside brackets. _TEXT is ready source.
_VALUE, _CALL, _ELEMENT, _TEXT = range(4)


def _written(todo: list[tuple[int, Any]]) -> str:
    """The source of what is to do, last first; an explicit stack, for values may nest to the ceiling."""
    built = _built_vectors([item for _, item in todo])
    parts: list[str] = []
    while todo:
        place, item = todo.pop()
        kind = type(item)
        if place == _TEXT:
            parts.append(item)
        elif kind is Record:
            todo += [(_TEXT, "RECORD"), (_VALUE, item.values), (_VALUE, item.keys)]
        elif kind is Vector:
            inner, closing = (_VALUE, f"{len(item)} COLLECT") if id(item) in built else (_ELEMENT, "]")
            if inner == _ELEMENT:
                parts.append("[")
            todo.append((_TEXT, closing))
            todo.extend((inner, element) for element in reversed(item.elements()))
        elif kind is Symbol and place == _VALUE:
            parts.append(f"[ {_literal(item)} ] 0 GET")
        else:
            parts.append(_literal(item) or _words(item))
    return " ".join(parts)


def _built_vectors(roots: list[Value]) -> set[int]:
    """The ids of the containers in ``roots``, at any depth, that have no literal."""
    order: list[Any] = []
    todo: list[Any] = [root for root in roots if _is_container(root)]
    while todo:
        node = todo.pop()
        order.append(node)
        todo += [node.keys, node.values] if type(node) is Record else filter(_is_container, node)
    built: set[int] = set()
    for node in reversed(order):  # what is inside comes before what holds it
        if type(node) is Record or any(
            id(item) in built if _is_container(item) else _literal(item) is None for item in node
        ):
            built.add(id(node))
    return built


def _is_container(value: Value) -> bool:
    return type(value) is Vector or type(value) is Record


def _literal(leaf: Any) -> str | None:
    """The one token that stands for a leaf inside brackets, or None."""
    kind = type(leaf)
    if kind is str:
        return f"'{leaf}'" if len(string_pieces(leaf)) == 1 else None
    if kind is Truth:
        return leaf.name  # type: ignore[no-any-return]
    if kind is Nil:
        return "NIL" if leaf == NIL_LITERAL else None
    if kind is Symbol:
        if leaf.key in _CONSTANTS or not is_name_token(leaf.spelling):
            raise ValueError(f"no source spells the Symbol {leaf.spelling!r}")
        return leaf.spelling  # type: ignore[no-any-return]
    text = lexeme(leaf)
    if text is None or len(text) <= _LITERAL_DIGITS:
        return text
    longest = max(map(len, text.lstrip("-").split("/")))
    return text if longest <= _LITERAL_DIGITS else None


def _words(leaf: Any) -> str:
    """The program that builds a leaf without a literal."""
    if type(leaf) is str:
        return "[ " + " ".join(f"'{piece}'" for piece in string_pieces(leaf)) + " ] JOIN"
    if type(leaf) is Nil:
        if leaf.reason == "userDeclared":
            text = leaf.text or ""
            return f"{_literal(text) or _words(text)} ABSENT"
        if leaf.reason not in _ABSENCES:
            raise ValueError(f"no source makes a NIL of the reason {leaf.reason!r}")
        return _ABSENCES[leaf.reason]
    return _irrational(leaf) if type(leaf) is Surd else _long_number(leaf)


def _irrational(surd: Surd) -> str:
    parts: list[str] = []
    for radicand, coefficient in surd.terms:
        factor = abs(coefficient) if parts else coefficient
        if radicand == 1:
            term = _number(factor)
        else:
            root = f"{_number(radicand)} SQRT"
            term = root if factor == 1 else f"{_number(factor)} {root} MUL"
        parts.append(term if not parts else f"{term} {'SUB' if coefficient < 0 else 'ADD'}")
    return " ".join(parts)


def _number(number: Any) -> str:
    return _literal(number) or _long_number(number)


def _long_number(number: Any) -> str:
    """A rational of more digits than a literal may have, as sums of chunks times a power of ten."""
    if type(number) is not mpz:
        return f"{_number(number.numerator)} {_number(number.denominator)} DIV"
    sign = "-" if number < 0 else ""
    digits = abs(number).digits()
    head = len(digits) % _CHUNK or _CHUNK
    parts = [sign + digits[:head]]
    for start in range(head, len(digits), _CHUNK):
        chunk = digits[start : start + _CHUNK].lstrip("0")
        parts.append(f"1e{_CHUNK} MUL" + (f" {sign}{chunk} ADD" if chunk else ""))
    return " ".join(parts)
