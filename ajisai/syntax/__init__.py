"""Source text: reading it into a program, writing values and programs as source, directives."""

from ajisai.syntax.lexemes import WHITESPACE, has_string_literal, is_name_token
from ajisai.syntax.program import (
    Comment,
    NameNode,
    Node,
    NumberNode,
    Program,
    StringNode,
    VectorNode,
    same_program,
)
from ajisai.syntax.reader import line_column, read

__all__ = [
    "WHITESPACE",
    "Comment",
    "NameNode",
    "Node",
    "NumberNode",
    "Program",
    "StringNode",
    "VectorNode",
    "has_string_literal",
    "is_name_token",
    "line_column",
    "read",
    "same_program",
]
