"""CHARS JOIN TRIM UPPER LOWER TOKENIZE SEARCH REPLACE NUM STR FORMAT."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY
from ajisai.syntax import WHITESPACE
from ajisai.values import FALSE, TRUE, Nil, Symbol, Vector
from tests.words.support import assert_boundary, call, refusal, shown, vector, work

letters = st.text("aab", max_size=12)
anything = st.text(st.characters(), max_size=8)


@given(anything)
def test_chars_and_join_undo_each_other(text: str) -> None:
    """One text per code point, astral and lone surrogates included."""
    parts = call("CHARS", text)
    assert parts == vector(text)
    assert call("JOIN", parts) == text


@given(letters, st.text("ab", min_size=1, max_size=3))
def test_tokenize_splits_and_join_restores(text: str, separator: str) -> None:
    """As many pieces as separators and one."""
    assert call("TOKENIZE", text, separator) == vector(text.split(separator))


@given(letters, st.text("ab", max_size=3))
def test_search_finds_the_first(text: str, needle: str) -> None:
    """An empty needle is found at 0."""
    place = text.find(needle)
    assert call("SEARCH", text, needle) == (mpz(place) if place >= 0 else Nil("notFound"))


@given(letters, st.text("ab", min_size=1, max_size=3), st.text("abc", max_size=3))
def test_replace_goes_from_the_left(text: str, old: str, new: str) -> None:
    """Every occurrence, without overlap."""
    assert call("REPLACE", text, old, new) == text.replace(old, new)


def test_replace_of_the_empty_pattern_changes_nothing() -> None:
    """Nothing is found everywhere, so nothing is replaced."""
    assert call("REPLACE", "abc", "", "x") == "abc"
    assert call("TOKENIZE", "abc", "") == vector("abc")
    assert call("TOKENIZE", "", ",") == vector([""])
    assert call("TOKENIZE", "", "") == Vector([])


def test_case_of_every_code_point_stands_alone() -> None:
    """Each code point maps by itself: no neighbour changes what a letter becomes."""
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    size = 50_000
    for start in range(0, len(every), size):
        part = every[start : start + size]
        assert call("UPPER", part) == "".join(map(str.upper, part))
        assert call("LOWER", part) == "".join(map(str.lower, part))


@pytest.mark.parametrize("text", ["ΣΑΣ", "Σ", "ΑΣ ", "aΣ\u0301", "ΣΣΣ", "İΣ"])
def test_lower_sigma_has_no_final_form(text: str) -> None:
    """Python's str.lower looks at the neighbours of a sigma; LOWER does not."""
    assert call("LOWER", text) == "".join(map(str.lower, text))
    assert call("LOWER", "ΣΑΣ") == "σασ"


def test_trim_strips_the_whitespace_of_source() -> None:
    """All of it and nothing else: not U+FEFF, not the separators U+001C to U+001F, not U+200B."""
    for char in WHITESPACE:
        assert call("TRIM", f"{char}{char}a{char}b{char}") == f"a{char}b"
    for char in "\ufeff\x1c\x1d\x1e\x1f\u200b\x00\u180e":
        assert call("TRIM", f"{char}a{char}") == f"{char}a{char}"
    assert call("TRIM", WHITESPACE) == ""


@pytest.mark.parametrize("element", ["1", "NIL", "TRUE", "[ 'a' ]", "X", "'a' ABSENT"])
def test_join_no_text_is_refused(element: str) -> None:
    """Every element must be a String, a NIL is none."""
    assert shown(f"'a' {element} 2 COLLECT JOIN".replace("X", "[ X ] 0 GET")) == "error:nonText"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (42, "42"),
        (-7, "-7"),
        (Fraction(-1, 3), "-1/3"),
        (INFINITY, "1/0"),
        (NEG_INFINITY, "-1/0"),
        (NULLITY, "0/0"),
        (TRUE, "TRUE"),
        (FALSE, "FALSE"),
        ("as it is", "as it is"),
        (Symbol("aDd"), "aDd"),
    ],
)
def test_str_of_each_kind(value: Any, text: str) -> None:
    """The text that reads back as the value."""
    assert call("STR", value) == text


