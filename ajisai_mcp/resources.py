"""What agents can read: the guide, the vocabulary, the contracts, the schema, the limits."""

from __future__ import annotations

import json
import re
from typing import Any, Final
from urllib.parse import unquote_to_bytes

import mcp_types
from fastmcp import FastMCP
from fastmcp.exceptions import NotFoundError
from fastmcp.resources import ResourceContent, ResourceResult, ResourceTemplate, TextResource
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from pydantic import AnyUrl

from ajisai.version import __version__
from ajisai_mcp.assets import PHRASEBOOK, Assets
from ajisai_mcp.host import Host

_JSON: Final = "application/json"
_MARKDOWN: Final = "text/markdown"
_TEXT: Final = "text/plain"

WORDS: Final = "ajisai://words/"
_ENCODED: Final = re.compile(r"(?:[^%]|%[0-9A-Fa-f]{2})*")


class PlainTextResource(TextResource):
    """A text, listed without what FastMCP notes for itself, as every listing is read by models."""

    def to_mcp_resource(self, **overrides: Any) -> mcp_types.Resource:
        """As it is listed."""
        return super().to_mcp_resource(**{"_meta": None, **overrides})


class WordTemplate(ResourceTemplate):
    """``ajisai://words/{name}``, for listing; :func:`read_word` reads it."""

    def to_mcp_template(self, **overrides: Any) -> mcp_types.ResourceTemplate:
        """As it is listed."""
        return super().to_mcp_template(**{"_meta": None, **overrides})


def add_resources(app: FastMCP, assets: Assets) -> None:
    """Add every resource but the limits, which the host knows."""
    registry = assets.document("spec/words.json")
    keys = ("name", "standardKind", "family", "tier")
    vocabulary = {
        "specificationVersion": registry["specificationVersion"],
        "words": [{key: word[key] for key in keys if key in word} for word in registry["words"]],
    }
    for path, title, description, kind, text in (
        (
            "guide/quickstart",
            "Quickstart",
            "How to choose a tool, read a result and write a program: read it before the first longer one.",
            _MARKDOWN,
            assets.text("spec/quickstart.md"),
        ),
        ("vocabulary", "Vocabulary", "Every Word: name, kind, family, tier.", _JSON, _compact(vocabulary)),
        ("contracts", "Contracts", "The full contract of every Word.", _JSON, _compact(registry)),
        (
            "schema/result",
            "Result schema",
            "The JSON schema of what every tool answers.",
            _JSON,
            _compact(assets.document("spec/envelope.schema.json")),
        ),
        (
            "phrasebook",
            "Phrasebook",
            "Words that programs keep writing again, with contracts and examples; the source tools take "
            "their names in `words`.",
            _TEXT,
            assets.text(PHRASEBOOK),
        ),
    ):
        app.add_resource(_text(path, title, description, kind, text))
    app.add_template(
        WordTemplate(
            uri_template=WORDS + "{name}",
            name="words",
            title="Word",
            description="The full contract of one Word, its name in any case and percent-encoded: NIL%3F.",
            mime_type=_JSON,
            parameters={"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
        )
    )


def add_limits(app: FastMCP, host: Host, engine_version: str) -> None:
    """Add ``ajisai://limits``."""
    limits = {
        "profile": host.limits.profile,
        "serverVersion": __version__,
        "engineVersion": engine_version,
        "backend": {"kind": host.backend.kind},
        "limits": host.limits.as_mapping(),
        "capacityWaitMs": host.capacity_wait_ms,
    }
    app.add_resource(
        _text("limits", "Limits", "The ceilings that bound every call.", _JSON, _compact(limits))
    )


def read_word(assets: Assets, uri: str) -> ResourceResult:
    """The contract of the Word that a URI below ``ajisai://words/`` names.

    Raises:
        MCPError: ``INVALID_PARAMS`` for a malformed percent-encoding.
        NotFoundError: for a name that no Core Word has.
    """
    encoded = uri[len(WORDS) :]
    try:
        if not _ENCODED.fullmatch(encoded):
            raise ValueError(encoded)
        name = unquote_to_bytes(encoded).decode("utf-8")
    except ValueError:
        raise MCPError(
            code=INVALID_PARAMS, message="the name in this URI is not percent-encoded UTF-8"
        ) from None
    word = assets.words.get(name.upper())
    if word is None:
        raise NotFoundError(f"no Word is called {name}")
    return ResourceResult(contents=[ResourceContent(content=_compact(word), mime_type=_JSON)])


def _text(path: str, title: str, description: str, kind: str, text: str) -> PlainTextResource:
    return PlainTextResource(
        uri=AnyUrl(f"ajisai://{path}"),
        name=path.replace("/", "-"),
        title=title,
        description=description,
        mime_type=kind,
        text=text,
    )


def _compact(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
