"""The ceilings of a run and the two profiles that ship (``spec/limits.json``, LANG.CEILINGS)."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from ajisai.assets import read_json

CALL_DEPTH = 256
"""User Word calls and block evaluations active at once: the same on every host, so not a field of Limits."""

NESTING_CAP = 256  # value traversals are proven for this depth; a host may lower it, never raise it


PROFILES = ("mcp-local-stdio", "playground")


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)


@dataclass(frozen=True, slots=True)
class Limits:
    """The ceilings that bound one run. Every field but ``profile`` is a positive ``int``, else ValueError.

    Make one with :meth:`agent` or :meth:`playground`; any ceiling can be replaced by keyword, in either
    spelling: ``Limits.agent(execution_steps=500)`` or ``Limits.agent(executionSteps=500)``.
    """

    profile: str
    source_bytes: int
    execution_steps: int
    materialized_elements: int
    numeric_literal_digits: int
    numeric_work: int
    collection_work: int
    bigint_bits: int
    algebraic_terms: int
    nesting_depth: int
    wall_time_ms: int
    response_bytes: int
    concurrent_executions: int

    def __post_init__(self) -> None:
        for name in self.__slots__[1:]:
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                raise ValueError(f"ceiling {name!r} must be a positive integer, not {value!r}")
        if self.nesting_depth > NESTING_CAP:
            raise ValueError(f"ceiling 'nesting_depth' can be lowered, not raised above {NESTING_CAP}")

    @classmethod
    def named(cls, profile: str, **ceilings: int) -> Limits:
        """The profile of that name (``mcp-local-stdio`` or ``playground``), with ceilings replaced.

        Raises:
            ValueError: for an unknown profile or ceiling, a value that is no positive integer, or a
                ``nesting_depth`` above 256.
        """
        if profile not in PROFILES:
            raise ValueError(f"unknown profile {profile!r}: use {' or '.join(map(repr, PROFILES))}")
        base = _profile(profile)
        return base.replacing(**ceilings) if ceilings else base

    @classmethod
    def agent(cls, **ceilings: int) -> Limits:
        """The profile ``mcp-local-stdio``, which the server applies."""
        return cls.named("mcp-local-stdio", **ceilings)

    @classmethod
    def playground(cls, **ceilings: int) -> Limits:
        """The looser profile ``playground``, for a person at a prompt."""
        return cls.named("playground", **ceilings)

    def replacing(self, **ceilings: int) -> Limits:
        """A copy with the named ceilings replaced. Raises ValueError as :meth:`named` does."""
        known = [field.name for field in fields(self) if field.name != "profile"]
        changes: dict[str, Any] = {}
        for key, value in ceilings.items():
            name = _snake(key)
            if name not in known:
                raise ValueError(f"unknown ceiling {key!r}: one of {', '.join(sorted(known))}")
            if name in changes:
                raise ValueError(f"ceiling {name!r} is given twice, in both spellings")
            changes[name] = value
        return replace(self, **changes)

    def as_mapping(self) -> dict[str, int]:
        """The twelve ceilings under their specified names, in the order of ``spec/limits.json``."""
        return {
            _camel(field.name): getattr(self, field.name) for field in fields(self) if field.name != "profile"
        }


@cache
def _profile(name: str) -> Limits:
    table = read_json("spec/limits.json")["ceilings"]
    return Limits(name, **{_snake(row["name"]): row[name] for row in table})
