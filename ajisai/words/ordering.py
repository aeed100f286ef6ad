"""Words that order numbers (LANG.WORDS.ORDERING)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cmp_to_key
from itertools import islice, pairwise
from math import isqrt
from operator import gt
from typing import TYPE_CHECKING, Any, Final

from gmpy2 import mpq, mpz

from ajisai import numbers
from ajisai.bounds import Failure, Meter, Price
from ajisai.bounds.failure import Progress
from ajisai.machine.operands import wrong_element
from ajisai.numbers import NULLITY, Number, Point, Surd
from ajisai.values import Nil, Value, Vector
from ajisai.values.columns import INTEGERS, LIMB
from ajisai.words.costs import FRESH, affords
from ajisai.words.operands import counts, part

if TYPE_CHECKING:
    from ajisai.machine.run import Run

_NUMBERS = frozenset({mpz, mpq, Point, Surd})
_NATIVE = frozenset({mpz, mpq})  # their own < is the order of the language

CALLED: Final[Price] = 20
"""collectionWork of a comparison by a Python function: 0.5 µs beside what it charges to numericWork. Setting
one up takes six times that."""

CROSSED: Final[Price] = 4
"""collectionWork of a comparison of two fractions, their limbs not counted: 0.12 µs."""


def _width(value: Any) -> int:
    """What one comparison of a number costs beside its fellows.

    Integers compare at 0.5 ns a limb: 128 limbs make a unit. Fractions cross-multiply, which for n limbs
    stays under n ** 1.5 / 128 units (0.25 ms for fractions of 8,000 limbs). Anything else is
    compared by a Python function.
    """
    if type(value) is mpz:
        return 1 + (int(value.bit_length()) >> 13)
    if type(value) is mpq:
        limbs = int(value.numerator.bit_length() + value.denominator.bit_length()) >> 6
        return CROSSED + (limbs * isqrt(limbs) >> 7)
    return CALLED


def _numbers(vector: Vector) -> bool:
    """Whether the elements have an order: all are numbers, and none is 0/0.

    Raises:
        Failure: nonNumeric for an element that is no number.
    """
    kinds = vector.types()
    if not kinds <= _NUMBERS:
        raise wrong_element("nonNumeric", vector, _NUMBERS)
    return Point not in kinds or not any(item is NULLITY for item in vector)


def _widths(vector: Vector) -> int:
    kinds = vector.types()
    items: Any = vector.elements()
    if kinds <= {mpz}:
        return len(items) + (vector.widths() >> 13)
    widths = sum(map(_width, items))
    return widths if kinds <= _NATIVE else max(widths, CALLED * len(items))


def _comparison(meter: Meter) -> Callable[[Any, Any], int]:
    """A comparison of any two numbers that have an order; numericWork is charged as it goes."""

    def compare(left: Number, right: Number) -> int:
        sign = numbers.compare(left, right, meter)
        assert sign is not None  # 0/0 was refused before
        return sign

    return compare


def _charge_sort(meter: Meter, vector: Vector) -> None:
    rounds = max(1, (len(vector) - 1).bit_length())
    meter.charge_collection(_widths(vector) * rounds + (1 if vector.types() <= _NATIVE else 6 * CALLED))


def sort(run: Run, vector: Vector) -> Value:
    """An ascending copy, stable (LANG.WORDS.SORT).

    Raises:
        Failure: nonNumeric for an element that is no number.
    """
    if not _numbers(vector):
        return run.project("domainMiss")
    _charge_sort(run.meter, vector)
    items: Iterable[Any] = vector.elements()
    if vector.types() <= _NATIVE:
        return part(run, vector, sorted(items))
    return part(run, vector, sorted(items, key=cmp_to_key(_comparison(run.meter))))


def order(run: Run, vector: Vector) -> Value:
    """The indices that sort ascending, stable (LANG.WORDS.ORDER).

    Raises:
        Failure: nonNumeric for an element that is no number.
    """
    if not _numbers(vector):
        return run.project("domainMiss")
    _charge_sort(run.meter, vector)
    run.meter.charge_collection(FRESH * len(vector))
    items: Any = vector.elements()
    if vector.types() <= _NATIVE:
        places = sorted(range(len(vector)), key=items.__getitem__)
    else:
        key = cmp_to_key(_comparison(run.meter))
        places = sorted(range(len(vector)), key=lambda place: key(items[place]))
    return counts(run, places, len(vector))


def prepare_bsearch(run: Run, vector: Vector, keys: Value) -> Nil | tuple[Vector, Value]:
    """Check the Vector once, before the lanes of keys (LANG.WORDS.BSEARCH).

    Raises:
        Failure: nonNumeric for an element that is no number, unsortedInput for a descent.
    """
    if not _numbers(vector):
        return run.project("domainMiss")
    run.meter.charge_collection(1 + len(vector) + _widths(vector), Progress(0, len(vector), "elements"))
    items: Any = vector.elements()
    if vector.types() <= _NATIVE:
        descent = any(map(gt, items, islice(items, 1, None)))
    else:
        compare = _comparison(run.meter)
        descent = any(compare(left, right) > 0 for left, right in pairwise(items))
    if descent:
        raise Failure("unsortedInput", "the Vector must be in ascending order")
    return vector, keys


def bsearch(run: Run, vector: Vector, key: Any) -> Value:
    """The lowest index of a key in an ascending Vector (LANG.WORDS.BSEARCH)."""
    if key is NULLITY:
        return run.project("domainMiss")
    size = len(vector)
    run.meter.charge_collection(1 + (_width(key) + 1) * size.bit_length())
    items: Any = vector.elements()
    if type(key) in _NATIVE and vector.types() <= _NATIVE:
        place = bisect_left(items, key)
    else:
        wrap = cmp_to_key(_comparison(run.meter))
        place = bisect_left(items, wrap(key), key=wrap)
    if place < size and items[place] == key:
        return mpz(place)
    return run.project("notFound")


def bsearch_row(run: Run, vector: Vector, keys: Any) -> Vector | None:
    """BSEARCH of a row of small rationals that all occur in such a Vector."""
    size, kinds = len(vector), keys.types()
    if not (kinds and kinds <= _NATIVE and vector.types() <= _NATIVE and keys.fits(LIMB)):
        return None
    width = len(keys) if kinds == INTEGERS else sum(map(_width, keys))
    work = len(keys) + (width + len(keys)) * size.bit_length()
    if not affords(run.meter, work):
        return None
    items: Any = vector.elements()
    places: list[Value] = []
    for key in keys:
        place = bisect_left(items, key)
        if place == size or items[place] != key:
            return None
        places.append(mpz(place))
    run.meter.charge_collection(work)
    return Vector.column(places, INTEGERS, size.bit_length())


EXECUTORS = {"SORT": sort, "ORDER": order, "BSEARCH": bsearch}
PREPARE = {"BSEARCH": prepare_bsearch}
ROWS = {"BSEARCH": bsearch_row}
