"""``ajisai agent TOOL``: the boundary that hosts speak through (one JSON document in, one out)."""

from __future__ import annotations

import json
import sys

import click

from ajisai.agent import RequestError
from ajisai.bounds import Limits
from ajisai.cli.completion import tools
from ajisai.cli.envelopes import envelope_of, print_json
from ajisai.cli.options import profile_option


@click.command(short_help="Answer one JSON request on stdin with one JSON envelope on stdout.")
@click.argument("tool", shell_complete=tools)
@profile_option("mcp-local-stdio")
def command(tool: str, limits: Limits) -> int:
    """Answer one request for a TOOL: compute, check, infer_contracts, outcomes or word_contract.

    The request is one JSON object on stdin, such as {"source": "1 2 ADD"}; the envelope is one line on
    stdout. The exit code speaks of the exchange, not of the program: 0 whenever an envelope was written.
    """
    print_json(envelope_of(tool, _request, limits))
    return 0


def _request() -> object:
    data = sys.stdin.buffer.read()
    try:
        request = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as failure:
        raise _refusal(f"is not UTF-8 text: byte {failure.start} is 0x{data[failure.start]:02x}") from None
    except RecursionError:
        raise _refusal("is no JSON object: it nests too deep") from None
    except ValueError as failure:
        raise _refusal(f"is not one JSON document: {failure}") from None
    if not isinstance(request, dict):
        raise _refusal("is no JSON object")
    return request


def _refusal(reason: str) -> RequestError:
    return RequestError("invalidRequest", f"the request {reason}")
