"""Words of text and of JSON."""

from __future__ import annotations

from benchmarks.calibration.operation import Operation

_LONG = "[ # ] 'a' FILL JOIN 'T' BIND"
_WIDE = "[ # ] '\U0001f600' FILL JOIN 'T' BIND"
_NEEDLE = f"{_LONG} T 'b' 2 COLLECT JOIN 'N' BIND [ 3 ] T FILL JOIN 'T' BIND"


def _array(element: str) -> str:
    """Setup of the text of an array of so many elements, each with its comma, and a 0."""
    return f"[ # ] '{element}' FILL JOIN 'J' BIND '[' J '0]' 3 COLLECT JOIN 'T' BIND"


def _string(piece: str) -> str:
    """Setup of the text of a JSON string of so many pieces."""
    return f"[ # ] '{piece}' FILL JOIN 'J' BIND '\"' J '\"' 3 COLLECT JOIN 'T' BIND"


OPERATIONS = [
    Operation("CHARS", _WIDE, "T CHARS"),
    Operation("JOIN", "[ # ] '\U0001f600' FILL 'V' BIND", "V JOIN"),
    Operation("TRIM", "[ # ] '\u3000' FILL JOIN 'T' BIND", "T TRIM"),
    Operation("UPPER, three for one", "[ # ] '\u0390' FILL JOIN 'T' BIND", "T UPPER"),
    Operation("UPPER in ASCII", _LONG, "T UPPER"),
    Operation("LOWER of sigmas", "[ # ] '\u03a3' FILL JOIN 'T' BIND", "T LOWER"),
    Operation("TOKENIZE", f"{_LONG} 1 'N' BIND", "T 'a' TOKENIZE", (1, 1_000, 99_999)),
    Operation(
        "SEARCH of a short text",
        f"[ 62 ] 'a' FILL JOIN 'b' 2 COLLECT JOIN 'N' BIND {_WIDE}",
        "T N SEARCH",
    ),
    Operation("SEARCH of a long text", _NEEDLE, "T N SEARCH", (100, 1_000, 33_000)),
    Operation("REPLACE, growing", _LONG, "T 'a' 'bbbb' REPLACE"),
    Operation("REPLACE of a long text", _NEEDLE, "T N 'x' REPLACE", (100, 1_000, 33_000)),
    Operation("TOKENIZE by a long text", _NEEDLE, "T N TOKENIZE", (100, 1_000, 33_000)),
    Operation("NUM of digits", "[ # ] '9' FILL JOIN 'T' BIND", "T NUM", (1, 400, 4_096)),
    Operation("NUM of a huge exponent", "1 'E' BIND", "'7e-#' NUM", (1, 400, 4_000)),
    Operation("NUM of no number", _LONG, "T NUM"),
    Operation("STR of an integer", "3 # POW 'A' BIND", "A STR", (1, 1_000, 160_000)),
    Operation("STR of a fraction", "3 # POW 7 # POW DIV 'A' BIND", "A STR", (1, 1_000, 20_000)),
    Operation("FORMAT of a fraction", "1/3 'A' BIND", "A # FORMAT", (0, 400, 40_000)),
    Operation("FORMAT of an integer", "3 # POW 'A' BIND", "A 5 FORMAT", (1, 1_000, 160_000)),
    Operation("FORMAT of a wide fraction", "3 # POW 7 # POW DIV 'A' BIND", "A 9 FORMAT", (1, 1_000, 20_000)),
    Operation("FORMAT of an irrational", "2 SQRT 'A' BIND", "A # FORMAT", (0, 400, 40_000)),
    Operation("FORMAT of many terms", "2 # RANGE SQRT 0 [ ADD ] FOLD 'A' BIND", "A 40 FORMAT", (3, 60, 800)),
    Operation(
        "JSON-DECODE of numbers",
        _array("1,"),
        "T JSON-DECODE",
        (1, 1_000, 60_000),
    ),
    Operation(
        "JSON-DECODE of decimals",
        _array("1.5e-3,"),
        "T JSON-DECODE",
        (1, 1_000, 60_000),
    ),
    Operation(
        "JSON-DECODE of wide decimals",
        _array("15e-4000,"),
        "T JSON-DECODE",
        (1, 30, 1_000),
    ),
    Operation(
        "JSON-DECODE of texts",
        _array('"a",'),
        "T JSON-DECODE",
        (1, 1_000, 60_000),
    ),
    Operation(
        "JSON-DECODE of escapes",
        _string("\\u00e9"),
        "T JSON-DECODE",
    ),
    Operation(
        "JSON-DECODE of short escapes",
        _string("\\n"),
        "T JSON-DECODE",
    ),
    Operation(
        "JSON-DECODE of arrays",
        _array("[1],"),
        "T JSON-DECODE",
        (1, 1_000, 60_000),
    ),
    Operation("JSON-DECODE of empty objects", _array("{},"), "T JSON-DECODE", (1, 1_000, 60_000)),
    Operation(
        "JSON-DECODE of objects",
        _array('{"a":1},'),
        "T JSON-DECODE",
        (1, 1_000, 50_000),
    ),
    Operation(
        "JSON-DECODE of depth",
        "[ # ] '{\"a\":' FILL JOIN 'A' BIND [ # ] '}' FILL JOIN 'B' BIND A '1' B 3 COLLECT JOIN 'T' BIND",
        "T JSON-DECODE",
        (1, 20, 255),
    ),
    Operation("JSON-DECODE of blanks", "[ # ] ' ' FILL JOIN 'T' BIND", "T JSON-DECODE"),
    Operation("JSON-ENCODE of integers", "1 # RANGE 'V' BIND", "V JSON-ENCODE"),
    Operation("JSON-ENCODE of decimals", "1 # RANGE 1024 DIV 'V' BIND", "V JSON-ENCODE"),
    Operation("JSON-ENCODE of fractions", "1 # RANGE 7 DIV 'V' BIND", "V JSON-ENCODE"),
    Operation("JSON-ENCODE of a wide decimal", "1 2 # POW DIV 'A' BIND", "A JSON-ENCODE", (1, 1_000, 60_000)),
    Operation(
        "JSON-ENCODE of truth values", "[ # ] TRUE FILL 'V' BIND", "V JSON-ENCODE", (1, 1_000, 100_000)
    ),
    Operation("JSON-ENCODE of texts", "1 # RANGE STR 'V' BIND", "V JSON-ENCODE"),
    Operation(
        "JSON-ENCODE of escapes", "[ # ] '\x01' FILL JOIN 'T' BIND", "T JSON-ENCODE", (1, 1_000, 100_000)
    ),
    Operation(
        "JSON-ENCODE of arrays", "1 # RANGE [ # 1 ] RESHAPE 'V' BIND", "V JSON-ENCODE", (1, 1_000, 50_000)
    ),
    Operation(
        "JSON-ENCODE of objects",
        "[ 'a' ] [ 1 ] RECORD 'R' BIND [ # ] R FILL 'V' BIND",
        "V JSON-ENCODE",
    ),
]
