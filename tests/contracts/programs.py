"""Programs for the experiments on contracts: mostly ones that run far, and some that fail on purpose.

``piece`` makes fragments; ``grown`` keeps one only where the program so far still runs with it, but for few,
so that thousands of programs end in values and NILs more often than in ERRORs.
"""

from __future__ import annotations

from random import Random

import ajisai
from ajisai import Limits
from ajisai.machine.vocabulary import records

WORDS = tuple(records())
LIMITS = Limits.agent()
LITERALS = (
    *(
        "0",
        "1",
        "2",
        "3",
        "-1",
        "5",
        "10",
        "1/2",
        "-3/2",
        "7/3",
        "1/0",
        "-1/0",
        "0/0",
        "1e3",
        "NIL",
        "TRUE",
        "FALSE",
    ),
    *("'a'", "'abc'", "''", "'1/2'", "'x y'", "'12'", "'N'", "'[1,{\"a\":2}]'", "2 SQRT", "8 SQRT"),
    *(
        "[ ]",
        "[ 1 ]",
        "[ 1 2 3 ]",
        "[ 3 1 2 ]",
        "[ 4 5 6 ]",
        "[ [ 1 2 ] [ 3 4 ] ]",
        "[ 1 [ 2 3 ] ]",
        "[ 2 3 ]",
    ),
    *("[ 'a' 'b' ]", "[ 'a' 1 ]", "[ TRUE FALSE NIL ]", "[ TRUE FALSE TRUE ]", "[ 1/2 0/0 ]", "[ NIL 1 ]"),
    *("[ ADD ]", "[ FOO ]", "[ 'a' 'b' ] [ 1 2 ] RECORD", "[ [ ] [ ] ]", "1 6 RANGE", "'abc' CHARS", "[ 0 ]"),
)
BLOCKS = (
    *(
        "[ 2 MUL ]",
        "[ ADD ]",
        "[ 1 ADD ]",
        "[ 'V' BIND V V MUL ]",
        "[ LENGTH ]",
        "[ STR ]",
        "[ 2 LT ]",
        "[ MAX ]",
    ),
    *(
        "[ NIL? ]",
        "[ TWICE ]",
        "[ 2 DIV ]",
        "[ SQRT ]",
        "[ 0 GET ]",
        "[ 0 DIV ]",
        "[ NUM ]",
        "[ [ 1 ADD ] MAP ]",
    ),
    *(
        "[ 3 COLLECT ]",
        "[ CONCAT ]",
        "[ 1 TAKE ]",
        "[ 'A' BIND 'B' BIND A B SUB ]",
        "[ ]",
        "[ NOT ]",
        "[ NIL ]",
    ),
    *("[ 3 GT ]", "[ 5 ]", "[ REVERSE ]", "[ MUL ]", "[ 0 [ ADD ] FOLD ]", "[ 1 POW ]", "[ JSON-ENCODE ]"),
    *("[ 1 RANGE ]", "[ PRINT 1 ]", "[ [ 1 ] 'H' DEF ]", "[ [ 1 ADD ] [ 2 MUL ] TRUE SELECT EXEC ]"),
)
WORD_DEFINITIONS = "[ 'D' BIND D D ADD ] 'TWICE' DEF [ 'B' BIND 'A' BIND B A ] 'SWAP' DEF"


def piece(random: Random, names: set[str]) -> str:
    """One fragment: a literal, a Word with some operands, a block and what runs it, a name."""
    kind = random.random()
    if kind < 0.25:
        return random.choice(LITERALS)
    if kind < 0.62:
        word = random.choice(WORDS)
        operands = random.randint(0, len(records()[word].roles))
        return " ".join([*(random.choice(LITERALS) for _ in range(operands)), word])
    if kind < 0.78:
        word = random.choice(("MAP", "FILTER", "FOLD", "SCAN", "EXEC"))
        before = [random.choice(LITERALS)] if random.random() < 0.5 and word != "EXEC" else []
        if word in ("FOLD", "SCAN"):
            before.append(random.choice(LITERALS))
        return " ".join([*before, random.choice(BLOCKS), word])
    if kind < 0.84:
        name = random.choice("XYZ")
        names.add(name)
        return f"'{name}' BIND"
    if kind < 0.90:
        return random.choice(sorted(names))
    if kind < 0.94:
        name = random.choice("FGH")
        names.add(name)
        return f"[ {random.choice(BLOCKS)[2:-2]} {random.choice(('', 'F', 'G', '1 ADD'))} 7 ] '{name}' DEF"
    if kind < 0.95:
        return f"'{random.choice('FGH')}' DEL"
    if kind < 0.97:
        mask = random.choice(("TRUE", "FALSE", "NIL"))
        return f"{random.choice(BLOCKS)} {random.choice(BLOCKS)} {mask} SELECT EXEC"
    return f"{random.randint(0, 3)} COLLECT"


def grown(random: Random) -> str:
    """A program of up to a dozen fragments that mostly runs to its end."""
    names = {"TWICE", "SWAP"}
    source = WORD_DEFINITIONS if random.random() < 0.8 else ""
    for _ in range(random.randint(2, 12)):
        longer = f"{source} {piece(random, names)}".strip()
        if ajisai.run(longer, limits=LIMITS).status == "ok":
            source = longer
        elif random.random() < 0.06:
            return longer
    return source


