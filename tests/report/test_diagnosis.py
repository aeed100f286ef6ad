"""Why a program failed and what to look at next."""

from __future__ import annotations

import string
from typing import Any

import jsonschema
import pytest

import ajisai
from ajisai.assets import read_bytes, read_json
from ajisai.machine.vocabulary import error_categories, records
from tests.spec.canonical import canonical

_DATA = read_json("spec/diagnosis.json")
_OUTCOMES = read_json("spec/outcomes.json")["errorCategories"]
_LIMITS = ajisai.Limits.agent()


def _diagnosis(source: str, **ceilings: int) -> Any:
    result = ajisai.run(source, limits=_LIMITS.replacing(**ceilings) if ceilings else _LIMITS)
    assert result.diagnosis is not None, result
    return result.diagnosis


def _codes(source: str, **ceilings: int) -> list[str]:
    return [check.code for check in _diagnosis(source, **ceilings).next_checks]


@pytest.mark.parametrize("entry", _OUTCOMES, ids=lambda entry: entry["id"])
def test_every_category_is_diagnosed(entry: dict[str, Any]) -> None:
    """The witness of each category is explained: why, what to check, and whether the program is wrong."""
    diagnosis = _diagnosis(entry["witness"])
    assert diagnosis.why == entry["family"]
    assert diagnosis.repair == ("program" if entry["repair"] == "program" else None)
    assert diagnosis.next_checks
    for check in diagnosis.next_checks:
        for texts in (check.title, check.detail):
            assert set(texts) == {"en", "ja"}
            assert all(texts.values())
            assert "{" not in "".join(texts.values()).replace("{ }", "")


@pytest.mark.parametrize(
    ("source", "when"),
    [
        ("[ 1", "parse"),
        ("1e5000", "parse"),
        ("[ " * 257 + "] " * 257, "parse"),
        ("1 2 PLUS", "resolveWord"),
        ("1 ADD", "executeWord"),
        ("'no' FAIL", "executeWord"),
        ("2 1e30 POW", "executeWord"),
        ("#:contract X inputs=1\n1", "checkContract"),
    ],
)
def test_when_is(source: str, when: str) -> None:
    """The stage that failed."""
    assert _diagnosis(source).when == when


def test_ok_has_no_diagnosis() -> None:
    """Nothing went wrong, NIL included."""
    assert ajisai.run("1 2 ADD").diagnosis is None
    assert ajisai.run("-1 SQRT").diagnosis is None


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("'open", "openString"),
        ("'foo'bar", "openString"),
        ("[ 1", "openBracket"),
        ("1 ]", "extraBracket"),
        ("[1 2]", "gluedBracket"),
        ("[ 1 2]", "gluedBracket"),
        ("1 2 +", "operatorWord"),
        ("1 DUP", "stackShuffler"),
        ("1 IF", "controlKeyword"),
        ('"text"', "singleQuotes"),
        ("１ ２ ＡＤＤ", "fullWidth"),
        ("{ 1 2 }", "squareBrackets"),
        ("1 2 AD", "nearName"),
        ("1 QQQQQ", "defineFirst"),
        ("5 TWICE [ 2 MUL ] 'TWICE' DEF", "definedLater"),
        ("[ RATE MUL ] 'NET' DEF 2 'RATE' BIND 5 NET", "definedLater"),
        ("1 ADD", "countOperands"),
        ("'3' 1 ADD", "textIsNoNumber"),
        ("[ x ] 1 ADD", "symbolIsNoCall"),
        ("[ 1, 2 ] 1 ADD", "symbolIsNoCall"),
        ("1 '3' RANGE", "textIsNoNumber"),
        ("5 CHARS", "operandKinds"),
        ("1 NOT", "truthFromComparison"),
        ("'2 MUL' EXEC", "blockInBrackets"),
        ("[ 1 2 ] [ 2 MUL 7 ] MAP", "oneResult"),
        ("[ A ] 'A' DEF", "noRecursion"),
        ("1 4097 RANGE 'x' SORT", "operandKinds"),
        ("\ufeff1 2 ADD", "byteOrderMark"),
        ("\ufeff# a note [1]", "byteOrderMark"),
        ("1 2 ADD\u200b", "hiddenCharacter"),
    ],
)
def test_first_check_is(source: str, code: str) -> None:
    """A beginner's mistake is met by the check that is about it, before any other."""
    assert _codes(source)[0] == code


