"""Vector and Record. Their storage is private: Words use the methods below.

Both are immutable. What is asked often and costs a walk (depth, leaves, shape, hash) is computed once, on
demand. No method recurses over Python's stack: values may nest to the ceiling inside a deep caller.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Self, final

from gmpy2 import mpz

from ajisai.values.probing import NARROW, UNFORESEEN, probe

if TYPE_CHECKING:
    from ajisai.values.domains import Value

_INTEGER = frozenset({mpz})
_SHOWN = 10_000  # code points of a container that a repr shows whole


class _Measure(NamedTuple):
    """What one walk over a container finds. The shape is None for a ragged Vector and for a Record."""

    depth: int
    leaves: int
    containers: int
    shape: tuple[int, ...] | None


@lru_cache(maxsize=1024)
def _flat_measure(length: int) -> _Measure:
    return _Measure(1, length or 1, 1, (length,))


class _Container:
    """What Vector and Record share: values that are never changed, and that show themselves on a page."""

    __slots__ = ("_hash", "_measure", "weight")

    _hash: int | None
    _measure: _Measure | None
    weight: int | None

    def __hash__(self) -> int:
        return _hashed(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (_parts(self),))

    def _repr_html_(self) -> str:
        from ajisai.values.rendering import html  # a page asks for it; a run never does

        return html(self)

    def to_sympy(self) -> Any:
        """The same in sympy; TypeError where it has no counterpart (``ajisai.to_sympy``). Imports sympy."""
        from ajisai.values.sympy_values import to_sympy

        return to_sympy(self)

    def _repr_latex_(self) -> str | None:
        from ajisai.values.rendering import latex

        formula = latex(self)
        return None if formula is None else f"$\\displaystyle {formula}$"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


@final
class Vector(_Container):
    """A finite sequence of values, indexed from 0 (LANG.VALUES.VECTOR).

    ``Vector(items)`` keeps the list it is given: the caller hands it over and never changes it again.
    ``origin`` is the syntax node of a literal, ``code`` the compiled block, ``weight`` what ``words.costs``
    found a hash of it to cost; none is part of the value.
    """

    __slots__ = ("_bits", "_items", "_types", "code", "origin")

    def __init__(self, items: Iterable[Value], origin: Any = None) -> None:
        self._items: list[Value] = items if type(items) is list else list(items)
        self._types: frozenset[type] | None = None
        self._bits: int | None = None
        self._measure = self._hash = self.weight = None
        self.code: Any = None
        self.origin = origin

    @classmethod
    def of_types(cls, items: list[Value], types: frozenset[type]) -> Vector:
        """A Vector of which the element types are known already; ``types`` may be any where it is empty."""
        vector = cls(items)
        vector._types = types if items else frozenset()
        return vector

    @classmethod
    def column(cls, items: list[Value], types: frozenset[type], bits: int | None = None) -> Vector:
        """A flat Vector of which the element types, and a bound on its integers' bits, are known already."""
        vector = cls.of_types(items, types)
        vector._bits = bits
        vector._measure = _flat_measure(len(items))
        return vector

    @classmethod
    def rows(
        cls, lists: Iterable[list[Value]], types: frozenset[type] | None, bits: int | None = None
    ) -> list[Vector]:
        """A Vector of each list.

        ``types``, no container among them, are those of the elements of every list that has any, and ``bits``
        bounds their integers; None where that is not known.
        """
        if types is None:
            return list(map(cls, lists))
        new, size = cls.__new__, -1
        rows = []
        for items in lists:
            if len(items) != size:
                size = len(items)
                measure, kinds = _flat_measure(size), types if items else frozenset[type]()
            row = new(cls)
            row._items, row._types, row._measure = items, kinds, measure
            row._bits = bits
            row._hash = row.weight = row.code = row.origin = None
            rows.append(row)
        return rows

    def regrouped(self, shape: Sequence[int]) -> Vector:
        """The elements in order under a shape, which has no axis of 0, each as it is."""
        known = self._even_types()
        items: list[Any] = self._items
        for length in reversed(shape[1:]):
            parts = (items[start : start + length] for start in range(0, len(items), length))
            items = Vector.rows(parts, known, self._bits)
            known = None
        return Vector(items)

    def split(self, lengths: Sequence[int]) -> Vector:
        """The elements in order in Vectors of these lengths, which add up to this one's."""
        parts = (
            self._items[end - length : end] for length, end in zip(lengths, accumulate(lengths), strict=True)
        )
        rows: list[Any] = Vector.rows(parts, self._even_types(), self._bits)
        return Vector(rows)

    def _even_types(self) -> frozenset[type] | None:
        """The types of every part of this Vector that is not empty, where they are known to be the same."""
        types = self.types()
        return types if len(types) == 1 and self.is_flat() else None

    def part(self, items: list[Value]) -> Vector:
        """A Vector of elements that are all elements of this one."""
        vector = Vector(items)
        if items and self._types is not None and len(self._types) == 1:
            vector._types, vector._bits = self._types, self._bits
        return vector

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Value]:
        return iter(self._items)

    def __getitem__(self, index: int) -> Value:
        return self._items[index]

    def elements(self) -> Sequence[Value]:
        """The elements, to read: never change what this answers."""
        return self._items

    def slice(self, start: int, stop: int) -> list[Value]:
        """A new list of the elements from ``start`` up to, not including, ``stop``."""
        return self._items[start:stop]

    def types(self) -> frozenset[type]:
        """The representation types of the elements: one fast pass, then remembered."""
        if self._types is None:
            self._types = frozenset(map(type, self._items))
        return self._types

    def fits(self, bits: int) -> bool:
        """Whether no numerator or denominator of a flat Vector of rationals is wider than ``bits``."""
        if self._bits is None or self._bits > bits:  # a bound that is too wide may be a loose one
            self._bits = _widest(self._items, self.types())
        return self._bits <= bits

    def bits(self) -> int:
        """A bound on the bits of every numerator and denominator of a flat Vector of rationals."""
        if self._bits is None:
            self._bits = _widest(self._items, self.types())
        return self._bits

    def widths(self) -> int:
        """The sum of the bits of a Vector of integers."""
        items: Any = self._items
        lengths = list(map(mpz.bit_length, items))
        self._bits = max(lengths, default=0)
        return sum(lengths)

    def probes(self) -> Sequence[Hashable]:
        """One dictionary key per element, equal exactly when the elements are (``values.probing``).

        The elements themselves where each is its own key.
        """
        kinds = self.types()
        if kinds.isdisjoint(UNFORESEEN) or (kinds <= _INTEGER and self.fits(NARROW)):
            return self._items
        return list(map(probe, self._items))

    def is_flat(self) -> bool:
        """Whether no element is a Vector or a Record."""
        kinds = self.types()
        return Vector not in kinds and Record not in kinds

    def depth(self) -> int:
        """Levels of Vectors and Records, this one counted: 1 for a flat Vector (ceiling nestingDepth)."""
        return _measured(self).depth

    def leaves(self) -> int:
        """Leaves of the whole tree, an empty Vector counting one (ceiling materializedElements)."""
        return _measured(self).leaves

    def containers(self) -> int:
        """Vectors and Records of the whole tree, this one counted, each as often as it occurs."""
        return _measured(self).containers

    def shape(self) -> tuple[int, ...] | None:
        """Axis lengths of a rectangular Vector, None for a ragged one. A Record is a leaf here."""
        return _measured(self).shape

    def __eq__(self, other: object) -> bool:
        return type(other) is Vector and _same(self, other)

    __hash__ = _Container.__hash__

    def __repr__(self) -> str:
        return f"Vector({self._items!r})" if _is_short(self) else f"Vector(… {len(self)} elements …)"


