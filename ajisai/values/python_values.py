"""Python objects to values and back, exactly or not at all."""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from gmpy2 import mpc, mpfr, mpq, mpz

from ajisai import numbers
from ajisai.assets import read_json
from ajisai.bounds.limits import NESTING_CAP
from ajisai.numbers import Point, Surd
from ajisai.values.containers import Record, Vector
from ajisai.values.domains import FALSE, NIL_LITERAL, TRUE, Nil, Symbol, Truth, Value

_DECIMAL_EXPONENT = 300_000  # about the digits of the widest number of any profile
_CONTAINERS = (list, tuple, dict)
_VALUES = frozenset({mpz, mpq, Point, Surd, Truth, str, Nil, Symbol, Vector, Record})

Opened = list[tuple[Iterator[Any], list[Any], Any]]  # levels under way: what is left, what is done, of what


def from_inputs(inputs: Iterable[Any]) -> list[Value]:
    """The values of ``inputs=``, the first one first. A wrong object is told with its place.

    Raises:
        TypeError: for what is no list of objects, or an object without an exact image.
        ValueError: as :func:`from_python` does.
    """
    if isinstance(inputs, (str, bytes, bytearray, Mapping, set, frozenset)) or not _iterates(inputs):
        raise TypeError(
            f"inputs must be a list of the objects to push, not {type(inputs).__name__}: "
            f"for one object write inputs=[{_shown(inputs)}]"
        )
    return [from_python(thing, f"inputs[{place}]") for place, thing in enumerate(inputs)]


def _iterates(thing: Any) -> bool:
    try:
        iter(thing)
    except TypeError:
        return False
    return True


def from_python(thing: Any, name: str = "value") -> Value:
    """The value of a Python object.

    Args:
        thing: an int, Fraction, Decimal, mpz, mpq, bool, str, None, list, tuple, dict; a sympy rational,
            sum of square roots, truth value, Matrix or Tuple of these; a numpy array or scalar of integers,
            truth values or texts, or of objects that are all of this list; or a value.
        name: what an error calls the object; the path to the part that is wrong follows it, as in
            ``inputs[0]['prices'][3]``.

    Raises:
        TypeError: for an object without an exact image; a float is refused with the exact alternatives.
        ValueError: for what nests deeper than any value may, a dict of which two keys are one value, a
            Decimal or sympy number that is too large, and a Decimal that is no finite number.
    """
    built: list[Value] = []
    opened: Opened = [(iter((thing,)), built, None)]
    try:
        while True:
            items, values, container = opened[-1]
            for item in items:
                leaf = _LEAVES.get(type(item))
                while leaf is None and not isinstance(item, _CONTAINERS):
                    item = _plainer(item)
                    leaf = _LEAVES.get(type(item))
                if leaf is not None:
                    values.append(leaf(item))
                    continue
                entries = [*item, *item.values()] if isinstance(item, dict) else item
                opened.append((iter(entries), [], item))
                if len(opened) > NESTING_CAP + 1:
                    raise ValueError(_too_deep(opened))
                break
            else:
                if container is None:
                    return built[0]
                done = _record(values, container) if isinstance(container, dict) else Vector(values)
                opened.pop()
                opened[-1][1].append(done)
    except (TypeError, ValueError) as wrong:
        kind = ValueError if isinstance(wrong, ValueError) else TypeError
        place = name if len(opened) > NESTING_CAP else _place(name, opened)
        raise kind(f"{place}: {wrong}") from None


def _place(name: str, opened: Opened) -> str:
    """Where the walk stands, written as Python would reach it."""
    place = name
    for _, done, container in opened[1:]:
        index = len(done)
        if not isinstance(container, dict):
            place = f"{place}[{index}]"
        elif index < len(container):
            place = f"the key {_shown([*container][index])} of {place}"
        elif index < 2 * len(container):
            place = f"{place}[{_shown([*container][index - len(container)])}]"
    return place


def _shown(thing: Any) -> str:
    try:
        return reprlib.repr(thing)
    except ValueError:  # Python writes no integer of more than 4300 digits
        return f"<{type(thing).__name__}>"


