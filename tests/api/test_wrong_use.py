"""Wrong uses of the library are told: what, where, and what to do. No other exception reaches its user."""

from __future__ import annotations

import datetime
import pathlib
import re
import types
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import gmpy2
import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import ajisai

DOORS: list[Any] = [ajisai.run, ajisai.check, ajisai.infer_contracts, ajisai.outcomes]


def refusal(*inputs: Any) -> str:
    """What is told of inputs that cannot be pushed."""
    with pytest.raises((TypeError, ValueError)) as caught:
        ajisai.run("", inputs=inputs)
    assert type(caught.value) in (TypeError, ValueError)
    return str(caught.value)


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        (5, ""),
        (None, ""),
        (["1"], ""),
        (b"1", "; pass the text that it .decode()s to"),
        (pathlib.Path("a.ajisai"), "; pass its .read_text()"),
        (ajisai.run("1"), "; pass its .source"),
    ],
    ids=repr,
)
def test_source_of_another_kind(source: Any, advice: str) -> None:
    """Every door and a session say what it is, and how to come to its text."""
    told = rf"^the source must be a str, not {type(source).__name__}{advice}$".replace(".", r"\.")
    told = told.replace("()", r"\(\)")
    for door in [*DOORS, ajisai.Session().run]:
        with pytest.raises(TypeError, match=told):
            door(source)


@pytest.mark.parametrize("limits", [5, "agent", {"execution_steps": 5}, ajisai.Limits], ids=repr)
def test_limits_of_another_kind(limits: Any) -> None:
    """Every door and a session name what is wanted."""
    for door in [*DOORS, lambda _, limits: ajisai.Session(limits=limits)]:
        with pytest.raises(TypeError, match=r"limits must be an ajisai\.Limits, such as .*, not "):
            door("1", limits=limits)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("SUM", r"words must be a list of names, such as \['MEAN'\], not str"),
        (b"SUM", "words must be a list of names, .* not bytes"),
        (5, "words must be a list of names, .* not int"),
        (["SUM", 5], r"words\[1\] must be a str, not int"),
    ],
)
def test_words_of_another_kind(words: Any, told: str) -> None:
    """Every door and a session."""
    for door in [*DOORS, lambda _, words: ajisai.Session(words=words)]:
        with pytest.raises(TypeError, match=told):
            door("1", words=words)


@pytest.mark.parametrize(
    ("build", "error", "told"),
    [
        (
            lambda: ajisai.Limits.agent(steps=5),
            ValueError,
            "unknown ceiling 'steps': one of algebraic_terms, ",
        ),
        (lambda: ajisai.Limits.agent(execution_steps=0), ValueError, "must be a positive integer, not 0"),
        (lambda: ajisai.Limits.agent(execution_steps=-5), ValueError, "must be a positive integer, not -5"),
        (lambda: ajisai.Limits.agent(executionSteps=1.5), ValueError, "'execution_steps' must be .* not 1.5"),
        (lambda: ajisai.Limits.agent(execution_steps=True), ValueError, "positive integer, not True"),
        (lambda: ajisai.Limits.agent(execution_steps="5"), ValueError, "positive integer, not '5'"),
        (lambda: ajisai.Limits.agent(nesting_depth=257), ValueError, "can be lowered, not raised above 256"),
        (
            lambda: ajisai.Limits.agent(nesting_depth=5, nestingDepth=6),
            ValueError,
            "ceiling 'nesting_depth' is given twice",
        ),
        (
            lambda: ajisai.Limits.named("fast"),
            ValueError,
            "unknown profile 'fast': use 'mcp-local-stdio' or ",
        ),
        (lambda: ajisai.Limits.named([]), ValueError, r"unknown profile \[\]"),
        (lambda: ajisai.Limits.named("name"), ValueError, "unknown profile 'name'"),
        (lambda: ajisai.Limits("own", *[1.5] * 12), ValueError, "'source_bytes' must be .* not 1.5"),
        (lambda: ajisai.Symbol(5), TypeError, "the spelling of a Symbol must be a str, not int"),
        (lambda: ajisai.Record({"a": 1}, [1]), TypeError, "a Record is made of two Vectors of one length"),
        (lambda: ajisai.Record(ajisai.Vector(["a"]), ajisai.Vector([])), TypeError, "Vectors of one length"),
        (lambda: ajisai.AjisaiError("text"), TypeError, "made from the Result of a program that failed"),
        (lambda: ajisai.AjisaiError(ajisai.run("1")), TypeError, "Result of a program that failed"),
        (lambda: ajisai.Surd(), TypeError, "a Surd is made from square roots and arithmetic"),
        (lambda: ajisai.word_contract(5), TypeError, "the word must be a str, not int"),
    ],
)
def test_objects_of_the_library_made_wrongly(
    build: Callable[[], object], error: type[Exception], told: str
) -> None:
    """Limits, values and errors check what they are made of."""
    with pytest.raises(error, match=told):
        build()


