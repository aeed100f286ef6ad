"""Literals: the grammar, the numbers they denote, and how their size is counted (LANG.SOURCE.NUMBERS)."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajisai.bounds import Failure
from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY, NUMBER_PATTERN, NUMBER_REGEX, Number, parse_number
from tests.numbers.oracle import is_canonical, meter, rational, refused

_LIMIT = 4096


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("007", Fraction(7)),
        ("+5", Fraction(5)),
        ("-0", Fraction(0)),
        ("1E5", Fraction(100000)),
        ("1.5e+3", Fraction(1500)),
        ("1.5e-3", Fraction(3, 2000)),
        ("0.1", Fraction(1, 10)),
        ("-2.50", Fraction(-5, 2)),
        ("0/5", Fraction(0)),
        ("6/4", Fraction(3, 2)),
        ("-6/4", Fraction(-3, 2)),
        ("+3/3", Fraction(1)),
        ("0e99999999", Fraction(0)),
        ("-0.00e-99999999", Fraction(0)),
        ("1e0000000000000000000000000000000000002", Fraction(100)),
        ("10e-1", Fraction(1)),
    ],
)
def test_parse_denotes_the_exact_number(text: str, value: Fraction) -> None:
    """Integers, fractions and decimals with exponents, in canonical form."""
    answer = parse_number(text, meter())
    assert answer == rational(value)
    assert answer is not None
    assert is_canonical(answer)


@pytest.mark.parametrize(
    ("text", "point"),
    [("5/0", INFINITY), ("-5/0", NEG_INFINITY), ("0/0", NULLITY), ("-0/0", NULLITY), ("007/000", INFINITY)],
)
def test_parse_zero_denominator_is_a_point(text: str, point: Number) -> None:
    """Pairs over zero can be written."""
    assert parse_number(text, meter()) is point


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        " 1",
        "1 ",
        "1\n",
        "\n1",
        ".5",
        "5.",
        "1/2/3",
        "1/-2",
        "1/+2",
        "1.5/2",
        "1/2e3",
        "1e",
        "1e+",
        "e5",
        "--1",
        "+-1",
        "- 1",
        "1_000",
        "1,5",
        "0x10",
        "１",
        "٣",
        "1٣",
        "²",
        "1e５",
        "Infinity",
        "nan",
        "1\x00",
        "−1",
    ],
)
def test_parse_outside_the_grammar_is_none(text: str) -> None:
    """Only the whole text, only ASCII digits, and no line break at the end."""
    assert parse_number(text, meter()) is None
    assert NUMBER_PATTERN.fullmatch(text) is None


@given(st.from_regex(NUMBER_REGEX, fullmatch=True, alphabet=st.characters(max_codepoint=127)))
def test_parse_of_the_grammar_agrees_with_fractions(text: str) -> None:
    """Every match of the grammar that is not too long denotes what Fraction reads from it."""
    try:
        answer = parse_number(text, meter())
    except Failure:  # longer than 4096 digits: the cases below hold where that begins
        return
    assert answer is not None
    assert is_canonical(answer)
    if re.search(r"/0+$", text):
        assert answer in (INFINITY, NEG_INFINITY, NULLITY)
    elif not re.search(r"[eE][+-]?[0-9]{5,}$", text):
        assert answer == rational(Fraction(text))


@given(st.text(max_size=8) | st.text(alphabet="0123456789+-./eE", max_size=12))
def test_parse_and_the_exported_grammar_agree(text: str) -> None:
    """The pattern for the reader and the parser admit the same texts."""
    try:
        answer = parse_number(text, meter())
    except Failure:
        answer = INFINITY
    assert (answer is not None) is bool(NUMBER_PATTERN.fullmatch(text))


@pytest.mark.parametrize(
    ("fits", "too_long"),
    [
        ("9" * _LIMIT, "9" * (_LIMIT + 1)),
        ("0" * _LIMIT, "0" * (_LIMIT + 1)),
        ("0" * (_LIMIT - 1) + "7", "0" * _LIMIT + "7"),
        ("+" + "9" * _LIMIT, "-" + "9" * (_LIMIT + 1)),
        ("1/" + "9" * _LIMIT, "1/" + "9" * (_LIMIT + 1)),
        ("9" * _LIMIT + "/1", "9" * (_LIMIT + 1) + "/1"),
        ("0/" + "0" * _LIMIT, "0/" + "0" * (_LIMIT + 1)),
        ("0." + "9" * (_LIMIT - 1), "0." + "9" * _LIMIT),
        ("0." + "0" * (_LIMIT - 1), "0." + "0" * _LIMIT),
        ("1e4095", "1e4096"),
        ("1e-4095", "1e-4096"),
        ("10e4094", "10e4095"),
        ("1.5e4095", "1.5e4096"),
        ("1.5e-4094", "1.5e-4095"),
        ("0" * _LIMIT + "e-5", "0" * (_LIMIT + 1) + "e5"),
    ],
)
def test_size_at_the_limit_is_read_and_one_over_is_refused(fits: str, too_long: str) -> None:
    """The digits of the numerator and the denominator as spelled; written zeros count."""
    assert parse_number(fits, meter()) is not None
    with pytest.raises(Failure) as caught:
        parse_number(too_long, meter())
    assert refused(caught) == ("numericLiteralDigits", _LIMIT, _LIMIT + 1)
    assert caught.value.category == "resourceLimitExceeded"


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("1e5000", 5001),
        ("1e-5000", 5001),
        ("-1.25e99999999", 3 + 99999997),
        ("1e99999999", 100000000),
        ("1e-99999999", 100000000),
        ("1e" + "9" * 60000, 10**15 + 1),
        ("1.0e-" + "9" * 60000, 10**15 + 2),
    ],
    ids=lambda value: str(value)[:20],
)
def test_size_is_counted_without_building_the_number(text: str, digits: int) -> None:
    """An exponent of any length is refused at once, by what it spells up to 10**15 zeros."""
    with pytest.raises(Failure) as caught:
        parse_number(text, meter())
    assert refused(caught) == ("numericLiteralDigits", _LIMIT, digits)


@pytest.mark.parametrize(
    ("text", "digits"), [("1.5e3", 4), ("1.5", 2), ("1.50e1", 3), ("15e-1", 2), ("5/12", 2)]
)
def test_size_of_decimals_combines_point_and_exponent(text: str, digits: int) -> None:
    """1.5e3 spells 1500, and 1.5 spells 15 over 10."""
    assert parse_number(text, meter(numericLiteralDigits=digits)) is not None
    with pytest.raises(Failure):
        parse_number(text, meter(numericLiteralDigits=digits - 1))


def test_parse_charges_nothing() -> None:
    """A literal is bounded by its digits, not by numericWork."""
    spent = meter()
    parse_number("9" * _LIMIT, spent)
    assert spent.numeric == 0
