"""``ajisai mcp``: the server, for hosts that can start only a command of the package's own name."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

import click

from ajisai.cli.source import Complaint


@click.command(
    short_help="Serve agents over the Model Context Protocol, as ajisai-mcp does.",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> int:
    """What ``ajisai-mcp`` does, with the same arguments."""
    if find_spec("fastmcp") is None:
        raise Complaint("the server needs more than the plain package: pip install 'ajisai[mcp]'")
    # By its name, because the engine imports nothing of the server.
    answer: int = importlib.import_module("ajisai_mcp.__main__").main(list(arguments))
    return answer
