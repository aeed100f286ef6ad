"""Predicted outcomes: tight where a cheap look is enough, and never without the outcome of the run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ajisai
from ajisai import Limits
from ajisai.bounds import Failure, Meter
from ajisai.contracts import refused
from ajisai.contracts.outcomes import everything
from ajisai.contracts.source import program_items
from ajisai.syntax import read
from tests.contracts.support import analysis, outcomes

CORPUS = sorted((Path(__file__).parent.parent / "conformance").glob("*.json"))

EXACT = [
    ("", "value"),
    ("1 2 ADD", "value"),
    ("1 2 ADD 3 MUL 4 DIV", "value"),
    ("1 0 DIV 2 LT", "value"),
    ("[ 1 2 3 ] [ 4 5 6 ] ADD [ 2 MUL ] MAP 0 [ ADD ] FOLD", "value"),
    ("[ 1 2 3 ] 1 GET", "value"),
    ("[ 1 2 3 ] -1 TAKE 0 GET", "value"),
    ("[ 'a' 'b' ] JOIN UPPER CHARS LENGTH", "value"),
    ("1 1000 RANGE 0 [ ADD ] FOLD", "value"),
    ("2 100 RANGE [ SQRT ] MAP", "value"),
    ("[ 1 ADD ] 'INC' DEF 5 INC INC", "value"),
    ("5 [ 1 ADD ] [ 2 MUL ] TRUE SELECT EXEC", "value"),
    ("[ [ 1 ADD ] [ 2 MUL ] ] 'OPS' BIND 5 OPS 1 GET EXEC", "value"),
    ("[ 1 2 ] [ ADD ] CONCAT EXEC", "value"),
    ("1 2 2 COLLECT [ 'A' 'B' ] BIND A B SUB", "value"),
    ("NIL", "nil:literal"),
    ("-1 SQRT", "nil:domainMiss"),
    ("0/0 1 LT", "nil:domainMiss"),
    ("[ 1 2 3 ] 7 GET", "nil:indexOutOfBounds"),
    ("'why' ABSENT 1 ADD", "nil:userDeclared"),
    ("ADD", "error:stackUnderflow"),
    ("'a' 1 ADD", "error:nonNumeric"),
    ("[ 'a' ] 1 ADD", "error:nonNumeric"),
    ("[ 1 2 ] [ 1 2 3 ] ADD", "error:shapeMismatch"),
    ("[ 3 1 2 ] 1 BSEARCH", "error:unsortedInput"),
    ("FOO", "error:unknownWord"),
    ("[ 'a' ] [ ] FILL", "error:invalidShape"),
    ("[ -1 ] [ NIL ] FILL", "error:invalidShape"),
    ("[ -1 ] NIL FILL", "nil:literal"),
    ("'why' FAIL", "error:declaredFailure"),
    ("[ 1 ] 'ADD' DEF", "error:protectedWord"),
    ("[ X ] 'X' DEF", "error:selfReferentialDefinition"),
    ("5 'X' BIND [ 1 ] 'X' DEF", "error:nameConflict"),
    ("[ 1 2 ] [ 1 2 ] MAP", "error:blockContractViolation"),
    ("#:contract D inputs=2\n[ 2 MUL ] 'D' DEF", "error:contractViolation"),
]


@pytest.mark.parametrize(("source", "outcome"), EXACT)
def test_one_outcome_is_certain(source: str, outcome: str) -> None:
    """Where kinds and sizes decide, one id is left, and it is exact."""
    prediction = analysis(source).prediction
    assert prediction.outcomes == (outcome,)
    assert prediction.exact
    assert ajisai.run(source, limits=Limits.agent()).outcome == outcome


SETS = [
    ("'5' NUM", {"value", "nil:invalidEncoding"}),
    ("'abc' 'b' SEARCH", {"value", "nil:notFound"}),
    ("[ 4 -1 ] SQRT 0 GET", {"value", "nil:domainMiss"}),
    ("[ 'a' ] [ 1 ] RECORD 'a' GET", {"value", "nil:notFound"}),
    ("1 2 SQRT 3 SQRT POW", {"value", "nil:domainMiss"}),
    ("'[1,2]' JSON-DECODE LENGTH", {"value", "nil:literal", "nil:invalidEncoding", "error:nonVector"}),
]


@pytest.mark.parametrize(("source", "expected"), SETS)
def test_outcomes_that_depend_on_values(source: str, expected: set[str]) -> None:
    """What only a run can decide is listed, and nothing else."""
    assert outcomes(source) == expected


def test_outcomes_are_sorted() -> None:
    """Values first, NILs in the order of the specification, then ERRORs in theirs."""
    found = analysis("'[1]' JSON-DECODE 'x' NUM 2 COLLECT 0 GET 1 ADD").prediction.outcomes
    kinds = [outcome.split(":")[0] for outcome in found]
    assert kinds == sorted(kinds, key=["value", "nil", "error"].index)


def test_refused_source_is_exact() -> None:
    """A source that is refused has the one outcome of its refusal."""
    assert refused("malformedSource") == (("error:malformedSource",), (), frozenset())
    assert refused("malformedSource").exact


CEILINGS = [
    ("1 2 ADD", {"execution_steps": 1}, set()),
    ("1 2 ADD 3 ADD", {"execution_steps": 1}, {"error:executionLimitExceeded"}),
    ("[ 1 2 3 ] [ 1 ADD ] MAP", {"execution_steps": 4}, set()),
    ("[ 1 2 3 ] [ 1 ADD ] MAP", {"execution_steps": 3}, {"error:executionLimitExceeded"}),
    ("1 9 RANGE", {"materialized_elements": 9}, set()),
    ("1 9 RANGE", {"materialized_elements": 8}, {"error:resourceLimitExceeded"}),
    ("255 1 ADD", {"bigint_bits": 8}, {"error:resourceLimitExceeded"}),
    ("'1e9' NUM", {"numeric_literal_digits": 5}, {"error:resourceLimitExceeded"}),
    ("[ [ 1 ] ] 1 COLLECT", {"nesting_depth": 2}, {"error:resourceLimitExceeded"}),
    ("[ [ 1 ] ] 1 COLLECT", {"nesting_depth": 3}, set()),
    ("2 SQRT 3 SQRT ADD", {"algebraic_terms": 1}, {"error:resourceLimitExceeded"}),
    ("2 3 MUL", {"numeric_work": 1}, {"error:resourceLimitExceeded"}),
]


@pytest.mark.parametrize(("source", "ceilings", "errors"), CEILINGS)
def test_ceiling_of_the_host_counts(source: str, ceilings: dict[str, int], errors: set[str]) -> None:
    """A ceiling is listed where the host's own value may be crossed, and only there."""
    found = outcomes(source, Limits.agent(**ceilings))
    assert {outcome for outcome in found if outcome.endswith("LimitExceeded")} == errors


