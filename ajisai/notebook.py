"""``%load_ext ajisai``: the magics ``%ajisai`` and ``%%ajisai`` for IPython and Jupyter.

All cells share one Session: what a cell leaves on the stack, defines and binds is there for the next. A cell
that fails changes nothing and stops a "run all", with its line and a caret instead of a traceback.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from IPython.core.completer import CompletionContext, SimpleCompletion, context_matcher
from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class
from IPython.display import display

from ajisai.api import AjisaiError, Session
from ajisai.bounds import Limits
from ajisai.machine.vocabulary import records
from ajisai.phrasebook import PhrasebookError, UnknownWord
from ajisai.report.page import error_lines
from ajisai.values import Value
from ajisai.values.python_values import from_python

_USAGE = """%ajisai [--fresh] [--in NAME]… [--out NAME] [--words NAME]… [--profile NAME] PROGRAM

  --fresh         forget the stack, the Words and the bindings of earlier cells first
  --in NAME       push the Python variable NAME before the program (again for more)
  --out NAME      put the top of the stack into the Python variable NAME
  --words NAME    define a phrasebook Word first; begins a fresh session
  --profile NAME  mcp-local-stdio or playground; begins a fresh session"""

_OPTION = re.compile(r"\s*--([a-z]+)(?=\s|$)")
_ARGUMENT = re.compile(r"\s+([^\s]+)")
_IN_MAGIC = re.compile(r"\s*%%?ajisai(?=\s|$)")


class ProgramFailed(AjisaiError):
    """A cell's program ended in an ERROR; IPython shows its lines in place of a traceback."""

    def _render_traceback_(self) -> list[str]:
        return error_lines(self.result)


class _Request(NamedTuple):
    program: str
    fresh: bool
    inputs: list[str]
    out: str | None
    words: list[str]
    profile: str | None


@magics_class
class AjisaiMagics(Magics):
    """The magics, and the Session that they share."""

    def __init__(self, shell: Any) -> None:
        super().__init__(shell)
        self.session = Session()
        self.variables: dict[str, Any] = shell.user_ns

    @line_cell_magic
    def ajisai(self, line: str, cell: str | None = None) -> None:
        """Run a program and show the stack it leaves; ``%ajisai --help`` lists the options."""
        if line.strip() == "--help":
            print(_USAGE)
            return
        request = _request(line, cell)
        session = self._session(request)
        result = session.run(request.program, inputs=[self._pushed(name) for name in request.inputs])
        if result.error is not None:
            raise ProgramFailed(result)
        self.session = session
        if request.out is not None:
            self.variables[request.out] = result.value
        display(result)  # type: ignore[no-untyped-call]

    def _session(self, request: _Request) -> Session:
        if not (request.fresh or request.words or request.profile):
            return self.session
        try:
            limits = None if request.profile is None else Limits.named(request.profile)
            return Session(limits=limits, words=request.words)
        except (ValueError, UnknownWord, PhrasebookError) as mistake:
            raise UsageError(str(mistake)) from None

    def _pushed(self, name: str) -> Value:
        if name not in self.variables:
            raise UsageError(f"--in {name}: no variable has that name")
        try:
            return from_python(self.variables[name], name)
        except (TypeError, ValueError) as wrong:
            raise UsageError(f"--in {wrong}") from None


def _request(line: str, cell: str | None) -> _Request:
    """The options at the start of the line; what follows them, and the cell, is the program."""
    fresh, inputs, out, words, profile = False, [], None, [], None
    while (option := _OPTION.match(line)) is not None:
        line = line[option.end() :]
        if option[1] == "fresh":
            fresh = True
            continue
        argument = _ARGUMENT.match(line)
        if option[1] not in ("in", "out", "words", "profile") or argument is None:
            raise UsageError(f"--{option[1]} is not understood here. Usage:\n{_USAGE}")
        line = line[argument.end() :]
        if option[1] == "in":
            inputs.append(argument[1])
        elif option[1] == "words":
            words.append(argument[1])
        elif option[1] == "out":
            out = argument[1]
        else:
            profile = argument[1]
    program = line if cell is None else f"{line}\n{cell}" if line.strip() else cell
    return _Request(program, fresh, inputs, out, words, profile)


def _completer(magics: AjisaiMagics) -> Any:
    @context_matcher()  # type: ignore[untyped-decorator]
    def complete(context: CompletionContext) -> dict[str, Any]:
        """Core Words that begin with what is written, inside the magics only."""
        if not _IN_MAGIC.match(context.full_text) or not context.token:
            return {"completions": [], "suppress": False}
        key = context.token.upper()
        names = [name for name in records() if name.startswith(key)]
        return {
            "completions": [SimpleCompletion(name, type="keyword") for name in names],
            "suppress": bool(names),
        }

    return complete


def load(shell: Any) -> None:
    """Register the magics and their completion with an IPython shell."""
    magics = AjisaiMagics(shell)
    shell.register_magics(magics)
    shell.Completer.custom_matchers.append(_completer(magics))
