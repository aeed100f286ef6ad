"""``ajisai agent TOOL``: the boundary that hosts speak through (one JSON document in, one out)."""

from __future__ import annotations

import json
import sys

import click

from ajisai.bounds import Limits
from ajisai.cli.envelopes import print_json
from ajisai.cli.options import profile_option
from ajisai.cli.source import Complaint


@click.command(short_help="Answer one JSON request on stdin with one JSON envelope on stdout.")
@click.argument("tool")
@profile_option("mcp-local-stdio")
def command(tool: str, limits: Limits) -> int:
    """Answer one request for a TOOL: compute, check, infer_contracts, outcomes or word_contract.

    The request is one JSON object on stdin, such as {"source": "1 2 ADD"}; the envelope is one line on
    stdout. The exit code speaks of the exchange, not of the program: 0 whenever an envelope was written.
    """
    from ajisai import agent

    print_json(agent.answer(tool, _request(), limits=limits))
    return 0


def _request() -> object:
    try:
        return json.loads(sys.stdin.buffer.read().decode("utf-8"))
    except UnicodeDecodeError as failure:
        raise Complaint(f"the request is not UTF-8 text: byte {failure.start}") from None
    except RecursionError:
        raise Complaint("the request is no JSON object: it nests too deep") from None
    except ValueError as failure:
        raise Complaint(f"the request is not one JSON document: {failure}") from None
