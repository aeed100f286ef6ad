"""The one door of the engine for hosts: a tool's name and a request in, an envelope out.

The command line's ``--json``, the server's workers and its ``nativeCli`` backend all come through here, so
they answer alike. Nothing here knows of MCP.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from ajisai import api
from ajisai.bounds import Limits
from ajisai.report.envelope import SCHEMA_VERSION, Envelope
from ajisai.report.messages import in_one_line
from ajisai.report.suggestions import nearest
from ajisai.report.wire import to_json

__all__ = ["TOOLS", "Envelope", "RequestError", "answer", "to_json"]


class RequestError(ValueError):
    """A request that no program could have caused: a host failure, never a language ERROR.

    Attributes:
        code: ``invalidRequest``, ``unknownTool``; ``registryUnavailable`` for an unusable phrasebook.
        message: one sentence for whoever wrote the request.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[RequestError], tuple[str, str]]:
        return (RequestError, (self.code, self.message))

    def to_envelope(self) -> Envelope:
        """The envelope of status ``hostError``."""
        return {
            "schemaVersion": SCHEMA_VERSION,
            "status": "hostError",
            "error": {"code": self.code, "message": self.message, "retryable": False},
        }


class _Answered(Protocol):
    def to_envelope(self) -> Envelope: ...


_OnSource = Callable[..., _Answered]
_ON_SOURCE: Final[Mapping[str, _OnSource]] = {
    "compute": api.run,
    "check": api.check,
    "infer_contracts": api.infer_contracts,
    "outcomes": api.outcomes,
}
TOOLS: Final = (*_ON_SOURCE, "word_contract")
"""The names of the tools."""


def answer(tool: str, request: Mapping[str, Any], *, limits: Limits) -> Envelope:
    """The envelope of one tool call. Every call is a fresh session.

    Args:
        tool: one of ``TOOLS``.
        request: the tool's arguments: ``source`` and, where wanted, ``words``, a list of phrasebook names;
            or, for word_contract, ``word``.
        limits: the ceilings, ``responseBytes`` among them.

    Raises:
        RequestError: for an unknown tool; an argument that is missing, of the wrong kind or not declared; a
            phrasebook Word that does not exist. Nothing that a program does raises.

    >>> answer("compute", {"source": "1 2 ADD"}, limits=Limits.agent())["stackDisplay"]
    ['3/1']
    """
    if tool in _ON_SOURCE:
        arguments = _declared(tool, request, ("source", "words"))
        source, words = _text(tool, arguments, "source"), _names(tool, arguments)
        return _on_source(tool, source, words, limits).to_envelope()
    if tool == "word_contract":
        return api.word_contract(_text(tool, _declared(tool, request, ("word",)), "word")).to_envelope()
    raise RequestError(
        "unknownTool", f"there is no tool {in_one_line(str(tool))}{_perhaps(str(tool), TOOLS)}"
    )


def _on_source(tool: str, source: str, words: tuple[str, ...], limits: Limits) -> _Answered:
    if not words:
        return _ON_SOURCE[tool](source, limits=limits)
    from ajisai.phrasebook import PhrasebookError, UnknownWord

    try:
        return _ON_SOURCE[tool](source, limits=limits, words=words)
    except UnknownWord as unknown:
        raise RequestError("invalidRequest", in_one_line(str(unknown))) from None
    except PhrasebookError as fault:
        raise RequestError("registryUnavailable", f"the phrasebook is not usable: {fault}") from None


def _declared(tool: str, request: object, names: tuple[str, ...]) -> Mapping[str, Any]:
    """The request, when it is an object of declared arguments."""
    if not isinstance(request, Mapping):
        raise RequestError("invalidRequest", f"the arguments of {tool} must be one object")
    for name in request:
        if name not in names:
            shown, known = in_one_line(str(name)), " and ".join(names)
            raise RequestError("invalidRequest", f"{tool} has no argument {shown}: it takes {known}")
    return request


def _text(tool: str, arguments: Mapping[str, Any], name: str) -> str:
    if name not in arguments:
        raise RequestError("invalidRequest", f"{tool} needs the argument {name}, a text")
    value = arguments[name]
    if not isinstance(value, str):
        raise RequestError("invalidRequest", f"the argument {name} of {tool} must be a text")
    return value


def _names(tool: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    words = arguments.get("words", ())
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise RequestError("invalidRequest", f"the argument words of {tool} must be a list of texts")
    return tuple(words)


def _perhaps(name: str, names: tuple[str, ...]) -> str:
    return f": use one of {', '.join(nearest(name, names) or names)}"
