"""Values as source: every value is written so that running the text pushes it again."""

from __future__ import annotations

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from ajisai.bounds import Limits, Meter
from ajisai.machine.literals import value_of
from ajisai.machine.run import Run
from ajisai.numbers import INFINITY, NEG_INFINITY, NULLITY, Number, add, mul, normal, sqrt
from ajisai.syntax import (
    NameNode,
    is_name_token,
    read,
    spelled_body,
    spelled_value,
    write_body,
    write_value,
)
from ajisai.values import FALSE, NIL_LITERAL, TRUE, Nil, Record, Symbol, Value, Vector
from ajisai.words.registry import core_words
from tests.syntax.specimens import ALPHABET, program


def root(*terms: tuple[int, int | mpq]) -> Number:
    """The sum of coefficient times square root over ``(radicand, coefficient)`` pairs."""
    meter = Meter(Limits.agent())
    total: Number = mpz(0)
    for radicand, factor in terms:
        square_root = sqrt(mpz(radicand), meter)
        assert square_root is not None
        total = add(total, mul(normal(mpq(factor)), square_root, meter), meter)
    return total


def pushed(source: str, limits: Limits | None = None) -> list[Value]:
    """The stack after running a source under the agents' ceilings."""
    limits = limits or Limits.agent()
    run = Run(limits, core_words())
    run.execute(read(source, Meter(limits)))
    return run.stack


@pytest.mark.parametrize(
    ("value", "source"),
    [
        (mpz(5), "5"),
        (mpz(-5), "-5"),
        (mpq(-1, 3), "-1/3"),
        (INFINITY, "1/0"),
        (NEG_INFINITY, "-1/0"),
        (NULLITY, "0/0"),
        (TRUE, "TRUE"),
        (FALSE, "FALSE"),
        (Symbol("add"), "[ add ] 0 GET"),
        (Vector([]), "[ ]"),
        (Vector([mpz(1), Symbol("x"), TRUE, NIL_LITERAL, "a", Vector([])]), "[ 1 x TRUE NIL 'a' [ ] ]"),
        (Record(Vector([]), Vector([])), "[ ] [ ] RECORD"),
        (Record(Vector(["a", Symbol("k")]), Vector([mpz(1), mpz(2)])), "[ 'a' k ] [ 1 2 ] RECORD"),
    ],
)
def test_write_value_with_a_literal(value: Value, source: str) -> None:
    """Literals are written as literals, a Symbol is taken out of brackets, a Record is built."""
    assert write_value(value) == source
    assert pushed(source) == [value]


@pytest.mark.parametrize(
    ("value", "source"),
    [
        ("", "''"),
        ("'", "'''"),
        ("''", "''''"),
        ("it's", "'it's'"),
        ("ends'", "'ends''"),
        (" 'x", "' 'x'"),
        ("a\n[ # b", "'a\n[ # b'"),
        ("a' b", "[ 'a'' ' b' ] JOIN"),
        ("' ", "[ ''' ' ' ] JOIN"),
        ("'\n'\u3000", "[ ''' '\n'' '\u3000' ] JOIN"),
    ],
)
def test_write_value_of_a_string(value: str, source: str) -> None:
    """A String that its quotes would close early is joined from pieces that they do not."""
    assert write_value(value) == source
    assert pushed(source) == [value]


@pytest.mark.parametrize(
    ("value", "source"),
    [
        (root((2, 1)), "2 SQRT"),
        (root((2, -1)), "-1 2 SQRT MUL"),
        (root((2, mpq(1, 2))), "1/2 2 SQRT MUL"),
        (root((1, 1), (2, 1)), "1 2 SQRT ADD"),
        (root((1, mpq(1, 2)), (5, mpq(-3, 4))), "1/2 3/4 5 SQRT MUL SUB"),
        (root((2, 1), (3, -1), (5, 7)), "2 SQRT 3 SQRT SUB 7 5 SQRT MUL ADD"),
    ],
)
def test_write_value_of_an_irrational(value: Value, source: str) -> None:
    """An irrational is the sum of its terms in ascending radicand."""
    assert write_value(value) == source
    assert pushed(source) == [value]


