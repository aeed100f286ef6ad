"""A phrasebook in use: its entries, and which of them a request brings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ajisai.bounds import Limits, Meter
from ajisai.machine.dictionary import Dictionary, UserWord
from ajisai.machine.vocabulary import records
from ajisai.phrasebook.drafts import Example
from ajisai.phrasebook.failures import UnknownWord
from ajisai.syntax import ContractDirective


@dataclass(frozen=True, slots=True)
class Entry:
    """One Word of a phrasebook.

    Attributes:
        name: in upper case.
        section: the title it stands under, or the empty text.
        effect: the names of what it takes and leaves, such as ``x -- y``.
        summary: what it does, as prose.
        contract: its ``#:contract`` line, verified.
        examples: programs and what they leave.
        source: its definition, ``[ … ] 'NAME' DEF``.
        digest: its content identity, verified.
        line: where its definition stands in the file, from 1.
        text: all of its lines, as the file has them.
        word: the definition itself, ready for a dictionary.
        calls: the phrasebook Words that its body names, in upper case and in order of the alphabet.
    """

    name: str
    section: str
    effect: str
    summary: str
    contract: ContractDirective
    examples: tuple[Example, ...]
    source: str
    digest: str
    line: int
    text: str
    word: UserWord
    calls: tuple[str, ...]


class Phrasebook:
    """The verified Words of one file, in the order of the file.

    Attributes:
        text: the file as it was read.
    """

    def __init__(self, text: str, entries: Iterable[Entry]) -> None:
        self.text = text
        self._entries: Mapping[str, Entry] = {entry.name: entry for entry in entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the Words, in the order of the file."""
        return tuple(self._entries)

    def dictionary(self, entries: Iterable[Entry] | None = None) -> Dictionary:
        """A new dictionary of these entries, each after those that it calls; of all of them where None.

        The Words are defined directly and charge nothing. The bodies, and what is compiled of them, are
        shared by all dictionaries.
        """
        dictionary, meter = Dictionary(), Meter(Limits.playground())  # whose counts are nobody's
        for entry in self if entries is None else entries:
            dictionary.define(entry.word, meter)
        return dictionary

    def entry(self, name: str) -> Entry:
        """The Word of a name in any case.

        Raises:
            UnknownWord: with the nearest names.
        """
        entry = self._entries.get(name.upper())
        if entry is not None:
            return entry
        if name.upper() in records():
            raise UnknownWord(name, core=True)
        from ajisai.report.suggestions import nearest  # only needed for a wrong name

        raise UnknownWord(name, nearest(name, self._entries))

    def prelude(self, names: Iterable[str]) -> tuple[Entry, ...]:
        """The Words of these names and every Word that they call, each once and after those that it calls.

        Args:
            names: in any case; one may occur twice.

        Raises:
            UnknownWord: for the first name that the phrasebook lacks.
        """
        found: dict[str, Entry] = {}
        todo: list[tuple[Entry, bool]] = [(self.entry(name), False) for name in names]
        todo.reverse()
        while todo:
            entry, ready = todo.pop()
            if ready:
                found.setdefault(entry.name, entry)
            elif entry.name not in found:
                todo.append((entry, True))
                todo.extend((self._entries[name], False) for name in reversed(entry.calls))
        return tuple(found.values())
