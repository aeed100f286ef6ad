"""Puts a copy of the data files into a wheel.

A checkout keeps them at its root, where people read them; a wheel carries them in ``ajisai/_data``, where
``ajisai/assets.py`` looks first. An editable install gets no copy: it would only grow stale.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_DATA = ("spec", "phrasebook", "README.md", "CHANGELOG.md")


class DataFiles(BuildHookInterface):
    """Adds the data files of a standard build; does nothing for an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it writes; ``version`` is ``standard`` or ``editable``."""
        if version == "standard":
            build_data["force_include"] |= {name: f"ajisai/_data/{name}" for name in _DATA}
