"""Programs as files hold them: encodings, line ends, nothing at all."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from tests.cli.conftest import Command

_LOOKING = ("run", "check", "outcomes", "contract", "fmt")


def test_signature_of_utf8_is_no_part_of_the_program(ajisai_command: Command, tmp_path: Path) -> None:
    """What an editor of Windows writes before a text is left out, and counted in no column."""
    (tmp_path / "marked").write_bytes(codecs.BOM_UTF8 + b"# [sum]\r\n1 2 ADD")
    assert ajisai_command("run", "marked") == (0, "3/1\n", "")
    assert ajisai_command("run", "-", stdin=codecs.BOM_UTF8 + b"1") == (0, "1/1\n", "")
    (tmp_path / "wrong").write_bytes(codecs.BOM_UTF8 + b"1 FOO")
    assert " --> wrong:1:3\n1 | 1 FOO\n" in ajisai_command("run", "wrong").err
    assert ajisai_command("fmt", "--check", "marked").code == 1
    (tmp_path / "tidy").write_bytes(codecs.BOM_UTF8 + b"1 2 ADD\n")
    assert ajisai_command("fmt", "--check", "tidy").code == 0


def test_signature_counts_nothing_against_the_ceiling(ajisai_command: Command, tmp_path: Path) -> None:
    """64 KiB behind it are admitted, one byte more is not."""
    full = b"1 " + b" " * 65534
    tight = ("--profile", "mcp-local-stdio")
    (tmp_path / "full").write_bytes(codecs.BOM_UTF8 + full)
    assert ajisai_command("run", "full", *tight).out == "1/1\n"
    (tmp_path / "over").write_bytes(codecs.BOM_UTF8 + full + b" ")
    assert "sourceBytes" in ajisai_command("run", "over", *tight).err


def test_signature_alone_is_the_empty_program(ajisai_command: Command, tmp_path: Path) -> None:
    """An empty file that an editor has saved."""
    (tmp_path / "nothing").write_bytes(codecs.BOM_UTF8)
    assert ajisai_command("run", "nothing") == (0, "", "")


def test_signature_in_other_inputs(ajisai_command: Command, tmp_path: Path) -> None:
    """A phrasebook, a batch and a request may begin with it as well."""
    (tmp_path / "book").write_bytes(codecs.BOM_UTF8 + b"# nothing here\n")
    assert ajisai_command("phrasebook", "verify", "book") == (0, "0 Words, 0 examples: verified\n", "")
    (tmp_path / "batch").write_bytes(codecs.BOM_UTF8 + b'"1"\r\n"2"\r\n')
    assert ajisai_command("run", "--batch", "batch", "--jobs", "1").out.count("\n") == 2
    request = codecs.BOM_UTF8 + b'{"source": "1"}'
    assert ajisai_command("agent", "compute", stdin=request).json()["stackDisplay"] == ["1/1"]


@pytest.mark.parametrize("source", ["\ufeff1 2 ADD", "\ufeff# [note]"])
def test_mark_in_a_text_is_told(ajisai_command: Command, source: str) -> None:
    """In a text it is an ordinary character; what it spoils is explained."""
    finished = ajisai_command("-e", source)
    assert finished.code == 1
    assert "try: Take the byte order mark away\n" in finished.err


def test_character_that_is_not_seen_is_told(ajisai_command: Command) -> None:
    """A zero-width space copied from a page: the name is shown with it, and without it as it is meant."""
    finished = ajisai_command("-e", "1 2 ADD\u200b")
    assert "1 2 ADD\\u{200B}" in finished.err
    assert "near: ADD\ntry: Take the invisible character away\n" in finished.err
    assert "Write ADD anew." in finished.err


def test_file_that_is_not_utf8(ajisai_command: Command, tmp_path: Path) -> None:
    """The first wrong byte is named."""
    (tmp_path / "latin1").write_bytes(b"'caf\xe9'")
    finished = ajisai_command("run", "latin1")
    assert (finished.code, finished.out) == (2, "")
    assert finished.err == "Error: latin1 is not UTF-8 text: byte 4 is 0xe9\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_file_that_is_utf16(ajisai_command: Command, tmp_path: Path, encoding: str) -> None:
    """What a shell of Windows writes is known for what it is."""
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    (tmp_path / "wide").write_bytes(mark + "1 2 ADD".encode(encoding))
    finished = ajisai_command("run", "wide")
    assert finished.code == 2
    assert finished.err.endswith("; it looks like UTF-16: save it as UTF-8\n")


def test_standard_input_that_is_not_utf8(ajisai_command: Command) -> None:
    """The same holds for standard input."""
    finished = ajisai_command("run", "-", stdin=b"\xff")
    assert (finished.code, finished.err) == (2, "Error: standard input is not UTF-8 text: byte 0 is 0xff\n")


@pytest.mark.parametrize("name", _LOOKING)
def test_empty_file(ajisai_command: Command, tmp_path: Path, name: str) -> None:
    """Nothing is a program, to every command."""
    (tmp_path / "empty").touch()
    assert ajisai_command(name, "empty").code == 0


@pytest.mark.parametrize("name", _LOOKING)
def test_folder_and_missing_file(ajisai_command: Command, tmp_path: Path, name: str) -> None:
    """Both are named in one line, whatever the command."""
    (tmp_path / "folder").mkdir()
    folder, missing = ajisai_command(name, "folder"), ajisai_command(name, "missing")
    assert (folder.code, folder.err) == (2, "Error: cannot read folder: Is a directory\n")
    assert (missing.code, missing.err) == (2, "Error: cannot read missing: No such file or directory\n")


def test_line_ends_of_windows(ajisai_command: Command, tmp_path: Path) -> None:
    """A carriage return is whitespace, ends no directive's last term, and shows in no excerpt."""
    (tmp_path / "lines").write_bytes(b"#:contract D inputs=1 outputs=1\r\n[ 2 MUL ] 'D' DEF\r\n3 D FOO\r\n")
    finished = ajisai_command("run", "lines")
    assert "\n --> lines:3:5\n3 | 3 D FOO\n  |     ^^^\n" in finished.err
    assert "\r" not in finished.err
