"""Reference answers beside outside oracles: fractions, decimal, sympy, json, numpy and plain Python."""

from __future__ import annotations

import difflib
import json
import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from itertools import accumulate

import numpy
import pytest
import sympy

from ajisai.assets import read_json
from benchmarks.evaluation.corpus import Corpus

_Oracle = Callable[[], str]


def _number(value: Fraction | int) -> str:
    exact = Fraction(value)
    return f"{exact.numerator}/{exact.denominator}"


def _text(value: str) -> str:
    return f"'{value}'"


def _truth(value: bool) -> str:
    return "TRUE" if value else "FALSE"


def _vector(items: Iterable[str]) -> str:
    return " ".join(["[", *items, "]"])


def _numbers(values: Iterable[Fraction | int]) -> str:
    return _vector(map(_number, values))


def _record(entries: dict[str, str]) -> str:
    return f"{_vector(map(_text, entries))} {_vector(entries.values())} RECORD"


def _surd(value: sympy.Expr, radicand: int) -> str:
    """The display of a sum of a rational and a multiple of one square root, from sympy's expansion."""
    root = sympy.sqrt(radicand)
    expanded = sympy.expand(value)
    coefficient = expanded.coeff(root)
    rational = sympy.simplify(expanded - coefficient * root)
    assert rational.is_rational
    assert coefficient.is_rational
    assert coefficient > 1
    head = "" if rational == 0 else f"{rational.p}/{rational.q}+"
    return f"{head}{coefficient.p}/{coefficient.q}*sqrt({radicand})"


def _decimal(numerator: Decimal, denominator: Decimal, digits: int) -> str:
    with localcontext() as context:
        context.prec = 100
        quotient = numerator / denominator
        return _text(str(quotient.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP)))


def _number_or(text: str, fallback: int) -> int:
    try:
        return int(text)
    except ValueError:
        return fallback


_JSON = '{"items":[{"p":0.1},{"p":0.2}]}'
_ORACLES: dict[str, _Oracle] = {
    "rational-sum": lambda: _number(Fraction(2, 3) + Fraction(1, 6)),
    "rational-quotient": lambda: _number((Fraction(3, 4) - Fraction(5, 6)) / Fraction(7, 12)),
    "rational-harmonic": lambda: _number(sum(Fraction(1, n) for n in range(1, 11))),
    "rational-negative-power": lambda: _number(Fraction(-2, 3) ** -5),
    "decimal-tenths": lambda: _truth(Decimal("0.1") + Decimal("0.2") == Decimal("0.3")),
    "decimal-vat": lambda: _decimal(Decimal("19.99") * Decimal("1.19"), Decimal(1), 2),
    "decimal-cube": lambda: _number(Fraction(Decimal("1.1")) ** 3),
    "decimal-twenty-digits": lambda: _decimal(Decimal(22), Decimal(7), 20),
    "integer-factorial": lambda: _number(math.factorial(25)),
    "integer-power": lambda: _number(2**100),
    "integer-gcd": lambda: _number(math.gcd(1071, 462)),
    "irrational-root": lambda: _surd(sympy.sqrt(72), 2),
    "irrational-cube": lambda: _surd((1 + sympy.sqrt(2)) ** 3, 2),
    "irrational-fifty-digits": lambda: _text(str(sympy.N(sympy.sqrt(2), 51))),
    "vector-sum": lambda: _numbers(a + b for a, b in zip((1, 2, 3), (10, 20, 30), strict=True)),
    "vector-halved": lambda: _vector(_numbers(Fraction(n, 2) for n in row) for row in ((1, 2), (3, 4))),
    "vector-reshape": lambda: _vector(_numbers(range(first, first + 3)) for first in (1, 4)),
    "collection-sort": lambda: _numbers(sorted(map(Fraction, ("3/4", "2/3", "5/7", "1/2")))),
    "collection-unique": lambda: _numbers(dict.fromkeys((3, 1, 3, 2, 1))),
    "collection-index": lambda: _number([4, 7, 9, 7].index(7)),
    "higher-order-squares": lambda: _number(sum(n * n for n in range(1, 21))),
    "higher-order-sevens": lambda: _numbers(n for n in range(1, 31) if n % 7 == 0),
    "higher-order-running": lambda: _numbers(accumulate((5, -2, 7, 1))),
    "text-reverse": lambda: _text("ajisai"[::-1]),
    "text-replace": lambda: _text("red, green, blue".replace(", ", ";")),
    "text-count": lambda: _number(len("紫陽花の花")),
    "record-raise": lambda: _record(
        {
            "tea": _number(Fraction("2.5") * Fraction("1.1")),
            "cake": _number(Fraction("4.2") * Fraction("1.1")),
        }
    ),
    "record-merge": lambda: _record({"host": _text("a"), "port": _number(80)} | {"port": _number(8080)}),
    "record-tally": lambda: _record({key: _number(count) for key, count in Counter("abaca").items()}),
    "json-sum": lambda: _number(
        sum(Fraction(item["p"]) for item in json.loads(_JSON, parse_float=Fraction)["items"])
    ),
    "json-encode": lambda: _text(json.dumps({"a": 0.25, "b": [True, None]}, separators=(",", ":"))),
    "absence-default": lambda: _numbers(_number_or(text, 0) for text in ("12", "abc", "7")),
    "comparison-fractions": lambda: _truth(Fraction(355, 113) < Fraction(22, 7)),
    "comparison-roots": lambda: _truth(bool(sympy.sqrt(2) + sympy.sqrt(3) > sympy.sqrt(10))),
    "logic-and": lambda: _vector(_truth(a and b) for a in (True, False) for b in (True, False)),
    "logic-select": lambda: _vector(_text("pos" if n > 0 else "not") for n in (3, -1, 0, 7)),
    "phrasebook-median": lambda: _number(statistics.median(map(Fraction, (7, 1, 5, 3)))),
    "phrasebook-stdev": lambda: _number(int(statistics.pstdev((2, 4, 4, 4, 5, 5, 7, 9)))),
    "phrasebook-thousands": lambda: _text(f"{1234567:,}"),
}


