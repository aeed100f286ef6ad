"""Random programs for the laws: well-formed ones that mean something often, and broken ones.

Plain ``random`` with fixed seeds, so that thousands can be made in a moment.
"""

from __future__ import annotations

from random import Random

from ajisai.machine.vocabulary import records

WORDS = tuple(records())
LEAVES = (
    *("0", "1", "2", "-3", "7/3", "-1/2", "1/0", "-1/0", "0/0", "1e3", "0.25", "NIL", "TRUE", "FALSE"),
    *("'a'", "'ab c'", "''", "'12'", "'[1,2]'", "X", "Y", "2 SQRT", "3 SQRT", "12345678901234567890"),
    *("[ X ]", "[ ]", "[ 1 2 3 ]", "[ 3 1 2 ]", "[ 'a' 'b' ]", "[ 1 NIL ]", "[ [ 1 2 ] [ 3 4 ] ]"),
    *("[ 1 [ 2 3 ] ]", "[ 'x' 'y' ] [ 1 2 ] RECORD", "[ TRUE FALSE ]", "[ ADD ] 0 GET"),
)
BLOCKS = (
    "[ 1 ADD ]",
    "[ ADD ]",
    "[ 'X' BIND X X MUL ]",
    "[ 2 GT ]",
    "[ W ]",
    "[ ]",
    "[ 0 DIV ]",
    "[ PRINT 1 ]",
)
BROKEN = ("'open", "[1", "2]", "]", "[", "'a'b", "\u2212", "\ud800", "\x00", "#", "\u3000", "'", "1e99999")


def fragment(random: Random) -> str:
    """One piece of a program: a leaf, a Word with likely operands, or a bare Word."""
    kind = random.random()
    if kind < 0.3:
        return random.choice(LEAVES)
    word = random.choice(WORDS)
    if kind < 0.8:
        inputs = records()[word].inputs
        count = random.randrange(3) if inputs is None else inputs
        operands = [random.choice(LEAVES) for _ in range(count)]
        if word in ("MAP", "FILTER", "FOLD", "SCAN", "EXEC", "CONTRACT"):
            operands[-1:] = [random.choice(BLOCKS)]
        elif word in ("BIND", "DEF"):
            operands = [
                random.choice((*BLOCKS, *LEAVES)),
                random.choice(("'X'", "'Y'", "'W'", "'ADD'", "[ 'X' 'Y' ]")),
            ]
        return " ".join([*operands, word])
    return word


def well_formed(random: Random) -> str:
    """A program that reads; most pieces find operands, some do not."""
    pieces = ["5 'X' BIND"] if random.random() < 0.5 else []
    if random.random() < 0.3:
        pieces.append("[ 2 MUL ] 'W' DEF")
    pieces += [fragment(random) for _ in range(random.randrange(1, 9))]
    return " ".join(pieces)


def broken(random: Random) -> str:
    """A program with something in it that may not read."""
    pieces = [fragment(random) for _ in range(random.randrange(4))]
    for _ in range(random.randrange(1, 4)):
        pieces.insert(random.randrange(len(pieces) + 1), random.choice(BROKEN))
    return random.choice((" ", "\n", "\t", "")).join(pieces)
