"""A command over click, lark and gmpy2 that answers a constant: what any such command costs at least."""

from __future__ import annotations

import click
import gmpy2
import lark  # noqa: F401  # loaded, as the engine needs it


@click.group()
def app() -> None:
    """Answer a constant."""


@app.command()
@click.option("-e", "source", required=True)
def run(source: str) -> None:
    """Answer the constant, whatever the source."""
    click.echo(f"{gmpy2.mpz(3)}/1")


if __name__ == "__main__":
    app()
