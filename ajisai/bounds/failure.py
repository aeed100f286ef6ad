"""The one exception that carries a language ERROR inside the engine.

It holds facts, not prose: text is rendered in ``ajisai.report``. It never leaves ``ajisai.run``.
"""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """How far a meter that is charged as it goes had come: the size that did fit, and of how much."""

    completed: int
    total: int
    unit: str


class Failure(Exception):
    """A language ERROR.

    Attributes:
        category: an ERROR category of ``spec/outcomes.json``.
        detail: a short English sentence fragment that says what was wrong (values by a bounded preview).
        word: the Word it is attributed to, set by the machine (canonical, or as written for an unknown name).
        position: offset in code points of that Word in the caller's source, or None.
        resource, limit, observed, progress: for a ceiling: its name, its value, the size that crossed it.
        found: for an operand of the wrong kind: the representation type that it had.
    """

    def __init__(
        self,
        category: str,
        detail: str = "",
        *,
        word: str | None = None,
        position: int | None = None,
        resource: str | None = None,
        limit: int | None = None,
        observed: int | None = None,
        progress: Progress | None = None,
        found: type | None = None,
    ) -> None:
        super().__init__(category)
        self.category = category
        self.detail = detail
        self.word = word
        self.position = position
        self.resource = resource
        self.limit = limit
        self.observed = observed
        self.progress = progress
        self.found = found
