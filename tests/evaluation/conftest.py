"""The committed corpus, and one live server for every test of this folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from benchmarks.evaluation import corpus
from benchmarks.evaluation.live_server import LiveServer


@pytest.fixture(scope="session")
def committed() -> corpus.Corpus:
    """The corpus as it is committed."""
    return corpus.load()


@pytest.fixture
def document() -> dict[str, Any]:
    """The committed corpus as JSON, to be broken."""
    loaded: dict[str, Any] = json.loads(corpus.PLACE.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="session")
def server() -> Iterator[LiveServer]:
    """A live stdio server."""
    with LiveServer() as live:
        yield live


@pytest.fixture
def borrowed(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let subcommands use the server of this folder instead of starting one of their own."""
    monkeypatch.setattr("benchmarks.evaluation.__main__.LiveServer", lambda: nullcontext(server))
