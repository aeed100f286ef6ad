"""What a run may meet that is wrong with a name, as a walk or a look at the source finds it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ajisai.bounds import Failure


class Fault(NamedTuple):
    """An ERROR about a name.

    Attributes:
        category, detail: of the ERROR, as the run words them.
        word: the Word it is attributed to, or the unknown name as written.
        position: the offset of that Word in the source; None where the source does not hold it.
        sure: whether every run meets it that does not end before.
    """

    category: str
    detail: str
    word: str
    position: int | None
    sure: bool

    @classmethod
    def of(cls, failure: Failure, word: str, position: int | None, *, sure: bool = False) -> Fault:
        """The fault that a run would report as ``failure`` of ``word``."""
        return cls(failure.category, failure.detail, word, position, sure)


class Report(Protocol):
    """Takes note of what a Word refuses its operands with, or, where it is not ``sure``, may refuse."""

    def __call__(self, failure: Failure, *, sure: bool) -> None: ...
