"""Where a program comes from: a file, standard input, or the command line itself."""

from __future__ import annotations

import codecs
import os
import sys
from typing import BinaryIO, Final, NamedTuple

import click


class Complaint(click.ClickException):
    """A failure of the command rather than of a program."""

    exit_code = 2


class Source(NamedTuple):
    """A program's text, and the name of where it came from, for messages."""

    text: str
    name: str


def read_source(file: str | None, inline: str | None, ceiling: int) -> Source:
    """The program that ``FILE``, ``-`` or ``-e`` names.

    Args:
        ceiling: ``sourceBytes`` of the run. No more is read than shows that it is crossed, so that an endless
            stream is refused by the engine like any other source that is too large.

    Raises:
        click.UsageError: when neither or both are given.
        Complaint: when it cannot be read or is not UTF-8 text.
    """
    if (file is None) == (inline is None):
        raise click.UsageError("give either a FILE (or - for standard input) or -e SOURCE")
    if inline is not None:
        return Source(_checked(inline), "-e")
    assert file is not None
    if file == "-":
        return Source(
            _decode(_read(sys.stdin.buffer, "standard input", ceiling), "standard input", ceiling), "-"
        )
    try:
        with open(file, "rb") as stream:
            return Source(_decode(_read(stream, file, ceiling), file, ceiling), file)
    except (OSError, ValueError) as failure:  # ValueError: a NUL in the name
        raise refused_file(file, failure) from None


def refused_file(name: str, failure: OSError | ValueError, deed: str = "read") -> Complaint:
    """The complaint about a file that cannot be read, or whatever else ``deed`` says."""
    reason = failure.strerror if isinstance(failure, OSError) and failure.strerror else str(failure)
    return Complaint(f"cannot {deed} {os.fsencode(name).decode('utf-8', 'backslashreplace')}: {reason}")


_SIGNATURE: Final = codecs.BOM_UTF8
"""What some editors write before UTF-8 text: of the encoding, not of the program."""


def _read(stream: BinaryIO, name: str, ceiling: int) -> bytes:
    try:
        return stream.read(len(_SIGNATURE) + ceiling + 1).removeprefix(_SIGNATURE)
    except OSError as failure:
        raise refused_file(name, failure) from None


def _decode(data: bytes, name: str, ceiling: int) -> str:
    if len(data) > ceiling:  # refused for its size by the engine: a character cut in two does not matter
        return data.decode("utf-8", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as failure:
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        advice = "; it looks like UTF-16: save it as UTF-8" if wide else ""
        raise Complaint(
            f"{name} is not UTF-8 text: byte {failure.start} is 0x{data[failure.start]:02x}{advice}"
        ) from None


def _checked(text: str) -> str:
    """Text of the command line, which holds lone surrogates where its bytes were not UTF-8."""
    for place, character in enumerate(text):
        if "\ud800" <= character <= "\udfff":
            raise Complaint(f"the text after -e is not UTF-8: character {place} is {character!a}")
    return text
