"""Phrasebook Words against Python's own statistics, fractions, math and text, over generated operands."""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ajisai

# There are many Words, each simple: a third of the usual examples for each.
_third = settings(max_examples=max(10, settings().max_examples // 3))

_NUMBERS = st.one_of(st.integers(-50, 50), st.fractions(-20, 20, max_denominator=12))
_SOME = st.lists(_NUMBERS, min_size=1, max_size=12)
_ANY = st.lists(_NUMBERS, max_size=12)
_INTEGERS = st.integers(-60, 60)
_COUNTS = st.integers(0, 40)
_TEXT = st.text(alphabet="ab Ab\n,é", max_size=12)


def _answer(word: str, *operands: Any) -> Any:
    """What a Word leaves, as a Python object; the ERROR's category where it fails."""
    result = ajisai.run(word, inputs=operands, words=[word])
    return result.value if result.error is None else result.error.category


def _matrix(rows: int, columns: int) -> st.SearchStrategy[list[list[int]]]:
    row = st.lists(st.integers(-9, 9), min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


def _modes(values: list[Any]) -> Any:
    return Counter(values).most_common(1)[0][0]  # of equals the first met, as Counter promises


def _half_away(x: Fraction | int) -> int:
    whole = math.floor(abs(x) + Fraction(1, 2))
    return whole if x >= 0 else -whole


ONE: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], Any]]] = {
    "ABS": (_NUMBERS, abs),
    "NEG": (_NUMBERS, lambda x: -x),
    "SIGN": (_NUMBERS, lambda x: (x > 0) - (x < 0)),
    "CEIL": (_NUMBERS, math.ceil),
    "TRUNC": (_NUMBERS, math.trunc),
    "FRAC": (_NUMBERS, lambda x: x - math.floor(x)),
    "INTEGER?": (_NUMBERS, lambda x: x == math.floor(x)),
    "SQUARE": (_NUMBERS, lambda x: x * x),
    "RECIP": (_NUMBERS.filter(bool), lambda x: Fraction(1) / x),
    "EVEN?": (_NUMBERS, lambda x: x % 2 == 0),
    "ODD?": (_NUMBERS, lambda x: x % 2 == 1),
    "IOTA": (_COUNTS, lambda n: list(range(n))),
    "FACTORIAL": (_COUNTS, math.factorial),
    "ISQRT": (st.integers(0, 10**9), math.isqrt),
    "PRIME?": (st.integers(-5, 400), lambda n: n > 1 and all(n % d for d in range(2, n))),
    "DIVISORS": (st.integers(1, 400), lambda n: [d for d in range(1, n + 1) if n % d == 0]),
    "DIGITS": (st.integers(0, 10**12), lambda n: [int(digit) for digit in str(n)]),
    "SUM": (_ANY, sum),
    "PRODUCT": (_ANY, math.prod),
    "FIRST": (_SOME, lambda v: v[0]),
    "LAST": (_SOME, lambda v: v[-1]),
    "REST": (_ANY, lambda v: v[1:]),
    "BUT-LAST": (_ANY, lambda v: v[:-1]),
    "INDICES": (_ANY, lambda v: list(range(len(v)))),
    "MAXIMUM": (_SOME, max),
    "MINIMUM": (_SOME, min),
    "RANGE-OF": (_SOME, lambda v: max(v) - min(v)),
    "ARGMAX": (_SOME, lambda v: v.index(max(v))),
    "ARGMIN": (_SOME, lambda v: v.index(min(v))),
    "CUMSUM": (_ANY, lambda v: list(itertools.accumulate(v))),
    "DIFF": (_ANY, lambda v: [b - a for a, b in itertools.pairwise(v)]),
    "PAIRS": (_ANY, lambda v: [list(pair) for pair in itertools.pairwise(v)]),
    "DESCENDING": (_ANY, lambda v: sorted(v, reverse=True)),
    "CONCAT-ALL": (st.lists(_ANY, max_size=5), lambda v: list(itertools.chain(*v))),
    "ANY?": (st.lists(st.booleans(), max_size=6), any),
    "ALL?": (st.lists(st.booleans(), max_size=6), all),
    "COUNT": (st.lists(st.booleans(), max_size=6), sum),
    "PRESENT": (st.lists(st.none() | _INTEGERS, max_size=6), lambda v: [x for x in v if x is not None]),
    "MEAN": (_SOME, lambda v: Fraction(sum(v)) / len(v)),
    "MEDIAN": (_SOME, lambda v: statistics.median(map(Fraction, v))),
    "MODE": (_SOME, _modes),
    "VARIANCE": (_SOME, lambda v: statistics.pvariance(list(map(Fraction, v)))),
    "SAMPLE-VARIANCE": (
        st.lists(_NUMBERS, min_size=2, max_size=9),
        lambda v: statistics.variance(list(map(Fraction, v))),
    ),
    "TRANSPOSE": (_matrix(3, 2), lambda m: [list(row) for row in zip(*m, strict=True)]),
    "IDENTITY": (st.integers(0, 6), lambda n: [[int(i == j) for j in range(n)] for i in range(n)]),
    "DET2": (_matrix(2, 2), lambda m: m[0][0] * m[1][1] - m[0][1] * m[1][0]),
    "THOUSANDS": (st.integers(-(10**12), 10**12), lambda n: f"{n:,}"),
    "WORDS": (_TEXT, str.split),
    "TEXT-LENGTH": (_TEXT, len),
    "TEXT-REVERSE": (_TEXT, lambda t: t[::-1]),
    "LINES": (_TEXT, lambda t: t.removesuffix("\n").split("\n") if t else []),
    "CAPITALIZE": (_TEXT, lambda t: t[:1].upper() + t[1:].lower()),
    "ENTRIES": (st.dictionaries(_TEXT, _INTEGERS, max_size=4), lambda r: [list(e) for e in r.items()]),
}
MORE: dict[str, tuple[tuple[st.SearchStrategy[Any], ...], Callable[..., Any]]] = {
    "LTE": ((_NUMBERS, _NUMBERS), lambda a, b: a <= b),
    "GTE": ((_NUMBERS, _NUMBERS), lambda a, b: a >= b),
    "NEQ": ((_TEXT, _TEXT), lambda a, b: a != b),
    "SAME?": ((_INTEGERS, _INTEGERS), lambda a, b: a == b),
    "BETWEEN?": ((_NUMBERS, _NUMBERS, _NUMBERS), lambda x, a, b: a <= x <= b),
    "OR": ((st.booleans(), st.booleans()), lambda a, b: a or b),
    "XOR": ((st.booleans(), st.booleans()), lambda a, b: a != b),
    "IMPLIES": ((st.booleans(), st.booleans()), lambda a, b: b or not a),
    "CLAMP": ((_NUMBERS, st.integers(-9, 0), st.integers(0, 9)), lambda x, a, b: min(max(x, a), b)),
    "LERP": ((_NUMBERS, _NUMBERS, _NUMBERS), lambda a, b, t: a + (b - a) * t),
    "QUANTIZE": (
        (_NUMBERS, st.fractions(1, 9, max_denominator=4)),
        lambda x, s: _half_away(x / s) * s,
    ),
    "ROUND-TO": (
        (_NUMBERS, st.integers(-2, 3)),
        lambda x, d: Fraction(_half_away(x * Fraction(10) ** d)) / Fraction(10) ** d,
    ),
    "PERCENT": ((_NUMBERS, _NUMBERS), lambda a, r: Fraction(a) * r / 100),
    "PERCENT-OF": ((_NUMBERS, _NUMBERS.filter(bool)), lambda a, b: 100 * Fraction(a) / b),
    "PERCENT-CHANGE": ((_NUMBERS.filter(bool), _NUMBERS), lambda a, b: 100 * Fraction(b - a) / a),
    "QUOTIENT": ((_NUMBERS, _NUMBERS.filter(bool)), lambda a, b: math.floor(Fraction(a) / b)),
    "MOD": ((_NUMBERS, _NUMBERS.filter(bool)), lambda a, b: a % b),
    "DIVIDES?": ((_INTEGERS.filter(bool), _INTEGERS), lambda a, b: b % a == 0),
    "LCM": ((_INTEGERS, _INTEGERS), math.lcm),
    "BINOMIAL": ((st.integers(0, 30), st.integers(0, 30)), math.comb),
    "WINDOWS": (
        (_ANY, st.integers(1, 5)),
        lambda v, n: [v[i : i + n] for i in range(len(v) - n + 1)],
    ),
    "CHUNKS": (
        (_ANY, st.integers(1, 5)),
        lambda v, n: [v[i : i + n] for i in range(0, len(v), n)],
    ),
    "LINSPACE": (
        (_NUMBERS, _NUMBERS, st.integers(2, 9)),
        lambda a, b, n: [a + Fraction(b - a) * i / (n - 1) for i in range(n)],
    ),
    "TOP": ((_ANY, st.integers(0, 20)), lambda v, n: sorted(v, reverse=True)[:n]),
    "DEFAULT": ((st.none() | _INTEGERS, _INTEGERS), lambda v, d: d if v is None else v),
    "PERCENTILE": (
        (_SOME, st.integers(1, 100)),
        lambda v, p: sorted(v)[math.ceil(Fraction(len(v) * p, 100)) - 1],
    ),
    "HISTOGRAM": (
        (_ANY, st.integers(1, 9)),
        lambda v, w: dict(sorted(Counter(math.floor(Fraction(x) / w) * w for x in v).items())),
    ),
    "POLYVAL": (
        (_ANY, _NUMBERS),
        lambda v, x: sum(c * Fraction(x) ** i for i, c in enumerate(reversed(v))),
    ),
    "OUTER": ((_ANY, _ANY), lambda a, b: [[x * y for y in b] for x in a]),
    "MATMUL": (
        (_matrix(2, 3), _matrix(3, 2)),
        lambda a, b: [[sum(map(int.__mul__, r, c)) for c in zip(*b, strict=True)] for r in a],
    ),
    "MATVEC": (
        (_matrix(2, 3), st.lists(_INTEGERS, min_size=3, max_size=3)),
        lambda m, v: [sum(x * y for x, y in zip(row, v, strict=True)) for row in m],
    ),
    "COMPOUND": (
        (_NUMBERS, st.fractions(0, 1, max_denominator=20), st.integers(0, 12)),
        lambda p, r, n: p * (1 + r) ** n,
    ),
    "NPV": (
        (_ANY, st.fractions(0, 1, max_denominator=20)),
        lambda v, r: sum(Fraction(x) / (1 + r) ** k for k, x in enumerate(v)),
    ),
    "JOIN-WITH": ((st.lists(_TEXT, max_size=5), _TEXT), lambda v, s: s.join(v)),
    "TEXT-CONCAT": ((_TEXT, _TEXT), lambda a, b: a + b),
    "POSITION": ((_TEXT, _TEXT), str.find),
    "CONTAINS?": ((_TEXT, _TEXT), lambda t, n: n in t),
    "STARTS-WITH?": ((_TEXT, _TEXT), str.startswith),
    "ENDS-WITH?": ((_TEXT, _TEXT), str.endswith),
    "REPEAT": ((_TEXT, st.integers(-2, 5)), lambda t, n: t * n),
    "PAD-LEFT": ((_TEXT, st.integers(0, 15), st.just("-")), str.rjust),
    "PAD-RIGHT": ((_TEXT, st.integers(0, 15), st.just("-")), str.ljust),
}