@pytest.mark.parametrize(
    ("source", "resource", "code"),
    [
        ("0 100000 RANGE", "materializedElements", "smallerCollection"),
        ("1e5000", "numericLiteralDigits", "shorterLiteral"),
        ("10 1e30 POW", "bigintBits", "smallerNumbers"),
        ("[ " * 257 + "] " * 257, "nestingDepth", "flatterValue"),
        ("1 1 ADD" + " " * 70_000, "sourceBytes", "shorterSource"),
        ("1 99999 RANGE 0 [ ADD ] FOLD 1 ADD", "executionSteps", "wholeVectors"),
    ],
)
def test_ceiling_is_told(source: str, resource: str, code: str) -> None:
    """Its name, its value and the size that crossed it, and what to make smaller."""
    diagnosis = _diagnosis(source)
    crossed = diagnosis.resource_limit
    assert crossed.resource == resource
    assert crossed.limit == _LIMITS.as_mapping()[resource]
    assert crossed.observed > crossed.limit
    assert diagnosis.next_checks[0].code == code


def test_ceiling_of_a_running_meter_tells_the_size_that_fits() -> None:
    """``observed`` of a meter that is charged as it goes says nothing; ``progress`` does."""
    found = ajisai.run("[ 100000 ] 5 FILL 7 INDEX-OF", limits=_LIMITS.replacing(collection_work=150_000))
    assert found.error is not None
    assert found.error.progress is not None
    assert 0 < found.error.progress.completed < found.error.progress.total == 100_000
    assert found.diagnosis is not None
    first = found.diagnosis.next_checks[0]
    assert first.code == "sizeThatFits"
    assert str(found.error.progress.completed) in first.detail["en"]
    assert found.diagnosis.to_mapping()["resourceLimit"]["progress"] == {
        "completed": found.error.progress.completed,
        "total": 100_000,
        "unit": found.error.progress.unit,
    }


def test_ceiling_crossed_at_the_start_has_no_size_that_fits() -> None:
    """Where nothing was done yet, there is no size to advise."""
    source = "1 3000 RANGE 7 INDEX-OF"
    used = ajisai.run(source).usage.collection_work
    found = ajisai.run(source, limits=_LIMITS.replacing(collection_work=used - 10))
    assert found.error is not None
    assert found.error.progress is not None
    assert found.error.progress.completed == 0
    assert found.diagnosis is not None
    assert found.diagnosis.next_checks[0].code == "smallerCollection"


@pytest.mark.parametrize(
    ("source", "candidates"),
    [
        ("1 2 AD", ("ADD", "AND")),
        ("1 2 +", ("ADD",)),
        ("1 2 <=", ()),
        ("[ 1 2 ] reduce", ("FOLD",)),
        ("3 DUP", ()),
        ("3 'DUPE' BIND DUP", ("DUPE",)),
        ("1 FOO", ()),
        ("[ 1 2 ] SUM", ()),
        ("1 2 ＡＤＤ", ("ADD",)),
        ("[ 2 MUL ] 'DOUBLE' DEF 4 DOUBL", ("DOUBLE",)),
        ("0.2 'tax-rate' BIND 100 TAXRATE", ("tax-rate",)),
        ("[ 1 2 ] [ 'LEFT' 'RIGHT' ] BIND LFET", ("LEFT",)),
        ("1 QQQQQ", ()),
    ],
)
def test_candidates_are(source: str, candidates: tuple[str, ...]) -> None:
    """Names of Core, of the source's own Words and of its bindings, as they are written there."""
    assert _diagnosis(source).candidates == candidates


@pytest.mark.parametrize("source", ["1 ADD", "[ 1", "'x' 1 ADD", "10 1e30 POW"])
def test_candidates_are_for_unknown_names_only(source: str) -> None:
    """No other error has them."""
    diagnosis = _diagnosis(source)
    assert diagnosis.candidates == ()
    assert "candidates" not in diagnosis.to_mapping()


def test_candidates_know_a_session() -> None:
    """What earlier runs have defined and bound is near as well."""
    session = ajisai.Session()
    session.run("[ 2 MUL ] 'TRIPLED' DEF 5 'WIDTHS' BIND").raise_for_error()
    assert session.run("TRIPLD").diagnosis.candidates == ("TRIPLED",)  # type: ignore[union-attr]
    assert session.run("WIDTH").diagnosis.candidates == ("WIDTHS",)  # type: ignore[union-attr]


