"""Servers that many tests of this folder share, one of each backend."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ajisai.assets import read_json
from tests.mcp.raw_client import RawClient, environment

AJISAI = Path(sys.executable).parent / "ajisai"


@pytest.fixture(scope="session")
def python_worker() -> Iterator[RawClient]:
    """An initialized server with the backend ``pythonWorker``."""
    with RawClient() as client:
        client.initialize()
        yield client


@pytest.fixture(scope="session")
def native_cli() -> Iterator[RawClient]:
    """An initialized server with the backend ``nativeCli``, over this project's own command."""
    with RawClient(env=environment(AJISAI_BIN=str(AJISAI))) as client:
        client.initialize()
        yield client


@pytest.fixture(scope="session")
def envelope_schema() -> jsonschema.Draft202012Validator:
    """The published schema of every answer."""
    schema: dict[str, Any] = read_json("spec/envelope.schema.json")
    return jsonschema.Draft202012Validator(schema)
