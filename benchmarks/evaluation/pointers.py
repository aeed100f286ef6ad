"""JSON pointers (RFC 6901), by which the corpus says what an answer must hold."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

_FORM: Final = re.compile(r"(?:/(?:[^~/]|~[01])*)*")
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,8}")
ABSENT: Final = object()
"""What a pointer that leads nowhere finds: equal to no JSON value."""


def is_pointer(text: object) -> bool:
    """Whether a value is a well-formed JSON pointer."""
    return isinstance(text, str) and _FORM.fullmatch(text) is not None


def find(document: object, pointer: str) -> Any:
    """The value at a pointer, or ``ABSENT``."""
    found = document
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict) and key in found:
            found = found[key]
        elif isinstance(found, list) and _INDEX.fullmatch(key) and int(key) < len(found):
            found = found[int(key)]
        else:
            return ABSENT
    return found


def meets(document: object, expectations: Mapping[str, Any]) -> bool:
    """Whether every pointer leads to exactly the JSON value it is paired with (``true`` is not ``1``)."""
    return all(_same(find(document, pointer), wanted) for pointer, wanted in expectations.items())


def _same(found: object, wanted: object) -> bool:
    return found is not ABSENT and _spelled(found) == _spelled(wanted)


def _spelled(value: object) -> str:
    return json.dumps(value, sort_keys=True)
