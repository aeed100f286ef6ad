"""Directives: their two forms, and what every departure from them is told."""

from __future__ import annotations

import pytest
from hypothesis import given

from ajisai.syntax import ContractDirective, DigestDirective, Directive, MalformedDirective, directives
from tests.syntax.specimens import hostile_text, program

DIGEST = "sha256:" + "0123456789abcdef" * 4


def only(source: str) -> Directive:
    """The one directive of a source."""
    (directive,) = directives(program(source))
    return directive


def test_directives_of_a_program_without_any() -> None:
    """A plain comment, a string and a word that holds the mark are no directives."""
    assert directives(program("# :contract X\n## #:contract X\n'#:contract X' a#:contract")) == ()


@pytest.mark.parametrize(
    ("terms", "inputs", "outputs", "field"),
    [
        ("inputs=1 outputs=2 field=closed", 1, 2, "closed"),
        ("field=leaving outputs=0", None, 0, "leaving"),
        ("inputs=variable", "variable", None, None),
        ("outputs=variable inputs=12", 12, "variable", None),
        ("field=closed", None, None, "closed"),
        ("inputs=007", 7, None, None),
    ],
)
def test_contract_directive(terms: str, inputs: object, outputs: object, field: object) -> None:
    """The keys come in any order, at least one of them; what is not stated is None."""
    source = f"#:contract Double {terms}"
    assert only(source) == ContractDirective("Double", inputs, outputs, field, 0, len(source))  # type: ignore[arg-type]


def test_digest_directive() -> None:
    """A name and a digest."""
    assert only(f"1\n  #:digest 加算 {DIGEST}\r\n") == DigestDirective("加算", DIGEST, 4, 88)


def test_directives_keep_order_and_spans() -> None:
    """Directives are found wherever a comment may stand, in order, each with its span."""
    source = "#:contract A inputs=1\n[ 1 #:contract B\tfield=closed  \n] #:oops\n"
    found = directives(program(source))
    assert [type(each) for each in found] == [ContractDirective, ContractDirective, MalformedDirective]
    assert [source[each.start : each.end] for each in found] == [
        "#:contract A inputs=1",
        "#:contract B\tfield=closed  ",
        "#:oops",
    ]


@pytest.mark.parametrize(
    ("source", "name", "words"),
    [
        ("#:", None, "'#:' is no directive"),
        ("#: contract X inputs=1", "contract", "'#:' is no directive"),
        ("#:contrct X inputs=1", "X", "'#:contrct' is no directive"),
        ("#:Contract X inputs=1", "X", "'#:Contract' is no directive"),
        ("#:contract", None, "the name of a Word must come first"),
        ("#:contract inputs=1", None, "the name of a Word must come first"),
        ("#:contract 'X' inputs=1", None, "the name of a Word must come first"),
        ("#:contract 5 inputs=1", None, "the name of a Word must come first"),
        ("#:contract [ inputs=1", None, "the name of a Word must come first"),
        ("#:contract X", "X", "at least one of inputs, outputs, field"),
        ("#:contract X purity=pure", "X", "'purity=pure' is no term"),
        ("#:contract X inputs", "X", "'inputs=': a count"),
        ("#:contract X inputs=", "X", "'inputs=': a count"),
        ("#:contract X inputs=-1", "X", "'inputs=-1': a count"),
        ("#:contract X inputs=1/1", "X", "'inputs=1/1': a count"),
        ("#:contract X inputs=１", "X", "'inputs=１': a count"),
        ("#:contract X outputs=" + "9" * 5000, "X", "'outputs=999999999"),
        ("#:contract X outputs=Variable", "X", "'outputs=Variable': a count"),
        ("#:contract X field=open", "X", "'field=open': field=closed or field=leaving"),
        ("#:contract X field", "X", "'field=': field=closed or field=leaving"),
        ("#:contract X inputs=1 inputs=1", "X", "'inputs' is stated twice"),
        ("#:contract X inputs = 1", "X", "'=' is no term"),
        ("#:contract X inputs=1 # why", "X", "'#' is no term"),
        ("#:contract X Y inputs=1", "X", "'Y' is no term"),
        ("#:digest", None, "the name of a Word and its digest"),
        ("#:digest X", "X", "the name of a Word and its digest"),
        ("#:digest X sha256:00", "X", "the name of a Word and its digest"),
        (f"#:digest X {DIGEST.upper()}", "X", "the name of a Word and its digest"),
        (f"#:digest X {DIGEST} y", "X", "the name of a Word and its digest"),
        (f"#:digest 1 {DIGEST}", None, "the name of a Word and its digest"),
        ("#:\ud800\x00", None, "'#:\\u{d800}\\u{0000}' is no directive"),
    ],
)
def test_malformed_directive(source: str, name: str | None, words: str) -> None:
    """Whatever is neither form says what is wrong and what is wanted; a name that can be read is kept."""
    directive = only(source)
    assert isinstance(directive, MalformedDirective)
    assert (directive.name, directive.start, directive.end) == (name, 0, len(source))
    assert words in directive.message
    assert directive.message.isprintable()
    assert "#:contract NAME" in directive.message or "wanted" in directive.message


@given(hostile_text)
def test_directive_of_any_text(text: str) -> None:
    """Any comment after the mark is some directive, never an exception."""
    assert len(directives(program("#:contract X " + text.replace("\n", "")))) == 1
