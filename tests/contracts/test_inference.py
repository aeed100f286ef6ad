"""Inference: stack effect, field, classes, effects, cost and gaps of bodies (LANG.CONTRACTS.INFERENCE)."""

from __future__ import annotations

import pytest

import ajisai
from ajisai.contracts import Inference, core_record, to_record
from ajisai.machine.vocabulary import records
from ajisai.values import Vector
from ajisai.values.display import display
from tests.contracts.support import analysis, contract

COUNTS = [
    ("1 2 3", 0, 3),
    ("2 MUL", 1, 1),
    ("ADD", 2, 1),
    ("PRINT", 1, 0),
    ("42 PRINT", 0, 0),
    ("'x' FAIL", 0, 0),
    ("TRUE NIL", 0, 2),
    ("LENGTH DIV", 2, 1),
    ("SELECT PUT", 5, 1),
    ("[ 2 MUL ] MAP", 1, 1),
    ("[ 1 2 ] MAP", 1, 1),
    ("[ ADD ADD ] MAP", 1, 1),
    ("0 [ ADD ] FOLD", 1, 1),
    ("[ ADD ] SCAN", 2, 1),
    ("[ ADD ] EXEC", 2, 1),
    ("[ [ 1 2 ] EXEC ] EXEC", 0, 2),
    ("'X' BIND X X", 1, 2),
    ("[ 'A' 'B' ] BIND B A", 1, 2),
    ("[ 'A' ] 'N' BIND N BIND A A", 1, 2),
    ("[ 2 MUL ] 'B' BIND B EXEC", 1, 1),
    ("[ [ ADD ] 3 ] [ 'B' 'N' ] BIND B EXEC", 2, 1),
    ("3 COLLECT", 3, 1),
    ("0 COLLECT", 0, 1),
    ("1 1000000000 COLLECT", 999999999, 1),
    ("3 'N' BIND N COLLECT", 3, 1),
    ("[ 1 ] 'W' DEF 'W' DEL", 0, 0),
]


@pytest.mark.parametrize(("body", "inputs", "outputs"), COUNTS)
def test_counts_of_body(body: str, inputs: int, outputs: int) -> None:
    """What a body takes and leaves is counted through blocks, names and literal counts."""
    inferred = contract(body)
    assert (inferred.inputs, inferred.outputs, inferred.gaps) == (inputs, outputs, ())


FIELDS = [
    ("2 MUL", ()),
    ("2 DIV", ()),
    ("-1/3 DIV", ()),
    ("2 POW", ()),
    ("0 POW", ()),
    ("1/2 POW", ()),
    ("1 0 ADD DIV", ("DIV",)),
    ("0 DIV", ("DIV",)),
    ("DIV", ("DIV",)),
    ("-1 POW", ("POW",)),
    ("1/0 MUL", ("1/0",)),
    ("1/0 DIV", ("1/0", "DIV")),
    ("[ 2 [ 0/0 ] ]", ("0/0",)),
    ("NUM -1/0 NUM 1/0", ("NUM", "-1/0", "1/0")),
    ("[ NUM DIV ] MAP POW", ("NUM", "DIV", "POW")),
    ("[ DIV 1/0 ADD ] MAP NUM", ("DIV", "1/0", "NUM")),
    ("[ DIV ]", ()),
    ("[ DIV ] LENGTH", ()),
]


@pytest.mark.parametrize(("body", "exits"), FIELDS)
def test_field_and_exits_of_body(body: str, exits: tuple[str, ...]) -> None:
    """Exits are named in the order written, and make the field leaving; a block that is only data is none."""
    inferred = contract(body)
    assert inferred.exits == exits
    assert inferred.field == ("leaving" if exits else "closed")


CALLS = [
    ("[ 2 MUL ] 'D' DEF", "D D", (1, 1, "closed", ())),
    ("[ 1 2 ] 'K' DEF", "K ADD", (0, 1, "closed", ())),
    ("[ 0 DIV ] 'H' DEF", "h 1 DIV", (1, 1, "leaving", ("H",))),
    ("[ 3 ] 'N' DEF", "N COLLECT", (3, 1, "closed", ())),
    ("[ [ DIV ] ] 'B' DEF", "B EXEC", (2, 1, "leaving", ("B",))),
    ("[ 'P' BIND [ P EXEC ] MAP ] 'EACH' DEF", "[ 0 DIV ] EACH", (1, 1, "leaving", ("DIV",))),
    ("[ 'P' BIND [ P EXEC ] MAP ] 'EACH' DEF", "[ 1 ADD ] EACH", (1, 1, "closed", ())),
    ("[ COLLECT ] 'ROW' DEF", "2 ROW", (2, 1, "closed", ())),
    ("[ D D ] 'Q' DEF [ 2 MUL ] 'D' DEF", "Q", (1, 1, "closed", ())),
    ("[ 1 ] 'W' DEF [ 2 ] 'W' DEF", "W", (0, 1, "closed", ())),
]


