"""The price functions, which whole columns share (LANG.CEILINGS.NUMERIC-WORK)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ajisai.numbers import costs


@pytest.mark.parametrize(
    ("bits", "limbs"), [(0, 1), (1, 1), (63, 1), (64, 1), (65, 2), (128, 2), (129, 3), (262144, 4096)]
)
def test_limbs_of_bits_at_every_edge(bits: int, limbs: int) -> None:
    """64-bit limbs, never fewer than one."""
    assert costs.limbs_of_bits(bits) == limbs


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_prices_are_limb_counts(bits: int, other: int) -> None:
    """A sum by the wider operand, a product by both, a fraction so many times that."""
    one, two = costs.limbs_of_bits(bits), costs.limbs_of_bits(other)
    assert costs.int_add_price(bits, other) == max(one, two)
    assert costs.int_mul_price(bits, other) == one * two
    assert costs.fraction_price(bits, other) == costs.FRACTION * one * two
    assert costs.term_pair_price(bits, other, whole=True) == costs.TERM_PAIR + one * two
    assert costs.term_pair_price(bits, other, whole=False) == costs.TERM_PAIR + costs.FRACTION * one * two
    assert costs.rounding_price(bits) == costs.FRACTION * one


@pytest.mark.parametrize("price", [costs.int_add_price, costs.int_mul_price])
def test_price_of_single_limbs_is_one(price: object) -> None:
    """So a column of n one-limb integers costs n."""
    assert price(64, 64) == price(0, 0) == price(1, 64) == 1  # type: ignore[operator]


@given(st.integers(0, 10**6))
def test_prices_of_long_calls_grow_with_the_square(bits: int) -> None:
    """Never free, and never above the limb products."""
    limbs = costs.limbs_of_bits(bits)
    assert 1 <= costs.bulk_price(bits) <= 1 + limbs * limbs // 64
    assert 1 <= costs.power_price(bits) == 1 + limbs * limbs // 3
