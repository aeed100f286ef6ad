"""A suite for Words of one's own: copy it, and put your Words in place of these.

``pytest test_own_words.py``; needs ``ajisai[testing]``.
"""

from fractions import Fraction

import pytest
from hypothesis import given

import ajisai
from ajisai.syntax import write_value
from ajisai.testing import strategies as ajisai_values

WORDS = """
#:contract MIX inputs=3 outputs=1 field=closed
[ 'SHARE' BIND 'B' BIND 'A' BIND  A  B A SUB SHARE MUL  ADD ] 'MIX' DEF
#:contract NEAREST inputs=2 outputs=1 field=leaving
[ 'STEP' BIND STEP DIV ROUND STEP MUL ] 'NEAREST' DEF
"""


@pytest.fixture(scope="module")
def own_words() -> ajisai.Session:
    """A session that has the Words; their contracts are verified as they are defined."""
    session = ajisai.Session(limits=ajisai.Limits.agent())
    session.run(WORDS).raise_for_error()
    return session


def call(source: str, *inputs: object) -> ajisai.Result:
    """One fresh run of the Words and then of a program."""
    return ajisai.run(WORDS + source, inputs=inputs, limits=ajisai.Limits.agent())


def test_contracts_hold() -> None:
    """What is declared is what the bodies do; nothing is run for it."""
    report = ajisai.check(WORDS)
    assert report.error is None
    assert report.declarations is not None
    assert report.declarations.outcome == "verified"


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ("10 20 1/4 MIX", ("25/2",)),
        ("0 10 [ 0 1/2 1 ] MIX", ("[ 0/1 5/1 10/1 ]",)),  # lifts over Vectors
        ("NIL 1 1 MIX", ("NIL",)),  # an absence passes through
        ("17 5 NEAREST", ("15/1",)),
        ("1 0 NEAREST", ("0/0",)),  # leaves the finite numbers, as declared
    ],
)
def test_examples(own_words: ajisai.Session, program: str, answer: tuple[str, ...]) -> None:
    """The cases one writes by hand."""
    before = own_words.stack
    assert own_words.run(program).display[len(before) :] == answer


@given(ajisai_values.rationals(), ajisai_values.rationals())
def test_mix_ends_where_it_should(a: Fraction, b: Fraction) -> None:
    """Share 0 is a and share 1 is b, exactly, for every two numbers."""
    result = call("'B' BIND 'A' BIND  A B 0 MIX A EQ  A B 1 MIX B EQ", a, b)
    assert result.display == ("TRUE", "TRUE")


@given(ajisai_values.rationals(), ajisai_values.surds())
def test_nearest_is_near(step: Fraction, x: object) -> None:
    """Never further off than half a step; irrationals are compared exactly."""
    program = """
        'STEP' BIND 'X' BIND
        X X STEP NEAREST SUB 'OFF' BIND  OFF 0 OFF SUB MAX
        STEP 0 STEP SUB MAX 2 DIV  GT
    """
    result = call(program, x, step)
    assert result.display == ("FALSE",) or step == 0


@given(*[ajisai_values.rationals() | ajisai_values.surds()] * 3)
def test_mix_stays_closed(a: object, b: object, share: object) -> None:
    """What ``field=closed`` promises: finite numbers in, a finite number out."""
    result = call("MIX", a, b, share)
    assert result.outcome == "value"
    assert not isinstance(result.value, ajisai.Point)


@given(ajisai_values.values())
def test_mix_ends_as_foreseen(a: object) -> None:
    """Whatever it is given, the run ends in an outcome that was listed before it."""
    source = WORDS + f"{write_value(a)} 1 1/2 MIX"
    assert ajisai.run(source).outcome in ajisai.outcomes(source).outcomes