def test_phrasebook_word_is_pointed_to() -> None:
    """A name that the phrasebook holds is no typo: it only has to be asked for."""
    assert _codes("[ 1 2 ] MEAN")[0] == "phrasebookWord"
    assert _codes("[ 1 2 ] mean")[0] == "phrasebookWord"


def test_mark_is_told_once_and_of_its_own_source_only() -> None:
    """A byte order mark is one thing to mend; elsewhere U+FEFF is an invisible character like others."""
    assert "hiddenCharacter" not in _codes("\ufeff1")
    assert "byteOrderMark" not in _codes("1 \ufeffADD")
    assert _diagnosis("1 2 \ufeffADD").candidates == ("ADD",)


def test_size_beyond_a_double_is_a_text() -> None:
    """JSON readers round integers above 2**53."""
    error = ajisai.Error("resourceLimitExceeded", "m", resource="bigintBits", limit=5, observed=2**53)
    diagnosis = ajisai.run("1 ADD").diagnosis
    assert diagnosis is not None
    from ajisai.report.diagnosis import Situation, diagnose

    field = diagnose(error, Situation("executeWord")).to_mapping()
    assert field["resourceLimit"] == {"resource": "bigintBits", "limit": 5, "observed": str(2**53)}


def test_hostile_name_is_diagnosed() -> None:
    """A name of any length and any signs is told in bounded, printable lines."""
    for name in ("x" * 60_000, "\ud800", "{written}", "%s{0}", "\u202e\x00", "加" * 20_000):
        field = _diagnosis(f"1 {name}").to_mapping()
        for check in field["nextChecks"]:
            for text in (*check["title"].values(), *check["detail"].values()):
                assert text.isprintable()
                assert len(text) < 2_000


# The data


def test_data_is_canonical_and_obeys_its_schema() -> None:
    """The file is written in the one way, and its schema describes it."""
    schema = read_json("spec/diagnosis.schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(_DATA)
    for name, document in (("diagnosis", _DATA), ("diagnosis.schema", schema)):
        assert read_bytes(f"spec/{name}.json").decode("utf-8") == canonical(document)


def test_data_covers_the_closed_lists() -> None:
    """Every category and every ceiling of the engine has its entry, in order, and no other has."""
    assert [entry["category"] for entry in _DATA["categories"]] == list(error_categories())
    engine = [
        row["name"] for row in read_json("spec/limits.json")["ceilings"] if row["enforcedBy"] == "engine"
    ]
    assert [entry["resource"] for entry in _DATA["resources"]] == [*engine, "callDepth"]


def test_codes_are_known_and_used() -> None:
    """Every code that is named has its texts, written once, and the engine names every code."""
    codes = [entry["code"] for entry in _DATA["checks"]]
    assert len(codes) == len(set(codes))
    named = {
        code for group in ("categories", "resources") for entry in _DATA[group] for code in entry["checks"]
    }
    named |= {entry["check"] for entry in _DATA["habits"]}
    in_code = {
        "openString", "openBracket", "extraBracket", "gluedBracket", "nearName", "definedLater",
        "phrasebookWord", "singleQuotes", "fullWidth", "squareBrackets", "noCommas", "numberForm",
        "textIsNoNumber", "symbolIsNoCall", "sizeThatFits", "byteOrderMark", "hiddenCharacter",
    }  # fmt: skip
    assert named | in_code == set(codes)


def test_texts_leave_the_same_places_open() -> None:
    """Both languages have the same places, which the engine knows; a Core Word's syntax has no braces."""
    known = {"written", "instead", "word", "syntax", "completed", "total", "unit"}
    for entry in _DATA["checks"]:
        for part in ("title", "detail"):
            places = [
                {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
                for text in entry[part].values()
            ]
            assert places[0] == places[1], entry["code"]
            assert places[0] <= known
        title = {name for _, name, _, _ in string.Formatter().parse(entry["title"]["en"]) if name}
        detail = {name for _, name, _, _ in string.Formatter().parse(entry["detail"]["en"]) if name}
        assert title <= detail, "a title is filled where its detail is"
    assert all("{" not in record.syntax for record in records().values())


def test_texts_are_written_in_their_language() -> None:
    """English is ASCII, Japanese is not, and a detail says more than its title."""
    for entry in _DATA["checks"]:
        for part in ("title", "detail"):
            assert entry[part]["en"].isascii()
            assert not entry[part]["ja"].isascii()
        assert entry["title"]["en"] != entry["detail"]["en"]
