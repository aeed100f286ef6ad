"""What may be wrong with a phrasebook, or with a request for its Words."""

from __future__ import annotations


class PhrasebookError(Exception):
    """A phrasebook file that may not be used.

    Attributes:
        message: one sentence that says what is wrong and what to do.
        line: the line of the file that it is about, from 1; None where it is about the file itself.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.message = message
        self.line = line

    def __reduce__(self) -> tuple[type[PhrasebookError], tuple[str, int | None]]:
        return (type(self), (self.message, self.line))


class UnknownWord(LookupError):
    """A name that the phrasebook does not hold.

    Attributes:
        name: the name as it was asked for.
        near: the names of the phrasebook that it may have been meant for, the nearest first; 0 to 5.
        core: whether it is a Core Word, which is always there and is never asked for.
    """

    def __init__(self, name: str, near: tuple[str, ...] = (), core: bool = False) -> None:
        super().__init__(name)
        self.name = name
        self.near = near
        self.core = core

    def __reduce__(self) -> tuple[type[UnknownWord], tuple[str, tuple[str, ...], bool]]:
        return (type(self), (self.name, self.near, self.core))

    def __str__(self) -> str:
        if self.core:
            return f"{self.name} is a Core Word: it is always there, ask for phrasebook Words only"
        hint = f": perhaps {' or '.join(self.near)}" if self.near else ""
        parts = [part for part in self.name.split(",") if part]
        if parts and parts != [self.name]:
            hint = f": give each name apart, without commas: {' '.join(parts)}"
        return f"the phrasebook has no Word {self.name}{hint}"