@pytest.mark.parametrize("ceiling", [1, 10**30])
def test_ceilings_at_the_least_and_large(ceiling: int) -> None:
    """Every positive integer is a ceiling."""
    assert ajisai.Limits.agent(execution_steps=ceiling).execution_steps == ceiling
    assert ajisai.Limits.agent(nesting_depth=256).nesting_depth == 256


@pytest.mark.parametrize(
    ("inputs", "shown"),
    [
        ("ab", "'ab'"),
        (b"ab", "b'ab'"),
        (5, "5"),
        (None, "None"),
        ({"a": 1}, "{'a': 1}"),
        ({1}, "{1}"),
        (numpy.array(5), "array(5)"),
        (ajisai.run("[ 'a' ] [ 1 ] RECORD").stack[0], "Record("),
    ],
    ids=repr,
)
def test_inputs_that_are_no_list(inputs: Any, shown: str) -> None:
    """A text would be pushed letter by letter, a dict as its keys, a set in any order."""
    for run in (ajisai.run, ajisai.Session().run):
        with pytest.raises(TypeError) as caught:
            run("", inputs=inputs)
        assert str(caught.value).startswith(
            f"inputs must be a list of the objects to push, not {type(inputs).__name__}: "
            f"for one object write inputs=[{shown}"
        )


@pytest.mark.parametrize(
    "inputs",
    [
        [1, 2],
        (1, 2),
        iter([1, 2]),
        range(1, 3),
        {1: 0, 2: 0}.keys(),
        numpy.array([1, 2]),
        ajisai.run("[ 1 2 ]").stack[0],
    ],
    ids=lambda inputs: type(inputs).__name__,
)
def test_inputs_of_any_order(inputs: Any) -> None:
    """Whatever gives objects one after the other."""
    assert ajisai.run("", inputs=inputs).display == ("1/1", "2/1")


class Strange:
    """An object that does not even show itself."""

    def __repr__(self) -> str:
        raise ArithmeticError


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (1.5, "a float is a guess: pass fractions.Fraction(1.5) for its exact binary value, or "),
        (
            float("nan"),
            "nan is no finite number: the nearest thing here is the point ajisai.Point(0), which is 0/0",
        ),
        (float("-inf"), "-inf is no finite number: the nearest thing here is the point ajisai.Point(-1)"),
        (Decimal("NaN"), "NaN is no finite number: the nearest thing here is the point ajisai.Point(0)"),
        (
            Decimal("Infinity"),
            "Infinity is no finite number: the nearest thing here is the point ajisai.Point(1)",
        ),
        (Decimal("-sNaN"), "-sNaN is no finite number: the nearest thing here is the point ajisai.Point(0)"),
        (Decimal("1E999999"), "1E+999999 is too large or too small to be written out"),
        (gmpy2.mpfr("1.5"), "an mpfr is a guess: pass gmpy2.mpq of it"),
        (1j, "complex has no exact image in Ajisai: its parts are floats"),
        (numpy.float64(0.5), "numpy float64 is no exact number: pass integers, or a list of"),
        (numpy.array([1, numpy.nan]), "numpy float64 is no exact number"),
        (numpy.array(["2026-01-01"], dtype="datetime64[D]"), "numpy datetime64[D] is no exact number"),
        (numpy.array(1.5, dtype=object), "a numpy array of objects without an axis"),
        (datetime.datetime(2026, 1, 1), "datetime has no exact image in Ajisai: pass its .isoformat()"),
        (datetime.timedelta(1), "timedelta has no exact image in Ajisai: pass the number that is meant"),
        ({1, 2}, "set has no exact image in Ajisai: it has no order; pass a list"),
        ((one for one in "ab"), "generator has no exact image in Ajisai: pass list() of it"),
        (range(3), "range has no exact image in Ajisai: pass list() of it"),
        (b"ab", "bytes has no exact image in Ajisai: pass the text that it .decode()s to"),
        (types.MappingProxyType({}), "mappingproxy has no exact image in Ajisai: pass dict() of it"),
        (object(), "object has no exact image in Ajisai: pass numbers, texts, truth values"),
        (Strange(), "Strange has no exact image in Ajisai: pass numbers"),
        (int, "type has no exact image in Ajisai"),
        (sympy.pi, "pi has no exact image in Ajisai: pi is no sum of square roots of rationals"),
        (1 + sympy.Float("0.5"), "1.50000000000000 has no exact image in Ajisai: the Float 1.5000"),
        (
            ajisai.Vector([1]),
            "this Vector holds a thing of type int, no value: pass a list or a dict",
        ),
        (
            ajisai.Vector([ajisai.Vector([1.5])]),
            "this Vector holds a thing of type float, no value",
        ),
        (
            ajisai.Nil("lost"),
            "Nil('lost') is no NIL of the language: the reason is one of literal, domainMiss",
        ),
        (ajisai.Nil("userDeclared", 5), "Nil('userDeclared', 5) is no NIL of the language"),  # type: ignore[arg-type]
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_input_without_an_image(thing: Any, told: str) -> None:
    """By itself, deep in lists, and as an entry of a dict."""
    assert refusal(thing).startswith(f"inputs[0]: {told}")
    assert refusal(1, [2, ["a", thing]]).startswith(f"inputs[1][1][1]: {told}")
    assert refusal({"rate": 1, "prices": (0, thing)}).startswith(f"inputs[0]['prices'][1]: {told}")


