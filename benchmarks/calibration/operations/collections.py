"""Words that copy, build, compare, sort and key."""

from __future__ import annotations

from benchmarks.calibration.operation import Operation

_SIZES = (1, 1_000, 100_000)
_HALF = (1, 1_000, 50_000)
_INTEGERS = "1 # RANGE 'V' BIND"
_SHUFFLED = "1 # RANGE 7919 MUL 'W' BIND W W 100003 DIV FLOOR 100003 MUL SUB 'V' BIND"
_FRACTIONS = "1 # RANGE 7 DIV 'V' BIND"
_WIDE = "1 # RANGE 2 100 POW ADD 'V' BIND"
_COLLIDING = "1 # RANGE 2 42 POW MUL 'V' BIND"
_TEXTS = "1 # RANGE STR 'V' BIND"
_SYMBOLS = "[ # ] [ X ] 0 GET FILL 'V' BIND"
_ABSENT = "1 # RANGE STR [ ABSENT ] MAP 'V' BIND"
_SURDS = "2 # RANGE SQRT 'V' BIND"
_ROWS = "1 # RANGE [ # 1 ] RESHAPE 'V' BIND"
_RECORDS = "[ # ] '{\"a\":1},' FILL JOIN 'J' BIND '[' J '0]' 3 COLLECT JOIN JSON-DECODE 'V' BIND"
_DEEP = "1 # RANGE [ 1 ] [ 'I' BIND 1 COLLECT ] FOLD 'V' BIND"
_DEPTHS = (1, 30, 250)
_KINDS = {
    "integers": (_INTEGERS, _SIZES),
    "colliding integers": (_COLLIDING, _SIZES),
    "wide integers": (_WIDE, _SIZES),
    "fractions": (_FRACTIONS, _SIZES),
    "texts": (_TEXTS, _SIZES),
    "Symbols": (_SYMBOLS, _SIZES),
    "absences": (_ABSENT, _SIZES),
    "irrationals": (_SURDS, (3, 1_000, 50_000)),
    "rows": (_ROWS, _HALF),
    "Records": (_RECORDS, (1, 1_000, 20_000)),
}


def _of_each_kind(name: str, body: str) -> list[Operation]:
    return [Operation(f"{name} of {kind}", setup, body, sizes) for kind, (setup, sizes) in _KINDS.items()]