def test_deep_calls_may_cross_call_depth() -> None:
    """256 active calls are admitted; a chain that is one longer is foreseen."""

    def chain(count: int) -> str:
        words = [f"[ W{i - 1} ] 'W{i}' DEF" for i in range(1, count)]
        return " ".join(["[ 1 ] 'W0' DEF", *words, f"W{count - 1}"])

    assert outcomes(chain(256)) == {"value"}
    assert "error:recursionLimitExceeded" in outcomes(chain(257))


def test_calls_that_double_are_not_walked_out() -> None:
    """Words that each call the one before twice are foreseen to be too much, without doing it."""
    words = [f"[ W{i - 1} W{i - 1} ] 'W{i}' DEF" for i in range(1, 200)]
    found = outcomes(" ".join(["[ 1 ADD ] 'W0' DEF", *words, "0 W199"]))
    assert "value" in found
    assert "error:executionLimitExceeded" in found
    assert "error:nonNumeric" not in found
    assert "error:stackUnderflow" not in found


def test_computed_names_leave_everything_open() -> None:
    """Where a run names by texts that it makes, all that the Words of the source can do is listed."""
    source = "[ 'A' 'B' ] JOIN 'N' BIND [ 1 ADD ] N DEF 1 AB"
    found = outcomes(source)
    assert {"value", "error:unknownWord", "error:nonNumeric", "error:executionLimitExceeded"} <= found
    assert "error:nonRecord" not in found


def _cases(path: Path) -> list[tuple[str, Limits]]:
    """The sources of one file of the corpus that read, with their ceilings."""
    found = []
    for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
        limits = Limits.named(case.get("profile", "mcp-local-stdio"), **case.get("limits", {}))
        if case["outcome"] != "error:malformedSource" and _reads(case["source"], limits):
            found.append((case["source"], limits))
    return found


def _reads(source: str, limits: Limits) -> bool:
    try:
        read(source, Meter(limits))
    except Failure:
        return False
    return True


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_corpus_outcome_is_predicted(path: Path) -> None:
    """The outcome of every case of the corpus is in what is predicted for it, and check keeps its word."""
    for source, limits in _cases(path):
        outcome = ajisai.run(source, limits=limits).outcome
        subject = analysis(source, limits)
        assert outcome in subject.prediction.outcomes, source
        refusal = subject.check()
        if refusal is None:
            assert outcome not in ("error:unknownWord", "error:contractViolation"), source
        elif refusal.category == "contractViolation":
            assert outcome == "error:contractViolation", source


def test_corpus_predictions_are_small() -> None:
    """On average under a third of what the Words of a source could do at all (measured: a tenth)."""
    predicted = naive = 0
    for path in CORPUS:
        for source, limits in _cases(path):
            subject = analysis(source, limits)
            predicted += len(subject.prediction.outcomes)
            naive += len(everything(program_items(subject.program)[0], {}))
    assert 3 * predicted < naive


def test_words_that_double_what_they_leave_are_given_up_in_time() -> None:
    """Sixty Words, each leaving twice what the one before leaves: 2**60 values are not followed."""
    chain = " ".join(f"[ W{i} W{i} ] 'W{i + 1}' DEF" for i in range(60))
    source = f"[ 1 ] 'W0' DEF {chain} W60"
    assert ajisai.run(source, limits=ajisai.Limits.agent()).outcome in ajisai.outcomes(source).outcomes
    assert ajisai.check(source).status == "ok"
