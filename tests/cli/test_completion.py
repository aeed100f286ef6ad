"""What a shell is offered behind ``ajisai``, by click's own protocol and in a real bash."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ajisai.machine.vocabulary import records
from tests.cli.conftest import Command


def _offered(command: Command, *words: str, shell: str = "bash") -> list[str]:
    """The completions of the last word, each with its type."""
    line = " ".join(("ajisai", *words))
    env = {"_AJISAI_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words))}
    finished = command(env=env)
    assert (finished.code, finished.err) == (0, "")
    return [line for line in finished.out.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("word", "REV"), ["plain,REVERSE"]),
        (("word", "rev"), ["plain,REVERSE"]),
        (("word", "su"), ["plain,SUB", "plain,SUM", "plain,SUM-BY"]),
        (("word", "NOSUCH"), []),
        (("run", "--words", "medi"), ["plain,MEDIAN"]),
        (("check", "--words", "ADD"), []),
        (("repl", "--words", "CLAM"), ["plain,CLAMP"]),
        (("-e", "1", "--words", "CLAM"), ["plain,CLAMP"]),
        (("phrasebook", "show", "CLAM"), ["plain,CLAMP"]),
        (("run", "--profile", ""), ["plain,mcp-local-stdio", "plain,playground"]),
        (("run", "--profile", "p"), ["plain,playground"]),
        (("agent", "in"), ["plain,infer_contracts"]),
        (("run", "pro"), ["file,pro"]),
        (("fmt", "pro"), ["file,pro"]),
        (("run", "--batch", "pro"), ["file,pro"]),
        (("phrasebook", "verify", "b"), ["file,b"]),
        (("ch",), ["plain,check"]),
        (("phrasebook", "v"), ["plain,verify"]),
        (("run", "--prof"), ["plain,--profile"]),
    ],
)
def test_completions_are(ajisai_command: Command, words: tuple[str, ...], offered: list[str]) -> None:
    """Words in any case of letters, phrasebook Words where they are asked for, profiles, tools, files."""
    assert _offered(ajisai_command, *words) == offered


def test_every_word_is_offered(ajisai_command: Command) -> None:
    """Nothing written yet: all Core Words first."""
    offered = [line.removeprefix("plain,") for line in _offered(ajisai_command, "word", "")]
    assert offered[: len(records())] == list(records())
    assert "SUM" in offered


def test_name_is_completed_behind_others_in_one_text(ajisai_command: Command) -> None:
    """--words takes several names in one text; the last of them is completed."""
    env = {
        "_AJISAI_COMPLETE": "bash_complete",
        "COMP_WORDS": "ajisai run --words 'SUM clam",
        "COMP_CWORD": "3",
    }
    assert ajisai_command(env=env).out == "plain,SUM CLAMP\n"


def test_phrasebook_that_cannot_be_read_offers_nothing(ajisai_command: Command) -> None:
    """The command itself will tell what is wrong with it; a completion is silent."""
    env = {"_AJISAI_COMPLETE": "bash_complete", "COMP_WORDS": "ajisai run --words S", "COMP_CWORD": "3"}
    finished = ajisai_command(env={**env, "AJISAI_PHRASEBOOK": "missing.ajisai"})
    assert finished == (0, "\n", "")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_what_a_word_does(ajisai_command: Command, shell: str) -> None:
    """Both show a description beside the name."""
    env = {"COMP_WORDS": "ajisai word REV", "_AJISAI_COMPLETE": f"{shell}_complete"}
    place = "REV" if shell == "fish" else "2"
    finished = ajisai_command(env={**env, "COMP_CWORD": place})
    assert "REVERSE" in finished.out
    assert records()["REVERSE"].summary in finished.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script_of_each_shell(ajisai_command: Command, shell: str) -> None:
    """What the documentation tells to evaluate."""
    finished = ajisai_command(env={"_AJISAI_COMPLETE": f"{shell}_source"})
    assert (finished.code, finished.err) == (0, "")
    assert "_AJISAI_COMPLETE" in finished.out


def test_completion_in_bash(tmp_path: Path) -> None:
    """The script as bash runs it when a key is pressed, with the command of this copy on the path."""
    command = tmp_path / "ajisai"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m ajisai "$@"\n')
    command.chmod(0o755)
    script = (
        'eval "$(_AJISAI_COMPLETE=bash_source ajisai)"\n'
        "COMP_WORDS=(ajisai run --words medi) COMP_CWORD=3\n"
        "_ajisai_completion ajisai\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    finished = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True, check=False)
    assert (finished.stdout, finished.stderr) == ("MEDIAN\n", "")
