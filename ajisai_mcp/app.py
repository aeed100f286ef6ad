"""The FastMCP application: tools, resources, and what is answered to calls of neither."""

from __future__ import annotations

from typing import Any

import mcp_types
from fastmcp import FastMCP
from fastmcp.resources.base import ResourceResult
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import Tool
from fastmcp.tools.base import ToolResult
from mcp_types import ToolAnnotations
from pydantic import PrivateAttr

from ajisai.version import __version__
from ajisai_mcp.assets import Assets
from ajisai_mcp.host import Host
from ajisai_mcp.output_schema import listed_schema
from ajisai_mcp.resources import WORDS, add_resources, read_word
from ajisai_mcp.tools import INSTRUCTIONS, ToolText, tool_texts

_ANNOTATIONS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


class EngineTool(Tool):
    """A tool that the engine answers. ``run`` gets the arguments as they were sent, without coercion."""

    _host: Host = PrivateAttr()

    @classmethod
    def of(cls, text: ToolText, host: Host, output_schema: dict[str, Any]) -> EngineTool:
        """The tool that ``text`` describes."""
        tool = cls(
            name=text.name,
            title=text.title,
            description=text.description,
            parameters=text.input_schema,
            output_schema=output_schema,
            annotations=_ANNOTATIONS,
        )
        tool._host = host
        return tool

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """The result of one call."""
        return await self._host.call(self.name, arguments)

    def to_mcp_tool(self, **overrides: Any) -> mcp_types.Tool:
        """As it is listed, without what FastMCP notes for itself: every listing is read by models."""
        return super().to_mcp_tool(**{"_meta": None, **overrides})


class _Doors(Middleware):
    """Answers calls of tools that do not exist, and readings of single Words."""

    def __init__(self, host: Host, assets: Assets, tools: list[str]) -> None:
        self._host = host
        self._assets = assets
        self._tools = tools

    async def on_call_tool(
        self,
        context: MiddlewareContext[mcp_types.CallToolRequestParams],
        call_next: CallNext[mcp_types.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        name = context.message.name
        if name not in self._tools:
            return await self._host.unknown(name, self._tools)
        return await call_next(context)

    async def on_read_resource(
        self,
        context: MiddlewareContext[mcp_types.ReadResourceRequestParams],
        call_next: CallNext[mcp_types.ReadResourceRequestParams, ResourceResult],
    ) -> ResourceResult:
        uri = str(context.message.uri)
        if uri.startswith(WORDS):
            return read_word(self._assets, uri)
        return await call_next(context)


def build_app(host: Host, assets: Assets) -> FastMCP:
    """The application, without ``ajisai://limits``, which waits for the engine's version."""
    output_schema = listed_schema(assets.document("spec/envelope.schema.json"))
    texts = tool_texts()
    app: FastMCP = FastMCP(
        "ajisai",
        INSTRUCTIONS,
        version=__version__,
        middleware=[_Doors(host, assets, [text.name for text in texts])],
        tools=[EngineTool.of(text, host, output_schema) for text in texts],
        mask_error_details=True,
        dereference_schemas=False,
        on_duplicate="error",
    )
    add_resources(app, assets)
    return app
