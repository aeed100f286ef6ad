"""The command ``ajisai``: the language at a terminal and in a pipe.

Exit codes: 0 the program or the check is fine, 1 a language ERROR, 2 the command was used wrongly or a file
or stream failed, 70 a defect of Ajisai itself, 130 interrupted, 141 the reader of the output went away.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import traceback
from collections.abc import Sequence

from ajisai.cli.streams import INTERRUPTED, flush_outputs, prepare_streams, silence_outputs

__all__ = ["main"]

USAGE = 2
DEFECT = 70
PIPE_CLOSED = 141

_COMPLETION = "_AJISAI_COMPLETE"  # the variable by which a shell asks for completions


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and answer its exit code. A traceback is shown for a defect of Ajisai only.

    Args:
        arguments: the words after ``ajisai``; those of this process when None.
    """
    prepare_streams()
    try:
        code = _dispatch(sys.argv[1:] if arguments is None else list(arguments))
        flush_outputs()
        return code
    except BrokenPipeError:
        silence_outputs()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        silence_outputs()
        return INTERRUPTED
    except Exception as failure:
        silence_outputs(keep_stderr=True)
        # Of a file, an OSError has the name; without one it is of a stream: a full disk, a closed terminal.
        if isinstance(failure, OSError) and failure.errno is not None and failure.filename is None:
            closed = failure.errno == errno.EBADF
            reason = "standard output is closed" if closed else failure.strerror
            return _complain(f"cannot write the answer: {reason}")
        traceback.print_exc()
        _complain("this is a defect of Ajisai, not of your program; please report the lines above")
        return DEFECT


def _dispatch(arguments: list[str]) -> int:
    import click
    from click.shell_completion import shell_complete

    from ajisai.cli.app import app

    if instruction := os.environ.get(_COMPLETION):
        return shell_complete(app, {}, "ajisai", _COMPLETION, instruction)
    try:
        # Not app.main(): it would answer a broken pipe and an interrupt in its own ways.
        with app.make_context("ajisai", arguments, terminal_width=_page_width()) as context:
            answer = app.invoke(context)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as mistake:
        mistake.show(sys.stderr)
        return mistake.exit_code
    return answer if isinstance(answer, int) else 0


def _page_width() -> int:
    """Of a page of help: click would take 50 columns at least, and a narrower terminal break its words."""
    return max(30, min(100, shutil.get_terminal_size().columns) - 2)


def _complain(text: str) -> int:
    try:
        print(f"ajisai: {text}", file=sys.stderr, flush=True)
    except OSError:
        os._exit(
            USAGE
        )  # stderr is gone as well: nobody can be told, and flushing at exit would only fail again
    return USAGE