@pytest.mark.parametrize("word", ONE)
@_third
@given(data=st.data())
def test_word_of_one_operand_agrees(word: str, data: st.DataObject) -> None:
    """The Word answers what Python's exact arithmetic and texts do."""
    strategy, oracle = ONE[word]
    operand = data.draw(strategy)
    assert _answer(word, operand) == oracle(operand)


@pytest.mark.parametrize("word", MORE)
@_third
@given(data=st.data())
def test_word_of_several_operands_agrees(word: str, data: st.DataObject) -> None:
    """The Word answers what Python's exact arithmetic and texts do."""
    strategies, oracle = MORE[word]
    operands = [data.draw(strategy) for strategy in strategies]
    assert _answer(word, *operands) == oracle(*operands)


@_third
@given(_NUMBERS, _NUMBERS.filter(bool))
def test_divmod_agrees(a: Any, b: Any) -> None:
    """Quotient and remainder, as Python's divmod has them."""
    result = ajisai.run("DIVMOD 2 COLLECT", inputs=[a, b], words=["DIVMOD"])
    assert result.value == list(divmod(a, b))


@_third
@given(st.lists(st.tuples(_NUMBERS, _INTEGERS), max_size=8))
def test_sort_by_agrees(pairs: list[tuple[Any, int]]) -> None:
    """Stable, as Python's sort is."""
    values, keys = [value for value, _ in pairs], [key for _, key in pairs]
    expected = [value for value, _ in sorted(pairs, key=lambda pair: pair[1])]
    assert _answer("SORT-BY", values, keys) == expected


