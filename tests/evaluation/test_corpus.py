"""The corpus is sound, and each way of breaking it is refused by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ajisai.assets import read_json
from benchmarks.evaluation import corpus
from benchmarks.evaluation.__main__ import main
from benchmarks.evaluation.documents import InvalidDocument, write_json
from benchmarks.evaluation.pointers import ABSENT, find, is_pointer, meets

_FAMILIES = {
    *("rational", "decimal", "integer", "irrational", "vector", "collection", "higherOrder", "text"),
    *("record", "json", "absence", "comparison", "logic", "contract", "registry", "check", "outcomes"),
    *("resourceLimit", "diagnostic", "phrasebook"),
}
_NEGATIVE_FAMILIES = {"exchangeRate", "date", "estimate", "otherLanguage", "prose"}
_JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-鿿]")


def _everything(committed: corpus.Corpus) -> list[corpus.Case | corpus.RepairCase]:
    return [*committed.cases, *committed.repairs]


def test_corpus_committed_has_58_positive_and_20_negative_cases(committed: corpus.Corpus) -> None:
    """The counts of both classes."""
    assert Counter(case.kind for case in committed.cases) == {"positive": 58, "negative": 20}


def test_corpus_committed_covers_every_family(committed: corpus.Corpus) -> None:
    """Every family is there, positive and negative ones apart."""
    families = {kind: {c.category for c in committed.cases if c.kind == kind} for kind in corpus.COUNTS}
    assert families == {"positive": _FAMILIES, "negative": _NEGATIVE_FAMILIES}


def test_corpus_committed_asks_in_both_languages(committed: corpus.Corpus) -> None:
    """One side is Japanese, the other is not, except for text that both quote."""
    for case in _everything(committed):
        assert _JAPANESE.search(case.prompts["ja"]), case.id
        assert case.id == "text-count" or not _JAPANESE.search(case.prompts["en"]), case.id


def test_corpus_committed_names_the_same_numbers_in_both_languages(committed: corpus.Corpus) -> None:
    """Digits and quoted text are the task: both sides hold the same ones, spelled-out numbers apart."""
    for case in _everything(committed):
        quoted = {
            language: re.findall(r"`[^`]+`|'[^']+'", prompt) for language, prompt in case.prompts.items()
        }
        assert sorted(quoted["en"]) == sorted(quoted["ja"]), case.id
        if isinstance(case, corpus.Case) and case.call is None:
            continue
        english, japanese = (set(re.findall(r"[0-9]+", case.prompts[side])) for side in ("en", "ja"))
        assert english == japanese, case.id


def test_corpus_committed_names_no_word_or_tool_in_one_half_only(committed: corpus.Corpus) -> None:
    """What the right answer calls, and the Words that it writes, stand in both halves or in neither."""
    vocabulary = {word["name"] for word in read_json("spec/words.json")["words"]}
    for case in _everything(committed):
        for call in _calls(case):
            source = re.sub(r"'[^'\n]*'", " ", call.arguments.get("source", ""))
            names = {*vocabulary.intersection(source.split()), *call.arguments.get("words", [])}
            names |= {call.arguments.get("word", call.tool), call.tool, *call.tool.split("_")}
            english, japanese = (
                {name for name in names if _mentions(case.prompts[side], name)} for side in ("en", "ja")
            )
            assert english == japanese, case.id


def test_mentions_finds_a_name_as_a_word_only() -> None:
    """Case does not count, and a longer word is another."""
    assert _mentions("Please add 1", "ADD")
    assert _mentions("`1 2 ADD`の", "ADD")
    assert not _mentions("an address, read-ADD", "ADD")


def _calls(case: corpus.Case | corpus.RepairCase) -> list[corpus.Call]:
    if isinstance(case, corpus.RepairCase):
        return [case.failed, case.revision]
    return [] if case.call is None else [case.call]


def _mentions(prompt: str, name: str) -> bool:
    return (
        re.search(rf"(?<![A-Za-z0-9-]){re.escape(name)}(?![A-Za-z0-9-])", prompt, re.IGNORECASE) is not None
    )


def _case(document: dict[str, Any], kind: str = "positive") -> dict[str, Any]:
    found: dict[str, Any] = next(case for case in document["cases"] if case["class"] == kind)
    return found


def _repeat_id(document: dict[str, Any]) -> None:
    document["cases"][1]["id"] = document["cases"][0]["id"]


def _repeat_id_in_repairs(document: dict[str, Any]) -> None:
    document["repairs"][0]["id"] = document["cases"][0]["id"]


def _drop_id(document: dict[str, Any]) -> None:
    del document["cases"][0]["id"]


def _unknown_tool(document: dict[str, Any]) -> None:
    _case(document)["tool"] = "calculate"


def _unknown_repair_tool(document: dict[str, Any]) -> None:
    document["repairs"][0]["revision"]["tool"] = "calculate"


def _pointer_without_slash(document: dict[str, Any]) -> None:
    _case(document)["expect"] = {"outcome": "value"}


def _pointer_with_bad_escape(document: dict[str, Any]) -> None:
    document["repairs"][0]["diagnosis"] = {"/a~2": 1}


def _no_expectations(document: dict[str, Any]) -> None:
    _case(document)["expect"] = {}


def _equal_prompts(document: dict[str, Any]) -> None:
    prompts = _case(document, "negative")["prompts"]
    prompts["ja"] = prompts["en"] + " "


def _prompt_changed(document: dict[str, Any]) -> None:
    _case(document)["prompts"]["ja"] += "よ"


def _prompts_swapped(document: dict[str, Any]) -> None:
    prompts = document["repairs"][0]["prompts"]
    prompts["en"], prompts["ja"] = prompts["ja"], prompts["en"]


def _never_read(document: dict[str, Any]) -> None:
    del _case(document, "negative")["reading"]


def _tool_of_wrong_kind(document: dict[str, Any]) -> None:
    _case(document)["tool"] = ["compute"]


def _class_of_wrong_kind(document: dict[str, Any]) -> None:
    _case(document)["class"] = {}


def _category_of_wrong_kind(document: dict[str, Any]) -> None:
    document["repairs"][0]["category"] = ["unknownWord"]


def _case_that_is_no_object(document: dict[str, Any]) -> None:
    document["cases"][0] = "rational-sum"


def _prompts_of_wrong_kind(document: dict[str, Any]) -> None:
    _case(document)["prompts"]["en"] = 1


def _empty_prompt(document: dict[str, Any]) -> None:
    _case(document)["prompts"]["ja"] = " "


def _one_language(document: dict[str, Any]) -> None:
    del _case(document)["prompts"]["ja"]


def _negative_with_tool(document: dict[str, Any]) -> None:
    _case(document, "negative")["tool"] = "compute"


def _unknown_class(document: dict[str, Any]) -> None:
    _case(document)["class"] = "neutral"


def _arguments_of_wrong_kind(document: dict[str, Any]) -> None:
    _case(document)["arguments"] = "1 2 ADD"


def _one_case_less(document: dict[str, Any]) -> None:
    document["cases"].remove(_case(document))


def _no_category(document: dict[str, Any]) -> None:
    _case(document)["category"] = ""


def _one_repair_kind_less(document: dict[str, Any]) -> None:
    document["repairs"] = [case for case in document["repairs"] if case["category"] != "shapeMismatch"]


def _repair_without_failure(document: dict[str, Any]) -> None:
    del document["repairs"][0]["failed"]


def _no_cases(document: dict[str, Any]) -> None:
    document["cases"] = {}


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (_repeat_id, "stands 2 times"),
        (_repeat_id_in_repairs, "stands 2 times"),
        (_drop_id, "has no id"),
        (_unknown_tool, "unknown tool 'calculate'"),
        (_unknown_repair_tool, "unknown tool 'calculate'"),
        (_pointer_without_slash, "malformed JSON pointer 'outcome'"),
        (_pointer_with_bad_escape, "malformed JSON pointer '/a~2'"),
        (_no_expectations, "no expectations"),
        (_equal_prompts, "both prompts are the same text"),
        (_empty_prompt, "a prompt is empty"),
        (_one_language, "prompts must be in exactly en and ja"),
        (_prompt_changed, "the prompts are not those that were read"),
        (_prompts_swapped, "the prompts are not those that were read"),
        (_never_read, "the prompts are not those that were read"),
        (_tool_of_wrong_kind, "unknown tool ['compute']"),
        (_class_of_wrong_kind, "unknown class {}"),
        (_category_of_wrong_kind, "no category"),
        (_case_that_is_no_object, "a case has no id"),
        (_prompts_of_wrong_kind, "a prompt is empty"),
        (_negative_with_tool, "a negative case has the tool null"),
        (_unknown_class, "unknown class 'neutral'"),
        (_arguments_of_wrong_kind, "arguments must be an object"),
        (_one_case_less, "there must be 58 positive cases, and there are 57"),
        (_no_category, "no category"),
        (_one_repair_kind_less, "no repair case is of the kind shapeMismatch"),
        (_repair_without_failure, "no call under failed"),
        (_no_cases, "the lists cases and repairs"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_faults_broken_corpus_is_named(
    document: dict[str, Any], damage: Callable[[dict[str, Any]], None], fault: str
) -> None:
    """Each way of breaking the corpus is found, and said."""
    assert corpus.faults_of(document) == []
    damage(document)
    assert any(fault in found for found in corpus.faults_of(document))


def test_load_text_that_is_no_json_is_refused(tmp_path: Path) -> None:
    """A broken file is an invalid corpus, not a traceback."""
    place = tmp_path / "cases.json"
    place.write_text("{", encoding="utf-8")
    with pytest.raises(InvalidDocument, match="not JSON"):
        corpus.load(place)


def test_validate_changed_prompt_says_what_to_do(
    tmp_path: Path, document: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever changes a prompt is sent to read both, and told what then records it."""
    prompts = document["cases"][0]["prompts"]
    prompts["en"] += " Please."
    place = tmp_path / "cases.json"
    write_json(document, place)
    assert main(["validate", "--corpus", str(place)]) == 1
    said = capsys.readouterr().err
    assert "rational-sum: the prompts are not those that were read" in said
    document["cases"][0]["reading"] = said.split("reading be ")[1].strip()
    write_json(document, place)
    assert main(["validate", "--corpus", str(place)]) == 0