def _too_deep(opened: Opened) -> str:
    containers = {id(container) for _, _, container in opened}
    why = ", because it holds itself" if len(containers) < len(opened) else ""
    return f"the object nests deeper than {NESTING_CAP} levels{why}"


def _record(entries: list[Value], source: dict[Any, Any]) -> Record:
    """The Record of keys and then as many values."""
    count = len(entries) // 2
    keys = Vector(entries[:count])
    places: dict[Value, int] = {}
    for place, key in enumerate(keys):
        if places.setdefault(key, place) != place:
            one, two = ([*source][at] for at in (places[key], place))
            raise ValueError(f"two keys of a dict are one value: {_shown(one)} and {_shown(two)}")
    return Record(keys, Vector(entries[count:]))


def _plainer(thing: Any) -> Any:
    """The same in Python's own types: of a subclass, an array of numpy, an object of sympy.

    Whoever has an object of such a package has loaded it, so none is imported for it.
    """
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(thing, (numpy.ndarray, numpy.generic)):
        return _numpy_items(thing)
    if isinstance(thing, int):
        return int.__int__(thing)
    if isinstance(thing, str):
        return str.__str__(thing)
    if isinstance(thing, Fraction):
        return _ratio(thing)
    if isinstance(thing, Decimal):
        return Decimal(thing)
    sympy = sys.modules.get("sympy")
    if sympy is not None and isinstance(thing, (sympy.Basic, sympy.MatrixBase, sympy.NDimArray)):
        from ajisai.values.sympy_values import from_sympy

        return from_sympy(thing)
    raise TypeError(_refusal(thing))


def _numpy_items(array: Any) -> Any:
    """Nested lists of an array, the object of a scalar."""
    kind = array.dtype.kind
    if kind not in "iubUO":
        raise TypeError(
            f"numpy {array.dtype} is no exact number: pass integers, or a list of fractions.Fraction or of "
            "decimal.Decimal made from the numbers that are meant"
        )
    if kind == "O" and not array.ndim:
        raise TypeError(
            "a numpy array of objects without an axis has no exact image in Ajisai: pass its .item()"
        )
    return array.tolist()


def _ratio(thing: Any) -> Value:
    return numbers.ratio_of(mpz(thing.numerator), mpz(thing.denominator))


def _decimal(thing: Decimal) -> Value:
    if not thing.is_finite():
        raise ValueError(f"{thing} is no finite number: {_point_for(thing)}")
    if abs(thing.adjusted()) > _DECIMAL_EXPONENT:  # seconds, or for ever, before any ceiling could see it
        raise ValueError(
            f"{thing} is too large or too small to be written out: its exponent is beyond 300,000"
        )
    numerator, denominator = thing.as_integer_ratio()
    return numbers.ratio_of(mpz(numerator), mpz(denominator))


def _point_for(thing: Any) -> str:
    """What to pass for an infinity or for what is no number."""
    signalling = isinstance(thing, Decimal) and thing.is_nan()  # which raises when it is compared
    sign = 0 if signalling or thing != thing else 1 if thing > 0 else -1
    return f"the nearest thing here is the point ajisai.Point({sign}), which is {Point(sign)}"


def _container(thing: Any) -> Value:
    """A Vector or Record as it is, when everything in it is a value."""
    todo, seen = [thing], {id(thing)}
    while todo:
        node = todo.pop()
        inner = (node.keys, node.values) if type(node) is Record else node
        if type(node) is Vector and not node.types() <= _VALUES:
            (alien, *_) = (item for item in node if type(item) not in _VALUES)
            raise TypeError(
                f"this {type(thing).__name__} holds a thing of type {type(alien).__name__}, no value: "
                "pass a list or a dict, whose elements are converted"
            )
        if type(node) is Vector and node.is_flat():
            continue
        for item in inner:
            if (type(item) is Vector or type(item) is Record) and id(item) not in seen:
                seen.add(id(item))
                todo.append(item)
    if thing.depth() > NESTING_CAP:
        raise ValueError(f"the value nests deeper than {NESTING_CAP} levels")
    return thing  # type: ignore[no-any-return]


@cache
def _reasons() -> tuple[str, ...]:
    return tuple(entry["id"] for entry in read_json("spec/outcomes.json")["nilReasons"])


