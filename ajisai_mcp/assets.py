"""The data files that the server serves and the engine answers from, checked against what was recorded.

``spec/assets.json`` holds the digest of each, written by ``make assets``. A server whose files differ from it
does not start: better no answer than one from a damaged registry.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

RECORD: Final = "spec/assets.json"
PHRASEBOOK: Final = "phrasebook/phrasebook.ajisai"
PHRASEBOOK_VARIABLE: Final = "AJISAI_PHRASEBOOK"

NAMES: Final = (
    PHRASEBOOK,
    "spec/diagnosis.json",
    "spec/envelope.schema.json",
    "spec/limits.json",
    "spec/node.schema.json",
    "spec/outcomes.json",
    "spec/quickstart.md",
    "spec/words.json",
)


class CorruptAsset(Exception):
    """A data file is missing, or is not what was recorded; the text names it."""


def find_root() -> Path:
    """The folder that holds the data files: in an installed copy, or in a checkout.

    Found as ``ajisai.assets`` finds it, but without that module: to import it is to load the engine, which
    reads some of the files that are yet to be checked.

    Raises:
        CorruptAsset: when there is none.
    """
    found = find_spec("ajisai")
    if found is not None and found.origin is not None:
        package = Path(found.origin).parent
        for root in (package / "_data", package.parent):
            if (root / RECORD).is_file():
                return root
    raise CorruptAsset(f"{RECORD} is missing")


def digest_of_file(content: bytes) -> str:
    """What ``spec/assets.json`` records of one file."""
    return sha256(content).hexdigest()


def digest_of_record(record: Mapping[str, str]) -> str:
    """``mcp.assetDigest``: the first half of a digest over the digests of all files, ordered by name.

    Half of it tells one state of the files from another as well, and is sent twice in every answer.
    """
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(record.items()))
    return f"sha256:{sha256(lines.encode()).hexdigest()[:32]}"


class Assets:
    """The served files as they were at the start; ``digest`` names them all.

    Args:
        root: the folder of the data files; None finds it.
        environment: where it names another phrasebook, that file is served, and is held against no record:
            every Word in it carries a digest of its own, which the engine verifies.

    Raises:
        CorruptAsset: for the first file, in the order of ``NAMES``, that is not what was recorded.
    """

    def __init__(self, root: Path | None = None, environment: Mapping[str, str] = os.environ) -> None:
        self.root: Final = find_root() if root is None else root
        record = self._record()
        other = environment.get(PHRASEBOOK_VARIABLE)
        self._own_phrasebook = bool(other)
        self._files: dict[str, bytes] = {}
        for name in NAMES:
            if name == PHRASEBOOK and other:
                self._files[name] = _read(Path(other), "the phrasebook file")
                continue
            content = _read(self.root / name, name)
            if digest_of_file(content) != record.get(name):
                raise CorruptAsset(f"{name} is not the file that was recorded in {RECORD}")
            self._files[name] = content
        if record.keys() != self._files.keys():
            raise CorruptAsset(f"{RECORD} records other files than this version serves")
        self.digest: Final = digest_of_record(
            {name: digest_of_file(content) for name, content in self._files.items()}
        )

    def _record(self) -> dict[str, str]:
        try:
            record = json.loads(_read(self.root / RECORD, RECORD))["files"]
            return {str(name): str(digest) for name, digest in record.items()}
        except (ValueError, LookupError, TypeError, AttributeError):
            raise CorruptAsset(f"{RECORD} is damaged") from None

    def verify_phrasebook(self) -> None:
        """Verify a phrasebook of one's own, which no record vouches for.

        Raises:
            CorruptAsset: with the engine's reason and its line.
        """
        if not self._own_phrasebook:
            return
        from ajisai.phrasebook import PhrasebookError, load

        try:
            load(self._files[PHRASEBOOK].decode("utf-8"))
        except UnicodeDecodeError:
            raise CorruptAsset("the phrasebook file is not UTF-8 text") from None
        except PhrasebookError as fault:
            raise CorruptAsset(f"the phrasebook file: {fault}") from None

    def text(self, name: str) -> str:
        """A file as text."""
        return self._files[name].decode("utf-8", "replace")

    def document(self, name: str) -> Any:
        """A JSON file, parsed anew."""
        return json.loads(self._files[name])

    @cached_property
    def words(self) -> dict[str, dict[str, Any]]:
        """The registry: the contract of each Core Word under its name."""
        return {word["name"]: word for word in self.document("spec/words.json")["words"]}

    @cached_property
    def specification_version(self) -> str:
        """The version of the language that the registry describes."""
        return str(self.document("spec/words.json")["specificationVersion"])


def _read(path: Path, shown: str) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as failure:  # ValueError: a NUL in a name
        reason = failure.strerror if isinstance(failure, OSError) and failure.strerror else str(failure)
        raise CorruptAsset(f"{shown} cannot be read: {reason}") from None