@pytest.mark.parametrize(("definitions", "body", "expected"), CALLS)
def test_call_of_word(definitions: str, body: str, expected: tuple[object, ...]) -> None:
    """User Words are followed through their contracts, and with the blocks and counts that a call gives."""
    inferred = contract(body, definitions)
    assert (inferred.inputs, inferred.outputs, inferred.field, inferred.exits) == expected
    assert inferred.gaps == ()


GAPS = [
    ("", "FOO", None, "leaving", ["gap.unresolvedWord FOO"]),
    ("", "[ FOO ] EXEC", None, "leaving", ["gap.unresolvedWord FOO"]),
    ("", "[ FOO ] MAP", 1, "leaving", ["gap.unresolvedWord FOO"]),
    ("", "EXEC", None, "leaving", ["gap.unmodelledControlFlow EXEC"]),
    ("", "'a' EXEC", None, "leaving", ["gap.unmodelledControlFlow EXEC"]),
    ("", "[ 1 ] [ 2 ] TRUE SELECT EXEC", None, "leaving", ["gap.unmodelledControlFlow EXEC"]),
    ("", "COLLECT", None, "closed", ["gap.unmodelledControlFlow COLLECT"]),
    ("", "-1 COLLECT", None, "closed", ["gap.unmodelledControlFlow COLLECT"]),
    ("", "MAP", 2, "leaving", ["gap.conservativeSeed MAP"]),
    ("", "STR BIND X", None, "leaving", ["gap.unresolvedWord X"]),
    ("[ EXEC ] 'E' DEF", "E", None, "leaving", ["gap.unmodelledControlFlow E"]),
    ("[ FOO ] 'E' DEF", "E", None, "leaving", ["gap.dependencyUnknown E"]),
    ("[ B ] 'A' DEF [ A ] 'B' DEF", "A", None, "leaving", ["gap.dependencyUnknown A"]),
    ("[ 1 ] 'W' DEF [ 1 2 ] 'W' DEF", "W", None, "closed", ["gap.dependencyUnknown W"]),
    ("[ 1 ] 'X' BIND X 'W' DEF", "W", None, "leaving", ["gap.dependencyUnknown W"]),
]


@pytest.mark.parametrize(("definitions", "body", "inputs", "field", "gaps"), GAPS)
def test_gap_of_body(definitions: str, body: str, inputs: int | None, field: str, gaps: list[str]) -> None:
    """What cannot be decided has a stable id and a name; counts that depend on it are variable."""
    inferred = contract(body, definitions)
    assert (inferred.inputs, inferred.field) == (inputs, field)
    assert [f"{gap.id} {gap.word}" for gap in inferred.gaps] == gaps
    assert inferred.confidence == "conservative"


def test_unknown_name_of_bind_hides_values() -> None:
    """After a BIND whose name is not a literal, a bound block may have been replaced."""
    assert contract("[ 1 ] 'B' BIND 5 'b' UPPER BIND B EXEC").inputs is None


CLASSES = [
    ("2 MUL", "total", "pure", "deterministic", ()),
    ("SQRT", "projecting", "pure", "deterministic", ()),
    ("'X' BIND X", "partial", "pure", "stateRelative", ()),
    ("1 PRINT", "total", "effectful", "hostRelative", ("consoleWrite",)),
    (
        "[ 1 ] 'W' DEF 'W' DEL",
        "partial",
        "effectful",
        "stateRelative",
        ("dictionaryWrite", "dictionaryDelete"),
    ),
    ("[ 2 MUL ] MAP", "total", "pure", "deterministic", ()),
    ("[ SQRT ] MAP", "projecting", "pure", "deterministic", ()),
    ("[ 1 2 ] MAP", "partial", "pure", "deterministic", ()),
    ("[ PRINT 1 ] MAP", "total", "effectful", "hostRelative", ("consoleWrite",)),
    ("MAP", "partial", "conditional", "stateRelative", ()),
]


@pytest.mark.parametrize(("body", "partiality", "purity", "determinism", "effects"), CLASSES)
def test_classes_of_body(
    body: str, partiality: str, purity: str, determinism: str, effects: tuple[str, ...]
) -> None:
    """Classes join to the worst; those of a Word that runs a literal block are the block's."""
    inferred = contract(body)
    found = (inferred.partiality, inferred.purity, inferred.determinism, inferred.effects)
    assert found == (partiality, purity, determinism, effects)


