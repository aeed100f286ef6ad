"""What a model is sent: the server's own instructions and tools, one prompt, and whole results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from benchmarks.evaluation.corpus import Call

TOOL_CHOICE: Final = "auto"
TEMPLATE: Final = "{prompt}"
MAX_TOKENS: Final = 4096
ATTEMPTS: Final = 3
"""How often a prompt is sent before a broken stream ends the capture."""
_TURNED_DOWN: Final = (400, 401, 403, 404, 413)  # HTTP statuses that no repetition changes


class Refused(RuntimeError):
    """The capture cannot go on; nothing is written."""


class Client(Protocol):
    """What is used of ``anthropic.Anthropic``: ``messages.stream`` as a context with a final message."""

    @property
    def messages(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a model: its content as it goes back into the conversation, and why it stopped."""

    content: list[dict[str, Any]]
    stop: str

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every tool call of the turn, in order."""
        return tuple(Call(use["name"], dict(use["input"])) for use in self.uses)

    @property
    def uses(self) -> list[dict[str, Any]]:
        """The content blocks that call a tool."""
        return [block for block in self.content if block["type"] == "tool_use"]


class Model:
    """A model behind a client, given one server's instructions and tools.

    Args:
        client: the SDK's client, or one that is scripted.
        model_id: which model.
        instructions: what the server says of itself, for the system prompt.
        tools: the server's listing, names, descriptions and schemas unchanged.
    """

    def __init__(
        self,
        client: Client,
        model_id: str,
        instructions: str,
        tools: Sequence[Mapping[str, Any]],
    ) -> None:
        self.model_id = model_id
        self._client = client
        self._fixed: dict[str, Any] = {
            "system": instructions,
            "tools": [
                {
                    "name": tool["name"],
                    "description": tool["description"],
                    "input_schema": tool["inputSchema"],
                }
                for tool in tools
            ],
            "tool_choice": {"type": TOOL_CHOICE},
            "max_tokens": MAX_TOKENS,
        }

    @property
    def template_digest(self) -> str:
        """Digest of everything that is sent beside the prompts and results themselves."""
        spelled = json.dumps([self._fixed, TEMPLATE], sort_keys=True, ensure_ascii=False)
        return "sha256:" + hashlib.sha256(spelled.encode()).hexdigest()

    def turn(self, messages: Sequence[Mapping[str, Any]]) -> Turn:
        """The model's next turn.

        Raises:
            Refused: when the request was turned down, or its stream broke at every attempt. A broken turn is
                never taken for a silent one.
        """
        for _ in range(ATTEMPTS):
            try:
                return self._streamed(messages)
            except Exception as failure:  # the SDK lets its transport's errors through, not only its own
                if getattr(failure, "status_code", None) in _TURNED_DOWN:
                    raise Refused(f"the request was turned down: {failure}") from None
                broken = failure
        raise Refused(f"the stream broke {ATTEMPTS} times: {type(broken).__name__}: {broken}")

    def _streamed(self, messages: Sequence[Mapping[str, Any]]) -> Turn:
        with self._client.messages.stream(
            model=self.model_id, messages=list(messages), **self._fixed
        ) as stream:
            message = stream.get_final_message()
        if message.stop_reason is None:
            raise ConnectionError("the stream ended before the message did")
        blocks = [block.model_dump(mode="json", exclude_none=True) for block in message.content]
        return Turn(blocks, message.stop_reason)


def opening(prompt: str) -> list[dict[str, Any]]:
    """The conversation that a prompt opens."""
    return [{"role": "user", "content": TEMPLATE.format(prompt=prompt)}]


def handed_back(turn: Turn, envelopes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A turn and what its calls were answered, whole: the structured result of each, as JSON."""
    results = [
        {
            "type": "tool_result",
            "tool_use_id": use["id"],
            "content": json.dumps(envelope, ensure_ascii=False, separators=(",", ":")),
            "is_error": envelope["status"] == "hostError",
        }
        for use, envelope in zip(turn.uses, envelopes, strict=True)
    ]
    return [{"role": "assistant", "content": turn.content}, {"role": "user", "content": results}]