def test_key_without_an_image() -> None:
    """The key is named, and the dict that has it."""
    assert refusal([{"a": 1, 1.5: 2}]).startswith("the key 1.5 of inputs[0][0]: a float is a guess")
    assert refusal({(1, 2.5): 2}).startswith("the key (1, 2.5) of inputs[0][1]: a float is a guess")


def test_key_of_more_digits_than_python_writes() -> None:
    """It is named by its type, and what is wrong is told."""
    assert refusal({10**5000: 1.5}).startswith("inputs[0][<int>]: a float is a guess")
    with pytest.raises(TypeError, match=r"for one object write inputs=\[<int>\]"):
        ajisai.run("", inputs=10**5000)  # type: ignore[arg-type]


def test_keys_that_are_one_value() -> None:
    """Both are named."""
    half = sympy.Rational(1, 2)
    assert refusal(0, {"a": {half: 1, Fraction(1, 2): 2}}) == (
        "inputs[1]['a']: two keys of a dict are one value: 1/2 and Fraction(1, 2)"
    )


def test_objects_that_hold_themselves() -> None:
    """They are told from those that only nest too deep."""
    cycle: list[Any] = [1]
    cycle.append({"again": cycle})
    assert refusal(0, cycle) == (
        "inputs[1]: the object nests deeper than 256 levels, because it holds itself"
    )
    deep: Any = []
    for _ in range(256):
        deep = [deep]
    assert refusal(deep) == "inputs[0]: the object nests deeper than 256 levels"
    array = numpy.empty(1, dtype=object)
    array[0] = array
    assert refusal(array).startswith("inputs[0]: the object nests deeper than 256 levels")


def test_iterator_of_inputs_that_fails_is_not_ours() -> None:
    """Its own exception arrives."""

    def inputs() -> Iterator[int]:
        yield 1
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        ajisai.run("", inputs=inputs())


def test_session_after_a_wrong_use_is_as_before() -> None:
    """Nothing of the refused inputs is pushed."""
    session = ajisai.Session()
    session.run("1 2")
    with pytest.raises(TypeError):
        session.run("ADD", inputs=[3, 1.5])
    assert session.run("ADD").value == 3


_objects = st.recursive(
    st.one_of(
        st.floats(),
        st.complex_numbers(),
        st.binary(max_size=3),
        st.dates(),
        st.timedeltas(),
        st.uuids(),
        st.decimals(),
        st.integers(),
        st.text(max_size=3),
        st.none(),
        st.sampled_from([object(), int, len, sympy.pi, sympy.I, sympy.nan, sympy.zoo, numpy.float32(1), ...]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.sets(st.integers() | st.floats(), max_size=3),
        st.dictionaries(st.text(max_size=2) | st.floats() | st.integers(), inner, max_size=3),
        st.lists(inner, max_size=2).map(ajisai.Vector),
        st.lists(inner, max_size=2).map(
            lambda items: ajisai.Record(ajisai.Vector(items), ajisai.Vector(items))
        ),
        st.lists(inner, max_size=2).map(iter),
    ),
    max_leaves=8,
)


def _told(cross: Callable[[], object]) -> str | None:
    try:
        cross()
    except (TypeError, ValueError) as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    return None


@given(_objects)
def test_any_object_crosses_or_is_told(thing: Any) -> None:
    """A Result, or a TypeError or ValueError with the place; the same at the border to sympy."""
    for cross, place in (
        (lambda: ajisai.run("", inputs=[thing]).to_envelope(), r"inputs\[0\]"),
        (lambda: ajisai.to_sympy(thing), "value"),
    ):
        told = _told(cross)
        assert told is None or re.match(rf"(TypeError|ValueError): (the key .* of )?{place}[\[:]", told), told
