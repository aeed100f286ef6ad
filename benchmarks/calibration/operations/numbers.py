"""Arithmetic: of integers and fractions of every width, of irrationals, roots and factoring.

Operands that are written down are lanes of a Vector, so that no step is charged for each.
"""

from __future__ import annotations

from benchmarks.calibration.operation import Operation

_WIDTHS = (20, 400, 160_000)  # exponents of 3: half a limb, ten limbs, four thousand
_A, _B = "3 # POW 'A' BIND", "3 # POW 'A' BIND 7 # POW 'B' BIND"
_HALVES = "3 # POW 'A' BIND 7 # POW 1 ADD 'B' BIND"
_FRACTIONS = "3 # POW 7 # POW DIV 'A' BIND 5 # POW 11 # POW DIV 'B' BIND"
_SUM = "2 # RANGE SQRT 0 [ ADD ] FOLD 'A' BIND"
_NEAR = "2 SQRT 1 SUB 'E' BIND E # POW 'D' BIND 3 SQRT 'A' BIND A D ADD 'B' BIND"


def _lanes(name: str, setup: str, body: str, sizes: tuple[int, ...], count: int = 200) -> Operation:
    """A Word over equal lanes of A and B, however wide."""
    return Operation(name, f"{setup} [ {count} ] A FILL 'V' BIND", body, sizes)