_TWO_VECTORS = (Vector, Vector)


@final
class Record(_Container):
    """Distinct keys aligned with values; key order is observable (LANG.VALUES.RECORD).

    The constructor trusts that ``keys`` are distinct.
    """

    __slots__ = ("_index", "keys", "values")

    def __init__(self, keys: Vector, values: Vector) -> None:
        if (type(keys), type(values)) != _TWO_VECTORS or len(keys) != len(values):
            raise TypeError("a Record is made of two Vectors of one length; a dict crosses the border as one")
        self.keys = keys
        self.values = values
        self._index: dict[Hashable, int] | None = None
        self._measure = self._hash = self.weight = None

    def __len__(self) -> int:
        return len(self.keys)

    def find(self, key: Value) -> int | None:
        """Position of a key, or None. The first look-up builds a dictionary of all keys."""
        return self._places().get(probe(key))

    def find_each(self, keys: Vector) -> list[int | None]:
        """Position of each element of a Vector among the keys, or None."""
        return list(map(self._places().get, keys.probes()))

    def _places(self) -> dict[Hashable, int]:
        if self._index is None:
            self._index = {mark: place for place, mark in enumerate(self.keys.probes())}
        return self._index

    def depth(self) -> int:
        """Levels of Vectors and Records inside, this Record counted once."""
        return _measured(self).depth

    def leaves(self) -> int:
        """Leaves of the values, an empty Record counting one; keys are not counted."""
        return _measured(self).leaves

    def __eq__(self, other: object) -> bool:
        return type(other) is Record and _same(self, other)

    __hash__ = _Container.__hash__

    def __repr__(self) -> str:
        if _is_short(self):
            return f"Record({self.keys!r}, {self.values!r})"
        return f"Record(… {len(self)} entries …)"


