"""JSON-DECODE and JSON-ENCODE, held against the standard library's json where the two must agree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from unittest import mock

import pytest
from gmpy2 import mpz
from hypothesis import assume, given
from hypothesis import strategies as st

from ajisai.values import NIL_LITERAL, Nil, Record, Vector
from ajisai.words import json_bulk
from tests.words.support import assert_boundary, call, refusal, shown, vector


@pytest.fixture(autouse=True, params=[64, 0], ids=["short ones step by step", "in bulk"])
def least(request: pytest.FixtureRequest) -> Iterator[None]:
    """The length from which a text is read in bulk where it can be."""
    with mock.patch.object(json_bulk, "_LEAST", request.param):
        yield


leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False, places=3).map(Fraction)
    | st.text(st.characters(), max_size=6)
)
documents = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def oracle(text: str) -> Any:
    """The standard library's reading: numbers exact, a member twice refused."""
    return json.loads(text, parse_float=Fraction, parse_constant=_refuse, object_pairs_hook=_distinct)


def _refuse(name: str) -> None:
    raise ValueError(name)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    answer = dict(pairs)
    if len(answer) < len(pairs):
        raise ValueError("a member twice")
    return answer


@given(documents)
def test_document_any_survives_the_way_there_and_back(document: Any) -> None:
    """What is written reads back as the same value, and as the standard library reads it."""
    text = call("JSON-ENCODE", document)
    assert isinstance(text, str)
    assert call("JSON-DECODE", text) == vector([document])[0]
    assert oracle(text) == document


@given(documents, st.integers(0, 4))
def test_layout_between_tokens_is_skipped(document: Any, indent: int) -> None:
    """The four characters of JSON's own white space."""
    plain = json.loads(call("JSON-ENCODE", document))  # type: ignore[arg-type]
    text = json.dumps(plain, indent=indent).replace("\n", " \r\n\t")
    assert call("JSON-DECODE", f" {text}\n") == call("JSON-DECODE", json.dumps(plain))


@given(st.text('[]{},:"\\/0123456789.eE+-truefalsn \u00e9', max_size=12))
def test_text_any_is_read_as_the_standard_library_reads_it(text: str) -> None:
    """Short scraps of JSON: both refuse, or both read the same."""
    assume(re.search("[eE][+-]?[0-9]{4}", text) is None)  # the oracle would build the power
    try:
        expected = vector([oracle(text)])[0]
    except ValueError:
        expected = Nil("invalidEncoding")
    assert call("JSON-DECODE", text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "[",
            "]",
            "{",
            "}",
            "[1,]",
            "[,1]",
            "[1 2]",
            "1 2",
            '{"a"}',
            '{"a":}',
            '{"a":1,}',
            "{1:2}",
        ),
        *('{"a":1,"a":2}', '{"a":{"b":1,"b":2}}', '{"\\u0061":1,"a":2}', "{,}", '{"a" 1}', '{"a":1 "b":2}'),
        *("01", "-01", "+1", ".5", "1.", "1.e5", "-", "1e", "1e+", "0x10", "1_0", "１", "1,5"),
        *("NaN", "Infinity", "-Infinity", "nul", "True", "nulll", "'a'", "[1]]", "{}}", "[}", "{]"),
        *('"', '"a', '"\\"', '"\\x"', '"\\u12"', '"\\u12G4"', '"\t"', '"\x00"', '"\n"', '"\x1f"'),
        *('"\\ud800"', '"\\udc00"', '"\\ud800x"', '"\\ud800\\u0041"', '"\\ud800\\n"', '"\\udc00\\ud800"'),
        *('"\\ud800\\ud800\\udc00"', '"\\uD800\\u"', '{"\\ud800":1}'),
        *("\ufeff1", "\u00a01", "1\u3000", "\x0b1", "1\x0c", "\u20281", "1 //", "/**/1", "1;"),
    ],
)
def test_text_that_is_no_json_is_projected(text: str) -> None:
    """Anything that is not exactly one JSON value."""
    assert call("JSON-DECODE", text) == Nil("invalidEncoding")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("-0", 0),
        ("-0.0e5", 0),
        ("1E+2", 100),
        ("12.50e-1", Fraction(5, 4)),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('"\\uD83D\\uDE00"', "\U0001f600"),
        ('"\\u00e9\\/\\b\\f\\n\\r\\t\\"\\\\"', 'é/\b\f\n\r\t"\\'),
        ('"\x7f\u2028\ud800"', "\x7f\u2028\ud800"),
        ("[[],{}]", [[], {}]),
        (' [ 1 , { "" : [ ] } ] ', [1, {"": []}]),
        ('"\\u0000"', "\x00"),
    ],
)
def test_json_reads_exactly(text: str, value: Any) -> None:
    """Exact rationals; pairs of surrogates are one code point; what stands raw stays."""
    assert call("JSON-DECODE", text) == vector([value])[0]


