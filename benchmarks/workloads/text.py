"""Texts of a million code points, and JSON of a megabyte, beside str and json."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from gmpy2 import mpz

import ajisai
from benchmarks.harness import Comparison, Family, Side
from benchmarks.programs import LIMITS, program, top

_SIZES = (1_000_000,)
_PHRASE = "All the leaves of the hydrangea, 紫陽花, are wet; "
_END = "end"


@lru_cache(maxsize=1)
def _text(size: int) -> str:
    return (_PHRASE * (size // len(_PHRASE) + 1))[: size - len(_END)] + _END


def _numbers(size: int) -> str:
    """About so many code points of integers between commas."""
    return ",".join(str(number * 37 % 100_000) for number in range(size // 6))


@lru_cache(maxsize=1)
def _document(size: int) -> str:
    """JSON of about so many bytes: what a service answers, with names, numbers, decimals and lists."""
    entries: list[str] = []
    length = 0
    while length < size:
        number = len(entries)
        entry = {
            "id": number,
            "name": f"part {number} of the 紫陽花",
            "price": Decimal(number * 370 % 100_000 + 5)
            / 1000,  # never an integer, which json would write as 1.0
            "tags": ["new", "blue"] if number % 3 else [],
            "stock": {"here": number % 50, "there": None if number % 7 else -number},
            "sold": number % 2 == 0,
        }
        entries.append(json.dumps(entry, ensure_ascii=False, separators=(",", ":"), default=float))
        length += len(entries[-1].encode()) + 1
    return f"[{','.join(entries)}]"


def _exact(value: Any) -> Any:
    """What json made, its decimals as fractions: equal to what the engine has."""
    if isinstance(value, list):
        return [_exact(item) for item in value]
    if isinstance(value, dict):
        return {key: _exact(item) for key, item in value.items()}
    return Fraction(value) if isinstance(value, Decimal) else value


def json_decode(size: int) -> Comparison:
    """Beside json.loads with exact decimals."""
    text = _document(size)

    def plain() -> Any:
        return json.loads(text, parse_float=Decimal)

    return Comparison(
        "", "byte", len(text.encode()), program("JSON-DECODE", [text]), Side("json", plain, _exact)
    )


def json_encode(size: int) -> Comparison:
    """Beside json.dumps of the same document as compact text; its decimals are floats there."""
    text = _document(size)
    value = ajisai.run("JSON-DECODE", inputs=[text], limits=LIMITS).stack[-1]
    document = json.loads(text)

    def plain() -> str:
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))

    return Comparison("", "byte", len(text.encode()), program("JSON-ENCODE", [value]), Side("json", plain))


def _family(
    name: str,
    source: str,
    plain: Callable[[str], Any],
    text: Callable[[int], str] = _text,
    label: str = "str",
) -> Family:
    def build(size: int) -> Comparison:
        subject = text(size)
        engine = Side("ajisai.run", lambda: ajisai.run(source, inputs=[subject], limits=LIMITS), top)
        return Comparison("", "point", len(subject), engine, Side(label, lambda: plain(subject)))

    return Family(name, build, _SIZES, small=500, of="code points")


COMPARISONS = (
    Family("JSON-DECODE", json_decode, _SIZES, small=2_000, of="bytes"),
    Family("JSON-ENCODE", json_encode, _SIZES, small=2_000, of="bytes"),
    _family("CHARS and JOIN", "CHARS JOIN", lambda text: "".join(list(text))),
    _family("TOKENIZE", "' ' TOKENIZE", lambda text: text.split(" ")),
    _family(
        "TOKENIZE, UPPER, JOIN",
        "' ' TOKENIZE UPPER JOIN",
        lambda text: "".join([word.upper() for word in text.split(" ")]),
    ),
    _family(
        "TOKENIZE and NUM",
        "',' TOKENIZE NUM",
        lambda text: [mpz(word) for word in text.split(",")],
        text=_numbers,
        label="str, gmpy2",
    ),
    _family("REPLACE", "'leaves' 'petals' REPLACE", lambda text: text.replace("leaves", "petals")),
    _family("SEARCH", f"'{_END}' SEARCH", lambda text: text.find(_END)),
    _family("UPPER", "UPPER", str.upper),
)
