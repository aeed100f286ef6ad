"""Words of text (LANG.WORDS.TEXT). Texts are charged by the code points read and written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.bounds import Failure, Meter, Price
from ajisai.machine.operands import wrong_element
from ajisai.numbers import Surd
from ajisai.syntax import WHITESPACE
from ajisai.values import Symbol, Truth, Value, Vector
from ajisai.values.columns import INTEGERS, LIMB
from ajisai.words import searching
from ajisai.words.costs import CONTAINER, FRESH, TEXT, affords, digits
from ajisai.words.operands import integer

if TYPE_CHECKING:
    from ajisai.machine.run import Run

READ: Final[Price] = 36
"""collectionWork of one number read from a text: 1 to 2 µs."""

READ_BITS: Final[Price] = 6
"""The binary logarithm of the bits of a number read that cost one unit."""

_SHORT_DIGITS = 19  # of an integer that fits a limb
_SHORT_INTEGER = re.compile(f"-?[0-9]{{1,{_SHORT_DIGITS}}}")
_TEXTS = frozenset({str})


def chars(run: Run, text: str) -> Value:
    """One text per code point (LANG.WORDS.CHARS)."""
    run.meter.check_elements(len(text))
    run.meter.charge_collection(CONTAINER + FRESH * len(text))
    return run.vector(list(text), flat=True)


def join(run: Run, vector: Vector) -> Value:
    """Texts joined end to end (LANG.WORDS.JOIN).

    Raises:
        Failure: nonText for an element that is no String.
    """
    if not vector.types() <= {str}:
        raise wrong_element("nonText", vector, {str})
    items: Any = vector.elements()
    run.meter.charge_collection(1 + len(vector) + TEXT * sum(map(len, items)))
    return "".join(items)


def trim(run: Run, text: str) -> Value:
    """White space at both ends removed (LANG.WORDS.TRIM)."""
    run.meter.charge_collection(1 + TEXT * len(text))
    return text.strip(WHITESPACE)


def _charge_case(meter: Meter, text: str) -> None:
    # One code point maps to at most three, and to one in ASCII.
    meter.charge_collection(1 + TEXT * len(text) * (2 if text.isascii() else 4))


def upper(run: Run, text: str) -> Value:
    """Unicode upper case of each code point (LANG.WORDS.UPPER)."""
    _charge_case(run.meter, text)
    return text.upper()


def lower(run: Run, text: str) -> Value:
    """Unicode lower case of each code point, without the final sigma rule (LANG.WORDS.LOWER)."""
    _charge_case(run.meter, text)
    # U+03A3 is the one code point whose lower case Python takes from its neighbours.
    return "\u03c3".join(part.lower() for part in text.split("\u03a3"))


SOUGHT: Final[Price] = 8
"""collectionWork of one code point of a text that is searched for a long one, or of that: 0.1 to 0.3 µs."""

FORMATTED: Final[Price] = 40
"""collectionWork of one number that FORMAT writes, its digits not counted: 1 to 2.5 µs."""


def _charge_search(meter: Meter, text: str, needle: str) -> None:
    each = TEXT if len(needle) <= searching.SHORT else SOUGHT
    meter.charge_collection(1 + each * (len(text) + len(needle)))


def tokenize(run: Run, text: str, separator: str) -> Value:
    """The text split at every separator (LANG.WORDS.TOKENIZE)."""
    if not separator:
        return chars(run, text)
    _charge_search(run.meter, text, separator)
    pieces = searching.occurrences(text, separator) + 1
    run.meter.check_elements(pieces)
    run.meter.charge_collection(CONTAINER + FRESH * pieces + TEXT * len(text))
    parts: Any = searching.split(text, separator)
    return run.vector(parts, flat=True)


def search(run: Run, text: str, needle: str) -> Value:
    """Position of the first occurrence, in code points (LANG.WORDS.SEARCH)."""
    _charge_search(run.meter, text, needle)
    place = searching.find(text, needle)
    return run.project("notFound") if place < 0 else mpz(place)


def replace(run: Run, text: str, old: str, new: str) -> Value:
    """Every occurrence replaced, from the left (LANG.WORDS.REPLACE)."""
    _charge_search(run.meter, text, old)
    count = searching.occurrences(text, old) if old else 0
    if not count:
        return text
    run.meter.charge_collection(TEXT * (len(text) + count * (len(new) - len(old))) + FRESH * count)
    return new.join(searching.split(text, old))


def num(run: Run, text: str) -> Value:
    """The number that a text spells (LANG.WORDS.NUM)."""
    run.meter.charge_collection(TEXT * len(text))
    number = read_number(run.meter, text)
    return run.project("invalidEncoding") if number is None else number


def read_number(meter: Meter, text: str) -> numbers.Number | None:
    """``numbers.parse_number``, charged for its time, 1 to 7 µs, and for its size: 16 bytes a unit.

    Raises:
        Failure: numericLiteralDigits.
    """
    meter.charge_collection(READ)
    number = numbers.parse_number(text, meter)
    if type(number) is mpz or type(number) is mpq:
        meter.charge_collection(
            int(number.numerator.bit_length() + number.denominator.bit_length()) >> READ_BITS
        )
    return number


def str_(run: Run, value: Any) -> Value:
    """The text that reads back as the value (LANG.WORDS.STR)."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is Truth:
        return value.name  # type: ignore[no-any-return]
    if kind is Symbol:
        return value.spelling  # type: ignore[no-any-return]
    run.meter.charge_collection(FRESH + TEXT * number_size(value))
    lexeme = numbers.lexeme(value)
    return run.project("domainMiss") if lexeme is None else lexeme


