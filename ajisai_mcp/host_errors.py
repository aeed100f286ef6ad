"""Failures of the host: the closed table of what a caller can be told when no engine answered.

They are never language ERRORs. The message is written for a model: no path, no variable name, no traceback.
What an operator needs to know stands beside it and goes to stderr.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class _Entry(NamedTuple):
    message: str
    retryable: bool = False
    limit: str | None = None


_TABLE: Final = {
    "invalidRequest": _Entry("{reason}"),
    "unknownTool": _Entry("{reason}"),
    "sourceTooLarge": _Entry(
        "the source takes {observed} bytes; the limit is {limit} (sourceBytes): send a shorter program",
        limit="sourceBytes",
    ),
    "backendUnavailable": _Entry(
        "the engine cannot be started on this host, so nothing was computed; whoever runs the server finds "
        "the reason in its log"
    ),
    "capacityExhausted": _Entry(
        "{limit} executions are running already (concurrentExecutions); send the same call again a little "
        "later",
        retryable=True,
        limit="concurrentExecutions",
    ),
    "timeout": _Entry(
        "the execution was stopped after {limit} ms (wallTimeMs), so nothing is known of its answer; send "
        "the same call again if the host was busy, else a smaller program",
        retryable=True,
        limit="wallTimeMs",
    ),
    "responseTooLarge": _Entry(
        "the answer would take {observed} bytes; the limit is {limit} (responseBytes): ask for less at once",
        limit="responseBytes",
    ),
    "malformedBackendResponse": _Entry(
        "the engine answered with something that is no result, so nothing is known of the program's answer"
    ),
    "backendFailure": _Entry(
        "the engine stopped before it answered, so nothing is known of the program's answer; a program that "
        "needs much memory may be the cause"
    ),
    "registryUnavailable": _Entry(
        "the engine's data on this host has changed or cannot be read, so nothing was answered; the server "
        "has to be started anew"
    ),
}

CODES: Final = tuple(_TABLE)
"""The codes, as ``spec/envelope.schema.json`` lists them."""


class HostFailure(Exception):
    """A call that ends without an answer of the engine.

    Attributes:
        code: one of ``CODES``.
        message: one sentence for the caller.
        detail: what happened, for the log; empty where the message says it all.
    """

    def __init__(
        self,
        code: str,
        *,
        detail: str = "",
        reason: str = "",
        limit: int = 0,
        observed: int = 0,
        retry_after_ms: int | None = None,
    ) -> None:
        entry = _TABLE[code]
        self.code = code
        self.message = entry.message.format(reason=reason, limit=limit, observed=observed)
        self.detail = detail
        self._error: dict[str, Any] = {"code": code, "message": self.message, "retryable": entry.retryable}
        if entry.limit is not None:
            self._error["limit"] = entry.limit
        if retry_after_ms is not None:
            self._error["retryAfterMs"] = retry_after_ms
        super().__init__(f"{code}: {detail or self.message}")

    def to_envelope(self) -> dict[str, Any]:
        """The envelope of status ``hostError``."""
        return {"schemaVersion": 5, "status": "hostError", "error": dict(self._error)}