def _widest(items: Sequence[Any], types: frozenset[type]) -> int:
    if types <= _INTEGER:
        return max(map(mpz.bit_length, items), default=0)
    return max(max(map(mpz.bit_length, (q.numerator, q.denominator))) for q in items)


_CONTAINERS = frozenset({Vector, Record})
_MEASURE = attrgetter("_measure")


def _is_short(value: Any) -> bool:
    """Whether a repr shows a container whole: more would drown what it stands in."""
    from ajisai.values.display import display_size  # as ``_repr_html_``: on request

    measure = _measured(value)
    few = measure.depth < 20 and max(measure.leaves, measure.containers) < _SHOWN
    return few and display_size(value) < _SHOWN


def _children(node: Any) -> list[Any]:
    if type(node) is Record:
        return [node.keys, node.values]
    kinds = node.types()
    if kinds.isdisjoint(_CONTAINERS):
        return []
    items: list[Any] = node._items
    if kinds <= _CONTAINERS:
        return items
    return [item for item in items if type(item) is Vector or type(item) is Record]


def _pending(root: Any, done: Any) -> list[Any]:
    """The containers under ``root`` that are not ``done``, each once and after its children.

    A value may hold one container many times (GET of one element over 100,000 lanes), on every level: to
    look at each occurrence would take time and memory that no meter has charged.
    """
    order: list[Any] = []
    placed: set[int] = set()
    todo = [root]
    while todo:
        node = todo[-1]
        if id(node) in placed or done(node):
            todo.pop()
            continue
        inner = {id(child): child for child in _children(node) if id(child) not in placed and not done(child)}
        if inner:
            todo.extend(inner.values())
        else:
            todo.pop()
            placed.add(id(node))
            order.append(node)
    return order


def _measured(root: Any) -> _Measure:
    """The measure of a container, found once for every container under ``root``."""
    measure: _Measure | None = root._measure
    if measure is None:
        inner = list(map(_MEASURE, _children(root)))
        if not all(inner):
            for node in _pending(root, _is_measured):
                node._measure = _measure_of(node, list(map(_MEASURE, _children(node))))
            return root._measure  # type: ignore[no-any-return]
        measure = root._measure = _measure_of(root, inner)
    return measure


