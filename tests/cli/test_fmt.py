"""``ajisai fmt``: one layout, comments kept, files replaced whole or not at all."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Command

_LOOSE = "1   2 ADD   # the sum\n"


def test_fmt_prints_the_standard_layout(ajisai_command: Command) -> None:
    """Printing it again changes nothing, and it runs to the same."""
    first = ajisai_command("fmt", "-e", _LOOSE)
    assert (first.code, first.err) == (0, "")
    assert "# the sum" in first.out
    assert ajisai_command("fmt", "-", stdin=first.out).out == first.out
    assert ajisai_command("run", "-", stdin=first.out).out == "3/1\n"


def test_fmt_check_tells_by_its_exit_code(ajisai_command: Command, tmp_path: Path) -> None:
    """Nothing is written; a file that is not in standard layout is named."""
    (tmp_path / "loose.ajisai").write_text(_LOOSE)
    finished = ajisai_command("fmt", "--check", "loose.ajisai")
    assert (finished.code, finished.out) == (1, "")
    assert finished.err == "loose.ajisai: not in standard layout\n"
    assert (tmp_path / "loose.ajisai").read_text() == _LOOSE


def test_fmt_write_replaces_the_file(ajisai_command: Command, tmp_path: Path) -> None:
    """The file's mode stays, and a link goes on pointing to it."""
    target, link = tmp_path / "loose.ajisai", tmp_path / "link"
    target.write_text(_LOOSE)
    target.chmod(0o640)
    link.symlink_to(target)
    assert ajisai_command("fmt", "--write", "link") == (0, "", "")
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert target.read_text() == ajisai_command("fmt", "-e", _LOOSE).out
    assert ajisai_command("fmt", "--check", "loose.ajisai").code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "loose.ajisai"]


def test_fmt_of_a_source_that_does_not_read(ajisai_command: Command, tmp_path: Path) -> None:
    """The error is shown as a run shows it, and the file stays as it is."""
    (tmp_path / "broken").write_text("1 ]")
    finished = ajisai_command("fmt", "--write", "broken")
    assert (finished.code, finished.out) == (1, "")
    assert finished.err.startswith("error malformedSource: ")
    assert " --> broken:1:3\n" in finished.err
    assert (tmp_path / "broken").read_text() == "1 ]"


def test_fmt_write_of_a_missing_file(ajisai_command: Command) -> None:
    """A missing file is a wrong use of the command."""
    assert ajisai_command("fmt", "--write", "missing").code == 2