def wild(random: Random) -> str:
    """A program of fragments as they come: most of them fail somewhere."""
    names = {"TWICE", "FOO"}
    return " ".join(piece(random, names) for _ in range(random.randint(1, 8)))


def tangled(random: Random) -> str:
    """A program about names: definitions, bindings, deletions and calls in any order, and data that names."""
    names = (*"ABCFG", "a", "f")

    def item(depth: int) -> str:
        kind = random.random()
        if kind < 0.5:
            return random.choice((*names, "ADD", "1", "2", "UNKNOWN", "LENGTH"))
        return vector(depth) if kind < 0.7 and depth else random.choice(("1", "2", "'A'", "3"))

    def vector(depth: int) -> str:
        return f"[ {' '.join(item(depth - 1) for _ in range(random.randint(0, 3)))} ]"

    def line() -> str:
        kind = random.random()
        if kind < 0.25:
            body = " ".join(random.choice((*names, "1", "2", "ADD")) for _ in range(random.randint(1, 2)))
            return f"[ {body} ] '{random.choice('ABFG')}' DEF"
        if kind < 0.30:
            return f"'{random.choice('ABFG')}' DEL"
        if kind < 0.42:
            return f"{random.choice(('1', '[ 5 ]', vector(1)))} '{random.choice('ABC')}' BIND"
        if kind < 0.55:
            return random.choice(names)
        if kind < 0.62:
            return vector(2) + random.choice((" LENGTH", " REVERSE", "", " 0 GET"))
        if kind < 0.72:
            return vector(1) + " EXEC"
        if kind < 0.80:
            block = f"[ {random.choice(('', chr(39) + 'C' + chr(39) + ' BIND'))} {item(0)} ]"
            return f"{random.choice(('[ ]', '[ 1 2 ]'))} {block} {random.choice(('MAP', 'FILTER'))}"
        if kind < 0.85:
            return f"{vector(1)} {vector(1)} 5 TAKE CONCAT EXEC"
        if kind < 0.90:
            return f"{vector(1)} {vector(1)} TRUE SELECT EXEC"
        if kind < 0.94:
            return f"[ 'P' BIND P EXEC ] 'RUN' DEF {vector(1)} RUN"
        if kind < 0.98:
            return random.choice(("[ [ 7 ] 'G' DEF ] EXEC", "[ 1 2 ] [ [ 7 ] 'G' DEF ] MAP"))
        return f"'{random.choice('AG')}' 'X' BIND [ 4 ] X DEF"

    return " ".join(line() for _ in range(random.randint(1, 8)))


def named(random: Random) -> str:
    """A program that gives names, right and wrong ones, by literals, through names and from data."""
    given = ("A", "b", "C", "W", "v", "ADD", "true", "x y", "", "5", "[")
    weights = (9, 9, 9, 9, 9, 2, 1, 1, 1, 1, 1)

    def name() -> str:
        return f"'{random.choices(given, weights)[0]}'"

    def body(depth: int) -> str:
        items = random.choices(("A", "b", "C", "W", "1", "ADD", "[ 1 ]", "[ W 2 ]"), k=random.randint(1, 3))
        if depth and random.random() < 0.4:
            items.append(statement(depth - 1))
        return f"[ {' '.join(items)} ]"

    def statement(depth: int) -> str:
        kind = random.random()
        if kind < 0.22:
            return f"{body(depth)} {name()} DEF"
        if kind < 0.42:
            value = random.choice(("1", "[ 1 2 ]", "[ A ]", "[ W b ]", "[ [ C ] ]", "1 3 RANGE", "NIL"))
            return f"{value} {name()} BIND"
        if kind < 0.47:
            return f"[ 1 2 ] [ {name()} {name()} ] BIND"
        if kind < 0.55:
            return f"{name()} DEL"
        if kind < 0.66:
            return random.choice(("A", "B", "C", "W", "V", "1", "2 ADD"))
        if kind < 0.74:
            return f"{body(depth)} EXEC"
        if kind < 0.82:
            vector = random.choice(("[ ]", "[ 1 2 ]", "[ 3 ]", "'[1,2]' JSON-DECODE", "NIL"))
            return (
                f"{vector} {body(depth)} {random.choice(('MAP', 'FILTER', '0 [ ADD ] FOLD', 'MAP LENGTH'))}"
            )
        if kind < 0.88:
            truth = random.choice(("TRUE", "FALSE", "NIL", "'1' NUM 1 EQ", "'[true]' JSON-DECODE 0 GET"))
            return f"{body(depth)} {body(depth)} {truth} SELECT EXEC"
        if kind < 0.92:
            return f"[ {name()} BIND A ] {name()} DEF"
        if kind < 0.95:
            return f"[ DEF ] 'MAKE' DEF {body(0)} {name()} MAKE"
        if kind < 0.97:
            return f"{name()} 'N' BIND {random.choice(('1 N BIND', '[ 1 ] N DEF', 'N DEL'))}"
        return f"{body(0)} {body(0)} '[1]' JSON-DECODE 0 GET TAKE CONCAT EXEC"

    return " ".join(statement(2) for _ in range(random.randint(1, 6)))