@pytest.mark.parametrize(
    ("value", "source"),
    [
        (NIL_LITERAL, "NIL"),
        (Nil("domainMiss"), "-1 SQRT"),
        (Nil("notFound"), "[ ] 0 INDEX-OF"),
        (Nil("indexOutOfBounds"), "[ ] 0 GET"),
        (Nil("invalidEncoding"), "'' NUM"),
        (Nil("userDeclared", "no rate"), "'no rate' ABSENT"),
        (Nil("userDeclared", "a' b"), "[ 'a'' ' b' ] JOIN ABSENT"),
        (Nil("userDeclared", ""), "'' ABSENT"),
    ],
)
def test_write_value_of_an_absence(value: Nil, source: str) -> None:
    """Every reason has a program that meets it; a declared text is kept."""
    assert write_value(value) == source
    assert pushed(source) == [value]


@pytest.mark.parametrize(
    ("value", "source"),
    [
        (Vector([mpz(1), root((2, 1))]), "1 2 SQRT 2 COLLECT"),
        (Vector([Symbol("x"), Nil("notFound")]), "[ x ] 0 GET [ ] 0 INDEX-OF 2 COLLECT"),
        (Vector([Vector([Symbol("x")]), Vector(["' "])]), "[ x ] [ ''' ' ' ] JOIN 1 COLLECT 2 COLLECT"),
        (Vector([Record(Vector([]), Vector([])), NIL_LITERAL]), "[ ] [ ] RECORD NIL 2 COLLECT"),
        (
            Record(Vector([Record(Vector(["a"]), Vector([TRUE]))]), Vector([Nil("domainMiss")])),
            "[ 'a' ] [ TRUE ] RECORD 1 COLLECT -1 SQRT 1 COLLECT RECORD",
        ),
    ],
)
def test_write_value_of_a_container_without_a_literal(value: Value, source: str) -> None:
    """A Vector that holds a value without a literal is collected; what has a literal inside keeps it."""
    assert write_value(value) == source
    assert pushed(source) == [value]


@pytest.mark.parametrize(
    "value",
    [
        mpz(10) ** 4096 - 1,
        mpz(10) ** 4096,
        -(mpz(10) ** 9000) - 7,
        mpq(mpz(7) ** 6000, mpz(3) ** 9000),
        mpq(1, mpz(3) ** 9000),
        Vector([mpz(10) ** 5000]),
    ],
)
def test_write_value_at_and_over_numeric_literal_digits(value: Value) -> None:
    """A number too long for one literal is put together from chunks, so that its source can be read."""
    source = write_value(value)
    assert max(map(len, source.replace("/", " ").replace("-", "").split())) <= 4096
    assert pushed(source) == [value]


def test_write_value_at_nesting_depth() -> None:
    """The deepest values are written without Python's stack, with and without a literal."""
    plain: Value = Vector([])
    built: Value = Vector([Nil("domainMiss")])
    for _ in range(255):
        plain, built = Vector([plain]), Vector([built])
    assert pushed(write_value(plain)) == [plain]
    assert pushed(write_value(built)) == [built]
    assert write_value(built).count("COLLECT") == 256


@pytest.mark.parametrize(
    "value",
    [Symbol(text) for text in ("", "a b", "[", "5", "'x'", "#", "TRUE", "false", "nıl", "falſe")]
    + [
        Vector([Symbol("]")]),
        Record(Vector([Symbol("1/2")]), Vector([mpz(1)])),
        Nil("madeUp"),
        Nil("userDeclared"),
    ],
)
def test_write_value_that_no_program_can_hold(value: Value) -> None:
    """A Symbol that no name token spells, and a NIL of no known reason, come from outside: a ValueError."""
    with pytest.raises(ValueError, match="no source"):
        write_value(value)
    with pytest.raises(ValueError, match="no source"):
        write_body(Vector([value]))


