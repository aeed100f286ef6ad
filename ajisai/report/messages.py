"""The text of an ERROR, rendered in one place from the facts of a Failure (LANG.ERRORS)."""

from __future__ import annotations

from ajisai.bounds import Failure

_PREVIEW = 400  # code points of program text that one message may carry


def message_of(failure: Failure) -> str:
    """One line of English: the Word, what was wrong, and for a ceiling its name, value and the size."""
    if failure.resource is not None:
        text = f"{failure.resource} of {failure.observed} exceeds the limit of {failure.limit}"
    else:
        text = failure.detail or failure.category
    if len(text) > _PREVIEW:
        text = text[:_PREVIEW] + "…"
    if failure.category == "declaredFailure" or failure.word is None or failure.word in text:
        return text
    return f"{failure.word}: {text}"
