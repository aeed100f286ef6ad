"""Rules of the Words of text, truth, absence, output and naming that are no control flow."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ajisai.contracts.forecast.collection_rules import NOT_FOUND
from ajisai.contracts.forecast.facts import (
    ANYTHING,
    CONTAINER,
    COUNT,
    LEAF,
    NEG_INFINITE,
    NIL,
    NOTHING,
    NULL,
    NUMBER,
    POS_INFINITY,
    RATIONAL,
    SURD,
    SYMBOL,
    TEXT,
    TRUTH,
    TRUTH_FACT,
    UNLIMITED,
    VECTOR,
    Fact,
    Rule,
    count_fact,
    elements,
    fact_of,
    join,
    nil_fact,
    reason_bit,
    record_of,
    text_fact,
    vector_of,
)
from ajisai.contracts.forecast.ledger import Ledger
from ajisai.contracts.forecast.number_rules import DOMAIN_MISS, decide
from ajisai.machine.vocabulary import nil_reasons
from ajisai.values import NIL_LITERAL

_INVALID_ENCODING: Final = reason_bit("invalidEncoding")
_LITERAL: Final = reason_bit("literal")

_DIGEST_LENGTH: Final = 71
_LONGEST_REASON: Final = max(map(len, nil_reasons()))
_EXPONENT: Final = re.compile("[eE][+-]?([0-9]{1,18})")

_JSON_KINDS: Final = RATIONAL | TRUTH | TEXT | NIL | CONTAINER


def chars(ledger: Ledger, text: Fact) -> Fact:
    """CHARS."""
    return ledger.build(vector_of(text_fact(1), text.text))


def join_(ledger: Ledger, vector: Fact) -> Fact:
    """JOIN."""
    element = elements(vector)
    if element.kinds & ~TEXT:
        ledger.fail("nonText")
        if len(vector.options) == 1 or (vector.shape not in (None, (0,)) and not element.kinds & TEXT):
            return NOTHING
    return text_fact(min(UNLIMITED, vector.length * vector.text))


def same_length(_ledger: Ledger, text: Fact) -> Fact:
    """TRIM."""
    return text_fact(text.text)


def cased(_ledger: Ledger, text: Fact) -> Fact:
    """UPPER LOWER: a code point maps to three at most."""
    return text_fact(min(UNLIMITED, 3 * text.text))


def tokenize(ledger: Ledger, text: Fact, _separator: Fact) -> Fact:
    """TOKENIZE."""
    return ledger.build(vector_of(text_fact(text.text), text.text + 1))


def search(_ledger: Ledger, text: Fact, _needle: Fact) -> Fact:
    """SEARCH."""
    return join(count_fact(text.text), nil_fact(NOT_FOUND))


def replace(_ledger: Ledger, text: Fact, _old: Fact, new: Fact) -> Fact:
    """REPLACE."""
    return text_fact(min(UNLIMITED, text.text * max(1, new.text)))


def _digits(fact: Fact) -> int:
    """An upper bound of the digits that a number written in a text spells."""
    if len(fact.options) == 1:
        written = str(fact.options[0])
        exponents = [int(digits) for digits in _EXPONENT.findall(written)]
        return len(written) + max(exponents, default=0)
    return fact.text + (1 << 4 * min(18, fact.text))  # an exponent of so many digits


def num(ledger: Ledger, text: Fact) -> Fact:
    """NUM."""
    number = _spelled(ledger, text, NUMBER & ~SURD)
    return join(number, nil_fact(_INVALID_ENCODING))


def _spelled(ledger: Ledger, text: Fact, kinds: int) -> Fact:
    digits = _digits(text)
    if digits > ledger.limits.numeric_literal_digits:
        ledger.fail_size()
        digits = ledger.limits.numeric_literal_digits
    ledger.work(_square(digits))
    ledger.collect(digits)
    return Fact(kinds, bits=4 * digits + 4)


def _square(digits: int) -> int:
    """Work of reading so many digits, above any way of doing it."""
    return 64 + 4 * digits + (digits >> 4) ** 2


def str_(_ledger: Ledger, value: Fact) -> Fact:
    """STR."""
    size = max(value.text, _display(value), 5)
    if value.kinds == SURD:
        return nil_fact(DOMAIN_MISS)
    return join(text_fact(size), nil_fact(DOMAIN_MISS)) if value.kinds & SURD else text_fact(size)


def _display(value: Fact) -> int:
    """Code points of a number's text: two integers of at most a digit per three bits."""
    return min(UNLIMITED, value.terms * (2 * (value.bits // 3) + 24))


def format_(ledger: Ledger, value: Fact, digits: Fact) -> Fact:
    """FORMAT: the number is checked before the digits."""
    if value.kinds & (POS_INFINITY | NEG_INFINITE | NULL):
        miss = nil_fact(DOMAIN_MISS)
        value = value.only(NUMBER & ~(POS_INFINITY | NEG_INFINITE | NULL))
    else:
        miss = NOTHING
    if not value.kinds:
        if digits.kinds & ~COUNT:
            ledger.fail("invalidInteger")
        return miss
    if digits.kinds & ~COUNT:
        ledger.fail("invalidInteger")
        digits = digits.only(COUNT)
        if not digits.kinds:
            return miss
    places = _most(digits)
    bits = min(UNLIMITED, value.bits + 4 * places + 8)
    if bits > ledger.limits.bigint_bits:
        ledger.fail_size()
        bits = ledger.limits.bigint_bits
    ledger.work(16 * ((bits >> 6) + 1) ** 2)
    if value.kinds & SURD:
        decide(ledger, value.terms + 1, 2 * value.terms * (value.bits + bits + 4))
    return join(text_fact(min(UNLIMITED, bits + 8 + 2 * value.bits)), miss)


def _most(digits: Fact) -> int:
    values: Sequence[Any] = digits.options
    if values:
        return max(int(value) for value in values)
    return 1 << digits.bits if digits.bits < 60 else UNLIMITED


def json_decode(ledger: Ledger, text: Fact) -> Fact:
    """JSON-DECODE."""
    number = _spelled(ledger, text, RATIONAL)
    size = text.text
    if size > ledger.limits.nesting_depth:
        ledger.fail_size()
    if len(text.options) == 1 and not set("[{") & set(str(text.options[0])):
        kinds, inner, leaves, depth = _JSON_KINDS & LEAF, 0, 1, 0
    else:
        kinds, inner, leaves, depth = _JSON_KINDS, _JSON_KINDS, max(1, 2 * size), size
    if size < 4:  # null
        kinds, inner = kinds & ~NIL, inner & ~NIL
    absent = 0 if size < 4 else _LITERAL
    value = Fact(
        kinds, absent, inner, absent if inner else 0, bits=number.bits, text=size, leaves=leaves, depth=depth
    )
    ledger.handle(value)
    ledger.handle(value)
    return join(ledger.build(value), nil_fact(_INVALID_ENCODING))


def json_encode(_ledger: Ledger, value: Fact) -> Fact:
    """JSON-ENCODE."""
    leaf = 6 * value.text + 8 * value.bits + 32
    written = text_fact(min(UNLIMITED, value.nodes * leaf))
    kinds = value.kinds | value.inner
    if not kinds & (SURD | SYMBOL) and not kinds & ANYTHING & ~(LEAF | VECTOR):
        return written
    miss = nil_fact(DOMAIN_MISS)
    return miss if not value.kinds & ~(SURD | SYMBOL) else join(written, miss)


def nil_word(_ledger: Ledger) -> Fact:
    """NIL."""
    return fact_of(NIL_LITERAL)


def truth(_ledger: Ledger, *_operands: Fact) -> Fact:
    """NIL? EQ."""
    return TRUTH_FACT


def nil_reason(_ledger: Ledger, value: Fact) -> Fact:
    """NIL-REASON."""
    text = text_fact(max(value.text, _LONGEST_REASON))
    if not value.kinds & ~NIL:
        return text
    miss = nil_fact(DOMAIN_MISS)
    return join(text, miss) if value.kinds & NIL else miss


def absent(_ledger: Ledger, text: Fact) -> Fact:
    """ABSENT."""
    return nil_fact(reason_bit("userDeclared"))._replace(text=text.text)


def fail(ledger: Ledger, _message: Fact) -> Fact:
    """FAIL."""
    ledger.fail("declaredFailure")
    return NOTHING


def print_(_ledger: Ledger, _value: Fact) -> Fact:
    """PRINT leaves nothing; the Fact answered is dropped."""
    return TRUTH_FACT


def digest(ledger: Ledger, value: Fact) -> Fact:
    """DIGEST: that of a Word reads its body and every body that it reaches."""
    if value.kinds & SYMBOL:
        ledger.collect(_READ * ledger.size)
    ledger.handle_each(value, _DIGESTED)
    return text_fact(_DIGEST_LENGTH)


def contract(ledger: Ledger, subject: Fact) -> Fact:
    """CONTRACT: a Record of texts, counts, Vectors of texts and the Record of costs."""
    ledger.collect(_INFERENCE_PRICE + _READ * ledger.size)
    longest = _NAMES + ledger.size
    leaf = join(text_fact(longest), Fact(COUNT, bits=64))
    row = vector_of(join(leaf, vector_of(leaf, longest)), longest)
    costs = record_of(text_fact(_NAMES), text_fact(_NAMES), 3)
    answer = record_of(text_fact(_NAMES), join(join(leaf, row), costs), 32)
    answer = answer._replace(leaves=64 + longest + subject.leaves)
    return join(answer, nil_fact(NOT_FOUND)) if subject.kinds & SYMBOL else answer


_DIGESTED: Final = 1600
"""collectionWork of a leaf, a term or a container that DIGEST writes and hashes: above its price."""

_READ: Final = 256
"""collectionWork, per code point of the source, of reading every definition once."""

_INFERENCE_PRICE: Final = 3_000_000
"""collectionWork of one inference beyond reading every definition once: what it may follow again."""

_NAMES: Final = 256
"""Code points of the longest text that a contract holds beside names of the source."""

RULES: Final[Mapping[str, Rule]] = {
    "CHARS": chars,
    "JOIN": join_,
    "TRIM": same_length,
    "UPPER": cased,
    "LOWER": cased,
    "TOKENIZE": tokenize,
    "SEARCH": search,
    "REPLACE": replace,
    "NUM": num,
    "STR": str_,
    "FORMAT": format_,
    "JSON-DECODE": json_decode,
    "JSON-ENCODE": json_encode,
    "NIL": nil_word,
    "EQ": truth,
    "NIL?": truth,
    "NIL-REASON": nil_reason,
    "ABSENT": absent,
    "FAIL": fail,
    "PRINT": print_,
    "DIGEST": digest,
    "CONTRACT": contract,
}