OPERATIONS = [
    _lanes("ADD of integers", _B, "V B ADD", (20, 400, 80_000)),
    _lanes("SUB of integers", _B, "V B SUB", (20, 400, 80_000)),
    _lanes("LT of integers", _B, "V B LT", (20, 400, 80_000)),
    _lanes("MUL of integers", _B, "V B MUL", (20, 100, 4_000)),
    Operation("MUL of the widest integers", "3 # POW 'A' BIND", "A A MUL", (20, 2_000, 80_000)),
    _lanes("DIV of integers", _HALVES, "V B DIV", (20, 100, 2_000)),
    _lanes("GCD of integers", _HALVES, "V B GCD", (20, 100, 2_000)),
    Operation("GCD of the widest integers", _HALVES, "A B GCD", (20, 2_000, 60_000)),
    Operation("DIV of the widest integers", _HALVES, "A B DIV", (20, 2_000, 40_000)),
    _lanes("ADD of fractions", _FRACTIONS, "V B ADD", (5, 100, 2_000)),
    _lanes("MUL of fractions", _FRACTIONS, "V B MUL", (5, 100, 2_000)),
    _lanes("DIV of fractions", _FRACTIONS, "V B DIV", (5, 100, 2_000)),
    _lanes("LT of fractions", _FRACTIONS, "V B LT", (5, 100, 2_000)),
    _lanes("MIN of fractions", _FRACTIONS, "V B MIN", (5, 100, 2_000)),
    Operation("ADD of the widest fractions", _FRACTIONS, "A B ADD", (5, 1_000, 20_000)),
    _lanes("FLOOR of fractions", _FRACTIONS, "V FLOOR", (5, 100, 2_000)),
    _lanes("ROUND of fractions", _FRACTIONS, "V ROUND", (5, 100, 2_000)),
    Operation("FLOOR of the widest fraction", _FRACTIONS, "A FLOOR", (5, 1_000, 70_000)),
    _lanes("POW of an integer", "3 'A' BIND", "V # POW", (2, 45, 160_000), 20),
    _lanes("POW of a fraction", "3/7 'A' BIND", "V -# POW", (2, 45, 40_000), 20),
    _lanes("POW of a half", "2 'A' BIND", "V #/2 POW", (3, 45, 40_001), 20),
    _lanes("POW of a point", "0/0 'A' BIND", "V 2 POW", (1,)),
    _lanes("POW to nothing", "5 'A' BIND", "V 0 POW", (1,)),
    _lanes("POW of an irrational to one", "2 SQRT 'A' BIND", "V 1 POW", (1,)),
    _lanes("ADD of irrationals", _SUM, "V A ADD", (2, 60, 800)),
    _lanes(
        "ADD of apart irrationals",
        f"{_SUM} 1000 1 # RANGE ADD SQRT 0 [ ADD ] FOLD 'B' BIND",
        "V B ADD",
        (2, 60, 300),
    ),
    _lanes("ADD of irrationals and numbers", _SUM, "V 1/3 ADD", (2, 60, 800)),
    _lanes("ADD of wide irrationals", "3 # POW 'K' BIND 2 SQRT K DIV 'A' BIND", "V A ADD", (2, 60, 20_000)),
    _lanes("MUL of irrationals", _SUM, "V A MUL", (2, 8, 28), 20),
    _lanes("MUL of irrationals and numbers", _SUM, "V 1/3 MUL", (2, 60, 800)),
    _lanes(
        "MUL of one field",
        "[ 1 2 3 5 6 10 15 30 ] # TAKE SQRT 0 [ ADD ] FOLD 'A' BIND",
        "V A MUL",
        (1, 4, 8),
        20,
    ),
    _lanes(
        "MUL of wide irrationals", "3 # POW 'K' BIND 2 SQRT K ADD 'A' BIND", "V A MUL", (2, 60, 20_000), 20
    ),
    _lanes(
        "MUL of wide fractions and roots",
        "3 # POW 'K' BIND 2 SQRT 3 SQRT ADD K DIV 'A' BIND",
        "V A MUL",
        (2, 60, 2_000),
        20,
    ),
    _lanes(
        "MUL of wide radicands",
        "[ 1000003 1000033 1000037 1000039 1000081 1000099 ] # TAKE SQRT 1 [ MUL ] FOLD 1 ADD 'A' BIND",
        "V 7 SQRT 5 SQRT ADD MUL",
        (1, 3, 6),
        20,
    ),
    _lanes(
        "DIV by irrationals",
        "[ 2 3 5 7 11 13 17 ] # TAKE SQRT 0 [ ADD ] FOLD 'A' BIND",
        "1 V DIV",
        (1, 3, 5),
        20,
    ),
    Operation(
        "DIV by many terms", "[ 2 3 5 7 11 13 17 ] # TAKE SQRT 1 [ ADD ] FOLD 'A' BIND", "1 A DIV", (1, 3, 6)
    ),
    _lanes("POW of irrationals", "2 SQRT 1 ADD 'A' BIND", "V # POW", (2, 45, 20_000), 20),
    _lanes("POW of many terms", "[ 2 3 5 7 ] SQRT 1 [ ADD ] FOLD 'A' BIND", "V # POW", (2, 8, 60), 20),
    _lanes("LT of irrationals", "2 SQRT 'A' BIND 3 SQRT 'B' BIND", "V B LT", (1,), 200),
    _lanes("LT of two terms", "2 SQRT 'A' BIND", "V 3/2 LT", (1,), 200),
    _lanes("LT of many terms", _SUM, "V 1000000 LT", (2, 60, 800), 20),
    _lanes(
        "LT of both signs",
        f"{_SUM} A -1 MUL 7/2 ADD 2 SQRT ADD 5 SQRT 100 MUL ADD 'A' BIND",
        "V 0 LT",
        (3, 60, 800),
        20,
    ),
    _lanes("LT of near irrationals", _NEAR, "V B LT", (2, 60, 9_000), 20),
    _lanes("FLOOR of irrationals", _SUM, "V FLOOR", (2, 60, 800), 20),
    _lanes("FLOOR of wide irrationals", "3 # POW 2 SQRT MUL 'A' BIND", "V FLOOR", (2, 60, 90_000), 20),
    _lanes("FLOOR of near integers", "2 SQRT 1 SUB # POW 'A' BIND", "V FLOOR", (2, 60, 40_000), 20),
    _lanes("SQRT of a square", "3 # POW 2 POW 'A' BIND", "V SQRT", (2, 60, 40_000), 20),
    _lanes("SQRT of a power", "3 # POW 'A' BIND", "V SQRT", (3, 61, 40_001), 20),
    _lanes("SQRT of a fraction", "3 # POW 7 # POW DIV 'A' BIND", "V SQRT", (3, 61, 10_001), 20),
    Operation("SQRT of small integers", "1 'A' BIND", "1 # RANGE SQRT", (10, 1_000, 90_000)),
    Operation("SQRT of small fractions", "1 # RANGE 'V' BIND", "V 7 DIV SQRT", (10, 1_000, 90_000)),
    *(
        _lanes(f"SQRT of {what}", f"{number} 'A' BIND", "V SQRT", (1,), 50)
        for what, number in {
            "24 bits": "16777213",
            "a prime of 36 bits": "68718952447",
            "a prime of 48 bits": "281474976710597",
            "a prime of 62 bits": "4611686018427387847",
            "a prime of 128 bits": "340282366920938463463374607431768211297",
            "a prime of 521 bits": "2 521 POW 1 SUB",
            "primes of one tier": "251 241 MUL 239 MUL 233 MUL 229 MUL 227 MUL",
            "primes of two tiers": "4001 4003 MUL 4007 MUL 4013 MUL 65521 MUL 65519 MUL",
            "primes of the last tier": "999983 999979 MUL 65521 MUL",
            "primes below 256, a thousand digits": "1 500 RANGE 1 [ MUL ] FOLD",
            "a cube": "1000003 17 POW",
        }.items()
    ),
    *(
        Operation(f"SQRT of {what}", f"{number} 'A' BIND", "A SQRT", (1,), refused="refused" in what)
        for what, number in {
            "a product of 9-digit primes": "1000000007 998244353 MUL",
            "a product of 13-digit primes": "1000000000039 999999999989 MUL",
            "a product of 15-digit primes": "100000000000031 99999999999973 MUL",
            "a product of 30-digit primes, refused": "2 89 POW 1 SUB 2 107 POW 1 SUB MUL",
            "a prime of 1279 bits": "2 1279 POW 1 SUB",
            "a prime of 4423 bits": "2 4423 POW 1 SUB",
            "a wide integer without small factors, refused": "2 9689 POW 1 SUB 2 4423 POW 1 SUB MUL",
        }.items()
    ),
]
