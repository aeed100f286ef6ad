"""``ajisai run --batch``: programs in, envelopes out."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command

LINES = ['"1 2 ADD"', '{"source": "1 ADD", "id": 7}', "", '"2 SQRT"', '{"source": "\'é\'", "id": "last"}']


def batch(folder: Path, lines: list[str]) -> str:
    """A batch file."""
    path = folder / "programs.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_batch_envelopes_in_order(ajisai_command: Command, tmp_path: Path) -> None:
    """One line each, the id first where one was given; exit code 1 since one program failed."""
    finished = ajisai_command("run", "--batch", batch(tmp_path, LINES), "--jobs", "2")
    envelopes = [json.loads(line) for line in finished.out.splitlines()]
    assert finished.code == 1
    assert [one["outcome"] for one in envelopes] == ["value", "error:stackUnderflow", "value", "value"]
    assert [one.get("id") for one in envelopes] == [None, 7, None, "last"]


def test_batch_goes_on_behind_the_last_whole_line(ajisai_command: Command, tmp_path: Path) -> None:
    """A file cut anywhere is completed to the same bytes."""
    programs = batch(tmp_path, LINES)
    out = tmp_path / "answers.jsonl"
    ajisai_command("run", "--batch", programs, "--out", str(out), "--jobs", "1")
    whole = out.read_bytes()
    for size in (0, 5, len(whole) // 2, len(whole) - 1, len(whole)):
        out.write_bytes(whole[:size])
        ajisai_command("run", "--batch", programs, "--out", str(out), "--jobs", "1")
        assert out.read_bytes() == whole


def test_batch_empty_file_answers_nothing(ajisai_command: Command, tmp_path: Path) -> None:
    """No program, no answer, no failure."""
    finished = ajisai_command("run", "--batch", batch(tmp_path, [""]))
    assert (finished.code, finished.out) == (0, "")


def test_batch_wrong_line_told_before_anything_runs(ajisai_command: Command, tmp_path: Path) -> None:
    """With its number and the right form."""
    for line in ("5", "{", '{"source": 1}', '{"source": "1", "sauce": 2}'):
        finished = ajisai_command("run", "--batch", batch(tmp_path, ['"1"', line]))
        assert (finished.code, finished.out) == (2, "")
        assert "line 2" in finished.err


def test_batch_options_that_do_not_go_together(ajisai_command: Command, tmp_path: Path) -> None:
    """A batch and a program; --out without a batch; a batch that is not there."""
    assert ajisai_command("run", "--batch", batch(tmp_path, []), "-e", "1").code == 2
    assert ajisai_command("run", "-e", "1", "--out", "x").code == 2
    missing = ajisai_command("run", "--batch", "nowhere.jsonl")
    assert missing.code == 2
    assert "nowhere.jsonl" in missing.err