COSTS = [
    ("1", ("const", "const", "const")),
    ("2 MUL", ("const", "linear", "const")),
    ("[ 2 MUL ] MAP", ("linear*", "superlinear*", "linear*")),
    ("[ [ LENGTH ] MAP ] MAP", ("superlinear*", "superlinear*", "superlinear*")),
    ("0 [ ADD ] FOLD", ("linear*", "unbounded*", "linear*")),
    ("1 SWAP RANGE [ 2 MUL ] MAP", ("unbounded*", "unbounded*", "unbounded*")),
    ("EXEC", ("unbounded*", "unbounded*", "unbounded*")),
]


@pytest.mark.parametrize(("body", "cost"), COSTS)
def test_cost_of_body(body: str, cost: tuple[str, ...]) -> None:
    """Cost joins to the worst per meter, a block that runs per element one class up."""
    assert (
        contract(body, "[ [ 'A' 'B' ] BIND B A ] 'PAIR' DEF [ 'B' BIND 'A' BIND B A ] 'SWAP' DEF").cost
        == cost
    )


def test_bindings_of_a_run_are_known() -> None:
    """A block is inferred with the names that it would see; a bound point over zero is an exit."""
    block = analysis("[ X ADD ]").program
    inference = Inference(lambda _key: ())
    body = Vector([*_items(block)])
    seen = inference.block(body, {"X": _value("5")}.get)
    assert (seen.inputs, seen.field) == (1, "closed")
    assert inference.block(body, {"X": _value("1/0")}.get).exits == ("X",)
    assert inference.block(body).inputs is None


def _items(program: object) -> list[object]:
    from ajisai.contracts.source import program_items

    [block] = program_items(program)[0]  # type: ignore[arg-type]
    return list(block)  # type: ignore[arg-type]


def _value(source: str) -> object:
    from ajisai.contracts.source import program_items

    return program_items(analysis(source).program)[0][0]


def test_record_of_contract() -> None:
    """The Record of CONTRACT begins with the three declared keys and says `variable` in words."""
    assert display(to_record(contract("EXEC"))).startswith("[ 'inputs' 'outputs' 'field' 'partiality'")
    inferred = to_record(contract("EXEC")).values
    assert list(inferred)[:3] == ["variable", "variable", "leaving"]
    assert "gap.unmodelledControlFlow EXEC" in display(to_record(contract("EXEC")))


def test_record_of_every_core_word() -> None:
    """The registered contract of every Core Word is a Record with its counts first."""
    for record in records().values():
        answer = core_record(record)
        assert list(answer.keys)[:3] == ["inputs", "outputs", "field"]
        assert len(set(answer.keys)) == len(answer.keys)


def _chain(count: int) -> str:
    lines = ["[ 2 MUL ] 'W0' DEF"]
    lines += [f"[ W{i - 1} W{i - 1} [ 1 2 ] LENGTH ADD ] 'W{i}' DEF" for i in range(1, count)]
    return "\n".join(lines)


def test_chain_of_words_is_walked_once() -> None:
    """Every Word of a chain is walked once, however often it is called and whichever is asked for first."""

    def price(count: int) -> int:
        paid: list[int] = []
        subject = analysis(_chain(count))
        bodies = {definition.key: [definition.body] for definition in subject.definitions}
        inference = Inference(lambda key: bodies.get(key, ()), paid.append)
        for name in reversed(bodies):
            found = inference.word(name)
            assert found is not None
            assert (found.inputs, found.outputs, found.gaps) == (1, 1, ())
        return sum(paid)

    assert price(500) < 11 * price(50)


def test_values_left_by_the_thousand_are_only_counted() -> None:
    """A Word that leaves thousands of values, called thousands of times, costs a call each."""
    body = " ".join(["1"] * 5000)
    inferred = contract(" ".join(["MANY"] * 5000), f"[ {body} ] 'MANY' DEF")
    assert (inferred.inputs, inferred.outputs) == (0, 25_000_000)


def test_blocks_followed_without_end_are_given_up() -> None:
    """Blocks that run each other through names twice over are followed so far, then a gap is noted."""
    lines = ["[ 1 DROP ] 'B0' BIND"]
    lines += [f"[ B{i - 1} EXEC B{i - 1} EXEC ] 'B{i}' BIND" for i in range(1, 40)]
    inferred = contract(" ".join([*lines, "B39 EXEC"]))
    assert [gap.id for gap in inferred.gaps] == ["gap.unmodelledControlFlow"]


def test_words_of_a_cycle_are_unknown_whichever_is_asked_first() -> None:
    """Two Words that name each other, through a block too: each suggested line verifies."""
    source = "[ [ X ] FILTER ] 'C' DEF [ C ] 'X' DEF [ 1 ] 'A' DEF [ A X ] 'B' DEF"
    for found in ajisai.infer_contracts(source).contracts:
        declared = ajisai.check(f"{found.suggested}\n{source}").declarations
        assert declared is not None
        assert declared.outcome == "verified"
        assert (found.inputs is None) == (found.word != "A")
