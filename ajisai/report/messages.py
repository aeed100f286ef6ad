"""The text of an ERROR, rendered in one place from the facts of a Failure (LANG.ERRORS)."""

from __future__ import annotations

from typing import Final

from ajisai.bounds import Failure

_PREVIEW: Final = 400  # code points of program text that one message may carry
_DECLARED: Final = 4096  # code points of a message that the program states itself: kept as it is


def message_of(failure: Failure) -> str:
    """One line of English: what was wrong, and for a ceiling its name, its value and the size."""
    if failure.resource is not None:
        return f"{failure.resource} of {failure.observed} exceeds the limit of {failure.limit}"
    if failure.category == "declaredFailure":
        declared = failure.detail or failure.category
        return declared if len(declared) <= _DECLARED else declared[:_DECLARED] + "…"
    text = in_one_line(failure.detail or failure.category)
    if failure.word is None or failure.category == "unknownWord" or _names(text, failure.word):
        return text
    return f"{in_one_line(failure.word)}: {text}"


def in_one_line(text: str) -> str:
    """A bounded piece of text in which what cannot be shown in a line stands as its code point."""
    piece = text if len(text) <= _PREVIEW else text[:_PREVIEW] + "…"
    return "".join(each if each.isprintable() else f"\\u{{{ord(each):04x}}}" for each in piece)


def _names(text: str, word: str) -> bool:
    return word in (each.rstrip(":,;.") for each in text.split())
