"""Frames: the names that an evaluation binds (LANG.FRAMES)."""

from __future__ import annotations

from ajisai.values import Value

_NEAR = 4  # frames that are looked through each time


class Frame:
    """Names bound by one evaluation. ``parent`` is the frame around it, None at a User Word call."""

    __slots__ = ("_outer", "names", "parent")

    def __init__(self, parent: Frame | None = None) -> None:
        self.names: dict[str, Value] = {}
        self.parent = parent
        self._outer: dict[str, Value | None] | None = None

    def lookup(self, key: str) -> Value | None:
        """The value bound to an upper-case name in this frame or one around it, or None.

        What is far out is remembered: while a frame is there, those around it do not change.
        """
        frame: Frame | None = self
        value: Value | None = None
        steps = 0
        while frame is not None:
            value = frame.names.get(key)
            if value is not None:
                break
            if frame._outer is not None and key in frame._outer:
                value = frame._outer[key]
                break
            frame = frame.parent
            steps += 1
        if steps > _NEAR:
            self._remember(key, value)
        return value

    def _remember(self, key: str, value: Value | None) -> None:
        frame: Frame | None = self
        for _ in range(_NEAR):  # a frame of its own for every element would forget it at once
            if frame is None:
                return
            if frame._outer is None:
                frame._outer = {}
            frame._outer[key] = value
            frame = frame.parent
