"""Completes a phrasebook file: writes the lines that can be computed (``ajisai phrasebook add``)."""

from __future__ import annotations

from collections.abc import Collection

from ajisai.contracts import Analysis
from ajisai.machine.identity import word_identity
from ajisai.phrasebook.drafts import Draft, read_drafts
from ajisai.phrasebook.examples import result_of
from ajisai.phrasebook.failures import UnknownWord
from ajisai.phrasebook.reader import defined
from ajisai.values.symbols import symbol_keys


def completed(text: str, names: Collection[str] = ()) -> str:
    """The file with the ``#:contract`` and ``#:digest`` lines of some entries computed anew.

    An example of theirs that states no result (``# 2 NAME =>``) is given the one it leaves.

    Args:
        text: a phrasebook file, whose entries may lack these lines.
        names: the Words, in any case; all that the file defines where empty. Words that call them are
            completed too, since their digests depend on them.

    Raises:
        UnknownWord: for a name that the file does not define.
        PhrasebookError: for a file that is no phrasebook, with the line at fault.
    """
    drafts = read_drafts(text)
    dictionary = defined(drafts)
    wanted = {name.upper(): name for name in names}
    for key, name in wanted.items():
        if key not in dictionary:
            raise UnknownWord(name)
    if wanted:
        reached = _with_callers(set(wanted), drafts.entries)
    else:
        reached = {draft.definition.name for draft in drafts.entries}
    contracts = {each.name: each.suggested for each in Analysis(drafts.program).contracts}
    lines = [[line] for line in drafts.lines]  # each with the new lines that follow it
    lines.insert(0, [])
    for draft in drafts.entries:
        name = draft.definition.name
        if name not in reached:
            continue
        word = dictionary.get(name)
        assert word is not None  # defined() has defined it
        before = draft.prose[-1].number if draft.prose else draft.start - 1
        _set(lines, draft.contract_line, before, contracts[name])
        identity = f"#:digest {name} {word_identity(word, dictionary)}"
        _set(lines, draft.digest_line, draft.definition.line, identity)
        for example in draft.examples:
            if not example.result:
                left = result_of(example.source, dictionary)
                lines[example.line][0] = f"# {example.source} => {left}".rstrip()
    return "\n".join(line for group in lines for line in group)


def _set(lines: list[list[str]], number: int | None, before: int, text: str) -> None:
    """Replace a line, or where there is none yet put it after the line ``before``."""
    if number is None:
        lines[before].append(text)
    else:
        lines[number][0] = text


def _with_callers(names: set[str], drafts: Collection[Draft]) -> set[str]:
    """Words of these names and every Word that reaches one of them."""
    reached = set(names)
    while True:
        more = {
            draft.definition.name
            for draft in drafts
            if draft.definition.name not in reached
            and not reached.isdisjoint(symbol_keys(draft.definition.body))
        }
        if not more:
            return reached
        reached |= more
