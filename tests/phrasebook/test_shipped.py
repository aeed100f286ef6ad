"""The phrasebook that ships: everything it says of its Words is so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ajisai
from ajisai.bounds import Limits, Meter
from ajisai.contracts import Analysis
from ajisai.machine.identity import word_identity
from ajisai.machine.vocabulary import records
from ajisai.phrasebook import Entry, Phrasebook
from ajisai.phrasebook.examples import verify_examples
from ajisai.phrasebook.figures import figures_of
from ajisai.syntax import read, write_program
from ajisai.values import NIL_LITERAL, Nil, Record, Symbol, Value, Vector

_PROMISED = """
    ABS NEG MOD OR LTE GTE NEQ CEIL SUM PRODUCT MEAN MEDIAN VARIANCE ANY? ALL? COUNT FIRST LAST DOT MATMUL
    TRANSPOSE CLAMP SIGN LCM DIVMOD EVEN? DEFAULT WORDS LINES STARTS-WITH? CONTAINS? REPEAT PAIRS DIFF CUMSUM
    HISTOGRAM LINSPACE QUANTIZE PERCENT
"""
_ANSWER_NIL_OTHERWISE = {"DEFAULT", "OR", "DEFAULT-EACH", "BALANCES"}
"""Words whose comment says what else they make of an absent operand."""


def test_phrasebook_holds_the_promised_words(shipped: Phrasebook) -> None:
    """Every Word that the design names is there, and many more; none is a Core Word."""
    assert set(_PROMISED.split()) <= set(shipped.names)
    assert len(shipped) >= 45
    assert not set(shipped.names) & records().keys()


def test_contracts_are_as_tight_as_inference_finds(shipped: Phrasebook) -> None:
    """Each line is the one that inference suggests, and nothing was left undecided."""
    analysis = Analysis(read(shipped.text, Meter(Limits.agent())))
    assert analysis.declarations is not None
    assert analysis.declarations.outcome == "verified"
    lines = shipped.text.split("\n")
    for found in analysis.contracts:
        assert found.suggested in lines
        assert not found.contract.gaps, found.name


def test_words_that_may_leave_divide_by_something_unknown(shipped: Phrasebook) -> None:
    """A Word that is not closed names the exits DIV, POW or NUM, or a Word that does."""
    closed = {entry.name for entry in shipped if entry.contract.field == "closed"}
    leaving = set(shipped.names) - closed
    for name in leaving:
        assert shipped.entry(name).word.names & (leaving | {"DIV", "POW", "NUM"}), name
    assert len(closed) > len(leaving)


def test_examples_leave_what_is_written(shipped: Phrasebook) -> None:
    """Every example is run; every entry has one in which its Word is called."""
    assert verify_examples(shipped) == sum(len(entry.examples) for entry in shipped)
    for entry in shipped:
        assert any(entry.name in example.source.split() for example in entry.examples), entry.name


def test_examples_run_with_the_words_they_name_alone(shipped: Phrasebook) -> None:
    """What an example leaves does not depend on Words that it does not ask for; its outcome is predicted."""
    for entry in shipped:
        for example in entry.examples:
            tokens = {*example.source.split()} & {*shipped.names}
            result = ajisai.run(example.source, words=sorted(tokens), limits=Limits.agent())
            left = " ".join(result.display) if result.error is None else f"error:{result.error.category}"
            assert left == example.result, example.source
            assert result.outcome in ajisai.outcomes(example.source, words=sorted(tokens)).outcomes


def test_digests_are_those_of_the_definitions_run(shipped: Phrasebook) -> None:
    """A Word that a program defines by the same line has the same identity, asked for by DIGEST."""
    dictionary = shipped.dictionary()
    source = "\n".join(entry.source for entry in shipped.prelude(shipped.names))
    session = ajisai.Session()
    assert session.run(source).error is None
    for entry in shipped:
        assert word_identity(entry.word, dictionary) == entry.digest
        assert session.run(f"[ {entry.name} ] 0 GET DIGEST").stack[-1] == entry.digest


def test_bindings_cannot_be_words_of_a_program(shipped: Phrasebook) -> None:
    """Every name that an entry binds begins with $."""
    for entry in shipped:
        for name in _bound(entry.word.body):
            assert name.startswith("$"), (entry.name, name)


def test_file_is_in_standard_layout(shipped: Phrasebook) -> None:
    """The formatter changes nothing, and comments keep within the width."""
    assert write_program(read(shipped.text, Meter(Limits.agent()))) == shipped.text
    for line in shipped.text.split("\n"):
        assert len(line) <= 120 or line.endswith(" DEF") or " => " in line, line


def test_every_word_stands_in_a_section(shipped: Phrasebook) -> None:
    """Sections are for people who look for a Word: none is left outside, none is a handful."""
    sections = [entry.section for entry in shipped]
    assert all(sections)
    assert min(map(sections.count, sections)) >= 5


def test_an_absent_operand_is_the_answer(shipped: Phrasebook) -> None:
    """A NIL in the place of any operand of an example is handed on, by all but a few Words."""
    answered = 0
    for entry in shipped:
        operands = _operands_of(entry, shipped)
        if entry.name in _ANSWER_NIL_OTHERWISE or not operands:
            continue
        for place in range(len(operands)):
            given = [*operands[:place], NIL_LITERAL, *operands[place + 1 :]]
            result = _run_on(given, entry)
            assert result.error is None, (entry.name, place)
            assert all(type(value) is Nil for value in result.stack), (entry.name, place, result.display)
            answered += 1
    assert answered > 150


def test_lanes_are_answered_one_by_one(shipped: Phrasebook) -> None:
    """A Word that says "in each lane" answers a Vector and a Record of operands as MAP would."""
    tried = 0
    for entry in shipped:
        if not entry.summary.split(".")[0].endswith("in each lane") or entry.contract.outputs != 1:
            continue
        operands = next(_scalar_operands(entry, shipped), None)
        assert operands is not None, entry.name
        alone = _run_on(operands, entry).stack[-1]
        first, rest = operands[0], operands[1:]
        assert _run_on([Vector([first, first]), *rest], entry).stack[-1] == Vector([alone, alone]), entry.name
        keys = Vector(["k"])
        answer = _run_on([Record(keys, Vector([first])), *rest], entry).stack[-1]
        assert answer == Record(keys, Vector([alone])), entry.name
        tried += 1
    assert tried > 25


def test_figures_say_how_much_is_known_beforehand(shipped: Phrasebook) -> None:
    """All Words infer without a gap, and predictions are a small part of what their Words list."""
    figures = figures_of(shipped)
    print(*figures.lines(), sep="\n")
    assert figures.words == len(shipped)
    assert figures.without_gap == figures.words
    assert figures.predicted < figures.listed / 3


@pytest.mark.parametrize("profile", ["mcp-local-stdio", "playground"])
def test_definitions_cost_nothing(shipped: Phrasebook, profile: str) -> None:
    """A program that asks for every Word and does nothing has used nothing."""
    result = ajisai.run("", words=shipped.names, limits=Limits.named(profile))
    assert (result.usage.execution_steps, result.usage.numeric_work, result.usage.collection_work) == (
        0,
        0,
        0,
    )
    assert {word.name for word in result.prelude} == set(shipped.names)


def test_readme_names_the_form(project_root: Path) -> None:
    """The page beside the file shows the very form that the reader demands."""
    page = (project_root / "phrasebook" / "README.md").read_text(encoding="utf-8")
    for line in (
        "# NAME ( operands -- results ):",
        "#:contract NAME",
        "=> ",
        "'NAME' DEF",
        "#:digest NAME sha256:",
    ):
        assert line in page


def _bound(body: Vector) -> list[str]:
    found: list[str] = []
    before: Value | None = None
    for item in body:
        if type(item) is Symbol and item.key == "BIND":
            names = before if type(before) is Vector else [before]
            found += [name for name in names if isinstance(name, str)]
        if type(item) is Vector:
            found += _bound(item)
        before = item
    return found


def _operands_of(entry: Entry, book: Phrasebook) -> list[Value]:
    """The operands of the first example that ends with the call and succeeds; none where there is no such."""
    for example in entry.examples:
        before = example.source.removesuffix(f" {entry.name}")
        if before == example.source or example.result.startswith("error:"):
            continue
        result = ajisai.run(before, words=[name for name in book.names if name in before.split()])
        if result.error is None and len(result.stack) == entry.contract.inputs:
            return list(result.stack)
    return []


def _scalar_operands(entry: Entry, book: Phrasebook) -> Iterator[list[Value]]:
    """Operands that are leaves, taken from the examples or from their lanes."""
    for example in entry.examples:
        before = example.source.removesuffix(f" {entry.name}")
        if before == example.source:
            continue
        result = ajisai.run(before, words=[name for name in book.names if name in before.split()])
        if result.error is None and len(result.stack) == entry.contract.inputs:
            yield [value[0] if type(value) is Vector else value for value in result.stack]


def _run_on(operands: list[Value], entry: Entry) -> ajisai.Result:
    return ajisai.run(entry.name, inputs=operands, words=[entry.name])
