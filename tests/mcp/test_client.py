"""A client that nobody here wrote, FastMCP's own, over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError

_COMMAND = str(Path(sys.executable).parent / "ajisai-mcp")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_client_that_is_not_ours_gets_exact_answers(mode: str) -> None:
    """Every tool and resource, under the protocol's newest form and under the handshake's."""

    async def test() -> None:
        async with Client(StdioTransport(_COMMAND, []), mode=mode) as client:
            tools = [tool.name for tool in await client.list_tools()]
            assert tools == ["compute", "check", "infer_contracts", "outcomes", "word_contract"]
            answer = await client.call_tool("compute", {"source": "2 3 DIV 1 3 DIV ADD"})
            assert answer.structured_content is not None
            assert answer.structured_content["stackDisplay"] == ["1/1"]
            assert json.loads(answer.content[0].text) == answer.structured_content
            source = "[ 'X' BIND X X MUL ] 'SQUARE' DEF 5 SQUARE"
            for tool in ("check", "infer_contracts", "outcomes"):
                answer = await client.call_tool(tool, {"source": source})
                assert answer.structured_content is not None
                assert answer.structured_content["status"] == "ok"
            answer = await client.call_tool("word_contract", {"word": "add"})
            assert answer.structured_content is not None
            assert answer.structured_content["matches"][0]["name"] == "ADD"
            for resource in await client.list_resources():
                assert (await client.read_resource(resource.uri))[0].text
            with pytest.raises(ToolError, match="unknownTool"):
                await client.call_tool("calculate", {"expression": "1 + 2"})

    asyncio.run(test())
