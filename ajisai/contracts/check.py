"""What a program is refused for before it runs, its declarations apart (LANG.CONTRACTS.CHECK).

A program that is admitted cannot fail on a name. To promise that, more is refused than a run would refuse;
then the ERROR says by which of three rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Final, NamedTuple

from ajisai.bounds import Failure
from ajisai.contracts.contract import UNRESOLVED_WORD, Contract
from ajisai.contracts.cycles import Cycles
from ajisai.contracts.forecast.faults import Fault
from ajisai.contracts.inference import Inference
from ajisai.contracts.outcomes import Prediction
from ajisai.contracts.source import Definitions, Naming, data_keys
from ajisai.machine import refusals
from ajisai.machine.vocabulary import records
from ajisai.syntax import is_name_token
from ajisai.values import Symbol, Value, Vector
from ajisai.values.symbols import symbol_keys

MAY: Final = "a run may come to it"
ALL_CODE: Final = "check asks this of all code, run or not"
UNREAD: Final = "check cannot follow all that runs here, and asks this of every name"


class _Objection(NamedTuple):
    """A fault, and the rule stricter than a run by which it counts; None where it counts for a run."""

    fault: Fault
    rule: str | None


class Check:
    """The look at one program.

    Args:
        items: the top level.
        source: what it defines and names.
        prelude: bodies of the Words defined before it, by upper-case name.
        names: contracts over the same source.
        top: the contract of the top level, inferred by ``names``.
        prediction: how the program may end.
    """

    def __init__(
        self,
        items: Sequence[Value],
        source: Definitions,
        prelude: Mapping[str, Vector],
        names: Inference,
        top: Contract,
        prediction: Prediction,
    ) -> None:
        self._items = items
        self._source = source
        self._prelude = prelude
        self._names = names
        self._top = top
        self._prediction = prediction

    def refusal(self) -> Failure | None:
        """The ERROR that the program is refused with, or None.

        Where every run ends in an ERROR about a name, it is that one. Otherwise it is the first one written
        of those that a run meets or may meet, and of those in code that no run may reach.
        """
        for fault in self._prediction.faults:
            if fault.sure and self._prediction.outcomes == (f"error:{fault.category}",):
                return _failure(self._placed(fault))
        objections = [
            _Objection(self._placed(fault), None if fault.sure else MAY) for fault in self._prediction.faults
        ]
        objections += [_Objection(fault, ALL_CODE) for fault in self._in_code()]
        objections += [_Objection(fault, UNREAD) for fault in self._unread()]
        first = min(objections, key=_place, default=None)
        return None if first is None else _failure(*first)

    def _in_code(self) -> Iterator[Fault]:
        """What is wrong with a name in the top level or in a body, whether it is called or not."""
        gaps = list(self._top.gaps)
        for definition in self._source.found:
            if definition.body is not None:
                gaps.extend(self._names.block(definition.body).gaps)
        for gap in gaps:
            if gap.id == UNRESOLVED_WORD:
                yield Fault.of(refusals.unknown_name(gap.word), gap.word, gap.position)
        for naming in self._source.namings:
            if naming.block is None or id(naming.block) in self._names.walked:
                for failure in _impossible(naming):
                    yield Fault.of(failure, naming.word, naming.position)

    def _unread(self) -> Iterator[Fault]:
        """What may be wrong with names where the prediction does not follow the program."""
        unread = self._prediction.unread
        if "DEF" in unread and (early := self._early_name()) is not None:
            yield early
        for naming in self._source.namings:
            if naming.word in unread:
                for failure in self._doubts(naming):
                    yield Fault.of(failure, naming.word, naming.position)
        if "DEF" in unread:
            for key in sorted(_bound_by(self._prelude_namings) & self._defined.keys()):
                yield Fault.of(refusals.held_by_a_word(key), "BIND", None)

    def _early_name(self) -> Fault | None:
        """The first name that may stand for nothing, if any.

        That is a User Word's name that is written before the Word is defined at top level, or that DEL may
        take away, and, where the program runs a block that cannot be read, a name among data that no User
        Word has. A name of a body that was walked is bound.
        """
        unread = bool(self._top.gaps)
        outer = [definition for definition in self._source.found if definition.outer]
        defined = {definition.key: definition.position for definition in reversed(outer)}
        walked = self._names.walked
        for symbol, position, block in self._source.names:
            if symbol.key in self._defined or symbol.key in self._prelude:
                early = symbol.key not in self._prelude and defined.get(symbol.key, position) >= position
                if early or self._may_be_gone(symbol.key, None if block is not None else position):
                    return self._unknown(symbol, position)
            elif unread and symbol.key not in records() and block is not None and id(block) not in walked:
                return self._unknown(symbol, position)
        return None

    def _may_be_gone(self, key: str, position: int | None) -> bool:
        """Whether a DEL may come before a call of a name: at that place of the top level, or anywhere."""
        return any(
            naming.word == "DEL"
            and (naming.names is None or key in _keys(naming))
            and (position is None or naming.block is not None or naming.position < position)
            for naming in self._source.namings
        )

    def _unknown(self, symbol: Symbol, position: int) -> Fault:
        return Fault.of(refusals.unknown_name(symbol.spelling), symbol.spelling, position)

    # Names that are given by BIND, DEF and DEL

    def _doubts(self, naming: Naming) -> Iterator[Failure]:
        """What a run could refuse of the names that one of them is given, whenever it comes to it."""
        if naming.names is None:
            yield refusals.made_name(naming.word)
            return
        yield from _impossible(naming)
        for name in naming.names:
            yield from _DOUBTS[naming.word](self, naming, name.upper())

    def _doubts_bind(self, _naming: Naming, key: str) -> Iterator[Failure]:
        if key in self._defined or key in self._prelude:
            yield refusals.held_by_a_word(key)
        if key in self._data:
            yield refusals.leads_back(key)

    def _doubts_def(self, naming: Naming, key: str) -> Iterator[Failure]:
        if key in _bound_by(self._source.namings):
            yield refusals.bound_here(key)
        made = type(naming.before[0]) is not Vector
        if self._cycles.holds(key) or (made and key in self._data):
            yield refusals.leads_back(key)
        again = self._defined[key] > 1 or naming.block is not None or key in self._prelude
        if again and key in self._users:
            yield refusals.needed_by(self._users[key], key)

    def _doubts_del(self, naming: Naming, key: str) -> Iterator[Failure]:
        deleted = sum(key in _keys(other) for other in self._source.namings if other.word == "DEL")
        before = any(
            definition.key == key and definition.outer and definition.position < naming.position
            for definition in self._source.found
        )
        if naming.block is not None or deleted > 1 or not (before or key in self._prelude):
            yield refusals.not_there(key)
        if key in self._users:
            yield refusals.needed_by(self._users[key], key)

    @cached_property
    def _defined(self) -> Counter[str]:
        """How often the source defines each name."""
        return Counter(definition.key for definition in self._source.found)

    @cached_property
    def _users(self) -> Mapping[str, str]:
        """For each name that a body may hold, a Word whose body it is."""
        bodies = [(definition.key, definition.body) for definition in self._source.found]
        users: dict[str, str] = {}
        for user, body in (*self._prelude.items(), *bodies):
            for key in self._data if body is None else symbol_keys(body):
                users.setdefault(key, user)
        return users

    @cached_property
    def _data(self) -> frozenset[str]:
        return data_keys([self._items, *(body.elements() for body in self._prelude.values())])

    @cached_property
    def _cycles(self) -> Cycles:
        bodies: dict[str, list[Vector | None]] = {key: [body] for key, body in self._prelude.items()}
        for definition in self._source.found:
            bodies.setdefault(definition.key, []).append(definition.body)
        return Cycles(lambda key: bodies.get(key, ()))

    @cached_property
    def _prelude_namings(self) -> Sequence[Naming]:
        return Definitions(list(self._prelude.values()), [0] * len(self._prelude)).namings

    def _placed(self, fault: Fault) -> Fault:
        """A fault of an unknown name with the place where that name is first written, if it has none."""
        if fault.category != "unknownWord" or fault.position is not None:
            return fault
        key = fault.word.upper()
        written = (each.position for each in self._source.names if each.symbol.key == key)
        return fault._replace(position=next(written, None))


_DOUBTS: Final = {"BIND": Check._doubts_bind, "DEF": Check._doubts_def, "DEL": Check._doubts_del}


def _impossible(naming: Naming) -> Iterator[Failure]:
    """What every run refuses that comes to a BIND, DEF or DEL with the literals before it."""
    keys = _keys(naming)
    for place, (name, key) in enumerate(zip(naming.names or (), keys, strict=True)):
        core = key in records()
        if naming.word == "DEL":
            if core:
                yield refusals.of_core(key, "deleted")
        elif not is_name_token(name):
            yield refusals.no_name(naming.word)
        elif core:
            yield refusals.of_core(key, "defined") if naming.word == "DEF" else refusals.held_by_a_word(key)
        elif key in keys[:place]:
            yield refusals.bound_twice(key)
    if len(keys) == 1 and len(naming.before) == 2:
        yield from _impossible_value(naming.word, naming.before[0], keys[0])


def _impossible_value(word: str, value: Value, key: str) -> Iterator[Failure]:
    if type(value) is Symbol or word == "DEL":
        return
    named = type(value) is Vector and key in symbol_keys(value)
    if word == "BIND" and named:
        yield refusals.leads_back(key)
    elif word == "DEF" and named:
        yield refusals.names_itself(key)
    elif word == "DEF" and not (type(value) is Vector and len(value)):
        yield refusals.no_body()


def _bound_by(namings: Sequence[Naming]) -> set[str]:
    return {key for naming in namings if naming.word == "BIND" for key in _keys(naming)}


def _keys(naming: Naming) -> list[str]:
    return [name.upper() for name in naming.names or ()]


def _place(objection: _Objection) -> float:
    position = objection.fault.position
    return inf if position is None else position


def _failure(fault: Fault, rule: str | None = None) -> Failure:
    detail = fault.detail if rule is None else f"{fault.detail} ({rule})"
    return Failure(fault.category, detail, word=fault.word, position=fault.position)
