"""The library: run programs, or ask about them without running anything.

Every function takes source text and answers facts; none raises for what a program does. Limits are those of
``Limits.playground()`` where none are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

from ajisai.assets import read_json
from ajisai.bounds import Failure, Limits, Meter
from ajisai.contracts import Analysis, Declarations, refused
from ajisai.machine.dictionary import Dictionary
from ajisai.machine.frames import Frame
from ajisai.machine.headroom import with_headroom
from ajisai.machine.run import Run
from ajisai.report.answers import (
    CheckReport,
    ContractsReport,
    InferredContract,
    OutcomesReport,
    WordReport,
    inferred,
)
from ajisai.report.diagnosis import candidates_for
from ajisai.report.failures import Error, error_of, situation_of, violation
from ajisai.report.result import AjisaiError, PreludeWord, Result, Usage, result_of
from ajisai.syntax import Program, read
from ajisai.values import Value
from ajisai.values.python_values import from_inputs
from ajisai.words.registry import core_words

__all__ = [
    "AjisaiError",
    "CheckReport",
    "ContractsReport",
    "Error",
    "InferredContract",
    "OutcomesReport",
    "Result",
    "Session",
    "Usage",
    "WordReport",
    "check",
    "infer_contracts",
    "outcomes",
    "run",
    "word_contract",
]


class Session:
    """State kept between runs, as in a notebook: the stack, the User dictionary, the bindings.

    A run that fails leaves all three as they were before it.

    Args:
        limits: the ceilings of each run.
        words: names of phrasebook Words that are defined from the start, with those that they call.

    Raises:
        TypeError: for ``limits`` that are none, or ``words`` that are no list of names.
        ajisai.phrasebook.UnknownWord: for a name that the phrasebook lacks.
        ajisai.phrasebook.PhrasebookError: for a phrasebook file of the host's own that holds a fault.

    >>> session = Session()
    >>> session.run("[ 2 MUL ] 'DOUBLE' DEF 21 DOUBLE").value
    42
    >>> session.run("DOUBLE").value
    84
    """

    def __init__(self, *, limits: Limits | None = None, words: Iterable[str] = ()) -> None:
        self.limits = _ceilings(limits)
        self._stack: tuple[Value, ...] = ()
        self._dictionary, self._prelude = with_headroom(lambda: _prelude(words))
        self._frame = Frame()

    @property
    def stack(self) -> tuple[Value, ...]:
        """The values that the runs so far have left, the top last."""
        return self._stack

    @property
    def names(self) -> list[str]:
        """The User Words, and then the bindings in upper case, that the runs so far have made."""
        return [word.name for word in self._dictionary] + list(self._frame.names)

    def run(self, source: str, *, inputs: Iterable[Any] = ()) -> Result:
        """Run a program on the state that earlier runs left.

        Args:
            source: the program. Its ``#:contract`` lines are verified before anything runs.
            inputs: Python values pushed first, converted exactly.

        Returns:
            A :class:`Result`, whatever the program did.

        Raises:
            TypeError: for a source that is no text, ``inputs`` that are no list, or an input without an exact
                image (a float), which is told with its place, as in ``inputs[0][3]``.
            ValueError: for an input that nests deeper than 256 levels or is no finite number.
        """
        _require_text(source)
        stack = [*self._stack, *from_inputs(inputs)]
        return with_headroom(lambda: self._run(source, stack))

    def _run(self, source: str, stack: Sequence[Value]) -> Result:
        frame = Frame()
        frame.names.update(self._frame.names)
        machine = Run(self.limits, core_words(), stack=stack, dictionary=self._dictionary.copy(), frame=frame)
        stage = "parse"
        program: Program | None = None
        declarations: Declarations | None = None
        failure: Failure | None = None
        try:
            program = read(source, machine.meter)
            stage = "checkContract"
            declarations = _declarations(program, self._dictionary)
            if declarations is not None and declarations.violated:
                raise violation(declarations, program)
            stage = "executeWord"
            machine.execute(program)
        except Failure as caught:
            failure = caught
        else:
            self._stack = tuple(machine.stack)
            self._dictionary = machine.dictionary
            self._frame = frame
        situation = None
        if failure is not None:
            known = [word.name for word in machine.dictionary] + list(frame.names)
            situation = situation_of(failure, stage, source, program, known, _offered(failure))
        return result_of(
            machine,
            source,
            failure,
            situation=situation,
            declarations=declarations,
            prelude=self._prelude,
        )


def _prelude(words: Iterable[str]) -> tuple[Dictionary, tuple[PreludeWord, ...]]:
    """The phrasebook Words of these names and those that they call, defined and listed.

    They enter the dictionary directly, without a DEF that would run: they cost the program nothing and have
    no place in its source.
    """
    if isinstance(words, (str, bytes)) or not isinstance(words, Iterable):
        raise TypeError(f"words must be a list of names, such as ['MEAN'], not {type(words).__name__}")
    names = tuple(words)
    for place, name in enumerate(names):
        if not isinstance(name, str):
            raise TypeError(f"words[{place}] must be a str, not {type(name).__name__}")
    if not names:
        return Dictionary(), ()
    from ajisai import phrasebook

    book = phrasebook.current()
    entries = book.prelude(names)
    return book.dictionary(entries), tuple(PreludeWord(entry.name, entry.digest) for entry in entries)


def _offered(failure: Failure) -> Iterable[str]:
    """The names of the phrasebook, where a diagnosis may point to them."""
    if failure.category != "unknownWord":
        return ()
    from ajisai import phrasebook

    return phrasebook.spelled_names()


def _require_text(source: object) -> None:
    if not isinstance(source, str):
        advice = next((advice for way, advice in _TO_TEXT if hasattr(source, way)), "")
        raise TypeError(f"the source must be a str, not {type(source).__name__}{advice}")


_TO_TEXT = (
    ("read_text", "; pass its .read_text()"),
    ("read", "; pass what its .read() gives"),
    ("decode", "; pass the text that it .decode()s to"),
    ("source", "; pass its .source"),
)


def _ceilings(limits: Limits | None) -> Limits:
    if limits is None:
        return Limits.playground()
    if not isinstance(limits, Limits):
        raise TypeError(
            "limits must be an ajisai.Limits, such as ajisai.Limits.agent(execution_steps=500), "
            f"not {type(limits).__name__}"
        )
    return limits


def _declarations(program: Program, dictionary: Dictionary) -> Declarations | None:
    if not any(comment.text.startswith("#:") for comment in program.comments):
        return None
    return Analysis(program, {word.key: word.body for word in dictionary}).declarations


def run(
    source: str,
    *,
    inputs: Iterable[Any] = (),
    limits: Limits | None = None,
    words: Iterable[str] = (),
) -> Result:
    """Run a program in a fresh session.

    Args:
        source: the program.
        inputs: Python values pushed first, converted exactly: int, Fraction, Decimal, mpz, mpq, bool, str,
            None, list, tuple, dict, Surd; sympy's rationals, sums of square roots, truth values and matrices;
            numpy's arrays of integers, truth values and texts.
        limits: the ceilings; ``Limits.playground()`` where None.
        words: names of phrasebook Words to define first.

    Returns:
        A :class:`Result`, whatever the program did.

    Raises:
        TypeError: for a source that is no text, an input without an exact image (a float), which is told with
            its place, as in ``inputs[0][3]``, for ``limits`` that are none, or ``words`` that are no names.
        ValueError: for an input that nests deeper than 256 levels or is no finite number.
        ajisai.phrasebook.UnknownWord: for a name that the phrasebook lacks.
        ajisai.phrasebook.PhrasebookError: for a phrasebook file of the host's own that holds a fault.

    >>> run("[ 1 2 3 4 ] MEAN", words=["mean"]).display
    ('5/2',)
    >>> run("1 3 DIV 1 6 DIV ADD").display
    ('1/2',)
    >>> run("MUL", inputs=[6, 7]).value
    42
    """
    return Session(limits=limits, words=words).run(source, inputs=inputs)


def check(source: str, *, limits: Limits | None = None, words: Iterable[str] = ()) -> CheckReport:
    """Check a program's form, its names and its ``#:contract`` lines. Nothing runs.

    ``ok`` means that a run cannot fail on form or names. A check is stricter than a run, and its message says
    by which rule (LANG.CONTRACTS.CHECK): it refuses a name that nothing defines even in a Word that is never
    called.

    Args:
        source: the program.
        limits: the ceilings ``sourceBytes``, ``numericLiteralDigits`` and ``nestingDepth`` bound its form.
        words: names of phrasebook Words that are defined first.

    Raises:
        TypeError: for a source that is no text, ``limits`` that are none, or ``words`` that are no names.
        ajisai.phrasebook.UnknownWord: for a name that the phrasebook lacks.
        ajisai.phrasebook.PhrasebookError: for a phrasebook file of the host's own that holds a fault.

    >>> check("1 2 AD").error.word
    'AD'
    """
    return with_headroom(lambda: _check(_Subject(source, limits, words)))


def _check(subject: _Subject) -> CheckReport:
    failure = subject.failure
    if subject.analysis is not None:
        failure = subject.analysis.check()
        declarations = subject.analysis.declarations
        if failure is not None and failure.category == "contractViolation" and declarations is not None:
            failure = violation(declarations, subject.analysis.program)
    return CheckReport(**subject.facts(failure))


def infer_contracts(
    source: str, *, limits: Limits | None = None, words: Iterable[str] = ()
) -> ContractsReport:
    """Infer the contracts of the Words that a program defines. Nothing runs.

    Arguments and exceptions are those of :func:`check`.

    >>> infer_contracts("[ 2 MUL ] 'DOUBLE' DEF").contracts[0].suggested
    '#:contract DOUBLE inputs=1 outputs=1 field=closed'
    """
    return with_headroom(lambda: _infer_contracts(_Subject(source, limits, words)))


def _infer_contracts(subject: _Subject) -> ContractsReport:
    found = () if subject.analysis is None else subject.analysis.contracts
    contracts = tuple(inferred(each, subject.source) for each in found)
    return ContractsReport(contracts=contracts, **subject.facts(subject.failure))


def outcomes(source: str, *, limits: Limits | None = None, words: Iterable[str] = ()) -> OutcomesReport:
    """Predict every outcome id that a program could end in under the same limits. Nothing runs.

    The prediction is a superset of what can happen; ``exact`` says that it is one id. A source that is not
    well formed is refused by every tool, and predicted exactly.

    Arguments and exceptions are those of :func:`check`.

    >>> outcomes("-1 SQRT").outcomes
    ('nil:domainMiss',)
    """
    return with_headroom(lambda: _outcomes(_Subject(source, limits, words)))


def _outcomes(subject: _Subject) -> OutcomesReport:
    if subject.analysis is not None:
        prediction = subject.analysis.prediction
    else:
        assert subject.failure is not None  # a source that has no analysis was refused
        prediction = refused(subject.failure.category)
    return OutcomesReport(
        outcomes=prediction.outcomes, exact=prediction.exact, **subject.facts(subject.failure)
    )


def word_contract(word: str) -> WordReport:
    """The full registry entry of a Core Word, under its name in any case.

    Raises:
        TypeError: for a name that is no text.

    >>> word_contract("add").matches[0]["inputs"]
    2
    >>> word_contract("LENGHT").suggestions
    ('LENGTH',)
    """
    if not isinstance(word, str):
        raise TypeError(f"the word must be a str, not {type(word).__name__}")
    name = word.upper()
    entries = read_json("spec/words.json")["words"]
    matches = tuple(deepcopy(entry) for entry in entries if entry["name"] == name)
    return WordReport(word, matches, () if matches else _near(word))


def _near(word: str) -> tuple[str, ...]:
    from ajisai import phrasebook

    return candidates_for(word, phrasebook=phrasebook.spelled_names())


class _Subject:
    """A source that a tool looks at: what is known of it, or the Failure that refuses it as it is read."""

    def __init__(self, source: str, limits: Limits | None, words: Iterable[str]) -> None:
        _require_text(source)
        self.source = source
        self._dictionary, self._prelude = _prelude(words)
        self.analysis: Analysis | None = None
        self.failure: Failure | None = None
        ceilings = _ceilings(limits)
        try:
            program = read(source, Meter(ceilings))
        except Failure as failure:
            self.failure = failure
        else:
            bodies = {word.key: word.body for word in self._dictionary}
            self.analysis = Analysis(program, bodies, ceilings)

    def facts(self, failure: Failure | None) -> dict[str, Any]:
        """The fields that every report has; ``failure`` is what the source is refused with."""
        program = None if self.analysis is None else self.analysis.program
        known = [word.name for word in self._dictionary]
        stage = "parse" if program is None else "checkContract"
        return {
            "source": self.source,
            "error": None if failure is None else error_of(failure, self.source),
            "situation": (
                None
                if failure is None
                else situation_of(failure, stage, self.source, program, known, _offered(failure))
            ),
            "declarations": None if self.analysis is None else self.analysis.declarations,
            "prelude": self._prelude,
        }
