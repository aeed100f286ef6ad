"""Words that lift: whole columns, lanes one by one, nested Vectors, Records, projections."""

from __future__ import annotations

from benchmarks.calibration.operation import Operation

_INTEGERS = "1 # RANGE 'V' BIND"
_FRACTIONS = "1 # RANGE 7 DIV 'V' BIND"
_TEXTS = "[ # ] 'ab' FILL 'V' BIND"
_POINTS = "[ # ] 1/0 FILL 'V' BIND"
_ROWS = "1 # RANGE [ # 1 ] RESHAPE 'V' BIND"


def _lane(name: str, setup: str, body: str, largest: int = 100_000) -> Operation:
    return Operation(f"lanes: {name}", setup, body, (1, 1_000, largest))


OPERATIONS = [
    _lane("ADD, a column", _INTEGERS, "V V ADD"),
    _lane("ADD, a column of fractions", _FRACTIONS, "V V ADD"),
    _lane("MUL, a column", _INTEGERS, "V V MUL"),
    _lane("DIV, a column", _INTEGERS, "V 7 DIV"),
    _lane("LT, a column", _INTEGERS, "V 9 LT"),
    _lane("NOT, a column", "[ # ] TRUE FILL 'V' BIND", "V NOT"),
    _lane("ADD", _POINTS, "V V ADD"),
    _lane("MUL", _POINTS, "V V MUL"),
    _lane("DIV", _POINTS, "V V DIV"),
    _lane("LT", _POINTS, "V V LT"),
    _lane("MIN", _POINTS, "V V MIN"),
    _lane("FLOOR", _POINTS, "V FLOOR"),
    _lane("GCD", "[ # ] 7540113804746346429 FILL 'V' BIND", "V 4660046610375530309 GCD"),
    _lane("POW", "[ # ] 3 FILL 'V' BIND", "V 2 POW"),
    _lane("AND", "[ # ] TRUE FILL 'V' BIND", "V V AND"),
    _lane("NOT", "[ # ] TRUE FILL NIL 1 COLLECT CONCAT 'V' BIND", "V NOT", 99_999),
    _lane("RATIO", _INTEGERS, "V RATIO", 50_000),
    _lane("SELECT", f"{_INTEGERS} [ # ] TRUE FILL 'M' BIND", "V V M SELECT"),
    _lane(
        "SELECT under a Record", f"{_INTEGERS} V V 5 GT RECORD 'M' BIND V V RECORD 'R' BIND", "R 0 M SELECT"
    ),
    _lane(
        "SELECT of both and an absence",
        f"{_INTEGERS} [ # ] TRUE FILL 1 DROP [ NIL ] CONCAT 'M' BIND",
        "V V M SELECT",
    ),
    _lane("an absent operand", "[ # ] 'x' FILL NUM 'V' BIND", "V 1 ADD"),
    _lane("GET of a Vector", "0 # RANGE 'V' BIND", "V V GET", 99_999),
    _lane("GET of a Record", "1 # RANGE 'V' BIND V V RECORD 'R' BIND", "R V GET"),
    _lane("HAS?", "1 # RANGE 'V' BIND V V RECORD 'R' BIND", "R V HAS?"),
    _lane("TAKE", "[ # ] 1 FILL 'V' BIND", "[ 1 2 ] V TAKE"),
    _lane("RANGE", _INTEGERS, "V V RANGE"),
    _lane("FILL", _INTEGERS, "[ 1 ] V FILL"),
    _lane("PUT", "[ # ] 0 FILL 'V' BIND", "[ 1 ] V 5 PUT"),
    _lane("WITHOUT", "[ 'a' 'b' ] [ 1 2 ] RECORD 'R' BIND [ # ] 'a' FILL 'V' BIND", "R V WITHOUT"),
    _lane("BSEARCH", "1 # RANGE 'V' BIND", "V V BSEARCH"),
    _lane("BSEARCH of what is not there", "1 # RANGE 'V' BIND V 1/2 ADD 'K' BIND", "V K BSEARCH"),
    _lane("UPPER", _TEXTS, "V UPPER"),
    _lane("TRIM", _TEXTS, "V TRIM"),
    _lane("CHARS of nothing", "[ # ] '' FILL 'V' BIND", "V CHARS"),
    _lane("TOKENIZE", _TEXTS, "V 'x' TOKENIZE"),
    _lane("SEARCH", _TEXTS, "V 'b' SEARCH"),
    _lane("REPLACE", _TEXTS, "V 'b' 'c' REPLACE"),
    _lane("REPLACE of three Vectors", _TEXTS, "V V V REPLACE"),
    _lane("STR", _INTEGERS, "V STR"),
    _lane("STR of fractions", _FRACTIONS, "V STR"),
    _lane("FORMAT", _FRACTIONS, "V 2 FORMAT"),
    Operation("lanes: FORMAT of irrationals", "2 # RANGE SQRT 'V' BIND", "V 5 FORMAT", (3, 1_000, 50_000)),
    _lane("FORMAT of integers", _INTEGERS, "V 0 FORMAT"),
    _lane("NUM", "[ # ] '355/113' FILL 'V' BIND", "V NUM"),
    _lane("NUM of short integers", "1 # RANGE STR 'V' BIND", "V NUM"),
    _lane("NUM of decimals", "[ # ] '1.5e3' FILL 'V' BIND", "V NUM"),
    _lane("JSON-DECODE", "[ # ] '1' FILL 'V' BIND", "V JSON-DECODE"),
    _lane("NIL-REASON", "[ # ] 'x' FILL NUM 'V' BIND", "V NIL-REASON"),
    _lane("projecting SQRT", "[ # ] -1 FILL 'V' BIND", "V SQRT"),
    _lane("projecting GET", "[ # ] 7 FILL 'V' BIND", "[ 1 ] V GET"),
    _lane("projecting NUM", "[ # ] '3x' FILL 'V' BIND", "V NUM"),
    _lane("projecting SEARCH", _TEXTS, "V 'x' SEARCH"),
    _lane("projecting JSON-DECODE", "[ # ] 'x' FILL 'V' BIND", "V JSON-DECODE"),
    _lane("rows and a number", _ROWS, "V 1 ADD", 50_000),
    _lane("rows and rows", _ROWS, "V V ADD", 50_000),
    _lane("rows and one row", f"{_ROWS} [ 1 1 ] 2 FILL 'W' BIND", "V W ADD", 50_000),
    _lane("ragged rows", f"{_ROWS} V [ 5 ] CONCAT 'V' BIND", "V 1 ADD", 50_000),
    Operation(
        "lanes: a deep Vector",
        "1 # RANGE [ 1 ] [ 'I' BIND 1 COLLECT ] FOLD 'V' BIND",
        "V 1 ADD",
        (1, 30, 250),
    ),
    Operation(
        "lanes: axes of 2 beside axes of 1",
        "[ # ] 2 FILL 1/0 FILL 'V' BIND [ # ] 1 FILL 2 FILL 'W' BIND",
        "V W ADD",
        (1, 8, 16),
    ),
    _lane("a Record", "1 # RANGE 'V' BIND V V RECORD 'R' BIND", "R 1 ADD"),
    _lane("a Record of points", f"1 # RANGE 'K' BIND {_POINTS} K V RECORD 'R' BIND", "R 1 ADD"),
    _lane("Records in a Vector", "[ 'a' ] [ 1 ] RECORD 'R' BIND [ # ] R FILL 'V' BIND", "V 1 ADD"),
]
