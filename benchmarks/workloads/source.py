"""Reading source text, beside the reader that a good Python programmer writes for such a language by hand.

That reader makes one regular expression's tokens into nested nodes with their places and exact numbers: the
same work, for a valid source. ``ast.parse`` and ``json.loads`` read another language, and are written in C:
they would tell how far Python is from C.
"""

from __future__ import annotations

import re
from typing import Any

from gmpy2 import mpq, mpz

from ajisai.bounds import Limits, Meter
from ajisai.syntax import Program, read
from ajisai.syntax.program import NameNode, Node, NumberNode, StringNode
from benchmarks.harness import Comparison, Family, Side

_PIECE = """\
# Prices with tax, number {0}: what is sold by weight counts double.
[ 'PRICE{0}' BIND PRICE{0} 1.08 MUL PRICE{0} {0} LT [ 2 MUL ] [ 1/3 ADD ] SELECT EXEC ] 'TAXED{0}' DEF
[ 120 45.5 7/2 {0} -3 ] [ TAXED{0} 'per piece' SWAP{0} [ 1 [ 2 [ 3 'deep' ] ] ] ] MAP
"""

_TOKEN = re.compile(
    r"""\s+|(?P<comment>\#[^\n]*)|(?P<open>\[)(?!\S)|(?P<close>\])(?!\S)
    |(?P<string>'.*?')(?!\S)
    |(?P<number>[+-]?\d+(?:/\d+|(?:\.\d+)?(?:[eE][+-]?\d+)?))(?!\S)
    |(?P<name>[^\s\[\]]+)(?!\S)""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)


def _source(size: int) -> str:
    pieces: list[str] = []
    length = 0
    while length < size:
        pieces.append(_PIECE.format(len(pieces)))
        length += len(pieces[-1])
    # The last line that fits ends the text, so that it stays a valid one.
    text = "".join(pieces)
    return text[: text.rindex("\n", 0, size) + 1]


def _read_by_hand(source: str) -> tuple[tuple[Any, ...], list[Any]]:
    """The nodes, and the comments, as tuples that name what they are and where they stand."""
    items: list[Any] = []
    comments: list[Any] = []
    opened: list[tuple[list[Any], int]] = []
    place = 0
    while place < len(source):
        token = _TOKEN.match(source, place)
        if token is None:
            raise SyntaxError(f"no token begins at {place}")
        kind, start, place = token.lastgroup, place, token.end()
        if kind == "name":
            items.append((token.group(), start, place))
        elif kind == "number":
            spelling = token.group()
            value = mpz(spelling) if spelling.lstrip("+-").isdigit() else mpq(spelling)
            items.append((value, spelling, start, place))
        elif kind == "open":
            opened.append((items, start))
            items = []
        elif kind == "close":
            children = tuple(items)
            items, begin = opened.pop()
            items.append((children, begin, place))
        elif kind == "string":
            items.append((source[start + 1 : place - 1], start, place))
        elif kind == "comment":
            comments.append((token.group(), start, place))
    if opened:
        raise SyntaxError("a bracket is left open")
    return tuple(items), comments


def _as_tuples(program: Program) -> tuple[tuple[Any, ...], list[Any]]:
    comments = [(comment.text, comment.start, comment.end) for comment in program.comments]
    return tuple(map(_node, program.items)), comments


def _node(node: Node) -> tuple[Any, ...]:
    if isinstance(node, NumberNode):
        return (node.value, node.spelling, node.start, node.end)
    if isinstance(node, StringNode):
        return (node.text, node.start, node.end)
    if isinstance(node, NameNode):
        return (node.spelling, node.start, node.end)
    return (tuple(map(_node, node.items)), node.start, node.end)


def parse(size: int) -> Comparison:
    """A valid source of about so many bytes."""
    source = _source(size)
    limits = Limits.playground()
    engine = Side("ajisai.syntax.read", lambda: read(source, Meter(limits)), _as_tuples)
    return Comparison("", "byte", len(source), engine, Side("re, by hand", lambda: _read_by_hand(source)), 3)


COMPARISONS = (Family("parse", parse, (65_536,), small=1_000, of="bytes"),)
