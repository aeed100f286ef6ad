"""Runs the examples of a phrasebook and compares what they leave with what the file says."""

from __future__ import annotations

from ajisai.bounds import Failure, Limits
from ajisai.machine.dictionary import Dictionary
from ajisai.machine.run import Run
from ajisai.phrasebook.failures import PhrasebookError
from ajisai.phrasebook.model import Phrasebook
from ajisai.syntax import read
from ajisai.values.display import display
from ajisai.words.registry import core_words


def result_of(source: str, dictionary: Dictionary) -> str:
    """What a program leaves over a dictionary, as an example writes it.

    The displays of the stack from the bottom, with blanks between; or ``error:`` and the category.
    """
    run = Run(Limits.agent(), core_words(), dictionary=dictionary.copy())
    try:
        run.execute(read(source, run.meter))
    except Failure as failure:
        return f"error:{failure.category}"
    return " ".join(map(display, run.stack))


def verify_examples(phrasebook: Phrasebook) -> int:
    """Run every example, each in a session of its own that holds all Words; answers how many there are.

    Raises:
        PhrasebookError: for the first that leaves something else than the file says, with its line.
    """
    dictionary = phrasebook.dictionary()
    count = 0
    for entry in phrasebook:
        for example in entry.examples:
            left = result_of(example.source, dictionary)
            if left != example.result:
                raise PhrasebookError(f"{entry.name}: the example leaves {left}", example.line)
            count += 1
    return count
