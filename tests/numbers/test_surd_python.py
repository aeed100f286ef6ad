"""An irrational among Python's own numbers: operators, order, conversions, errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from gmpy2 import mpq, mpz
from hypothesis import given

from ajisai.numbers import Surd
from tests.numbers.oracle import Roots, decimal, from_roots, irrationals, roots_add, roots_mul, roots_of, surd


def _irrational(*terms: tuple[int, int | Fraction]) -> Surd:
    value = surd(*terms)
    assert type(value) is Surd
    return value


_ROOT = _irrational((2, 1))
_GOLDEN = _irrational((1, Fraction(1, 2)), (5, Fraction(1, 2)))


def _python(value: Any) -> Roots:
    """The terms of what an operator answered."""
    if type(value) is Surd:
        return roots_of(value)
    assert type(value) in (int, Fraction)
    return {1: Fraction(value)} if value else {}


@given(irrationals, irrationals)
def test_operators_follow_the_terms(x: Roots, y: Roots) -> None:
    """Sum, difference, product and quotient; rational answers are int or Fraction."""
    a, b = from_roots(x), from_roots(y)
    assert type(a) is Surd
    assert type(b) is Surd
    opposite = {d: -c for d, c in y.items()}
    assert _python(a + b) == roots_add(x, y)
    assert _python(a - b) == roots_add(x, opposite)
    assert _python(a * b) == roots_mul(x, y)
    assert (a / b) * b == a
    assert (a < b) == (decimal(x) < decimal(y))
    assert (a >= b) == (not a < b)


@pytest.mark.parametrize("other", [3, True, Fraction(1, 3), mpz(3), mpq(1, 3)], ids=repr)
def test_operators_take_exact_numbers_on_either_side(other: Any) -> None:
    """int, bool, Fraction, mpz and mpq, left and right."""
    value = Fraction(int(other.numerator), int(other.denominator))
    assert other + _ROOT == _ROOT + other == surd((1, value), (2, 1))
    assert other - _ROOT == surd((1, value), (2, -1))
    assert _ROOT - other == surd((1, -value), (2, 1))
    assert other * _ROOT == _ROOT * other == surd((2, value))
    assert other / _ROOT == surd((2, value / 2))
    assert _ROOT / other == surd((2, 1 / value))
    assert (other < _ROOT) is (other < _ROOT) is (value < Fraction(1414, 1000))
    assert (other >= _ROOT) is (other >= _ROOT) is (value > Fraction(1414, 1000))
    assert other != _ROOT
    assert other != _ROOT


def test_operators_come_back_to_python_rationals() -> None:
    """The types of cancelled results."""
    assert (type(_ROOT * _ROOT), _ROOT * _ROOT) == (int, 2)
    assert (type(_ROOT - _ROOT), _ROOT - _ROOT) == (int, 0)
    assert (type(_ROOT / (2 * _ROOT)), _ROOT / (2 * _ROOT)) == (Fraction, Fraction(1, 2))
    assert sum([_ROOT, -_ROOT, 5]) == 5


def test_power_takes_integers() -> None:
    """Positive, zero and negative exponents."""
    assert _GOLDEN**2 == _GOLDEN + 1
    assert _GOLDEN**-1 == _GOLDEN - 1
    assert (type(_ROOT**0), _ROOT**0) == (int, 1)
    assert _ROOT ** mpz(2) == 2
    assert Fraction(1, 2) == _ROOT**-2


@given(irrationals)
def test_float_is_the_nearest_double(x: Roots) -> None:
    """As Python's own decimals round it."""
    value = from_roots(x)
    assert type(value) is Surd
    assert float(value) == float(decimal(x))
    assert math.isclose(float(value), float(decimal(x)))


