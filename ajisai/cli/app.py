"""The command ``ajisai`` and its subcommands, each loaded only when it is asked for."""

from __future__ import annotations

import importlib
from typing import Any

import click

# name -> what it does, in the order of the help page. The module ajisai.cli.commands.NAME holds `command`.
_COMMANDS = {
    "run": "Run a program and show the stack it leaves.",
    "check": "Check form, names and declarations; run nothing.",
    "contract": "Infer the contracts of the Words a program defines; run nothing.",
    "outcomes": "List every outcome a program could end in; run nothing.",
    "word": "Show what one Word does.",
    "phrasebook": "List, show, verify or complete the Words of the phrasebook.",
    "repl": "Run programs at a prompt, on one stack.",
    "fmt": "Write a program in its standard layout.",
    "doctor": "Check that this installation computes correctly.",
    "mcp": "Serve agents over the Model Context Protocol, as ajisai-mcp does.",
    "agent": "Answer one JSON request on stdin with one JSON envelope on stdout.",
}


class _Commands(click.Group):
    """Loads a subcommand on demand, and reads ``ajisai -e SOURCE`` as ``ajisai run -e SOURCE``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"ajisai.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0].startswith("-") and args[0] not in ("-h", "--help", "--version"):
            args = ["run", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as mistake:
            if "." in args[0] or "/" in args[0] or "\\" in args[0]:
                raise click.UsageError(
                    f"{mistake.message} To run a file: ajisai run {args[0]}", ctx
                ) from None
            raise


def _version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> Any:
    if not wanted or ctx.resilient_parsing:
        return
    from ajisai.assets import read_json
    from ajisai.version import __version__

    click.echo(f"ajisai {__version__} (specification {read_json('spec/words.json')['specificationVersion']})")
    ctx.exit()


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Show the versions of the engine and of the language.",
)
def app() -> None:
    """Ajisai: exact arithmetic on a stack, with reasoned absence and contracts.

    `ajisai -e '2 3 DIV 1 3 DIV ADD'` runs a program given on the command line.

    Exit codes: 0 fine, 1 a language error, 2 the command was used wrongly.
    """
