"""`make assets`: records the digests of the data files that the server checks when it starts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ajisai_mcp.assets import NAMES, RECORD, digest_of_file, digest_of_record

_ROOT = Path(__file__).resolve().parent.parent


def text_of_record() -> str:
    """The record of the files as they are now."""
    files = {name: digest_of_file((_ROOT / name).read_bytes()) for name in NAMES}
    document = {
        "generated": "by `make assets` from the files named here; do not edit",
        "digest": digest_of_record(files),
        "files": files,
    }
    return json.dumps(document, indent=2) + "\n"


def main() -> int:
    """Write the record; exit code 0."""
    text = text_of_record()
    place = _ROOT / RECORD
    if not place.is_file() or place.read_text(encoding="utf-8") != text:
        place.write_text(text, encoding="utf-8")
        print(f"{RECORD} is written anew")
    return 0


if __name__ == "__main__":
    sys.exit(main())
