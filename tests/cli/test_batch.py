"""``ajisai run --batch``: programs in, envelopes out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
    for line in (
        "5",
        "{",
        '"2',
        '{"source": 1}',
        '{"source": "1", "sauce": 2}',
        '{"source": "1", "id": NaN}',
    ):
        finished = ajisai_command("run", "--batch", batch(tmp_path, ['"1"', line, '"3"']))
        assert (finished.code, finished.out) == (2, "")
        assert "line 2" in finished.err


def test_batch_of_standard_input(ajisai_command: Command) -> None:
    """A dash reads the programs from there; a last line without its end is a line."""
    finished = ajisai_command("run", "--batch", "-", "--jobs", "1", stdin='"1"\n\n"2"')
    assert finished.code == 0
    assert [json.loads(line)["stackDisplay"] for line in finished.out.splitlines()] == [["1/1"], ["2/1"]]
    wrong = ajisai_command("run", "--batch", "-", stdin='"1"\n2\n')
    assert wrong.err.startswith("Error: standard input, line 2: expected")


def test_batch_of_equal_programs(ajisai_command: Command, tmp_path: Path) -> None:
    """Each line has an answer of its own, also where source and id are those of another."""
    lines = ['{"source": "1", "id": 5}'] * 3
    finished = ajisai_command("run", "--batch", batch(tmp_path, lines), "--jobs", "2")
    assert [json.loads(line)["id"] for line in finished.out.splitlines()] == [5, 5, 5]


@pytest.mark.parametrize("jobs", ["1", "64", "256"])
def test_batch_with_so_many_jobs(ajisai_command: Command, tmp_path: Path, jobs: str) -> None:
    """No more processes are started than there are programs."""
    finished = ajisai_command("run", "--batch", batch(tmp_path, LINES), "--jobs", jobs)
    assert finished.out.count("\n") == 4


@pytest.mark.parametrize("jobs", ["0", "257", "-1", "many"])
def test_batch_with_no_such_number_of_jobs(ajisai_command: Command, tmp_path: Path, jobs: str) -> None:
    """1 to 256."""
    finished = ajisai_command("run", "--batch", batch(tmp_path, LINES), "--jobs", jobs)
    assert (finished.code, finished.out) == (2, "")
    assert "--jobs" in finished.err


def test_batch_never_writes_over_its_programs(ajisai_command: Command, tmp_path: Path) -> None:
    """The same file for both is refused, under another name too."""
    programs = Path(batch(tmp_path, LINES))
    before = programs.read_bytes()
    (tmp_path / "link").symlink_to(programs)
    for out in (str(programs), "link"):
        finished = ajisai_command("run", "--batch", str(programs), "--out", out)
        assert (finished.code, finished.out) == (2, "")
        assert "holds the programs: name another file" in finished.err
        assert programs.read_bytes() == before


@pytest.mark.parametrize(
    "held",
    [
        b"notes\n",
        b"notes",
        b'{"a": 1}',
        b'{"a": 1}\n',
        b"[]\n",
        b'{"schemaVersion":5}\n' * 5,
        b"\xff\n",
        b"\n",
    ],
)
def test_batch_leaves_another_file_alone(ajisai_command: Command, tmp_path: Path, held: bytes) -> None:
    """What holds no answers to these programs is neither cut nor gone on with."""
    out = tmp_path / "answers.jsonl"
    out.write_bytes(held)
    finished = ajisai_command("run", "--batch", batch(tmp_path, LINES), "--out", str(out))
    assert (finished.code, finished.out) == (2, "")
    assert "name another file" in finished.err
    assert out.read_bytes() == held


def test_batch_answers_of_other_programs_are_not_gone_on_with(
    ajisai_command: Command, tmp_path: Path
) -> None:
    """The ids tell."""
    out = str(tmp_path / "answers.jsonl")
    ajisai_command("run", "--batch", batch(tmp_path, ['{"source": "1", "id": 1}']), "--out", out)
    lines = ['{"source": "1", "id": 2}', '"3"']
    finished = ajisai_command("run", "--batch", batch(tmp_path, lines), "--out", out)
    assert finished.code == 2
    assert "line 1: no answer to program 1" in finished.err


def test_batch_that_is_complete_still_tells_of_its_failures(ajisai_command: Command, tmp_path: Path) -> None:
    """Going on where nothing is left answers the exit code of the whole."""
    out = str(tmp_path / "answers.jsonl")
    for _ in range(2):
        assert ajisai_command("run", "--batch", batch(tmp_path, LINES), "--out", out, "--jobs", "1").code == 1


def test_batch_into_a_device(ajisai_command: Command, tmp_path: Path) -> None:
    """A device has nothing to go on behind; a full one is told."""
    programs = batch(tmp_path, ['"1"'])
    assert ajisai_command("run", "--batch", programs, "--out", "/dev/null") == (0, "", "")
    full = ajisai_command("run", "--batch", programs, "--out", "/dev/full")
    assert (full.code, full.err) == (2, "ajisai: cannot write the answer: No space left on device\n")


def test_batch_into_a_folder_that_is_not_there(ajisai_command: Command, tmp_path: Path) -> None:
    """Told before anything runs."""
    finished = ajisai_command("run", "--batch", batch(tmp_path, ['"1"']), "--out", "nowhere/answers")
    assert (finished.code, finished.out) == (2, "")
    assert finished.err == "Error: cannot write nowhere/answers: No such file or directory\n"


def test_batch_shows_no_bar_in_a_pipe(ajisai_command: Command, tmp_path: Path) -> None:
    """A progress bar is for a terminal."""
    out = str(tmp_path / "answers.jsonl")
    programs = batch(tmp_path, ['"1"'])
    assert ajisai_command("run", "--batch", programs, "--out", out) == (0, "", "")


def test_batch_options_that_do_not_go_together(ajisai_command: Command, tmp_path: Path) -> None:
    """A batch and a program; --out without a batch; a batch that is not there."""
    assert ajisai_command("run", "--batch", batch(tmp_path, []), "-e", "1").code == 2
    assert ajisai_command("run", "-e", "1", "--out", "x").code == 2
    missing = ajisai_command("run", "--batch", "nowhere.jsonl")
    assert missing.code == 2
    assert "nowhere.jsonl" in missing.err
