"""BIND DEF DEL DIGEST CONTRACT: names and definitions (LANG.FRAMES, LANG.DICTIONARY)."""

from __future__ import annotations

from ajisai.bounds import Failure
from ajisai.contracts.inference import Inference
from ajisai.contracts.records import core_record, to_record
from ajisai.machine import identity, refusals
from ajisai.machine.compiler import naming_price, reading_price
from ajisai.machine.dictionary import UserWord
from ajisai.machine.literals import Origin
from ajisai.machine.operands import wrong_element, wrong_kind
from ajisai.machine.run import Run
from ajisai.syntax import is_name_token
from ajisai.syntax.spelling import spelled_body
from ajisai.values import Record, Symbol, Value, Vector
from ajisai.values.display import display_size
from ajisai.values.symbols import has_projected_nil, symbol_keys
from ajisai.words import costs


def bind(run: Run, value: Value, names: Value) -> None:
    """BIND: name a value, or the elements of a Vector, for the rest of the frame."""
    if type(names) is str:
        _bind_all(run, [(names, value)])
        return
    if type(names) is not Vector:
        raise wrong_kind("nonText", "BIND", 1, names)
    if not names.types() <= {str}:
        raise wrong_element("nonText", names, {str}, "name")
    if type(value) is not Vector or len(value) != len(names):
        size = f"a Vector of {len(value)}" if type(value) is Vector else "no Vector"
        raise Failure("shapeMismatch", f"BIND has {len(names)} names, and the value is {size}")
    _bind_all(run, list(zip(names, value, strict=True)))  # type: ignore[arg-type]


def _bind_all(run: Run, pairs: list[tuple[str, Value]]) -> None:
    each = costs.BOUND if len(pairs) > 1 else 0  # what one name takes is in the step
    run.meter.charge_collection(sum(each + naming_price(name) for name, _ in pairs))
    fresh: dict[str, Value] = {}
    for name, value in pairs:
        if not is_name_token(name):
            raise refusals.no_name("BIND")
        key = name.upper()
        if key in run.core or key in run.dictionary:
            raise refusals.held_by_a_word(key)
        if key in fresh:
            raise refusals.bound_twice(key)
        _refuse_self_reference(run, key, value, fresh)
        fresh[key] = value
    run.frame.names.update(fresh)


def _refuse_self_reference(run: Run, key: str, value: Value, fresh: dict[str, Value]) -> None:
    if type(value) is Vector or type(value) is Record:
        run.meter.charge_collection(reading_price(value))
    seen: set[str] = set()
    todo = list(symbol_keys(value))
    while todo:
        name = todo.pop()
        if name == key:
            raise refusals.leads_back(key)
        if name not in seen:
            seen.add(name)
            bound = fresh[name] if name in fresh else run.frame.lookup(name)
            if bound is not None:
                run.meter.charge_collection(costs.BOUND)
                if type(bound) is Vector or type(bound) is Record:
                    run.meter.charge_collection(reading_price(bound))
                todo.extend(symbol_keys(bound))


def def_(run: Run, body: Value, name: Value) -> None:
    """DEF: define a User Word."""
    if type(name) is not str:
        raise wrong_kind("nonText", "DEF", 1, name)
    run.meter.charge_collection(naming_price(name))
    if not is_name_token(name):
        raise refusals.no_name("DEF")
    key = name.upper()
    if key in run.core:
        raise refusals.of_core(key, "defined")
    if run.frame.lookup(key) is not None:
        raise refusals.bound_here(key)
    if type(body) is not Vector or not len(body):
        raise refusals.no_body()
    run.meter.charge_collection(costs.DEFINE * costs.weight(body))
    if has_projected_nil(body):
        raise Failure("invalidDefinitionBody", "the body holds a NIL that no program can write as a literal")
    run.dictionary.define(UserWord(name, _as_source(run, body)), run.meter)


def _as_source(run: Run, body: Vector) -> Vector:
    """The body as source text spells it: what has no literal becomes the Words that build it."""
    if type(body.origin) is Origin:
        return body
    return Vector(spelled_body(body))


def del_(run: Run, name: Value) -> None:
    """DEL: delete a User Word."""
    if type(name) is not str:
        raise wrong_kind("nonText", "DEL", 0, name)
    run.meter.charge_collection(naming_price(name))
    key = name.upper()
    if key in run.core:
        raise refusals.of_core(key, "deleted")
    run.dictionary.delete(key)


def digest(run: Run, value: Value) -> Value:
    """DIGEST: the identity of the Word that a Symbol names, else the digest of the denotation."""
    if type(value) is Symbol:
        word = run.dictionary.get(value.key)
        if word is not None:
            run.meter.charge_collection(_reach(run, word))
            return identity.word_identity(word, run.dictionary)
        if value.key in run.core:
            return identity.core_identity(value.key)
    run.meter.charge_collection(costs.HASHED * costs.weight(value))
    run.meter.charge_collection(costs.TEXT * display_size(value))
    return identity.value_digest(value)


def _reach(run: Run, word: UserWord) -> int:
    """What the identity of a Word has to read: its body, and the bodies that it reaches."""
    total = 0
    seen: set[str] = set()
    todo = [word]
    while todo:
        current = todo.pop()
        if current.key in seen:
            continue
        seen.add(current.key)
        total += (
            costs.KEYED + costs.HASHED * costs.weight(current.body) + costs.TEXT * display_size(current.body)
        )
        todo += [other for name in current.names if (other := run.dictionary.get(name)) is not None]
    return total


def contract(run: Run, subject: Value) -> Value:
    """CONTRACT: what is registered of a Core Word, or inferred of a User Word or block, as a Record."""

    def bodies(key: str) -> list[Vector]:
        word = run.dictionary.get(key)
        return [] if word is None else [word.body]

    run.meter.charge_collection(costs.CONTRACT)
    inference = Inference(bodies, run.meter.charge_collection)
    if type(subject) is Vector:
        return to_record(inference.block(subject, run.frame.lookup))
    if type(subject) is Symbol:
        if subject.key in run.core:
            return core_record(run.core[subject.key].record)
        inferred = inference.word(subject.key)
        return run.project("notFound") if inferred is None else to_record(inferred)
    raise wrong_kind("notASymbol", "CONTRACT", 0, subject)


EXECUTORS = {"CONTRACT": contract, "BIND": bind, "DEF": def_, "DEL": del_, "DIGEST": digest}
