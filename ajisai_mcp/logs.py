"""Where logs go, and where settings do not come from."""

from __future__ import annotations

import logging
import os
import sys


def keep_to_stderr() -> None:
    """Have every log go to stderr, in UTF-8, and nothing be read from the working folder."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")
    # FastMCP would read settings from a file .env in whatever folder the server is started in.
    os.environ["FASTMCP_ENV_FILE"] = os.devnull
    os.environ.setdefault("FASTMCP_LOG_LEVEL", "WARNING")
