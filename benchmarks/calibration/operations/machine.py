"""What the machine does beside the Words: steps, pushes, names, frames, calls, definitions, contracts."""

from __future__ import annotations

from benchmarks.calibration.operation import Operation

_MANY = (10, 1_000, 20_000)
_NAMED = "1 'X' BIND"
_NEST = "0 240 RANGE [ 'X' BIND ] [ 'I' BIND 'B' BIND B 1 COLLECT ] FOLD"
_LONG_NAME = "[ # ] 'm' FILL JOIN 'N' BIND"
_SYMBOLS = "[ # ] [ X ] 0 GET FILL 'B' BIND"


def _around(depth: int, inner: str) -> str:
    """Source that evaluates ``inner`` in frames nested so deep."""
    return "[ " * depth + inner + " ] EXEC" * depth


def _repeated(name: str, body: str, setup: str = _NAMED) -> Operation:
    """A block run once for each element, and no more."""
    return Operation(name, setup, f"1 # RANGE [ {body} ] MAP", _MANY)


OPERATIONS = [
    _repeated("step: MAP of a Word", "NIL?"),
    Operation("MAP of nothing", "1 # RANGE [ # 1 ] RESHAPE 'V' BIND", "V [ ] MAP", (1, 1_000, 50_000)),
    Operation("MAP of nothing over texts", "1 # RANGE STR 'V' BIND", "V [ ] MAP"),
    Operation("FILTER by nothing", "[ # ] TRUE FILL 'V' BIND", "V [ ] FILTER"),
    _repeated("step: MAP of ADD", "1 ADD"),
    _repeated("step: MAP of a name", "'I' BIND I I ADD X ADD"),
    _repeated("step: MAP of an empty EXEC", "[ ] EXEC"),
    _repeated("step: MAP of a User Word", "W", "[ 1 ADD ] 'W' DEF"),
    _repeated("step: MAP of MAP", "1 COLLECT [ 1 ADD ] MAP"),
    _repeated("step: MAP of FOLD", "1 COLLECT 0 [ ADD ] FOLD"),
    _repeated("step: MAP of EQ", "'a' EQ"),
    _repeated("step: MAP of EQ of fractions", "3 DIV 'I' BIND I I EQ"),
    _repeated("step: MAP of literals", "1 2 3 4 5 6 COLLECT LENGTH"),
    _repeated("step: MAP of COLLECT and GET", "1 COLLECT 0 GET"),
    _repeated("step: MAP of DIGEST", "DIGEST"),
    _repeated("step: MAP of CONTRACT", "'I' BIND B CONTRACT NIL?", "[ 1 ADD ] 'B' BIND"),
    _repeated("step: MAP of PRINT", "PRINT 1"),
    _repeated("step: MAP of DEF", "'I' BIND B 'W' DEF I", "[ 1 ADD ] 'B' BIND"),
    _repeated("step: MAP of DEF and DEL", "'I' BIND B 'W' DEF 'W' DEL I", "[ 1 ADD ] 'B' BIND"),
    _repeated("step: MAP of BIND of many", "'I' BIND [ 1 2 3 4 ] [ 'A' 'B' 'C' 'D' ] BIND I"),
    _repeated("step: MAP of a projection", "-1 SQRT EQ"),
    Operation("step: FOLD of ADD", "1 # RANGE 'V' BIND", "V 0 [ ADD ] FOLD", _MANY),
    Operation("step: SCAN of a name", "1 # RANGE 'V' BIND", "V 0 [ 'K' BIND K ADD ] SCAN", _MANY),
    Operation("step: FILTER", "1 # RANGE 'V' BIND", "V [ 5 GT ] FILTER", _MANY),
    Operation(
        "step: calls in a chain",
        "[ 1 ] 'A' DEF [ A A 2 COLLECT ] 'B' DEF [ B B 2 COLLECT ] 'C' DEF",
        "C C 2 COLLECT LENGTH",
        (1,),
    ),
    Operation("push: EXEC of numbers", "1 # RANGE 'B' BIND", "B EXEC", _MANY),
    Operation("push: EXEC of names", f"{_NAMED} {_SYMBOLS}", "B EXEC", _MANY),
    Operation("push: EXEC of names and COLLECT", f"{_NAMED} {_SYMBOLS}", "B EXEC # COLLECT", _MANY),
    Operation("push: a User Word of names", f"{_SYMBOLS} [ 1 'X' BIND ] B CONCAT 'W' DEF", "W", _MANY),
    Operation("push: names in deep frames", f"{_NAMED} {_SYMBOLS}", _around(240, "B EXEC # COLLECT"), _MANY),
    Operation(
        "push: unseen names in deep frames",
        f"{_NAMED} {_SYMBOLS}",
        _around(240, "1 # RANGE [ 'I' BIND X [ ] EXEC ] MAP"),
        _MANY,
    ),
    Operation("nest: EXEC in EXEC", "1 'X' BIND", _around(200, "1"), (1,)),
    Operation("name: BIND of a long name", _LONG_NAME, "1 N BIND"),
    Operation(
        "name: DEF of a long name",
        _LONG_NAME,
        "[ 1 ] N 'm' 2 COLLECT JOIN DEF",
    ),
    Operation("name: BIND of numbers", "1 # RANGE 'V' BIND", "V 'W' BIND"),
    Operation("name: BIND of Symbols", "[ # ] [ Y ] 0 GET FILL 'V' BIND", "V 'W' BIND"),
    Operation("name: BIND of rows", "1 # RANGE [ # 1 ] RESHAPE 'V' BIND", "V 'W' BIND", (1, 1_000, 50_000)),
    Operation(
        "name: BIND through names",
        "[ X ] 'A' BIND [ A A A ] 'C' BIND [ C C C ] 'D' BIND",
        "[ D D D ] 'E' BIND",
        (1,),
    ),
    Operation(
        "DEF of deep Vectors",
        "1 # RANGE [ 1 ] [ 'I' BIND 1 COLLECT ] FOLD 'V' BIND",
        "V 'B' DEF",
        (1, 30, 250),
    ),
    Operation("DEF of a wide integer", "3 # POW 1 COLLECT 'V' BIND", "V 'B' DEF", (1, 1_000, 160_000)),
    Operation(
        "DEF of many terms", "2 # RANGE SQRT 0 [ ADD ] FOLD 1 COLLECT 'V' BIND", "V 'B' DEF", (3, 60, 800)
    ),
    Operation(
        "DEF of a Word that others name",
        "[ A ] 'B' DEF [ B ] 'C' DEF [ B C ] 'D' DEF [ B C D ] 'E' DEF",
        "[ F ] 'G' DEF [ B C D E ] 'F' DEF 'G' DEL 'F' DEL",
        (1,),
    ),
    Operation(
        "DEF, run and rebuilt",
        "[ 'a' ] [ 1 ] RECORD 'R' BIND [ # ] R FILL 'V' BIND",
        "V 'B' DEF B",
        (1, 100, 5_000),
    ),
    Operation("DEF and run of names", f"{_SYMBOLS} [ 1 'X' BIND ] B CONCAT 'V' BIND", "V 'W' DEF W", _MANY),
    Operation("a new block, run once", "[ # ] [ NIL? ] 0 GET FILL 'B' BIND", "1 B [ ] CONCAT EXEC", _MANY),
    Operation(
        "a new block of names, run by MAP",
        f"{_NAMED} {_SYMBOLS}",
        "[ 1 2 ] [ 'I' BIND ] B CONCAT [ # COLLECT ] CONCAT MAP",
        _MANY,
    ),
    Operation("CONTRACT of numbers", "1 # RANGE 'B' BIND", "B CONTRACT", _MANY),
    Operation("CONTRACT of Words", "[ # ] [ NIL? ] 0 GET FILL 'B' BIND", "B CONTRACT", _MANY),
    Operation("CONTRACT of unknown names", _SYMBOLS, "B CONTRACT", _MANY),
    Operation("CONTRACT of points", "[ # ] 1/0 FILL 'B' BIND", "B CONTRACT", _MANY),
    Operation(
        "CONTRACT of blocks",
        "[ # ] [ [ 1 ] EXEC ] FILL 'V' BIND [ [ 1 ] EXEC ] 'P' BIND P P CONCAT 'B' BIND",
        "B B CONCAT CONTRACT",
        (1,),
    ),
    Operation(
        "CONTRACT of Words in a chain",
        "[ 1 ] 'A' DEF [ A A ] 'B' DEF [ B B ] 'C' DEF [ C C ] 'D' DEF [ D D ] 'E' DEF",
        "[ E E ] CONTRACT",
        (1,),
    ),
    Operation(
        "DIGEST of Words in a chain",
        "[ 1 ] 'A' DEF [ A A ] 'B' DEF [ B B ] 'C' DEF [ C C ] 'D' DEF [ D D ] 'E' DEF",
        "[ E ] 0 GET DIGEST",
        (1,),
    ),
    Operation("DIGEST of a Word", "1 # RANGE 'W' DEF", "[ W ] 0 GET DIGEST", _MANY),
    Operation("PRINT of a text", "[ # ] 'a' FILL JOIN 'T' BIND", "T PRINT"),
]
