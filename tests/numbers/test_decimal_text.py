"""Display, lexeme and decimals of numbers (LANG.VALUES.DISPLAY, LANG.WORDS.STR, LANG.WORDS.FORMAT)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.bounds import Failure
from ajisai.numbers import Number, display, format_decimal, lexeme, mul, parse_number, power
from tests.numbers.oracle import (
    POINTS,
    Roots,
    decimal,
    finite,
    from_roots,
    meter,
    number,
    rational,
    refused,
    root,
    surd,
)
from tests.numbers.oracle import irrationals as sums


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (mpz(3), "3/1"),
        (mpz(0), "0/1"),
        (mpq(-1, 2), "-1/2"),
        (number("1/0"), "1/0"),
        (number("-1/0"), "-1/0"),
        (number("0/0"), "0/0"),
        (surd((2, 1)), "sqrt(2)"),
        (surd((2, -1)), "-sqrt(2)"),
        (surd((2, 2)), "2/1*sqrt(2)"),
        (surd((2, Fraction(-1, 2))), "-1/2*sqrt(2)"),
        (surd((1, 1), (2, 1)), "1/1+sqrt(2)"),
        (surd((3, -1), (2, 1)), "sqrt(2)-sqrt(3)"),
        (surd((1, Fraction(1, 2)), (5, Fraction(-3, 4))), "1/2-3/4*sqrt(5)"),
    ],
)
def test_display_specified_forms(value: Number, text: str) -> None:
    """n/d always; terms in ascending radicand; a coefficient of 1 or -1 is not written before sqrt."""
    assert display(value) == text


@given(sums)
def test_display_of_different_irrationals_differs_and_reads_back(x: Roots) -> None:
    """The text holds every term: it can be read back."""
    text = display(from_roots(x))
    assert " " not in text
    terms: Roots = {}
    for part in text.replace("-", "+-").split("+"):
        if not part:
            continue
        head, _, tail = part.partition("sqrt(")
        radicand = int(tail.rstrip(")")) if tail else 1
        head = head.rstrip("*")
        terms[radicand] = Fraction(head + "1" if head in ("", "-") else head)
    assert terms == x


@pytest.mark.parametrize(
    ("value", "text"),
    [(mpz(42), "42"), (mpz(-7), "-7"), (mpq(1, 3), "1/3"), (number("1/0"), "1/0"), (number("0/0"), "0/0")],
)
def test_lexeme_is_a_literal_of_the_number(value: Number, text: str) -> None:
    """An integer without its denominator; what is written reads back."""
    assert lexeme(value) == text
    assert parse_number(text, meter()) == value


def test_lexeme_of_an_irrational_is_none() -> None:
    """An irrational has no literal."""
    assert lexeme(root(2)) is None


def test_texts_of_large_numbers_are_whole() -> None:
    """Python's limit on the digits of an int does not apply."""
    large = mpz(10) ** 20000 + 1
    assert display(large) == "1" + "0" * 19999 + "1/1"
    assert lexeme(mpq(1, large)) == "1/1" + "0" * 19999 + "1"
    assert format_decimal(large, 1, meter()) == "1" + "0" * 19999 + "1.0"
    assert display(mul(root(2), large, meter())).startswith("1000")


@given(finite, st.integers(0, 30))
def test_format_rationals_agrees_with_decimal(x: Fraction, digits: int) -> None:
    """Half away from zero, exactly that many digits, no minus on a text of zeros."""
    context = Context(prec=400)
    exact = context.divide(Decimal(x.numerator), Decimal(x.denominator))
    unit = Decimal(1).scaleb(-digits)
    expected = format(exact.quantize(unit, rounding=ROUND_HALF_UP, context=context), "f")
    if not expected.strip("-0."):
        expected = expected.lstrip("-")
    assert format_decimal(rational(x), digits, meter()) == expected


@given(sums, st.integers(0, 60))
def test_format_irrationals_agrees_with_decimal(x: Roots, digits: int) -> None:
    """The value to 150 digits, rounded."""
    unit = Decimal(1).scaleb(-digits)
    expected = format(decimal(x).quantize(unit, rounding=ROUND_HALF_UP, context=Context(prec=140)), "f")
    if not expected.strip("-0."):
        expected = expected.lstrip("-")
    assert format_decimal(from_roots(x), digits, meter()) == expected


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        ("1/3", 5, "0.33333"),
        ("5/2", 0, "3"),
        ("-5/2", 0, "-3"),
        ("1/2", 0, "1"),
        ("-1/2", 0, "-1"),
        ("-1/3", 0, "0"),
        ("-1/3", 2, "-0.33"),
        ("-1/1000", 2, "0.00"),
        ("-5/1000", 2, "-0.01"),
        ("1/1000", 2, "0.00"),
        ("12", 0, "12"),
        ("12", 3, "12.000"),
        ("0", 2, "0.00"),
        ("999/1000", 2, "1.00"),
    ],
)
def test_format_specified_examples(value: str, digits: int, text: str) -> None:
    """Ties, signs and padding."""
    assert format_decimal(number(value), digits, meter()) == text


def test_format_of_irrationals_specified_examples() -> None:
    """√2 to three digits; a value that rounds to zero has no sign; digits may be an mpz."""
    assert format_decimal(root(2), 3, meter()) == "1.414"
    assert format_decimal(surd((2, -1)), 0, meter()) == "-1"
    tiny = power(surd((1, 1), (2, -1)), mpz(41), meter())
    assert tiny is not None
    assert format_decimal(tiny, 3, meter()) == "0.000"
    assert format_decimal(root(2), int(mpz(3)), meter()) == "1.414"


@pytest.mark.parametrize("point", POINTS, ids=repr)
def test_format_of_a_point_is_none(point: Number) -> None:
    """A point over zero has no decimal, to however many digits."""
    assert format_decimal(point, 2, meter()) is None
    assert format_decimal(point, 10**30, meter()) is None


@pytest.mark.parametrize("value", [mpz(0), mpq(1, 3), root(2)], ids=str)
def test_format_of_too_many_digits_is_refused_before_any_is_found(value: Number) -> None:
    """By bigintBits, by the size of the text; an enormous count of digits is no burden."""
    spent = meter()
    for digits in (10**6, 10**30, 10**4000):
        with pytest.raises(Failure) as caught:
            format_decimal(value, digits, spent)
        resource, limit, observed = refused(caught)
        assert (resource, limit) == ("bigintBits", 262144)
        assert type(observed) is int
        assert 262144 < observed <= 10**15
    assert spent.numeric == 0


def test_format_bits_at_the_limit_pass_and_more_is_refused() -> None:
    """The digits before and after the point together: 10**78912 has 262140 bits, 10**78913 has 262144."""
    assert len(format_decimal(mpq(1, 3), 78000, meter(numericWork=10**9)) or "") == 78002
    with pytest.raises(Failure) as caught:
        format_decimal(mpq(1, 3), 78914, meter())
    assert caught.value.resource == "bigintBits"
    whole = mpz(1) << 262143
    assert format_decimal(whole, 0, meter()) == whole.digits()
    with pytest.raises(Failure) as caught:
        format_decimal(whole, 1, meter())
    assert caught.value.resource == "bigintBits"
    near_one = mpq(whole + 1, whole)
    assert format_decimal(near_one, 5, meter(numericWork=10**9)) == "1.00000"


def test_format_past_numeric_work_is_refused() -> None:
    """The division and the text are charged before they are made."""
    with pytest.raises(Failure) as caught:
        format_decimal(mpq(1, 3), 50000, meter(numericWork=100))
    assert caught.value.resource == "numericWork"