@pytest.mark.parametrize("name", _ORACLES)
def test_reference_answer_is_what_the_oracle_computes(committed: Corpus, name: str) -> None:
    """The committed expectation, not the engine's answer, stands beside the oracle."""
    (case,) = (case for case in committed.cases if case.id == name)
    assert case.expect["/stackDisplay"] == [_ORACLES[name]()]


def _refused(work: Callable[[], object], *refusals: type[Exception]) -> bool:
    try:
        work()
    except refusals:
        return True
    return False


def _past(name: str, size: int) -> bool:
    ceilings = {
        entry["name"]: entry["mcp-local-stdio"] for entry in read_json("spec/limits.json")["ceilings"]
    }
    return size > ceilings[name]


def _nearest(name: str) -> list[str]:
    return difflib.get_close_matches(
        name, [word["name"] for word in read_json("spec/words.json")["words"]], 1
    )


# Where there is no value to compare, another means says that there is none, or which name is meant.
_VERDICTS: dict[str, tuple[str, object, Callable[[], bool]]] = {
    "json-invalid": (
        "/outcome",
        "nil:invalidEncoding",
        lambda: _refused(lambda: json.loads('{"a":1,}'), json.JSONDecodeError),
    ),
    "absence-root": ("/outcome", "nil:domainMiss", lambda: not sympy.sqrt(-1).is_real),
    "absence-index": ("/outcome", "nil:indexOutOfBounds", lambda: _refused(lambda: [1, 2, 3][5], IndexError)),
    "registry-misspelt": ("/suggestions/0", "INDEX-OF", lambda: _nearest("INDEXOF") == ["INDEX-OF"]),
    "check-bracket": (
        "/error/category",
        "malformedSource",
        lambda: "[ 1 2 3 0 [ ADD ] FOLD".count("[") != "[ 1 2 3 0 [ ADD ] FOLD".count("]"),
    ),
    "check-name": ("/error/word", "SUMM", lambda: _nearest("SUMM") != ["SUMM"]),
    "outcomes-number": (
        "/outcomes",
        ["value", "nil:invalidEncoding"],
        lambda: [_refused(lambda text=text: int(text), ValueError) for text in "1x"] == [False, True],
    ),
    "outcomes-malformed": (
        "/outcomes",
        ["error:malformedSource"],
        lambda: "[ 1 2 ADD".count("[") != "[ 1 2 ADD".count("]"),
    ),
    "limit-elements": (
        "/error/resource",
        "materializedElements",
        lambda: _past("materializedElements", len(range(1, 200001))),
    ),
    "limit-bits": ("/error/resource", "bigintBits", lambda: _past("bigintBits", (10**100000).bit_length())),
    "diagnostic-operator": ("/error/word", "+", lambda: _nearest("+") != ["+"]),
    "diagnostic-shapes": (
        "/error/category",
        "shapeMismatch",
        lambda: _refused(lambda: numpy.add([1, 2], [1, 2, 3]), ValueError),
    ),
}
_WITHOUT = {
    "contract-square": "inference of operands, results and field is defined by Ajisai alone",
    "contract-inverse": "inference of operands, results and field is defined by Ajisai alone",
    "contract-line": "the form of a contract line is defined by Ajisai alone",
    "registry-sqrt": "the registry is the definition: nothing else knows the reasons of a Word",
    "registry-fold": "the registry is the definition: nothing else knows the operands of a Word",
    "check-contract": "the form of a contract line is defined by Ajisai alone",
    "outcomes-sum": "the ids of outcomes, and which of them is exact, are defined by Ajisai alone",
}


@pytest.mark.parametrize("name", _VERDICTS)
def test_reference_verdict_is_what_another_means_says(committed: Corpus, name: str) -> None:
    """Where Ajisai answers no value, another library has none either, for the same cause."""
    (case,) = (case for case in committed.cases if case.id == name)
    pointer, wanted, agrees = _VERDICTS[name]
    assert case.expect[pointer] == wanted
    assert agrees()


def test_oracles_every_positive_case_has_one_or_a_reason(committed: Corpus) -> None:
    """Every stack has an oracle; without any are only answers that Ajisai alone defines."""
    positive = [case for case in committed.cases if case.call is not None]
    assert {case.id for case in positive if "/stackDisplay" in case.expect} == set(_ORACLES)
    assert sorted(case.id for case in positive) == sorted([*_ORACLES, *_VERDICTS, *_WITHOUT])
    assert all(_WITHOUT.values())


_REPAIR_ORACLES: dict[str, _Oracle] = {
    "repair-unknown-word": lambda: _number(1 + 2),
    "repair-stack-shape": lambda: _number(5 * 5),
    "repair-malformed-source": lambda: _numbers([1, 2, 3][::-1]),
    "repair-collection-ceiling": lambda: _number(sum(range(1, 200001))),
    "repair-contract": lambda: _number(7**2),
    "repair-shape-mismatch": lambda: _numbers([1 + 10, 2 + 20]),
}


def test_repaired_answers_are_what_python_computes(committed: Corpus) -> None:
    """The programs' purposes, worked out without Ajisai."""
    found = {case.id: case.expect["/stackDisplay"] for case in committed.repairs}
    assert found == {name: [oracle()] for name, oracle in _REPAIR_ORACLES.items()}
