"""Nodes: what hosts see of a value, and its weight as JSON."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from gmpy2 import mpz
from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.assets import read_json
from ajisai.testing import strategies
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Record, Symbol, Value, Vector
from ajisai.values.display import display
from ajisai.values.nodes import Scale, Weight, extent, kind_of, kind_of_type, quoted_size, to_node

ONE_KIND = [
    strategies.rationals().filter(lambda number: number.denominator != 1),
    st.text(max_size=5),
    strategies.leaves(),
]
one_kind = st.sampled_from(ONE_KIND).flatmap(strategies.vectors)
one_kind = one_kind.filter(lambda vector: vector.types() != {mpz})  # integers are bounded together, not apart

_SCHEMA = jsonschema.Draft202012Validator(read_json("spec/node.schema.json"))


def _number(numerator: str, denominator: str, **semantics: Any) -> dict[str, Any]:
    return {
        "type": "number",
        "value": {"numerator": numerator, "denominator": denominator},
        "semantics": semantics,
    }


def _top(source: str) -> Value:
    result = ajisai.run(source).raise_for_error()
    return result.stack[-1]


NODES: dict[str, dict[str, Any]] = {
    "42": _number("42", "1"),
    "-7/3": _number("-7", "3"),
    "1/0": _number("1", "0"),
    "-1/0": _number("-1", "0"),
    "0/0": _number("0", "0"),
    "12345678901234567890": _number("12345678901234567890", "1"),
    "TRUE": {"type": "boolean", "value": True, "semantics": {"truthValue": "TRUE"}},
    "FALSE": {"type": "boolean", "value": False, "semantics": {"truthValue": "FALSE"}},
    "''": {"type": "string", "value": "", "semantics": {}},
    "'a\"b'": {"type": "string", "value": 'a"b', "semantics": {}},
    "[ add ] 0 GET": {"type": "symbol", "value": "add", "semantics": {}},
    "NIL": {"type": "nil", "value": None, "semantics": {"absence": {"reason": "literal"}}},
    "-1 SQRT": {"type": "nil", "value": None, "semantics": {"absence": {"reason": "domainMiss"}}},
    "'no rate' ABSENT": {
        "type": "nil",
        "value": None,
        "semantics": {"absence": {"reason": "userDeclared", "text": "no rate"}},
    },
    "[ ]": {"type": "vector", "value": [], "semantics": {}},
    "[ 1 [ 2 ] ]": {
        "type": "vector",
        "value": [_number("1", "1"), {"type": "vector", "value": [_number("2", "1")], "semantics": {}}],
        "semantics": {},
    },
    "[ 'k' ] [ [ ] ] RECORD": {
        "type": "record",
        "value": {
            "keys": [{"type": "string", "value": "k", "semantics": {}}],
            "values": [{"type": "vector", "value": [], "semantics": {}}],
        },
        "semantics": {},
    },
}


@given(one_kind)
def test_weight_of_leaves_together_is_the_sum_of_theirs(vector: Vector) -> None:
    """A flat Vector weighs and shows what its elements do one by one."""
    for exactly in (False, True):
        whole = Scale(exactly=exactly).weigh(vector)
        apart = Scale(exactly=exactly)
        parts = [apart.weigh(item) for item in vector]
        empty = apart.weigh(Vector([]))
        assert whole.node == empty.node + len(parts) + sum(part.node for part in parts)
        assert whole.display == empty.display + len(parts) + sum(part.display for part in parts)
        assert whole.marks == empty.marks + sum(part.marks for part in parts)
    assert to_node(vector)["value"] == [to_node(item) for item in vector]
    assert display(vector) == " ".join(["[", *map(display, vector), "]"])


@pytest.mark.parametrize("source", NODES)
def test_node_is(source: str) -> None:
    """A value of each kind has the node that the surface describes, and the schema admits it."""
    node = to_node(_top(source))
    assert node == NODES[source]
    assert _SCHEMA.is_valid(node)


@pytest.mark.parametrize(
    ("source", "terms"),
    [
        ("2 SQRT", [("1", "1", "2")]),
        ("1/2 2 SQRT 3 MUL ADD 5 SQRT SUB", [("1", "2", "1"), ("3", "1", "2"), ("-1", "1", "5")]),
    ],
)
def test_node_of_an_irrational_has_exact_terms(source: str, terms: list[tuple[str, str, str]]) -> None:
    """Its value only approximates, and says so; its terms are exact, by ascending radicand."""
    node = to_node(_top(source))
    assert node["semantics"]["approximate"] is True
    assert [tuple(term.values()) for term in node["semantics"]["exactTerms"]] == terms
    assert all(
        list(term) == ["numerator", "denominator", "radicand"] for term in node["semantics"]["exactTerms"]
    )
    assert _SCHEMA.is_valid(node)


def test_node_approximation_is_near() -> None:
    """The approximation of the root of 2 squares to 2 within 2**-60."""
    pair = to_node(_top("2 SQRT"))["value"]
    numerator, denominator = int(pair["numerator"]), int(pair["denominator"])
    assert abs(numerator**2 - 2 * denominator**2) * 2**60 < denominator**2


def test_node_of_the_deepest_value_is_built() -> None:
    """256 levels need no Python recursion."""
    node = to_node(_top("[ " * 256 + "] " * 256))
    levels = 0
    while node["value"]:
        node, levels = node["value"][0], levels + 1
    assert levels == 255


@pytest.mark.parametrize("source", NODES)
def test_kind_is_the_type_of_the_node(source: str) -> None:
    """A value's kind is known without its node, by the value and by its representation."""
    value = _top(source)
    assert kind_of(value) == kind_of_type(type(value)) == to_node(value)["type"]


