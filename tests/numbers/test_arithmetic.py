"""The four operations against the pair formulas, and their prices and ceilings (LANG.NUMBERS.OPERATIONS)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given

from ajisai.bounds import Failure, Meter
from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY, Number, add, div, gcd, is_number, mul, neg, sub
from ajisai.numbers.costs import FRACTION
from tests.numbers import oracle
from tests.numbers.oracle import Pair, from_pair, is_canonical, meter, number, pair_of, refused, root

Operation = Callable[[Number, Number, Meter], Number]

_FORMULAS = [
    (add, oracle.pair_add),
    (sub, oracle.pair_sub),
    (mul, oracle.pair_mul),
    (div, oracle.pair_div),
]


@given(oracle.pairs, oracle.pairs)
def test_operations_every_pair_follow_the_formulas(x: Pair, y: Pair) -> None:
    """Each operation is its formula over every pair, points included, in canonical form."""
    for operation, formula in _FORMULAS:
        answer = operation(from_pair(x), from_pair(y), meter())
        assert pair_of(answer) == formula(x, y)
        assert is_canonical(answer)


@given(oracle.pairs)
def test_neg_every_pair_flips_the_numerator(x: Pair) -> None:
    """The negative of a pair, points included."""
    answer = neg(from_pair(x))
    assert pair_of(answer) == (-x[0], x[1])
    assert is_canonical(answer)


@pytest.mark.parametrize(
    ("operation", "left", "right", "expected"),
    [
        (div, "1", "0", "1/0"),
        (div, "-3", "0", "-1/0"),
        (div, "0", "0", "0/0"),
        (add, "1/0", "5", "1/0"),
        (add, "1/0", "1/0", "0/0"),
        (add, "1/0", "-1/0", "0/0"),
        (sub, "5", "1/0", "-1/0"),
        (mul, "1/0", "-2", "-1/0"),
        (mul, "1/0", "0", "0/0"),
        (div, "1", "1/0", "0/1"),
        (div, "1/0", "1/0", "0/0"),
        (div, "1/0", "0", "1/0"),
        (div, "1/0", "-2", "-1/0"),
    ],
)
def test_operations_specified_examples(operation: Operation, left: str, right: str, expected: str) -> None:
    """The consequences that LANG.NUMBERS.OPERATIONS lists."""
    assert operation(number(left), number(right), meter()) == number(expected)


@pytest.mark.parametrize("point", [INFINITY, NEG_INFINITY, NULLITY], ids=repr)
@pytest.mark.parametrize("factor", [1, -1])
def test_operations_irrational_with_a_point_counts_by_sign(point: Number, factor: int) -> None:
    """An irrational reaches a point as 1 or -1 would."""
    irrational = mul(root(2), mpz(factor), meter())
    one = mpz(factor)
    for operation in (add, sub, mul, div):
        assert operation(irrational, point, meter()) == operation(one, point, meter())
        assert operation(point, irrational, meter()) is operation(point, one, meter())


def test_div_irrational_by_zero_is_sign_over_zero() -> None:
    """x 0 DIV is the sign of x over 0."""
    assert div(root(2), mpz(0), meter()) is INFINITY
    assert div(neg(root(2)), mpz(0), meter()) is NEG_INFINITY


@pytest.mark.parametrize("operation", [add, sub, mul])
def test_price_single_limb_integers_is_one(operation: Operation) -> None:
    """An operation on integers of one limb costs exactly 1, at the limb's edge too."""
    for left, right in ((3, 4), (0, 0), (2**64 - 1, 2**64 - 1), (-(2**64) + 1, 1)):
        spent = meter()
        operation(mpz(left), mpz(right), spent)
        assert spent.numeric == 1


def test_price_grows_with_limbs() -> None:
    """A sum costs the limbs of the wider operand, a product their product, a fraction so many times that."""
    wide, wider = mpz(1) << 64, mpz(1) << 200
    for operation, cost in ((add, 4), (sub, 4), (mul, 8), (div, 8 * FRACTION)):
        spent = meter()
        operation(wide, wider, spent)
        assert spent.numeric == cost
    spent = meter()
    add(mpq(1, 3), mpq(1, wider), spent)
    assert spent.numeric == 4 * FRACTION


@pytest.mark.parametrize("operation", [add, sub, mul, div])
def test_price_refused_at_the_ceiling_is_not_counted(operation: Operation) -> None:
    """The charge that would cross numericWork is refused before the work, and usage stays."""
    for left, right in ((mpz(1), mpz(2)), (mpq(1, 2), mpq(1, 3)), (root(2), root(3)), (root(2), mpq(1, 2))):
        free = meter()
        operation(left, right, free)
        at_limit = meter(numericWork=max(1, free.numeric))
        operation(left, right, at_limit)
        if free.numeric > 1:
            tight = meter(numericWork=free.numeric - 1)
            with pytest.raises(Failure) as caught:
                operation(left, right, tight)
            assert caught.value.resource == "numericWork"
            assert tight.numeric <= free.numeric - 1


@pytest.mark.parametrize("bits", [8, 64, 65, 300])
def test_bits_at_the_limit_pass_and_one_over_is_refused(bits: int) -> None:
    """The bits of a result are counted exactly, for sums and products, of integers and fractions."""
    largest = mpz(2**bits - 1)
    limited = meter(bigintBits=bits)
    assert add(largest, mpz(0), limited) == largest
    assert sub(mpz(0), largest, limited) == -largest
    assert mul(mpz(2 ** (bits - 1)), mpz(1), limited) == 2 ** (bits - 1)
    assert mul(largest, mpz(0), limited) == 0
    assert add(mpq(largest, 2), mpq(-largest, 2), limited) == 0
    assert div(largest, largest, limited) == 1
    for operation, left, right in (
        (add, largest, mpz(1)),
        (sub, -largest, mpz(1)),
        (mul, mpz(2 ** (bits - 1)), mpz(2)),
        (add, mpq(2 ** (bits - 1), 3), mpq(2 ** (bits - 1), 3)),
        (mul, mpq(1, largest), mpq(1, 2)),
        (div, mpq(largest, 2), mpq(1, 3)),
    ):
        with pytest.raises(Failure) as caught:
            operation(left, right, meter(bigintBits=bits))
        assert refused(caught)[:2] == ("bigintBits", bits)
        assert type(caught.value.observed) is int
        assert caught.value.observed > bits


def test_gcd_is_of_integers_alone() -> None:
    """Non-negative, 0 for two zeros, None for anything that is no integer."""
    assert gcd(mpz(-12), mpz(18), meter()) == 6
    assert gcd(mpz(0), mpz(0), meter()) == 0
    assert gcd(mpz(0), mpz(-7), meter()) == 7
    for other in (mpq(1, 2), INFINITY, NULLITY, root(2)):
        assert gcd(other, mpz(3), meter()) is None
        assert gcd(mpz(3), other, meter()) is None


def test_is_number_tells_numbers_from_python_values() -> None:
    """The engine's four kinds are numbers; Python's are not values of the engine."""
    assert all(map(is_number, (mpz(1), mpq(1, 2), NULLITY, root(2))))
    assert not any(map(is_number, (1, True, 1.0, "1", None)))