def test_str_and_num_undo_each_other_when_wide() -> None:
    """Past the digits at which Python's own int refuses to be text."""
    digits = "7" * 4096
    assert call("STR", call("NUM", digits)) == digits
    assert call("STR", mpz(7) ** 80_000) == (mpz(7) ** 80_000).digits()


@pytest.mark.parametrize(
    "text", ["", " 1", "1 ", "+", "1/2/3", ".5", "5.", "１", "0x1", "1_0", "inf", "nan", "1e", "--1"]
)
def test_num_outside_the_grammar_is_projected(text: str) -> None:
    """The grammar of literals, no more and no less."""
    assert call("NUM", text) == Nil("invalidEncoding")


@pytest.mark.parametrize("text", ["1" * 4097, "1e4096", "1e-4096", "1e" + "9" * 5000, "1/" + "3" * 4097])
def test_num_past_digits_is_refused(text: str) -> None:
    """Decided from the text before a number is built."""
    assert refusal("NUM", text).resource == "numericLiteralDigits"


def test_num_of_an_exponent_is_charged_for_its_size() -> None:
    """Six characters can spell 4001 digits."""
    assert work("NUM", "1e4000") > work("NUM", "123456") + 100


@given(st.fractions(max_denominator=999), st.integers(0, 6))
def test_format_rounds_half_away_from_zero(value: Fraction, places: int) -> None:
    """Exactly that many digits; a minus only before something."""
    scaled = abs(value) * 10**places
    size = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(size).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    assert call("FORMAT", value, places) == ("-" + text if value < 0 and size else text)


def test_format_checks_in_order() -> None:
    """The number, then the digits, then whether the number has a decimal."""
    assert shown("'a' 'b' FORMAT") == "error:nonNumeric"
    assert shown("1/0 -1 FORMAT") == shown("5 1/2 FORMAT") == "error:invalidInteger"
    assert shown("1/0 2 FORMAT 0/0 2 FORMAT") == "NIL NIL"


@pytest.mark.parametrize("places", [10**6, 10**30, 10**400])
def test_format_too_long_is_refused_as_bits(places: int) -> None:
    """A text whose digits would not fit bigintBits, whatever its length."""
    assert refusal("FORMAT", Fraction(1, 3), places).resource == "bigintBits"


def test_chars_elements_at_limit_and_one_over() -> None:
    """Counted before a text is built."""
    assert shown("'abc' CHARS LENGTH", materialized_elements=3) == "3/1"
    assert refusal("CHARS", "abcd", materialized_elements=3).observed == 4
    assert refusal("TOKENIZE", "a,b,c,d", ",", materialized_elements=3).observed == 4


@pytest.mark.parametrize(
    ("word", "operands"),
    [("JOIN", (["a" * 1000] * 50,)), ("REPLACE", ("a" * 1000, "a", "b" * 50)), ("UPPER", ("ß" * 30_000,))],
)
def test_text_written_is_charged_before_it_is_built(word: str, operands: tuple[Any, ...]) -> None:
    """50,000 code points and more are refused under a budget of 40,000."""
    failure = refusal(word, *operands, collection_work=40_000)
    assert failure.resource == "collectionWork"
    assert failure.observed is not None
    assert failure.observed >= 50_000


@pytest.mark.parametrize(
    ("word", "operands"),
    [
        ("CHARS", ("abc",)),
        ("JOIN", (["a", "bc"],)),
        ("TRIM", (" a ",)),
        ("UPPER", ("ab",)),
        ("LOWER", ("ÄB",)),
        ("TOKENIZE", ("a,b", ",")),
        ("SEARCH", ("abc", "c")),
        ("REPLACE", ("abc", "b", "xyz")),
        ("NUM", ("12",)),
        ("STR", (12,)),
        ("FORMAT", (Fraction(1, 3), 3)),
    ],
)
def test_text_work_at_limit_and_one_under(word: str, operands: tuple[Any, ...]) -> None:
    """Each Word passes with what it uses and is refused by name with less."""
    assert_boundary(word, *operands)
