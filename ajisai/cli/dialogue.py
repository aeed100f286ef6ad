"""What a person says at the prompt and what is answered, apart from any terminal."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator
from textwrap import wrap

import ajisai
from ajisai.bounds import Failure, Limits, Meter
from ajisai.machine.vocabulary import records
from ajisai.syntax import WHITESPACE, read
from ajisai.values.rendering import short

HELP = """A line is a program. It runs on the stack that earlier lines left.
It goes on over more lines while a [ or a ' is open.
  :stack            show the stack again
  :words            list the Core Words, and the Words and names of this session
  :contract NAME    what a Word takes, leaves and may do
  :undo             take the last line that ran back
  :clear            begin anew
  :help  :quit
Ctrl-C gives up the line, or the program that runs.
A long value is shown without its middle; PRINT shows it whole."""

_SHOWN = 12  # stack values shown after a line, the top ones
_CHARACTERS = 800  # of one such value: ten lines of a terminal


class Dialogue:
    """A session at a prompt. Each line is answered with lines of text."""

    def __init__(self, limits: Limits, words: tuple[str, ...] = ()) -> None:
        self._limits = limits
        self._words = words
        self._session = ajisai.Session(limits=limits, words=words)
        self._earlier: list[ajisai.Session] = []
        self.failed: ajisai.Result | None = None
        self.ended = False

    def answer(self, line: str) -> Iterator[str]:
        """Run a program or do what a ``:command`` says. After a program that failed, ``failed`` holds it."""
        self.failed = None
        command, _, rest = line.strip().partition(" ")
        if not command.startswith(":"):
            return self._run(line)
        deed = _COMMANDS.get(command)
        if deed is None:
            return iter([f"{command} is no command here. :help lists them"])
        return deed(self, rest.strip())

    def names(self) -> list[str]:
        """What can be completed: Core Words, the session's Words and bindings, commands."""
        return [*records(), *self._session.names, *_COMMANDS]

    def _run(self, source: str) -> Iterator[str]:
        before = copy.copy(self._session)
        result = self._session.run(source)
        yield from result.output
        if result.error is not None:
            self.failed = result
            return
        self._earlier.append(before)
        yield from self._stack("")

    def _stack(self, _rest: str) -> Iterator[str]:
        stack = self._session.stack
        if len(stack) > _SHOWN:
            yield f"… {len(stack) - _SHOWN} values below"
        for value in stack[-_SHOWN:]:
            yield short(value, _CHARACTERS)

    def _list(self, _rest: str) -> Iterator[str]:
        yield from _wrapped("Core: " + " ".join(records()))
        own = self._session.names
        yield from _wrapped("Here: " + (" ".join(own) if own else "none yet"))

    def _contract(self, name: str) -> Iterator[str]:
        if not name:
            yield "say which: :contract NAME"
            return
        source = f"[ {name} ] 0 GET CONTRACT"
        probe = copy.copy(self._session)
        result = probe.run(source)
        if result.outcome != "value":
            yield f"no Word is named {name}"
            return
        record = result.value
        if name.upper() in records():
            yield records()[name.upper()].summary
        yield from (f"  {key:<17}{_told(entry)}" for key, entry in record.items())

    def _undo(self, _rest: str) -> Iterator[str]:
        if not self._earlier:
            yield "nothing to take back"
            return
        self._session = self._earlier.pop()
        yield from self._stack("")

    def _clear(self, _rest: str) -> Iterator[str]:
        self._earlier.append(self._session)
        self._session = ajisai.Session(limits=self._limits, words=self._words)
        return iter(())

    def _help(self, _rest: str) -> Iterator[str]:
        return iter(HELP.split("\n"))

    def _quit(self, _rest: str) -> Iterator[str]:
        self.ended = True
        return iter(())


_COMMANDS = {
    ":stack": Dialogue._stack,
    ":words": Dialogue._list,
    ":contract": Dialogue._contract,
    ":undo": Dialogue._undo,
    ":clear": Dialogue._clear,
    ":help": Dialogue._help,
    ":quit": Dialogue._quit,
}


def _told(entry: object) -> str:
    if isinstance(entry, list):
        return " ".join(map(_told, entry)) or "none"
    if isinstance(entry, dict):
        return ", ".join(f"{key} {_told(value)}" for key, value in entry.items())
    return str(entry)


def _wrapped(text: str) -> list[str]:
    """Lines that fit the terminal, broken between words."""
    width = max(20, shutil.get_terminal_size().columns)
    return wrap(text, width, subsequent_indent="      ", break_on_hyphens=False, break_long_words=False)


def is_unfinished(source: str) -> bool:
    """Whether a program only lacks the end of a ``[`` or of a String, so that another line may bring it."""
    try:
        read(source, Meter(Limits.playground()))
    except Failure as failure:
        if failure.category != "malformedSource" or failure.position is None:
            return False
        rest = source[failure.position :]
        return rest.startswith("'") or rest == "[" or (rest[0] == "[" and rest[1] in WHITESPACE)
    return False