def test_validate_committed_corpus_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    """The subcommand says what it looked at."""
    assert main(["validate"]) == 0
    assert "78 cases" in capsys.readouterr().out


def test_validate_broken_corpus_exits_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The subcommand refuses a corpus without cases."""
    place = tmp_path / "cases.json"
    place.write_text('{"cases": [], "repairs": []}', encoding="utf-8")
    assert main(["validate", "--corpus", str(place)]) == 1
    assert "58 positive" in capsys.readouterr().err


def test_pointer_forms_are_told_apart() -> None:
    """RFC 6901: empty or begun by a slash, with ~0 and ~1 as the only escapes."""
    assert all(is_pointer(text) for text in ("", "/", "/a/0", "/a~1b~0c"))
    assert not any(is_pointer(text) for text in ("a", "/a~", "/a~2", None, 1))


def test_find_pointer_leads_through_objects_and_lists() -> None:
    """Escapes are undone; what is not there is absent, and equals nothing."""
    document = {"a/b": [{"~": True}], "": 1}
    assert find(document, "/a~1b/0/~0") is True
    assert find(document, "/") == 1
    assert find(document, "") == document
    assert all(find(document, text) is ABSENT for text in ("/x", "/a~1b/1", "/a~1b/00", "/a~1b/-", "//x"))


def test_meets_true_is_not_1() -> None:
    """Values are compared as JSON: kinds count, the order of members does not."""
    assert meets({"a": 1}, {"/a": 1})
    assert not meets({"a": True}, {"/a": 1})
    assert not meets({}, {"/a": None})
    assert meets({"a": {"x": 1, "y": 2}}, {"/a": {"y": 2, "x": 1}})