OPERATIONS = [
    *_of_each_kind("UNIQUE", "V 0 TAKE V CONCAT UNIQUE"),
    *_of_each_kind("TALLY", "V 0 TAKE V CONCAT TALLY"),
    *_of_each_kind("RECORD and GET", "V 0 TAKE V CONCAT UNIQUE 'K' BIND K K RECORD 5 GET"),
    *_of_each_kind("DIGEST", "V DIGEST"),
    *_of_each_kind("EQ", "V V REVERSE REVERSE EQ"),
    *(one for one in _of_each_kind("DEF", "V 'B' DEF") if "absences" not in one.name),
    *_of_each_kind("PRINT", "V PRINT"),
    Operation("GROUP, all apart", _INTEGERS, "V V GROUP", _SIZES),
    Operation("GROUP, all together", f"{_INTEGERS} [ # ] 1 FILL 'K' BIND", "K V GROUP", _SIZES),
    Operation("MERGE", f"{_INTEGERS} V V RECORD 'R' BIND", "R R MERGE", _SIZES),
    Operation("HAS?", f"{_TEXTS} V V RECORD 'R' BIND", "R '1' HAS?", _SIZES),
    Operation("PUT of a Record", f"{_TEXTS} V V RECORD 'R' BIND", "R 'x' 1 PUT", (1, 1_000, 99_999)),
    Operation("WITHOUT", f"{_TEXTS} V V RECORD 'R' BIND", "R '1' WITHOUT", _SIZES),
    Operation("INDEX-OF", _INTEGERS, "V -1 INDEX-OF", _SIZES),
    Operation("INDEX-OF among texts", _TEXTS, "V 'zz' INDEX-OF", _SIZES),
    Operation(
        "INDEX-OF among irrationals", f"{_SURDS} 3 SQRT 7 ADD 'K' BIND", "V K INDEX-OF", (3, 1_000, 50_000)
    ),
    Operation("INDEX-OF of a Vector", _ROWS, "V [ -1 ] INDEX-OF", _HALF),
    Operation("INDEX-OF of a longer Vector", _ROWS, "V [ 1 2 ] INDEX-OF", _HALF),
    Operation(
        "INDEX-OF of a Record",
        f"{_RECORDS} [ 'a' ] [ 2 ] RECORD 'K' BIND",
        "V K INDEX-OF",
        (1, 1_000, 20_000),
    ),
    Operation("SORT of integers", _SHUFFLED, "V SORT", _SIZES),
    Operation("SORT of fractions", f"{_SHUFFLED} V 7 DIV 'V' BIND", "V SORT", _SIZES),
    Operation(
        "SORT with a point", f"{_SHUFFLED} V 1/0 1 COLLECT CONCAT 'V' BIND", "V SORT", (1, 1_000, 60_000)
    ),
    Operation("SORT of irrationals", "# 2 RANGE SQRT 'V' BIND", "V SORT", (3, 1_000, 50_000)),
    Operation(
        "SORT of wide fractions",
        "1 # RANGE 3 2000 POW ADD 7 1000 POW DIV REVERSE 'V' BIND",
        "V SORT",
        (1, 100, 2_000),
    ),
    Operation("ORDER of integers", _SHUFFLED, "V ORDER", _SIZES),
    Operation("ORDER of irrationals", "# 2 RANGE SQRT 'V' BIND", "V ORDER", (3, 1_000, 50_000)),
    Operation("CONCAT", _INTEGERS, "V V CONCAT", _HALF),
    Operation("CONCAT of rows", _ROWS, "V V CONCAT", _HALF),
    Operation("REVERSE", _INTEGERS, "V REVERSE", _SIZES),
    Operation("REVERSE of rows", _ROWS, "V REVERSE", _HALF),
    Operation("TAKE of one", _INTEGERS, "V 1 TAKE", _SIZES),
    Operation("TAKE of rows", _ROWS, "V # TAKE", _HALF),
    Operation("PUT", _INTEGERS, "V 0 7 PUT", _SIZES),
    Operation("PUT of rows", _ROWS, "V 0 7 PUT", _HALF),
    Operation("COLLECT", _INTEGERS, "V EXEC # COLLECT", _SIZES),
    Operation("RANGE", "1 'V' BIND", "1 # RANGE", _SIZES),
    Operation("RANGE of wide integers", "3 20000 POW 'A' BIND", "A A # ADD RANGE", (1, 100, 2_000)),
    Operation("FILL", "1 'V' BIND", "[ # ] 1 FILL", _SIZES),
    Operation("FILL of depth", "[ # ] 1 FILL 'S' BIND", "S 1 FILL", (1, 30, 256)),
    Operation("RESHAPE into rows of one", _INTEGERS, "V [ # 1 ] RESHAPE", _SIZES),
    Operation("RESHAPE into axes of one", _INTEGERS, "V [ # 1 1 1 1 ] RESHAPE", (1, 1_000, 80_000)),
    Operation("RESHAPE into nothing", "[ ] 'V' BIND", "V [ # 0 ] RESHAPE", _SIZES),
    Operation(
        "RESHAPE and SHAPE", "[ # # ] 1 FILL FLATTEN 'V' BIND", "V [ # # ] RESHAPE SHAPE", (1, 30, 300)
    ),
    Operation("FLATTEN of rows", _ROWS, "V FLATTEN", _HALF),
    Operation("FLATTEN of depth", _DEEP, "V FLATTEN", _DEPTHS),
    Operation("FLATTEN of a shared tree", "[ # ] 2 FILL 1 FILL 'V' BIND", "V FLATTEN", (1, 8, 16)),
    Operation("DEPTH of a new tree", "[ # ] 2 FILL 'S' BIND", "S 1 FILL DEPTH", (1, 8, 16)),
    Operation("ZIP of two", "1 # RANGE 'A' BIND A A 2 COLLECT 'V' BIND", "V ZIP", _HALF),
    Operation("ZIP of rows of one", _ROWS, "V ZIP", _HALF),
    Operation("JSON-ENCODE of depth", _DEEP, "V JSON-ENCODE", _DEPTHS),
    Operation("DIGEST of depth", _DEEP, "V 1 COLLECT DIGEST", _DEPTHS),
    Operation("EQ of depth", f"{_DEEP} V 'W' BIND {_DEEP}", "V W EQ", _DEPTHS),
    Operation("DIGEST of a wide integer", "3 # POW 'A' BIND", "A DIGEST", (1, 1_000, 160_000)),
    Operation("DIGEST of a text", "[ # ] '\U0001f600' FILL JOIN 'T' BIND", "T DIGEST", _SIZES),
    Operation("DIGEST of many terms", "2 # RANGE SQRT 0 [ ADD ] FOLD 'A' BIND", "A DIGEST", (3, 60, 800)),
    Operation("PRINT of a wide integer", "3 # POW 'A' BIND", "A PRINT", (1, 1_000, 160_000)),
    Operation("PRINT of many terms", "2 # RANGE SQRT 0 [ ADD ] FOLD 'A' BIND", "A PRINT", (3, 60, 800)),
    Operation(
        "UNIQUE of long texts",
        "[ # ] 'a' FILL JOIN 'T' BIND 1 90 RANGE STR [ 'S' BIND T S 2 COLLECT JOIN ] MAP 'V' BIND",
        "V [ '' 2 COLLECT JOIN ] MAP UNIQUE",
    ),
    Operation(
        "EQ of long texts", "[ # ] 'a' FILL JOIN 'T' BIND [ # ] 'a' FILL JOIN 'W' BIND", "T W EQ", _SIZES
    ),
]