def _is_measured(node: Any) -> bool:
    """Whether the measure of a container is known; that of a flat Vector is by now."""
    if node._measure is None:
        if type(node) is Record or not node.is_flat():
            return False
        node._measure = _flat_measure(len(node._items))
    return True


def _measure_of(node: Any, inner: list[_Measure]) -> _Measure:
    """The measure of a container from those of what it holds."""
    if type(node) is Record:
        # Keys and values are aligned sequences of one Record: they add one level together.
        keys, values = inner
        depth = keys.depth if keys.depth > values.depth else values.depth
        return _Measure(depth, values.leaves, 1 + keys.containers + values.containers, None)
    size, count = len(node._items), len(inner)
    if not count:
        return _flat_measure(size)
    first = inner[0]
    alike = inner.count(first) == count
    shape: tuple[int, ...] | None = (size,)
    if Vector in node._types:
        even = len(node._types) == 1 and (alike or all(measure.shape == first.shape for measure in inner))
        shape = (size, *first.shape) if even and first.shape is not None else None
    if alike:
        return _Measure(
            1 + first.depth, size + count * (first.leaves - 1), 1 + count * first.containers, shape
        )
    return _Measure(
        1 + max(measure.depth for measure in inner),
        size - count + sum(measure.leaves for measure in inner),
        1 + sum(measure.containers for measure in inner),
        shape,
    )


def _hashed(root: Any) -> int:
    if root._hash is None:
        flat = type(root) is Vector and root.is_flat()
        for node in [root] if flat else _pending(root, lambda v: v._hash is not None):
            if type(node) is Record:
                node._hash = hash(("Record", node.keys._hash, node.values._hash))
            else:
                node._hash = hash(("Vector", tuple(node.probes())))
    return root._hash  # type: ignore[no-any-return]


def _same(left: Any, right: Any) -> bool:
    todo = [(left, right)]
    while todo:
        one, two = todo.pop()
        if one is two:
            continue
        if type(one) is not type(two) or len(one) != len(two):
            return False
        if one._hash is not None and two._hash is not None and one._hash != two._hash:
            return False
        if type(one) is Record:
            todo.append((one.values, two.values))
            todo.append((one.keys, two.keys))
        elif one.is_flat() and two.is_flat():
            if one._items != two._items:
                return False
        else:
            for a, b in zip(one._items, two._items, strict=True):
                if type(a) is Vector or type(a) is Record:
                    todo.append((a, b))
                elif a != b:
                    return False
    return True


def _parts(root: Any) -> list[Any]:
    """The containers of a value for pickling, each once and after what it holds, ``root`` last.

    A part is a list of leaves and, as one-tuples, of the numbers of other parts; that of a Record is a tuple
    of the numbers of its keys and its values. So a pickle nests no deeper for a value that does, and neither
    compiled code nor a hash, which holds for one process only, gets into it.
    """
    numbers: dict[int, int] = {}
    parts: list[Any] = []
    todo = [root]
    while todo:
        node = todo[-1]
        missing = [child for child in _children(node) if id(child) not in numbers]
        if missing and id(node) not in numbers:
            todo.extend(missing)
            continue
        todo.pop()
        if id(node) not in numbers:
            parts.append(_part(node, numbers))
            numbers[id(node)] = len(parts) - 1
    return parts


def _part(node: Any, numbers: dict[int, int]) -> Any:
    if type(node) is Record:
        return (numbers[id(node.keys)], numbers[id(node.values)])
    if node.is_flat():
        return list(node._items)
    return [
        (numbers[id(item)],) if type(item) is Vector or type(item) is Record else item for item in node._items
    ]


def _rebuilt(parts: list[Any]) -> Vector | Record:
    built: list[Any] = []
    for part in parts:
        if type(part) is tuple:
            built.append(Record(built[part[0]], built[part[1]]))
        else:
            built.append(Vector([built[item[0]] if type(item) is tuple else item for item in part]))
    return built[-1]  # type: ignore[no-any-return]
