"""An irrational among Python's own numbers: operators, order, conversions, errors."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
import sympy
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.numbers import Surd
from ajisai.values.python_values import from_python
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
        (lambda: pow(_ROOT, 2, 5), TypeError),
        (lambda: _ROOT + Decimal(1), TypeError),
        (lambda: Decimal(1) < _ROOT, TypeError),
        (lambda: _ROOT + 1j, TypeError),
        (lambda: _ROOT // 0, ZeroDivisionError),
        (lambda: _ROOT % 0, ZeroDivisionError),
        (lambda: divmod(_ROOT, 0), ZeroDivisionError),
        (lambda: _ROOT // 1.5, TypeError),
        (lambda: 1.5 % _ROOT, TypeError),
        (lambda: divmod(_ROOT, "1"), TypeError),
        (lambda: divmod("1", _ROOT), TypeError),
        (lambda: round(_ROOT, 1.5), TypeError),  # type: ignore[call-overload]
        (lambda: round(_ROOT, 10**9), OverflowError),
        (lambda: f"{_ROOT:.999999999f}", OverflowError),
        (lambda: f"{_ROOT:x}", ValueError),
        (lambda: f"{_ROOT:+}", ValueError),
        (lambda: f"{_ROOT:Q.3f}", ValueError),
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


@given(irrationals, irrationals)
def test_floor_of_quotient_and_remainder(x: Roots, y: Roots) -> None:
    """As Python has them: the remainder has the sign of the divisor, and is less than it."""
    a, b = from_roots(x), from_roots(y)
    assert type(a) is Surd
    assert type(b) is Surd
    for left, right in ((a, b), (a, 3), (Fraction(-22, 7), b), (mpz(5), b), (a, mpq(-2, 3))):
        assert divmod(left, right) == (left // right, left % right)
        assert left // right == math.floor(left / right)
        assert left // right * right + left % right == left
        assert 0 <= (left % right) / right < 1


@given(irrationals, st.integers(0, 12))
def test_format_rounds_exactly(x: Roots, digits: int) -> None:
    """Each kind, as Python's own decimals format 300 digits of it."""
    value, exact = from_roots(x), decimal(x)
    for kind in "feEg%":
        expected = format(exact, f".{max(digits, int(kind == 'g'))}{kind}")
        if not set(expected) & set("123456789"):
            expected = expected.removeprefix("-")  # there is one zero
        assert f"{value:.{digits}{kind}}" == expected


@pytest.mark.parametrize(
    ("value", "spec", "text"),
    [
        (_ROOT, "", "sqrt(2)"),
        (_ROOT, ">10", "   sqrt(2)"),
        (_ROOT, "f", "1.414214"),
        (_ROOT, ".3", "1.41"),
        (_ROOT, ".0f", "1"),
        (_ROOT, "*^+11.2f", "***+1.41***"),
        (_ROOT, ".>8.2f", "....1.41"),
        (_ROOT, "010.3f", "000001.414"),
        (_ROOT * 10**7, ",.1f", "14,142,135.6"),
        (_ROOT, ".40f", "1.4142135623730950488016887242096980785697"),
        (_ROOT, "%", "141.421356%"),
        (_ROOT, "e", "1.414214e+0"),
        (_ROOT / 10**400, ".2e", "1.41e-400"),
        (_ROOT * 10**400, ".3g", "1.41e+400"),
        (10 - _ROOT / 10**20, ".3f", "10.000"),
        (10 - _ROOT / 10**20, ".2e", "1.00e+1"),
        (10 - _ROOT / 10**20, ".3g", "10.0"),
        (-_ROOT / 10**9, ".2f", "0.00"),
    ],
)
def test_format_layouts(value: Surd, spec: str, text: str) -> None:
    """Padding, signs, groups, many digits, huge and tiny numbers, and a carry into a new digit."""
    assert format(value, spec) == text


def test_format_has_no_end_of_digits() -> None:
    """Beyond what Python converts between int and str."""
    assert len(f"{_ROOT:.5000f}") == 5002


def test_long_numbers_are_not_written_out_in_passing() -> None:
    """In a repr and on a page; str has all of it."""
    long = (1 + _ROOT) ** 5000
    assert repr(long) == "<Surd of 2 terms>"
    assert long._repr_latex_() is None
    assert len(str(long)) > 3000
    for last, shown in ((20, True), (60, False)):  # the primes below 20 fit into a line
        value = _irrational(*((p, Fraction(1, p)) for p in range(2, last) if sympy.isprime(p)))
        assert (value._repr_latex_() is not None) is shown
    assert repr((1 + _ROOT) ** 20).startswith("<Surd 22619537/1+")


@given(irrationals, st.integers(-4, 6))
def test_powers_and_absolute_values_beside_sympy(x: Roots, exponent: int) -> None:
    """Small integer exponents of either sign."""
    value = from_roots(x)
    assert type(value) is Surd
    there = sum(sympy.Rational(c.numerator, c.denominator) * sympy.sqrt(d) for d, c in x.items())
    found = value**exponent
    image = found.to_sympy() if type(found) is Surd else sympy.sympify(found)
    assert sympy.expand(image * there ** max(0, -exponent) - there ** max(0, exponent)) == 0
    assert (abs(value) == value) is bool(there > 0)


_exact_numbers = st.one_of(
    st.integers(-9, 9),
    st.fractions(-9, 9, max_denominator=4),
    st.integers(-9, 9).map(mpz),
    irrationals.map(from_roots),
)


@given(st.lists(_exact_numbers, min_size=2, max_size=6))
def test_order_equality_and_hash_are_of_one_piece(numbers: list[Any]) -> None:
    """Sorted together they ascend, and equal ones hash alike, whatever types hold them."""
    for low, high in itertools.pairwise(sorted(numbers)):
        assert low <= high
        assert (low == high) is (not low < high) is (high <= low)
        if low == high:
            assert hash(low) == hash(high)
    assert len(set(numbers)) == len({str(from_python(number)) for number in numbers})


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
    assert value._repr_latex_() == rf"$\displaystyle {latex}$"
