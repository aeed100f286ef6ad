"""Source text: reading it into a program, directives, writing programs and values as source."""

from ajisai.syntax.directives import (
    ContractDirective,
    DigestDirective,
    Directive,
    MalformedDirective,
    directives,
)
from ajisai.syntax.lexemes import WHITESPACE, is_name_token
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
from ajisai.syntax.spelling import spelled_body, spelled_value
from ajisai.syntax.writer import write_body, write_program, write_value

__all__ = [
    "WHITESPACE",
    "Comment",
    "ContractDirective",
    "DigestDirective",
    "Directive",
    "MalformedDirective",
    "NameNode",
    "Node",
    "NumberNode",
    "Program",
    "StringNode",
    "VectorNode",
    "directives",
    "is_name_token",
    "line_column",
    "read",
    "same_program",
    "spelled_body",
    "spelled_value",
    "write_body",
    "write_program",
    "write_value",
]