@_third
@given(st.lists(st.tuples(_INTEGERS, st.booleans() | st.none()), max_size=8))
def test_keep_agrees_with_filter(pairs: list[tuple[int, bool | None]]) -> None:
    """Elements beside TRUE are kept in order; FALSE and UNKNOWN leave theirs out."""
    values, truths = [value for value, _ in pairs], [truth for _, truth in pairs]
    assert _answer("KEEP", values, truths) == [value for value, truth in pairs if truth is True]


@_third
@given(st.lists(st.tuples(st.sampled_from("abc"), _NUMBERS), max_size=8))
def test_sums_and_means_by_key_agree(pairs: list[tuple[str, Any]]) -> None:
    """Keys by first occurrence."""
    keys, values = [key for key, _ in pairs], [value for _, value in pairs]
    groups: dict[str, list[Any]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    assert list(_answer("SUM-BY", keys, values).items()) == [(k, sum(v)) for k, v in groups.items()]
    assert _answer("MEAN-BY", keys, values) == {k: Fraction(sum(v)) / len(v) for k, v in groups.items()}


@_third
@given(st.integers(-(10**6), 10**6), st.integers(1, 40))
def test_split_evenly_loses_no_cent(cents: int, parts: int) -> None:
    """Whole hundredths that add up to the amount, none more than one apart, the larger first."""
    shares = _answer("SPLIT-EVENLY", Fraction(cents, 100), parts)
    assert len(shares) == parts
    assert sum(shares) == Fraction(cents, 100)
    assert all((share * 100).denominator == 1 for share in shares)
    assert max(shares) - min(shares) <= Fraction(1, 100)
    assert shares == sorted(shares, reverse=True)


@_third
@given(st.integers(-(10**6), 10**6), st.lists(st.integers(1, 99), min_size=1, max_size=9))
def test_allocate_loses_no_cent(cents: int, weights: list[int]) -> None:
    """Whole hundredths that add up to the amount, each within a cent of its exact share."""
    shares = _answer("ALLOCATE", Fraction(cents, 100), weights)
    assert sum(shares) == Fraction(cents, 100)
    for share, weight in zip(shares, weights, strict=True):
        assert (share * 100).denominator == 1
        assert abs(share - Fraction(cents * weight, 100 * sum(weights))) <= Fraction(1, 100)


@_third
@given(st.integers(1, 10**6), st.fractions(0, 1, max_denominator=50), st.integers(1, 24))
def test_payment_pays_the_loan_off(principal: int, rate: Fraction, periods: int) -> None:
    """With interest added before each payment, nothing is owed after the last one, exactly."""
    payment, owed = _answer("PAYMENT", principal, rate, periods), Fraction(principal)
    for _ in range(periods):
        owed = owed * (1 + rate) - payment
    assert owed == 0


@_third
@given(st.integers(1, 9), st.integers(-9, 9), st.integers(-9, 9))
def test_quadratic_roots_are_roots(a: int, b: int, c: int) -> None:
    """Each root makes the polynomial zero exactly; none is answered where the discriminant is negative."""
    roots = _answer("QUADRATIC", a, b, c)
    if b * b < 4 * a * c:
        assert roots is None
        return
    for root in roots:
        assert _answer("POLYVAL", [a, b, c], root) == 0
    assert roots[0] <= roots[1]


@_third
@given(st.lists(_INTEGERS, min_size=1, max_size=6), st.lists(_INTEGERS, min_size=6, max_size=6))
def test_norm_and_distance_square_to_sums(v: list[int], other: list[int]) -> None:
    """The root is exact: its square is the sum of squares."""
    other = other[: len(v)]
    norm, distance = _answer("NORM", v), _answer("DISTANCE", v, other)
    assert _answer("SQUARE", norm) == sum(x * x for x in v)
    assert _answer("SQUARE", distance) == sum((x - y) ** 2 for x, y in zip(v, other, strict=True))


@_third
@given(st.lists(st.tuples(_INTEGERS, _INTEGERS), min_size=2, max_size=7))
def test_line_fit_and_correlation_agree(points: list[tuple[int, int]]) -> None:
    """Against the closed formulas over fractions; where the xs do not vary, the slope is no finite number."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    n = len(points)
    sxx = Fraction(sum(x * x for x in xs)) - Fraction(sum(xs) ** 2, n)
    syy = Fraction(sum(y * y for y in ys)) - Fraction(sum(ys) ** 2, n)
    sxy = Fraction(sum(x * y for x, y in points)) - Fraction(sum(xs) * sum(ys), n)
    line = _answer("LINE-FIT", xs, ys)
    if sxx == 0:
        assert isinstance(line[0], ajisai.Point)
        return
    assert line == [sxy / sxx, Fraction(sum(ys), n) - sxy / sxx * Fraction(sum(xs), n)]
    if syy:
        assert _answer("SQUARE", _answer("CORRELATION", xs, ys)) == sxy**2 / (sxx * syy)


@_third
@given(_matrix(3, 3))
def test_det3_agrees_with_expansion(m: list[list[int]]) -> None:
    """Sum over permutations, by the rule of Sarrus."""
    (a, b, c), (d, e, f), (g, h, i) = m
    assert _answer("DET3", m) == a * e * i + b * f * g + c * d * h - c * e * g - b * d * i - a * f * h


@_third
@given(st.dictionaries(_TEXT, _INTEGERS, max_size=5))
def test_entries_and_from_entries_undo_each_other(record: dict[str, int]) -> None:
    """In both directions, order kept."""
    entries = _answer("ENTRIES", record)
    assert list(_answer("FROM-ENTRIES", entries).items()) == list(record.items())