@pytest.mark.parametrize(
    ("body", "source"),
    [
        (Vector([]), ""),
        (Vector([mpz(2), Symbol("mul")]), "2 mul"),
        (Vector([Vector([Symbol("x"), mpz(1)]), Symbol("MAP")]), "[ x 1 ] MAP"),
        (Vector([TRUE, "a' b", root((2, 1))]), "TRUE [ 'a'' ' b' ] JOIN 2 SQRT"),
        (Vector([Vector([Symbol("x"), root((2, 1))])]), "[ x ] 0 GET 2 SQRT 2 COLLECT"),
        (
            Vector([Record(Vector(["k"]), Vector([mpz(1)])), "k", Symbol("GET")]),
            "[ 'k' ] [ 1 ] RECORD 'k' GET",
        ),
    ],
)
def test_write_body(body: Vector, source: str) -> None:
    """In a body a Symbol is a call and stands bare; inside a value it stays the value it is."""
    assert write_body(body) == source


def test_spelled_body_of_literals_is_itself() -> None:
    """A body that source can hold is kept as it is, numbers of any length included."""
    body = Vector([mpz(10) ** 5000, mpq(1, 3), Vector([Symbol("x")]), Symbol("x"), TRUE, NIL_LITERAL, "it's"])
    assert spelled_body(body) == list(body)
    assert all(one is other for one, other in zip(spelled_body(body), body, strict=True))


_numbers = (
    st.integers(-(10**30), 10**30).map(mpz)
    | st.fractions(max_denominator=10**6).map(lambda f: mpz(f.numerator) if f.denominator == 1 else mpq(f))
    | st.sampled_from([INFINITY, NEG_INFINITY, NULLITY])
)
_irrationals = st.lists(
    st.tuples(st.integers(1, 60), st.fractions(max_denominator=9).filter(bool)), min_size=1, max_size=4
).map(lambda terms: root(*((radicand, mpq(factor)) for radicand, factor in terms)))
_texts = st.text(alphabet=st.sampled_from(ALPHABET), max_size=8)
_symbols = _texts.filter(is_name_token).filter(lambda t: t.upper() not in ("TRUE", "FALSE", "NIL")).map(
    Symbol
) | st.sampled_from(["add", "X", "RECORD"]).map(Symbol)
_absences = st.sampled_from(["literal", "domainMiss", "notFound", "indexOutOfBounds", "invalidEncoding"]).map(
    Nil
) | _texts.map(lambda text: Nil("userDeclared", text))
# Composites, for their short names: what hypothesis writes of a strategy it writes at every level of nesting.


@st.composite
def _leaves(draw: st.DrawFn) -> Value:
    return draw(_numbers | _irrationals | _texts | _symbols | _absences | st.sampled_from([TRUE, FALSE]))


@st.composite
def _containers(draw: st.DrawFn, inner: st.SearchStrategy[Value]) -> Value:
    if draw(st.booleans()):
        return Vector(draw(st.lists(inner, max_size=4)))
    keys = list(dict.fromkeys(draw(st.lists(inner, max_size=3))))
    return Record(Vector(keys), Vector([draw(inner) for _ in keys]))


_values: st.SearchStrategy[Value] = st.recursive(_leaves(), _containers, max_leaves=12)


@given(_values)
def test_write_value_runs_to_the_value(value: Value) -> None:
    """Whatever the value, running its source leaves it alone on the stack."""
    assert pushed(write_value(value)) == [value]


@given(_values)
def test_spelled_value_reads_back_item_by_item(value: Value) -> None:
    """The text holds exactly the spelled items: values as literals, Symbols as names."""
    read_program = program(write_value(value))
    items = [value_of(node, read_program) for node in read_program.items]
    assert items == spelled_value(value)
    assert [type(item) is Symbol for item in items] == [
        type(node) is NameNode and node.spelling not in ("TRUE", "FALSE", "NIL")
        for node in read_program.items
    ]


@given(st.lists(_values, max_size=4).map(Vector))
def test_write_body_reads_back_as_the_spelled_body(body: Vector) -> None:
    """A body's source, read again, is the body that DEF keeps."""
    read_program = program(write_body(body))
    assert [value_of(node, read_program) for node in read_program.items] == spelled_body(body)