def test_json_null_is_the_literal_nil() -> None:
    """An absence that was written, at the top as inside."""
    assert call("JSON-DECODE", "null") == NIL_LITERAL
    assert call("JSON-DECODE", "[null]") == Vector([NIL_LITERAL])


def test_json_depth_at_limit_and_one_over() -> None:
    """Arrays and objects count alike; nothing recurses."""
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        inner = "1"
        assert isinstance(call("JSON-DECODE", opening * 256 + inner + closing * 256), (Vector, Record))
        failure = refusal("JSON-DECODE", opening * 257 + inner + closing * 257)
        assert (failure.resource, failure.observed) == ("nestingDepth", 257)
        assert refusal("JSON-DECODE", opening * 50_000).resource == "nestingDepth"


def test_json_elements_at_limit_and_one_over() -> None:
    """Leaves of values are counted as they are read, an empty array or object as one."""
    text = '[1,[],{},{"a":"b"},null]'
    assert isinstance(call("JSON-DECODE", text), Vector)
    assert shown(f"'{text}' JSON-DECODE LENGTH", materialized_elements=5) == "5/1"
    assert refusal("JSON-DECODE", text, materialized_elements=4).observed == 5


def test_json_digits_at_limit_and_one_over() -> None:
    """Numbers are bounded as literals are."""
    assert call("JSON-DECODE", "9" * 4096) == mpz("9" * 4096)
    for text in ("9" * 4097, "1e4096", "1e-4096", "[1e999999999999]", "-0." + "1" * 4096):
        assert refusal("JSON-DECODE", text).resource == "numericLiteralDigits"


def test_json_fault_met_first_decides() -> None:
    """One pass from the left: a ceiling before a fault is an ERROR, a fault before a ceiling is NIL."""
    assert refusal("JSON-DECODE", "[" * 300).resource == "nestingDepth"
    assert call("JSON-DECODE", "[,1e9999]") == Nil("invalidEncoding")
    assert refusal("JSON-DECODE", "[1e9999,,").resource == "numericLiteralDigits"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 8), "0.125"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(12345, 100), "123.45"),
        (Fraction(1, 5**7), "0.0000128"),
        (Fraction(1, 3), '"1/3"'),
        (Fraction(-7, 6), '"-7/6"'),
        (-5, "-5"),
        (10**40, "1" + "0" * 40),
        (None, "null"),
        ({"b": 1, "a": [True, {}]}, '{"b":1,"a":[true,{}]}'),
        ([[], {}, ""], '[[],{},""]'),
        ('"\\/\x00\x1f\n\x7fé日\ud800', '"\\"\\\\/\\u0000\\u001f\\n\x7fé日\ud800"'),
    ],
)
def test_json_writes_exactly(value: Any, text: str) -> None:
    """A finite decimal is a number, any other rational its lexeme; compact, non-ASCII kept."""
    assert call("JSON-ENCODE", value) == text


@pytest.mark.parametrize("point", ["1/0", "-1/0", "0/0"])
def test_json_writes_points_as_lexemes(point: str) -> None:
    """The three points over zero have no decimal."""
    assert shown(f"{point} JSON-ENCODE") == f"'\"{point}\"'"


@pytest.mark.parametrize(
    "source",
    [
        "2 SQRT",
        "[ X ]",
        "[ X ] 0 GET",
        "1 [ 2 [ X ] ] 2 COLLECT",
        "[ 1 ] [ 2 ] RECORD",
        "[ TRUE ] [ 2 ] RECORD 1 COLLECT",
        "[ 'a' ] [ [ X ] ] RECORD",
        "[ 'a' NIL ] [ 1 2 ] RECORD",
    ],
)
def test_json_without_image_is_projected(source: str) -> None:
    """A Symbol, an irrational or a key that is no String, anywhere inside."""
    assert shown(f"{source} JSON-ENCODE") == "NIL"


def test_json_deep_values_are_written_without_recursion() -> None:
    """As deep as values nest."""
    text = "[" * 256 + "]" * 256
    assert call("JSON-ENCODE", call("JSON-DECODE", text)) == text


def test_json_digits_are_charged_before_they_are_written() -> None:
    """1/2**100000 takes 100,000 digits."""
    failure = refusal("JSON-ENCODE", Fraction(1, 2**100_000), collection_work=100_000)
    assert failure.resource == "collectionWork"


@pytest.mark.parametrize(
    ("word", "operands"),
    [
        ("JSON-DECODE", ('{"a":[1,"\\n"]}',)),
        ("JSON-ENCODE", ({"a": [1, Fraction(1, 2), "b\n", None]},)),
    ],
)
def test_json_work_at_limit_and_one_under(word: str, operands: tuple[Any, ...]) -> None:
    """Each Word passes with what it uses and is refused by name with less."""
    assert_boundary(word, *operands)
