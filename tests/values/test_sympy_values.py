"""Values of the language in sympy, and back."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.testing import strategies as ours
from ajisai.values import Record, Value, Vector
from ajisai.values.python_values import from_python

ROOT = sympy.sqrt(2)


def top(source: str) -> Any:
    """The top that a program leaves."""
    return ajisai.run(source).raise_for_error().stack[-1]


@pytest.mark.parametrize(
    ("thing", "image"),
    [
        (5, sympy.Integer(5)),
        (-(10**50), sympy.Integer(-(10**50))),
        (Fraction(1, 3), sympy.Rational(1, 3)),
        (Decimal("0.10"), sympy.Rational(1, 10)),
        (top("8 SQRT 1/2 SUB"), 2 * ROOT - sympy.Rational(1, 2)),
        (True, sympy.true),
        (top("FALSE"), sympy.false),
        ([], sympy.Tuple()),
        ([1, top("2 SQRT"), False], sympy.Tuple(1, ROOT, sympy.false)),
        ([[1, 2], [3, 4]], sympy.ImmutableMatrix([[1, 2], [3, 4]])),
        ([[1]], sympy.ImmutableMatrix([[1]])),
        ([[], []], sympy.ImmutableMatrix(2, 0, [])),
        ([[]], sympy.ImmutableMatrix(1, 0, [])),
        ([[1, 2], [3]], sympy.Tuple(sympy.Tuple(1, 2), sympy.Tuple(3))),
        ([[1, True]], sympy.Tuple(sympy.Tuple(1, sympy.true))),
        ([1, [2]], sympy.Tuple(1, sympy.Tuple(2))),
        ([[[1, 2]], [[3, 4]]], sympy.Tuple(sympy.ImmutableMatrix([[1, 2]]), sympy.ImmutableMatrix([[3, 4]]))),
        ([[[[1]]]], sympy.Tuple(sympy.Tuple(sympy.ImmutableMatrix([[1]])))),
        (sympy.Rational(1, 2), sympy.Rational(1, 2)),
    ],
    ids=repr,
)
def test_image_of_a_value(thing: Any, image: Any) -> None:
    """Numbers, truth values, and Vectors of them; of its exact kind, and it comes back."""
    found = ajisai.to_sympy(thing)
    assert found == image
    assert type(found) is type(image)
    assert from_python(found) == from_python(thing)


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        ("a", "value: the text 'a' has no counterpart in sympy"),
        (None, r"value: Nil\('literal'\) has no counterpart"),
        (top("-1 SQRT"), r"value: Nil\('domainMiss'\) has no counterpart"),
        (ajisai.Symbol("ADD"), r"value: Symbol\('ADD'\) has no counterpart"),
        (
            ajisai.Point(1),
            "value: the point 1/0 has no counterpart in sympy, whose infinities compute otherwise",
        ),
        ({"a": 1}, "value: a Record has no counterpart"),
        ([1, [2, ["a"]]], r"value\[1\]\[1\]\[0\]: the text 'a' has no counterpart"),
        ([1, {"a": 1}], r"value\[1\]: a Record has no counterpart"),
        (1.5, "value: a float is a guess"),
        (object(), "value: object has no exact image"),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_value_without_a_counterpart_is_named(thing: Any, told: str) -> None:
    """With its place."""
    with pytest.raises(TypeError, match=told):
        ajisai.to_sympy(thing)


def test_every_value_has_the_method() -> None:
    """What the stack may hold of our own classes."""
    assert top("2 SQRT").to_sympy() == ROOT
    assert top("TRUE").to_sympy() is sympy.true
    assert top("[ [ 1 2 ] [ 3 4 ] ]").to_sympy().det() == -2
    for source in ("NIL", "1/0", "[ ADD ] 0 GET", "[ 'a' ] [ 1 ] RECORD"):
        with pytest.raises(TypeError, match="has no counterpart in sympy"):
            top(source).to_sympy()


def test_result_gives_its_top() -> None:
    """Also what Python has a number of its own for."""
    assert ajisai.run("1 3 DIV").to_sympy() == sympy.Rational(1, 3)
    assert ajisai.run("1 [ 2 TRUE ]").to_sympy() == sympy.Tuple(2, sympy.true)
    with pytest.raises(TypeError, match="left nothing on the stack"):
        ajisai.run("").to_sympy()
    with pytest.raises(TypeError, match=r"Nil\('domainMiss'\) has no counterpart"):
        ajisai.run("-1 SQRT").to_sympy()
    with pytest.raises(ajisai.AjisaiError, match="unknownWord"):
        ajisai.run("1 FOO").to_sympy()


def test_sympy_takes_an_irrational_as_what_it_is() -> None:
    """Never by its float: in sums on either side, in matrices, and compared."""
    root = ajisai.run("2 SQRT").value
    for found in (sympy.sympify(root) + 1, sympy.Integer(1) + root, root + sympy.Integer(1)):
        assert found == 1 + ROOT
        assert not found.atoms(sympy.Float)
    assert root * ROOT == ROOT * root == 2
    assert root.__eq__(ROOT) is NotImplemented  # so that both orders ask sympy
    assert root == ROOT
    assert root != sympy.sqrt(3)
    assert root != sympy.Integer(1)
    assert sympy.Matrix([[root, 1]]) == sympy.Matrix([[ROOT, 1]])
    assert sympy.sympify(top("TRUE")) is sympy.true


_numbers = ours.integers() | ours.rationals() | ours.surds()
_images = st.recursive(
    _numbers | ours.truths(), lambda inner: st.lists(inner, max_size=3).map(Vector), max_leaves=10
)


@given(_images)
def test_images_come_back(value: Value) -> None:
    """Whatever has a counterpart is the same after both ways."""
    assert from_python(ajisai.to_sympy(value)) == value


def _holds_a_number_only(value: Any) -> bool:
    return not isinstance(value, (str, ajisai.Nil, ajisai.Symbol, ajisai.Point, Record)) and (
        not isinstance(value, Vector) or all(map(_holds_a_number_only, value))
    )


@given(ours.values())
def test_any_value_has_an_image_or_is_named(value: Value) -> None:
    """Exactly those with nothing but numbers and truth values in them."""
    if _holds_a_number_only(value):
        assert from_python(ajisai.to_sympy(value)) == value
    else:
        with pytest.raises(TypeError, match=r"^value.* has no counterpart in sympy"):
            ajisai.to_sympy(value)


_small = st.fractions(-20, 20, max_denominator=12)
_radicands = st.fractions(0, 40, max_denominator=9)


@given(
    st.lists(st.tuples(_small, _radicands), max_size=4), st.lists(st.tuples(_small, _radicands), max_size=3)
)
def test_square_root_sums_of_sympy_are_the_same_numbers(
    one: list[tuple[Fraction, Fraction]], two: list[tuple[Fraction, Fraction]]
) -> None:
    """Sums, products and squares as sympy holds them, unexpanded, against sympy's own expansion."""
    left, right = (
        sum((sympy.sympify(c) * sympy.sqrt(sympy.sympify(r)) for c, r in terms), sympy.S.Zero)
        for terms in (one, two)
    )
    for thing in (left + right, left * right, (left + right) ** 2, left - 3 * right):
        assert sympy.expand(ajisai.to_sympy(thing) - thing) == 0


def test_deep_vector_needs_no_recursion_of_ours() -> None:
    """256 levels, both ways."""
    deep: Any = [1]
    for _ in range(255):
        deep = [deep]
    assert from_python(ajisai.to_sympy(deep)) == from_python(deep)