def num_row(run: Run, texts: Any) -> Vector | None:
    """NUM of a row of short integers."""
    if texts.types() != _TEXTS or not all(map(_SHORT_INTEGER.fullmatch, texts)):
        return None
    work = TEXT * sum(map(len, texts)) + READ * len(texts)
    if not affords(run.meter, work):
        return None
    if run.meter.limits.numeric_literal_digits < _SHORT_DIGITS:
        return None
    run.meter.charge_collection(work)
    return Vector.column(list(map(mpz, texts)), INTEGERS, LIMB)


def str_row(run: Run, integers: Any) -> Vector | None:
    """STR of a row of integers."""
    if integers.types() != INTEGERS:
        return None
    work = FRESH * len(integers) + TEXT * sum(map(number_size, integers))
    if not affords(run.meter, work):
        return None
    run.meter.charge_collection(work)
    return Vector.column(list(map(mpz.digits, integers)), _TEXTS)


def number_size(value: Any) -> int:
    """About how many code points the lexeme of a number takes, never fewer."""
    if type(value) is mpz:
        return 1 + digits(value)
    if type(value) is mpq:
        return 2 + digits(value.numerator) + digits(value.denominator)
    if type(value) is Surd:
        return sum(number_size(radicand) + number_size(factor) for radicand, factor in value.terms)
    return 4


def format_(run: Run, value: Any, places: Any) -> Value:
    """Decimal text with a stated number of digits after the point (LANG.WORDS.FORMAT).

    Raises:
        Failure: invalidInteger for digits that are no non-negative integer; bigintBits for a text whose
            digits would not fit it.
    """
    count = integer(places, "the number of digits")
    if count < 0:
        raise Failure("invalidInteger", "the number of digits must not be negative")
    # More digits than bigintBits has bits are refused by the conversion itself, under that name.
    size = number_size(value) + int(min(count, mpz(run.meter.bigint_bits)))
    run.meter.charge_collection(FORMATTED + TEXT * size)
    text = numbers.format_decimal(value, int(count), run.meter)
    return run.project("domainMiss") if text is None else text


EXECUTORS = {
    "CHARS": chars,
    "JOIN": join,
    "TRIM": trim,
    "UPPER": upper,
    "LOWER": lower,
    "TOKENIZE": tokenize,
    "SEARCH": search,
    "REPLACE": replace,
    "NUM": num,
    "STR": str_,
    "FORMAT": format_,
}
ROWS = {"NUM": num_row, "STR": str_row}
