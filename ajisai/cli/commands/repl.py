"""``ajisai repl``: an interactive session."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import click

import ajisai
from ajisai.bounds import Limits
from ajisai.cli.dialogue import Dialogue, is_unfinished
from ajisai.cli.options import profile_option
from ajisai.cli.source import Complaint, Source

_HISTORY = Path.home() / ".ajisai_history"
_FIRST, _MORE = "ajisai> ", "   ...> "


@click.command(short_help="Run programs at a prompt, on one stack.")
@profile_option("playground")
@click.option("--words", multiple=True, metavar="NAME", help="A phrasebook Word to define first.")
def command(limits: Limits, words: tuple[str, ...]) -> int:
    """Run programs at a prompt: each line goes on with the stack, Words and names of the lines before.

    `:help` lists the commands. On a pipe it reads programs without a prompt.
    """
    from ajisai.phrasebook import PhrasebookError, UnknownWord

    try:
        dialogue = Dialogue(limits, words)
    except (UnknownWord, PhrasebookError) as mistake:
        raise Complaint(str(mistake)) from None
    if not sys.stdin.isatty():
        return _read_all(dialogue, sys.stdin.readline)
    click.echo(f"Ajisai {ajisai.__version__}. :help lists the commands, :quit or Ctrl-D ends.")
    return _read_all(dialogue, _prompter(dialogue))


def _read_all(dialogue: Dialogue, next_line: Callable[[], str]) -> int:
    """Answer line after line to the end of input; exit code 1 when a program on a pipe failed."""
    interactive = sys.stdin.isatty()
    failed = False
    while not dialogue.ended:
        try:
            source = line = next_line()
            while line and is_unfinished(source):
                line = next_line()
                source += line
        except KeyboardInterrupt:
            continue  # the line is given up, not the session
        if not source:
            break
        if not source.strip():
            continue
        for text in dialogue.answer(source):
            sys.stdout.write(text + "\n")
        sys.stdout.flush()
        if dialogue.failed is not None:
            failed = True
            from ajisai.cli.screen import show_failure

            show_failure(dialogue.failed.to_envelope(), Source(source, "line"))
    return int(failed and not interactive)


def _prompter(dialogue: Dialogue) -> Callable[[], str]:
    """A prompt with history, completion and colours where prompt_toolkit is installed, else a plain one."""
    if find_spec("prompt_toolkit") is None or find_spec("pygments") is None:
        return _plain_line
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import FileHistory, History, InMemoryHistory
    from prompt_toolkit.lexers import PygmentsLexer
    from prompt_toolkit.output import ColorDepth

    from ajisai.cli.screen import terminal
    from ajisai.highlight import AjisaiLexer

    try:
        _HISTORY.touch(mode=0o600)
        history: History = FileHistory(str(_HISTORY))
    except OSError:  # no home to write to: this session is remembered while it lasts
        history = InMemoryHistory()
    session: PromptSession[str] = PromptSession(
        history=history,
        lexer=PygmentsLexer(AjisaiLexer),
        completer=WordCompleter(dialogue.names, ignore_case=True, WORD=True),
        complete_while_typing=False,
        color_depth=ColorDepth.DEPTH_1_BIT if terminal().no_color else None,
    )
    prompts = _Prompts()

    def ask() -> str:
        try:
            line = session.prompt(prompts.next)
        except EOFError:
            return ""
        prompts.open = is_unfinished(prompts.so_far + line + "\n")
        prompts.so_far = prompts.so_far + line + "\n" if prompts.open else ""
        return line + "\n"

    return ask


class _Prompts:
    """Which prompt is due: another one while a bracket or a String is open."""

    def __init__(self) -> None:
        self.open = False
        self.so_far = ""

    def next(self) -> str:
        return _MORE if self.open else _FIRST


def _plain_line() -> str:
    try:
        return input(_FIRST) + "\n"
    except EOFError:
        return ""
