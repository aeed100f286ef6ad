"""The price constants of the engine, found in its source.

A price constant is a module-level name of the package ``ajisai`` that is annotated with ``Final[Price]``.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import ajisai
from ajisai.words.registry import core_words

_ROOT: Final = Path(ajisai.__file__).parent
_ANNOTATION: Final = "Final[Price]"


class Constant(NamedTuple):
    """A price constant: the modules that hold it, its own first, its name and its value."""

    modules: tuple[str, ...]
    name: str
    value: int

    def __str__(self) -> str:
        return f"{self.modules[0].removeprefix('ajisai.')}.{self.name}"


@cache
def sources() -> Mapping[str, ast.Module]:
    """The syntax of every module of the package, by its name."""
    return {
        ".".join(("ajisai", *path.relative_to(_ROOT).with_suffix("").parts)): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in sorted(_ROOT.rglob("*.py"))
    }


@cache
def constants() -> tuple[Constant, ...]:
    """Every price constant, in the order of the modules' names."""
    found = []
    for module, tree in sources().items():
        for node in tree.body:
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == _ANNOTATION:
                name = ast.unparse(node.target)
                value = getattr(importlib.import_module(module), name)
                found.append(Constant((module, *_importers(module, name)), name, value))
    return tuple(found)


def _importers(home: str, name: str) -> Iterator[str]:
    for module, tree in sources().items():
        imports = [
            node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == home
        ]
        if any(alias.name == name and alias.asname is None for node in imports for alias in node.names):
            yield module


@contextmanager
def raised(constant: Constant) -> Iterator[None]:
    """The engine with a constant one higher, wherever it was imported to."""
    _set(constant, constant.value + 1)
    try:
        yield
    finally:
        _set(constant, constant.value)


def _set(constant: Constant, value: int) -> None:
    for module in constant.modules:
        setattr(importlib.import_module(module), constant.name, value)
    core_words.cache_clear()  # its operations have read the constants
