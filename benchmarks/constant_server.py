"""A FastMCP server whose one tool answers a constant: what any server of that kind costs at least."""

from __future__ import annotations

import json
import sys
from typing import Any

from fastmcp import FastMCP

app: FastMCP = FastMCP("constant")
_CONSTANT: dict[str, Any] = json.loads(sys.argv[1])


@app.tool
def compute(source: str) -> dict[str, Any]:
    """Answer the constant, whatever the source."""
    return _CONSTANT


if __name__ == "__main__":
    app.run(show_banner=False, log_level="ERROR")
