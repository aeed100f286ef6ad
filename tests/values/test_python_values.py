"""What crosses the border between Python and the language, exactly or not at all."""

from __future__ import annotations

import enum
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest
import sympy
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.numbers import INFINITY, NULLITY
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Record, Symbol, Value, Vector
from ajisai.values.display import display
from ajisai.values.python_values import from_python, to_python


class Text(str):
    """A text that shows itself otherwise."""

    def __str__(self) -> str:
        return "shown otherwise"


class Share(Fraction):
    """A fraction of another kind."""


class Price(Decimal):
    """A decimal of another kind."""


class Count(enum.IntEnum):
    """A number with another name."""

    THREE = 3


def _top(source: str) -> Value:
    return ajisai.run(source).raise_for_error().stack[-1]


@pytest.mark.parametrize(
    ("thing", "value"),
    [
        (None, NIL_LITERAL),
        (True, TRUE),
        (False, FALSE),
        (1, mpz(1)),
        (Count.THREE, mpz(3)),
        (Share(1, 2), mpq(1, 2)),
        (Price("0.5"), mpq(1, 2)),
        (numpy.str_("a"), "a"),
        (-(2**200), -(mpz(2) ** 200)),
        (Fraction(3, 4), mpq(3, 4)),
        (Fraction(4, 2), mpz(2)),
        (Decimal("1.50"), mpq(3, 2)),
        (Decimal("-0"), mpz(0)),
        (mpz(5), mpz(5)),
        (mpq(6, 3), mpz(2)),
        ("text", "text"),
        (Text("hello"), "hello"),
        ([], Vector([])),
        ((1, [True]), Vector([mpz(1), Vector([TRUE])])),
        ({}, Record(Vector([]), Vector([]))),
        ({"a": [1], 2: None}, Record(Vector(["a", mpz(2)]), Vector([Vector([mpz(1)]), NIL_LITERAL]))),
        ({(1, 2): 3}, Record(Vector([Vector([mpz(1), mpz(2)])]), Vector([mpz(3)]))),
        (NULLITY, NULLITY),
        (Symbol("add"), Symbol("add")),
        (Vector([mpz(1)]), Vector([mpz(1)])),
        (sympy.Integer(7), mpz(7)),
        (sympy.Rational(-2, 6), mpq(-1, 3)),
        (sympy.true, TRUE),
        (sympy.false, FALSE),
        (sympy.Tuple(1, sympy.true), Vector([mpz(1), TRUE])),
        (sympy.Matrix([[1, 2], [3, 4]]), Vector([Vector([mpz(1), mpz(2)]), Vector([mpz(3), mpz(4)])])),
        (sympy.SparseMatrix([[0, 2]]), Vector([Vector([mpz(0), mpz(2)])])),
        (sympy.Array([[[1]]]), Vector([Vector([Vector([mpz(1)])])])),
        (sympy.zeros(0, 0), Vector([])),
        (sympy.zeros(2, 0), Vector([Vector([]), Vector([])])),
    ],
    ids=repr,
)
def test_value_of_an_object(thing: Any, value: Value) -> None:
    """Each kind has its one image, of exactly its representation."""
    answer = from_python(thing)
    assert answer == value
    assert type(answer) is type(value)


@pytest.mark.parametrize(
    ("thing", "shown"),
    [
        (sympy.sqrt(8), "2/1*sqrt(2)"),
        (sympy.sqrt(sympy.Rational(1, 2)), "1/2*sqrt(2)"),
        (1 + sympy.sqrt(2) - sympy.sqrt(3) / 3, "1/1+sqrt(2)-1/3*sqrt(3)"),
        ((1 + sympy.sqrt(2)) ** 2, "3/1+2/1*sqrt(2)"),
        ((1 + sympy.sqrt(2)) * (1 - sympy.sqrt(2)), "-1/1"),
        (sympy.sqrt(2) * sympy.sqrt(3), "sqrt(6)"),
        (1 / (1 + sympy.sqrt(2)), "-1/1+sqrt(2)"),
        (sympy.Pow(2, sympy.Rational(-3, 2)), "1/4*sqrt(2)"),
        (sympy.cos(sympy.pi / 4), "1/2*sqrt(2)"),
        ((1 + sympy.sqrt(2)) ** -3 * (1 + sympy.sqrt(2)) ** 3, "1/1"),
        (sympy.Matrix([sympy.sqrt(2)]), "[ [ sqrt(2) ] ]"),
    ],
    ids=str,
)
def test_value_of_a_sympy_number(thing: Any, shown: str) -> None:
    """Rationals and sums of square roots, in the language's normal form."""
    assert display(from_python(thing)) == shown


