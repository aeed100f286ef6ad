"""An envelope as JSON text: compact, and always valid UTF-8."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from ajisai.machine.headroom import with_headroom

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def to_json(envelope: Mapping[str, Any]) -> str:
    """The JSON text of an envelope, in one line.

    Text stands as it is, not as escapes; a lone surrogate, which UTF-8 cannot spell, stands as its escape.
    """
    text = with_headroom(lambda: json.dumps(envelope, ensure_ascii=False, separators=(",", ":")))
    return text if text.isascii() else _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def sent_bytes(part: Mapping[str, Any]) -> int:
    """Bytes of a part of an envelope as sent: as JSON, and quoted in the copy that goes along as text."""
    text = to_json(part)
    return 2 * len(text.encode("utf-8")) + text.count('"') + text.count("\\")