# Weights

_leaves = st.one_of(
    st.integers().map(mpz),
    st.integers(-(10**40), 10**40).map(mpz),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.sampled_from([TRUE, FALSE, NIL_LITERAL, Nil("userDeclared", 'a "quoted"\n text'), Symbol('x"\\é')]),
    st.sampled_from([_top("1/3"), _top("-1/0"), _top("2 SQRT"), _top("1/7 12 SQRT ADD -3/5 5 SQRT MUL SUB")]),
)


def _record(values: list[Value]) -> Record:
    return Record(Vector([mpz(place) for place in range(len(values))]), Vector(values))


_values = st.recursive(
    _leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6).map(lambda items: Vector(list(items))),
        st.lists(inner, max_size=4).map(_record),
    ),
    max_leaves=30,
)


def _json(tree: Any) -> str:
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":"))


def _levels(tree: Any) -> int:
    if not isinstance(tree, dict | list):
        return 0
    return 1 + max(map(_levels, tree.values() if isinstance(tree, dict) else tree), default=0)


def _exact(value: Value) -> Weight:
    node, shown = _json(to_node(value)), _json(display(value))
    marks = sum(text.count('"') + text.count("\\") for text in (node, shown)) - 2
    return Weight(len(node.encode()), len(shown.encode()) - 2, marks, _levels(to_node(value)), False)


@given(_values)
def test_weight_bounds_the_json(value: Value) -> None:
    """What is weighed is never less than what is built, and not much more."""
    weight, exact = Scale(exactly=True).weigh(value), _exact(value)
    for bound, true in zip(weight[:4], exact[:4], strict=True):
        assert true <= bound <= true + true // 2 + 60
    assert not weight.rough
    assert weight.sent >= len(_json(_json([to_node(value), display(value)])).encode())


@given(_values)
def test_extent_counts_every_node(value: Value) -> None:
    """Containers, leaves and keys count once each; levels are about those of the JSON."""
    node = _json(to_node(value))
    nodes, levels = extent(value, {})
    assert nodes == node.count('"semantics":')
    assert abs(levels - _levels(to_node(value))) <= 2


@given(st.text())
def test_quoted_size_is_exact(text: str) -> None:
    """Bytes and marks of a text in JSON, a lone surrogate as its escape."""
    quoted = "".join(
        f"\\u{ord(each):04x}" if "\ud800" <= each <= "\udfff" else each for each in _json(text)[1:-1]
    )
    assert quoted_size(text) == (len(quoted.encode()), quoted.count('"') + quoted.count("\\"))


def test_quoted_size_of_a_long_text_is_exact() -> None:
    """A text is measured piece by piece without losing a character."""
    text = 'é"\n' * 100_000
    assert quoted_size(text) == (6 * 100_000, 3 * 100_000)


def test_weight_of_what_is_shared_takes_one_look() -> None:
    """A hundred thousand references to a number of 79,000 digits are weighed, not expanded."""
    huge = mpz(2) ** 262_143
    weight = Scale(exactly=True).weigh(Vector([Vector([huge]), *[huge] * 100_000]))
    assert weight.node > 100_000 * 78_913
    row: Value = Vector([huge])
    for _ in range(200):
        row = Vector([row, row])
    assert Scale(exactly=True).weigh(row).node > 2**200
    assert extent(row, {}).nodes == 3 * 2**200 - 1


def test_weight_is_rough_until_an_approximation_is_computed() -> None:
    """A rough look guesses what an irrational's approximation takes, and says so."""
    value = Vector([_top("2 SQRT"), mpz(1)])
    assert Scale(exactly=False).weigh(value).rough
    assert not Scale(exactly=True).weigh(value).rough
