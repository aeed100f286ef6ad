"""Lark's parser over ``grammar.lark``. Importing this module imports Lark, so the reader does it late."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark, Token, Transformer

from ajisai.syntax.program import NameNode, Node, NumberNode, StringNode, VectorNode


class _Nodes(Transformer[Token, tuple[Node, ...]]):
    """Builds each node as Lark meets it, so that no parse tree stands in between: methods are named
    after the terminals and rules of the grammar.

    A NUMBER token comes with ``value`` already replaced by the number that the reader made of it.
    """

    def NUMBER(self, token: Any) -> NumberNode:  # noqa: N802
        return NumberNode(token.value, str(token), token.start_pos, token.end_pos)

    def STRING(self, token: Any) -> StringNode:  # noqa: N802
        return StringNode(token.value[1:-1], token.start_pos, token.end_pos)

    def NAME(self, token: Any) -> NameNode:  # noqa: N802
        return NameNode(token.value, token.start_pos, token.end_pos)

    def vector(self, children: list[Any]) -> VectorNode:
        opening, *items, closing = children
        return VectorNode(tuple(items), opening.start_pos, closing.end_pos)

    def start(self, children: list[Any]) -> tuple[Node, ...]:
        return tuple(children)


@cache
def parser() -> Lark:
    """The parser. It holds no state of a reading: every reading feeds an interactive parser of its own."""
    return Lark.open("grammar.lark", rel_to=__file__, parser="lalr", lexer="basic", transformer=_Nodes())