@pytest.mark.parametrize(
    "thing",
    [
        0.5,
        float("nan"),
        [1, [2.0]],
        {"k": 1.5},
        {1.5: "k"},
        1j,
        b"bytes",
        {1, 2},
        object(),
        range(3),
        sympy.pi,
        sympy.Symbol("x"),
        sympy.sqrt(-2),
        sympy.cbrt(2),
        sympy.Float("0.5"),
        sympy.oo,
        sympy.sqrt(1 + sympy.sqrt(2)),
        sympy.Pow(0, -1, evaluate=False),
        sympy.FiniteSet(1, 2),
        sympy.Matrix([[1, sympy.pi]]),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_object_without_an_image_is_refused(thing: Any) -> None:
    """A guess, or nothing that the language has."""
    with pytest.raises(TypeError):
        from_python(thing)


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (sympy.pi * 2, r"2\*pi has no exact image in Ajisai: pi is no sum of square roots of rationals"),
        (sympy.cbrt(2), r"2\*\*\(1/3\) is no sum of square roots"),
        (1 + sympy.sqrt(1 + sympy.sqrt(2)), r": sqrt\(1 \+ sqrt\(2\)\) is no sum of square roots"),
        (sympy.sqrt(-2), "I is no sum of square roots"),
        (2 * sympy.Symbol("x"), "x is unknown; substitute a number for it"),
        (sympy.Float("0.5"), r"the Float 0\.50+ is a guess; pass sympy\.Rational\('0\.50+'\)"),
        (sympy.oo, "oo is no finite number; ajisai.Point makes the points over zero"),
        (-sympy.oo, "-oo is no finite number"),
        (sympy.nan, "nan is no finite number"),
        (sympy.zoo, "zoo is no finite number"),
        (sympy.FiniteSet(1), "sympy's FiniteSet has no exact image in Ajisai: pass its parts as a list"),
        (sympy.Symbol("x") > 1, "sympy's StrictGreaterThan has no exact image"),
        (sympy.Matrix([[1, sympy.pi]]), r"^value\[0\]\[1\]: pi has no"),
    ],
    ids=str,
)
def test_object_of_sympy_is_refused_with_its_part(thing: Any, told: str) -> None:
    """The part that has no image, and what to do."""
    with pytest.raises(TypeError, match=told):
        from_python(thing)


@pytest.mark.parametrize(
    "thing",
    [sympy.Pow(2, 10**12, evaluate=False), (1 + sympy.sqrt(2)) ** 10**9],
    ids=["rational", "irrational"],
)
def test_number_of_sympy_past_a_ceiling(thing: Any) -> None:
    """It is metered as it is computed, so that it ends."""
    with pytest.raises(ValueError, match=r"value: the number passes the ceiling bigintBits \(1000000\)"):
        from_python(thing)


def test_expression_of_sympy_that_is_shared_and_deep() -> None:
    """Each part is computed once, and no depth of it needs Python's stack."""
    half = sympy.Rational(1, 2)
    thing = sympy.sqrt(2)
    for _ in range(2000):
        thing = sympy.Mul(half, sympy.Add(thing, thing, evaluate=False), evaluate=False)
    assert from_python(thing) == from_python(sympy.sqrt(2))


@pytest.mark.parametrize("thing", [Decimal("NaN"), Decimal("-Infinity")], ids=repr)
def test_decimal_that_is_no_finite_number_is_refused(thing: Decimal) -> None:
    """It is of the right kind, and its value is not."""
    with pytest.raises(ValueError, match="is no finite number"):
        from_python(thing)


def test_keys_that_are_one_value_are_refused() -> None:
    """Python tells them apart, the language does not."""
    with pytest.raises(ValueError, match="two keys of a dict are one value"):
        from_python({sympy.Rational(1, 2): 1, Fraction(1, 2): 2})


def _nested(levels: int) -> Any:
    tree: Any = []
    for _ in range(levels - 1):
        tree = [tree]
    return tree


def test_depth_at_its_limit_and_one_over() -> None:
    """Every traversal of a value is proven for 256 levels; a cycle has no end of them."""
    assert ajisai.run("", inputs=[_nested(256)]).display == ("[ " * 256 + "] " * 255 + "]",)
    cycle: list[Any] = []
    cycle.append(cycle)
    deep = from_python(_nested(256))
    for thing in (_nested(257), _nested(100_000), cycle, {"k": cycle}, Vector([deep])):
        with pytest.raises(ValueError, match="nests deeper than 256 levels"):
            ajisai.run("", inputs=[thing])


