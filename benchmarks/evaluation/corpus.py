"""The corpus: what is asked, in both languages, and what a right answer is."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ajisai.agent import TOOLS
from benchmarks.evaluation.documents import InvalidDocument, read_json
from benchmarks.evaluation.pointers import is_pointer

PLACE: Final = Path(__file__).with_name("cases.json")
LANGUAGES: Final = ("en", "ja")
POSITIVE, NEGATIVE = "positive", "negative"
COUNTS: Final = {POSITIVE: 58, NEGATIVE: 20}
REPAIR_KINDS: Final = (
    "unknownWord",
    "stackUnderflow",
    "malformedSource",
    "resourceLimitExceeded",
    "contractViolation",
    "shapeMismatch",
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """One task. A negative one has no ``call``: the right answer calls nothing."""

    id: str
    category: str
    prompts: dict[str, str]
    call: Call | None
    expect: dict[str, Any]

    @property
    def kind(self) -> str:
        """``positive`` or ``negative``."""
        return NEGATIVE if self.call is None else POSITIVE


@dataclass(frozen=True, slots=True)
class RepairCase:
    """A program that fails in a known way, and one that repairs it."""

    id: str
    category: str
    prompts: dict[str, str]
    failed: Call
    diagnosis: dict[str, Any]
    revision: Call
    expect: dict[str, Any]

    @property
    def kind(self) -> str:
        """Always ``positive``: there is something to call."""
        return POSITIVE


@dataclass(frozen=True, slots=True)
class Corpus:
    """Every case, in the order of the file."""

    cases: tuple[Case, ...]
    repairs: tuple[RepairCase, ...]


def load(place: Path = PLACE) -> Corpus:
    """The corpus of a file.

    Raises:
        InvalidDocument: for anything that ``faults_of`` finds, and for a file that is no JSON.
        OSError: when the file cannot be read.
    """
    document = read_json(place)
    faults = faults_of(document)
    if faults:
        raise InvalidDocument(faults)
    return Corpus(
        tuple(_case(entry) for entry in document["cases"]),
        tuple(_repair(entry) for entry in document["repairs"]),
    )


def reading_of(prompts: dict[str, str]) -> str:
    """The digest of a pair of prompts, by which a case says that someone read both halves as they stand."""
    pair = [prompts[language] for language in LANGUAGES]
    return "sha256:" + hashlib.sha256(json.dumps(pair).encode()).hexdigest()


def call_of(entry: dict[str, Any]) -> Call:
    """The call that an object with a tool and arguments is."""
    return Call(entry["tool"], entry["arguments"])


def faults_of(document: Any) -> list[str]:
    """Everything that is wrong with a corpus document; empty for a sound one."""
    if not (isinstance(document, dict) and all(_is_list(document, key) for key in ("cases", "repairs"))):
        return ["the corpus must be an object with the lists cases and repairs"]
    faults = [*_repeated_ids([*document["cases"], *document["repairs"]])]
    for entry in document["cases"]:
        faults += _named(entry, _case_faults)
    for entry in document["repairs"]:
        faults += _named(entry, _repair_faults)
    kinds = _held(document["cases"], "class")
    for kind, wanted in COUNTS.items():
        if kinds.count(kind) != wanted:
            faults.append(f"there must be {wanted} {kind} cases, and there are {kinds.count(kind)}")
    held = _held(document["repairs"], "category")
    faults += [f"no repair case is of the kind {kind}" for kind in REPAIR_KINDS if kind not in held]
    return faults


def _held(entries: list[Any], key: str) -> list[Any]:
    return [entry.get(key) for entry in entries if isinstance(entry, dict)]


def _is_list(document: dict[str, Any], key: str) -> bool:
    return isinstance(document.get(key), list)


def _repeated_ids(entries: list[Any]) -> Iterator[str]:
    ids = Counter(str(entry.get("id")) for entry in entries if isinstance(entry, dict))
    return (f"the id {name} stands {count} times" for name, count in ids.items() if count > 1)


def _named(entry: Any, faults: Callable[[dict[str, Any]], Iterator[str]]) -> list[str]:
    if not (isinstance(entry, dict) and isinstance(entry.get("id"), str) and entry["id"]):
        return ["a case has no id"]
    found = list(faults(entry))
    if not (isinstance(entry.get("category"), str) and entry["category"]):
        found.append("no category")
    return [f"{entry['id']}: {fault}" for fault in [*found, *_prompt_faults(entry)]]


def _prompt_faults(entry: dict[str, Any]) -> Iterator[str]:
    prompts = entry.get("prompts")
    if not (isinstance(prompts, dict) and sorted(prompts) == sorted(LANGUAGES)):
        yield f"prompts must be in exactly {' and '.join(LANGUAGES)}"
    elif not all(isinstance(prompt, str) and prompt.strip() for prompt in prompts.values()):
        yield "a prompt is empty"
    elif len({prompt.strip() for prompt in prompts.values()}) < len(prompts):
        yield "both prompts are the same text"
    elif entry.get("reading") != reading_of(prompts):
        yield (
            "the prompts are not those that were read: read both halves again, mend what one says and the "
            f"other does not, and let reading be {reading_of(prompts)}"
        )


def _case_faults(entry: dict[str, Any]) -> Iterator[str]:
    if entry.get("class") == POSITIVE:
        yield from _call_faults(entry)
        yield from _expectation_faults(entry.get("expect"))
    elif entry.get("class") == NEGATIVE:
        if entry.get("tool", 0) is not None or "arguments" in entry or "expect" in entry:
            yield "a negative case has the tool null, and neither arguments nor expect"
    else:
        yield f"unknown class {entry.get('class')!r}"


def _repair_faults(entry: dict[str, Any]) -> Iterator[str]:
    for part in ("failed", "revision"):
        call = entry.get(part)
        if isinstance(call, dict):
            yield from _call_faults(call)
        else:
            yield f"no call under {part}"
    for part in ("diagnosis", "expect"):
        yield from _expectation_faults(entry.get(part))


def _call_faults(call: dict[str, Any]) -> Iterator[str]:
    if call.get("tool") not in TOOLS:
        yield f"unknown tool {call.get('tool')!r}"
    if not isinstance(call.get("arguments"), dict):
        yield "arguments must be an object"


def _expectation_faults(expect: Any) -> Iterator[str]:
    if not (isinstance(expect, dict) and expect):
        yield "no expectations"
        return
    yield from (f"malformed JSON pointer {pointer!r}" for pointer in expect if not is_pointer(pointer))


def _case(entry: dict[str, Any]) -> Case:
    call = None if entry["tool"] is None else call_of(entry)
    return Case(entry["id"], entry["category"], entry["prompts"], call, entry.get("expect", {}))


def _repair(entry: dict[str, Any]) -> RepairCase:
    return RepairCase(
        entry["id"],
        entry["category"],
        entry["prompts"],
        call_of(entry["failed"]),
        entry["diagnosis"],
        call_of(entry["revision"]),
        entry["expect"],
    )
