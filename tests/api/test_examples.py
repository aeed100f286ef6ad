"""The examples in the docstrings of the library and of the agent's door."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

import ajisai
import ajisai.agent
import ajisai.api
import ajisai.batch
from ajisai.values import sympy_values


@pytest.mark.parametrize(
    "module", [ajisai.api, ajisai.agent, ajisai.batch, sympy_values], ids=lambda module: module.__name__
)
def test_examples_hold(module: ModuleType) -> None:
    """Each shown answer is the answer."""
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0


def test_public_names_are_documented() -> None:
    """Every function and class of the package says what it is."""
    for name in ajisai.__all__:
        thing = getattr(ajisai, name)
        assert isinstance(thing, str) or thing.__doc__, name
