"""Puts text in the place of a file, whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile

from ajisai.cli.source import refused_file


def replace_file(file: str, text: str) -> None:
    """Put ``text`` in the file's place at once, so that no failure leaves half of it.

    The file's mode stays, and a link goes on pointing to it.

    Raises:
        Complaint: when it cannot be written.
    """
    target = os.path.realpath(file)
    try:
        handle, beside = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".ajisai-")
        try:
            with open(handle, "wb") as stream:
                stream.write(text.encode("utf-8"))
            shutil.copymode(target, beside)
            os.replace(beside, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as failure:
        raise refused_file(file, failure, "write") from None