def test_object_of_a_deep_value_needs_no_recursion() -> None:
    """256 levels come back from inside any caller."""
    thing = to_python(from_python(_nested(256)))
    for _ in range(255):
        (thing,) = thing
    assert thing == []


@pytest.mark.parametrize(
    ("source", "thing"),
    [
        ("[ 1 'a' ] [ [ 1/2 ] NIL ] RECORD", {1: [Fraction(1, 2)], "a": None}),
        ("[ TRUE 'a' ] [ 1 2 ] RECORD", {True: 1, "a": 2}),
        ("[ ] [ ] RECORD", {}),
        ("[ ] [ ] RECORD 1 COLLECT", [{}]),
    ],
)
def test_object_of_a_record(source: str, thing: Any) -> None:
    """A dict of its keys, in order."""
    assert to_python(_top(source)) == thing


def test_record_that_python_cannot_tell_stays_a_record() -> None:
    """1 and TRUE are two keys of the language, and one of Python."""
    record = _top("[ 1 TRUE ] [ 'one' 'true' ] RECORD")
    assert to_python(record) is record
    assert to_python(Vector([record])) == [record]


def test_key_that_python_cannot_hash_stays_a_value() -> None:
    """A list is no key of a dict."""
    key = Vector([mpz(1)])
    assert to_python(Record(Vector([key]), Vector([mpz(2)]))) == {key: 2}


def test_point_and_symbol_stay_what_they_are() -> None:
    """Python has no such number and no such name."""
    assert to_python(INFINITY) is INFINITY
    assert to_python(Symbol("add")) == Symbol("add")


_leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.fractions(),
    st.text(),
    st.decimals(allow_nan=False, allow_infinity=False),
)
_keys = st.one_of(st.text(), st.integers(), st.tuples(st.integers()))
_things = st.recursive(_leaves, lambda inner: st.lists(inner) | st.dictionaries(_keys, inner), max_leaves=20)


def _as_answered(thing: Any) -> Any:
    if isinstance(thing, list):
        return [_as_answered(item) for item in thing]
    if isinstance(thing, dict):
        return {
            Vector(list(map(mpz, key))) if isinstance(key, tuple) else key: _as_answered(item)
            for key, item in thing.items()
        }
    return Fraction(thing) if isinstance(thing, Decimal) else thing


@given(_things)
def test_objects_come_back(thing: Any) -> None:
    """What goes in comes out equal; a Decimal as the fraction that it is."""
    assert to_python(from_python(thing)) == _as_answered(thing)


@pytest.mark.parametrize("text", ["1E300001", "1E-300001", "1E999999999999999999", "-1E999999"])
def test_decimal_of_a_huge_exponent_refused_before_it_is_written_out(text: str) -> None:
    """No ceiling could see it: the conversion itself would take for ever."""
    with pytest.raises(ValueError, match="exponent is beyond 300,000"):
        from_python(Decimal(text))


def test_numpy_integers_and_truths_cross_exactly() -> None:
    """Arrays of any shape and every integer width, scalars, truth values."""
    grid = numpy.arange(6, dtype=numpy.int32).reshape(2, 3)
    assert to_python(from_python(grid)) == [[0, 1, 2], [3, 4, 5]]
    assert from_python(numpy.uint64(2**64 - 1)) == mpz(2**64 - 1)
    assert to_python(from_python([numpy.int8(-128), numpy.bool_(True)])) == [-128, True]
    assert to_python(from_python(numpy.array([], dtype=numpy.int64))) == []
    assert to_python(from_python(numpy.array(["a", "bc"]))) == ["a", "bc"]
    assert to_python(from_python(numpy.array([Fraction(1, 2), None, "a"], dtype=object))) == [
        Fraction(1, 2),
        None,
        "a",
    ]


@pytest.mark.parametrize(
    "thing", [numpy.float64(0.5), numpy.array([0.1]), numpy.array([b"a"]), numpy.complex64(1)]
)
def test_numpy_of_another_kind_refused_with_what_to_pass(thing: object) -> None:
    """A float of numpy is a guess as a float of Python is."""
    with pytest.raises(TypeError, match=r"numpy .* is no exact number|a float is a guess"):
        from_python(thing)
