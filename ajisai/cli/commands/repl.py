"""``ajisai repl``: an interactive session."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import click

import ajisai
from ajisai.bounds import Limits
from ajisai.cli.dialogue import Dialogue, is_unfinished
from ajisai.cli.options import profile_option, words_option
from ajisai.cli.source import Complaint, Source

_HISTORY = Path.home() / ".ajisai_history"
_FIRST, _MORE = "ajisai> ", "   ...> "
_STYLE = {  # red and magenta are read on light and on dark ground alike; all else is weight and slant
    "pygments.keyword": "bold",
    "pygments.name.builtin": "bold",
    "pygments.literal.string": "ansimagenta",
    "pygments.comment": "italic",
    "pygments.error": "ansired underline",
}


@click.command(short_help="Run programs at a prompt, on one stack.")
@profile_option("playground")
@words_option
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
        return _read_all(dialogue, lambda _goes_on: sys.stdin.readline())
    click.echo(f"Ajisai {ajisai.__version__}. :help lists the commands, :quit or Ctrl-D ends.")
    return _read_all(dialogue, _prompter(dialogue))


_NextLine = Callable[[bool], str]
"""Reads a line, or a program of several; told whether it goes on with one that is open. Empty: the end."""


def _read_all(dialogue: Dialogue, next_line: _NextLine) -> int:
    """Answer program after program to the end of input; exit code 1 when one on a pipe failed."""
    interactive = sys.stdin.isatty()
    failed = False
    while not dialogue.ended:
        try:
            source = _program(next_line)
            if not source:
                break
            if source.strip():
                _answer(dialogue, source)
                failed = failed or dialogue.failed is not None
        except KeyboardInterrupt:  # the line is given up, or the program that runs; not the session
            if not interactive:
                raise
            sys.stdout.write("\n")
    return int(failed and not interactive)


def _program(next_line: _NextLine) -> str:
    source = line = next_line(False)
    while line and is_unfinished(source):
        line = next_line(True)
        source += line
    return source


def _answer(dialogue: Dialogue, source: str) -> None:
    for text in dialogue.answer(source):
        sys.stdout.write(text + "\n")
    sys.stdout.flush()
    if dialogue.failed is not None:
        from ajisai.cli.screen import show_failure

        show_failure(dialogue.failed.to_envelope(), Source(source, "line"))


def _prompter(dialogue: Dialogue) -> _NextLine:
    """A prompt with history, completion and colours where prompt_toolkit is installed, else a plain one.

    The first edits a program of several lines as one: Enter ends it only when it is finished.
    """
    if find_spec("prompt_toolkit") is None or find_spec("pygments") is None:
        with suppress(ImportError):  # where Python has it, `input` edits the line by it
            importlib.import_module("readline")
        click.echo("For completion, colours and a history that stays: pip install 'ajisai[notebook]'")
        return _plain_line
    from prompt_toolkit import PromptSession
    from prompt_toolkit.application import get_app
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.enums import DEFAULT_BUFFER
    from prompt_toolkit.filters import has_focus
    from prompt_toolkit.history import FileHistory, History, InMemoryHistory
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.lexers import PygmentsLexer
    from prompt_toolkit.output import ColorDepth
    from prompt_toolkit.styles import Style

    from ajisai.cli.screen import terminal
    from ajisai.highlight import AjisaiLexer

    keys = KeyBindings()

    @keys.add("enter", filter=has_focus(DEFAULT_BUFFER))
    def _(_event: object) -> None:
        buffer = get_app().current_buffer
        if is_unfinished(buffer.text + "\n"):
            buffer.newline(copy_margin=False)
        else:
            buffer.validate_and_handle()

    try:
        _HISTORY.touch(mode=0o600)
        history: History = FileHistory(str(_HISTORY))
    except OSError:  # no home to write to: this session is remembered while it lasts
        history = InMemoryHistory()
    session: PromptSession[str] = PromptSession(
        _FIRST,
        multiline=True,
        prompt_continuation=_MORE,
        key_bindings=keys,
        history=history,
        lexer=PygmentsLexer(AjisaiLexer),
        style=Style.from_dict(_STYLE),
        include_default_pygments_style=False,
        completer=WordCompleter(dialogue.names, ignore_case=True, WORD=True),
        complete_while_typing=False,
        color_depth=ColorDepth.DEPTH_1_BIT if terminal().no_color else None,
    )

    def ask(_goes_on: bool) -> str:
        try:
            return session.prompt() + "\n"
        except EOFError:
            return ""

    return ask


def _plain_line(goes_on: bool) -> str:
    try:
        return input(_MORE if goes_on else _FIRST) + "\n"
    except EOFError:
        return ""
