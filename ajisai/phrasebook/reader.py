"""Loads a phrasebook: every part of every entry is there, and everything it says of a Word is verified.

Form, names, contracts and digests are verified whenever a file is loaded; examples are programs, which only
:mod:`ajisai.phrasebook.examples` runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ajisai.bounds import Failure, Limits, Meter
from ajisai.contracts import Analysis
from ajisai.machine.dictionary import Dictionary, UserWord
from ajisai.machine.identity import word_identity
from ajisai.phrasebook.drafts import Draft, Drafts, read_drafts
from ajisai.phrasebook.failures import PhrasebookError
from ajisai.phrasebook.model import Entry, Phrasebook
from ajisai.syntax import ContractDirective, DigestDirective
from ajisai.values import Symbol, Value, Vector

_HEAD: Final = re.compile(r"# (?P<name>\S+) \( (?P<effect>(?:\S+ )*-- (?:\S+ )*)\): ?(?P<summary>.*)")
EFFECT_FORM: Final = "# NAME ( operands -- results ): what it does"


def load(text: str) -> Phrasebook:
    """The phrasebook that a text spells.

    Raises:
        PhrasebookError: for the first fault, with its line: a text that is no program, a part of an entry
            that is missing or out of place, a name that is defined twice or means nothing, a cycle, a
            contract that is violated or cannot be verified, a digest that is not the Word's.
    """
    drafts = read_drafts(text)
    dictionary = defined(drafts)
    _verify_contracts(drafts)
    return Phrasebook(text, [_entry(draft, drafts.lines, dictionary) for draft in drafts.entries])


def defined(drafts: Drafts) -> Dictionary:
    """A dictionary of all Words of a file.

    Raises:
        PhrasebookError: for a name that is defined twice, a cycle, and a binding that a Word's name hides.
    """
    dictionary = Dictionary()
    meter = Meter(Limits.playground())
    for draft in drafts.entries:
        definition = draft.definition
        if definition.name in dictionary:
            raise PhrasebookError(f"{definition.name} is defined a second time", definition.line)
        try:
            dictionary.define(UserWord(definition.name, definition.body), meter)
        except Failure as failure:
            raise PhrasebookError(f"{definition.name}: {failure.detail}", definition.line) from None
    for draft in drafts.entries:
        for name in _bound_names(draft.definition.body):
            if name.upper() in dictionary:
                raise PhrasebookError(
                    f"{draft.definition.name} binds {name}, which is a Word of the phrasebook",
                    draft.definition.line,
                )
    return dictionary


def _bound_names(body: Vector) -> list[str]:
    """The literal names that a body, or a block in it, hands to BIND."""
    found: list[str] = []
    todo: list[Vector] = [body]
    while todo:
        vector = todo.pop()
        before: Value | None = None
        for item in vector:
            if type(item) is Symbol and item.key == "BIND":
                names = before if type(before) is Vector else Vector([] if before is None else [before])
                found.extend(name for name in names if isinstance(name, str))
            elif type(item) is Vector:
                todo.append(item)
            before = item
    return found


def _verify_contracts(drafts: Drafts) -> None:
    for draft in drafts.entries:
        name, contract = draft.definition.name, draft.contract
        if contract is None:
            raise PhrasebookError(
                f"{name} has no #:contract line before its definition", draft.definition.line
            )
        if None in (contract.inputs, contract.outputs, contract.field):
            raise PhrasebookError(
                f"the contract of {name} must state inputs, outputs and field", draft.contract_line
            )
    analysis = Analysis(drafts.program)
    declarations = analysis.declarations
    if declarations is not None and declarations.findings:
        finding = declarations.findings[0]
        raise PhrasebookError(f"{finding.word}: {finding.message}", finding.line)
    failure = analysis.check()
    if failure is not None:
        position = failure.position or 0
        line = drafts.program.source.count("\n", 0, position) + 1
        raise PhrasebookError(f"{failure.word} is neither a Word of the phrasebook nor of Core", line)


def _entry(draft: Draft, lines: Sequence[str], dictionary: Dictionary) -> Entry:
    definition, name = draft.definition, draft.definition.name
    contract, digest = draft.contract, draft.digest
    assert contract is not None
    effect, summary = _comment(draft, contract)
    if not draft.examples:
        raise PhrasebookError(f"{name} has no example", definition.line)
    if digest is None:
        raise PhrasebookError(f"{name} has no #:digest line", definition.line)
    word = dictionary.get(name)
    assert word is not None
    _verify_digest(digest, word_identity(word, dictionary), draft.digest_line)
    return Entry(
        name=name,
        section=draft.section,
        effect=effect,
        summary=summary,
        contract=contract,
        examples=tuple(draft.examples),
        source=definition.source,
        digest=digest.digest,
        line=definition.line,
        text="\n".join(lines[draft.start - 1 : draft.end]),
        word=word,
        calls=tuple(sorted(name for name in word.names if name in dictionary)),
    )


def _verify_digest(stated: DigestDirective, identity: str, line: int | None) -> None:
    if stated.digest != identity:
        raise PhrasebookError(
            f"the digest of {stated.name} is not that of its definition, which is {identity}", line
        )


def _comment(draft: Draft, contract: ContractDirective) -> tuple[str, str]:
    """The effect and the prose of an entry's comment."""
    name = draft.definition.name
    if not draft.prose:
        raise PhrasebookError(f"{name} has no comment: begin its entry with {EFFECT_FORM}", draft.start)
    first, *rest = draft.prose
    head = _HEAD.fullmatch(first.text)
    if head is None or head["name"] != name:
        raise PhrasebookError(f"the entry of {name} must begin with {EFFECT_FORM}", first.number)
    effect = head["effect"].strip()
    taken, _, left = effect.partition("--")
    for does, names, count in (("takes", taken, contract.inputs), ("leaves", left, contract.outputs)):
        named = len(names.split())
        if count not in ("variable", named):
            raise PhrasebookError(f"{name} {does} {count}, and its comment names {named}", first.number)
    summary = " ".join([head["summary"], *(_prose(line.text) for line in rest)]).strip()
    if not summary:
        raise PhrasebookError(f"the comment of {name} does not say what it does", first.number)
    return effect, summary


def _prose(text: str) -> str:
    return text.removeprefix("#").strip()
