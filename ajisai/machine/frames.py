"""Frames: the names that an evaluation binds (LANG.FRAMES)."""

from __future__ import annotations

from ajisai.values import Value


class Frame:
    """Names bound by one evaluation. ``parent`` is the frame around it, None at a User Word call."""

    __slots__ = ("names", "parent")

    def __init__(self, parent: Frame | None = None) -> None:
        self.names: dict[str, Value] = {}
        self.parent = parent

    def lookup(self, key: str) -> Value | None:
        """The value bound to an upper-case name in this frame or one around it, or None."""
        frame: Frame | None = self
        while frame is not None:
            value = frame.names.get(key)
            if value is not None:
                return value
            frame = frame.parent
        return None