@given(irrationals)
def test_whole_numbers_near_a_value(x: Roots) -> None:
    """floor, ceil, trunc, round and round to digits, against decimals."""
    value, exact = from_roots(x), decimal(x)
    assert type(value) is Surd
    low = math.floor(exact)
    assert math.floor(value) == low
    assert math.ceil(value) == low + 1
    assert math.trunc(value) == int(value) == math.trunc(exact)
    assert round(value) == math.floor(exact + decimal({1: Fraction(1, 2)}))
    assert abs(round(value, 3) - Fraction(float(value))) <= Fraction(51, 100000)
    assert round(value, 3) * 1000 == int(round(value, 3) * 1000)
    assert type(round(value)) is int
    assert round(value, -2) % 100 == 0


def test_signs_and_truth() -> None:
    """Negation, absolute value, plus, and that an irrational is never zero."""
    assert surd((2, -1)) == -_ROOT
    assert abs(-_ROOT) == abs(_ROOT) == +_ROOT == _ROOT
    assert bool(-_ROOT) is True


def test_equality_and_hash_serve_as_keys() -> None:
    """Equal numbers are one key; a float never equals."""
    assert {_ROOT: "a"}[2 / _ROOT] == "a"
    assert math.sqrt(2) != _ROOT
    assert _ROOT in [1, _ROOT * 1]


@pytest.mark.parametrize(
    ("compute", "error"),
    [
        (lambda: _ROOT / 0, ZeroDivisionError),
        (lambda: _ROOT / Fraction(0), ZeroDivisionError),
        (lambda: _ROOT + 1.5, TypeError),
        (lambda: 1.5 * _ROOT, TypeError),
        (lambda: _ROOT < 1.5, TypeError),
        (lambda: _ROOT + "1", TypeError),
        (lambda: 2**_ROOT, TypeError),
        (lambda: _ROOT**_ROOT, TypeError),
        (lambda: _ROOT ** Fraction(1, 2), TypeError),
        (lambda: _ROOT**1.5, TypeError),
        (lambda: (1 + _ROOT) ** 10**9, OverflowError),
        (lambda: _ROOT**10**30, OverflowError),
        (lambda: float(_ROOT * 10**400), OverflowError),
    ],
)
def test_errors_are_pythons_own(compute: Callable[[], object], error: type[Exception]) -> None:
    """A float is refused, zero divides nothing, and a ceiling is an OverflowError that names it."""
    with pytest.raises(error):
        compute()


def test_overflow_names_the_ceiling() -> None:
    """The message says which ceiling, and its value."""
    with pytest.raises(OverflowError, match=r"bigintBits \(1000000\)"):
        _ROOT**10**30


@given(irrationals)
def test_to_sympy_is_the_same_number(x: Roots) -> None:
    """The sum of the same terms."""
    value = from_roots(x)
    assert type(value) is Surd
    expected = sum(sympy.Rational(c.numerator, c.denominator) * sympy.sqrt(d) for d, c in x.items())
    assert sympy.expand(value.to_sympy() - expected) == 0


@pytest.mark.parametrize(
    ("value", "text", "latex"),
    [
        (_ROOT, "sqrt(2)", r"\sqrt{2}"),
        (_irrational((2, -1)), "-sqrt(2)", r"-\sqrt{2}"),
        (_irrational((2, 3)), "3/1*sqrt(2)", r"3\sqrt{2}"),
        (
            _irrational((1, Fraction(1, 2)), (5, Fraction(-3, 4))),
            "1/2-3/4*sqrt(5)",
            r"\frac{1}{2} - \frac{3}{4}\sqrt{5}",
        ),
        (_irrational((1, -1), (3, 1)), "-1/1+sqrt(3)", r"-1 + \sqrt{3}"),
    ],
)
def test_texts_display_and_latex(value: Surd, text: str, latex: str) -> None:
    """str is the display, repr names the class, LaTeX is set in dollars for notebooks."""
    assert str(value) == text
    assert repr(value) == f"<Surd {text}>"
    assert value.to_latex() == latex
    assert value._repr_latex_() == f"${latex}$"