def _nil(thing: Nil) -> Nil:
    if thing.reason not in _reasons() or not (thing.text is None or type(thing.text) is str):
        raise ValueError(f"{thing!r} is no NIL of the language: the reason is one of {', '.join(_reasons())}")
    return thing


def _as_it_is(thing: Any) -> Any:
    return thing


_LEAVES: dict[type, Callable[[Any], Value]] = {
    int: mpz,
    str: _as_it_is,
    bool: {False: FALSE, True: TRUE}.__getitem__,
    type(None): lambda _: NIL_LITERAL,
    mpz: _as_it_is,
    mpq: _ratio,
    Fraction: _ratio,
    Decimal: _decimal,
    Truth: _as_it_is,
    Symbol: _as_it_is,
    Point: _as_it_is,
    Surd: _as_it_is,
    Nil: _nil,
    Vector: _container,
    Record: _container,
}


def _refusal(thing: Any) -> str:
    """Why an object has no image, and what to pass for it."""
    guess: Any = thing
    kind = type(thing).__name__
    if isinstance(thing, (float, mpfr)):
        if guess - guess != 0:
            return f"{thing} is no finite number: {_point_for(thing)}"
        if isinstance(thing, float):
            return (
                f"a float is a guess: pass fractions.Fraction({thing!r}) for its exact binary value, "
                f"or the decimal text {str(thing)!r} as decimal.Decimal({str(thing)!r})"
            )
        return "an mpfr is a guess: pass gmpy2.mpq of it for its exact binary value"
    advice = "pass numbers, texts, truth values, None, and lists or dicts of these"
    for kinds, told in _ADVICE:
        if isinstance(thing, kinds):
            advice = told
            break
    return f"{kind} has no exact image in Ajisai: {advice}"


_ADVICE: tuple[tuple[type | tuple[type, ...], str], ...] = (
    ((complex, mpc), "its parts are floats; pass two exact numbers"),
    ((date, time), "pass its .isoformat(), or the numbers that are meant"),
    (timedelta, "pass the number that is meant, such as its .days"),
    ((bytes, bytearray, memoryview), "pass the text that it .decode()s to, or list() of it"),
    (Mapping, "pass dict() of it"),
    ((set, frozenset), "it has no order; pass a list, such as sorted() of it"),
    (Iterable, "pass list() of it"),
)


def to_python(value: Value) -> Any:
    """The Python object of a value: int, Fraction, bool, str, None, list, dict.

    A Surd, a Symbol and a point over zero stay what they are; so does a Record of which Python would take two
    keys for one (1 and TRUE), and a key that Python cannot hash as a list or a dict.
    """
    return converted(value, _thing, lambda things: things, _dict)


def converted(
    value: Value,
    leaf: Callable[[Any], Any],
    vector: Callable[[list[Any]], Any],
    record: Callable[[Record, list[Any]], Any] | None,
) -> Any:
    """A value made anew from its leaves up: ``vector`` gets the new elements, ``record`` the new values too.

    Records are leaves where ``record`` is None. The place of a leaf is told when it is a TypeError.
    """
    built: list[Any] = []
    opened: Opened = [(iter((value,)), built, None)]
    try:
        while True:
            items, things, container = opened[-1]
            for item in items:
                if type(item) is Vector:
                    opened.append((iter(item), [], item))
                    break
                if type(item) is Record and record is not None:
                    opened.append((iter(item.values), [], item))
                    break
                things.append(leaf(item))
            else:
                if container is None:
                    return built[0]
                opened.pop()
                if type(container) is Record and record is not None:
                    opened[-1][1].append(record(container, things))
                else:
                    opened[-1][1].append(vector(things))
    except TypeError as wrong:
        raise TypeError(f"{_place('value', opened)}: {wrong}") from None


def _thing(value: Any) -> Any:
    kind = type(value)
    if kind is mpz:
        return int(value)
    if kind is mpq:
        return Fraction(int(value.numerator), int(value.denominator))
    if kind is Truth:
        return bool(value)
    return None if kind is Nil else value


def _dict(record: Record, things: list[Any]) -> Any:
    keys = [key if type(key) is Vector or type(key) is Record else _thing(key) for key in record.keys]
    entries = dict(zip(keys, things, strict=True))
    return entries if len(entries) == len(record) else record
