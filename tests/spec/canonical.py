"""The one way in which the data files of spec/ are written."""

from __future__ import annotations

import json
from typing import Any


def canonical(document: Any) -> str:
    """JSON with an indent of two, non-ASCII kept, keys in the order of the document."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
