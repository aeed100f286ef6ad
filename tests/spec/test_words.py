"""spec/words.json: its form, its inner agreement, and every example in it."""

from __future__ import annotations

from collections import Counter

import jsonschema
import pytest

import ajisai
from ajisai.assets import read_bytes, read_json
from ajisai.machine.vocabulary import Example, WordRecord, records
from tests.spec.canonical import canonical

_WORDS = read_json("spec/words.json")
_RECORDS = [pytest.param(record, id=name) for name, record in records().items()]
_EXAMPLES = [
    pytest.param(example, id=f"{name}-{place}")
    for name, record in records().items()
    for place, example in enumerate(record.examples)
]
# A situation in which a Word projects, and the reason that goes with it.
_REASONS = {
    "always": "userDeclared",
    "indexOutOfBounds": "indexOutOfBounds",
    "notFound": "notFound",
    "symbolNamesNoWord": "notFound",
    "parseFailure": "invalidEncoding",
    "textIsNotJson": "invalidEncoding",
}


def test_words_follow_their_schema() -> None:
    """The vocabulary is of the described form."""
    jsonschema.Draft202012Validator(read_json("spec/words.schema.json")).validate(_WORDS)


def test_words_schema_is_a_schema() -> None:
    """The description itself is well formed."""
    jsonschema.Draft202012Validator.check_schema(read_json("spec/words.schema.json"))


def test_words_are_written_in_one_way() -> None:
    """The file is its own canonical text, so that a change shows as what it is."""
    assert read_bytes("spec/words.json").decode("utf-8") == canonical(_WORDS)


def test_words_are_the_sealed_core() -> None:
    """78 Words of distinct names, and three that may leave the finite numbers."""
    names = [entry["name"] for entry in _WORDS["words"]]
    assert len(set(names)) == len(names) == 78
    assert [name for name, record in records().items() if record.field == "leaving"] == ["DIV", "POW", "NUM"]


@pytest.mark.parametrize("record", _RECORDS)
def test_word_counts_agree(record: WordRecord) -> None:
    """One role per operand, one list of domains per operand that has fixed ones."""
    if record.inputs is None:
        assert record.roles == record.operand_domains == ()
    else:
        assert len(record.roles) == record.inputs
        assert len(record.operand_domains) in (0, record.inputs)
    assert record.outputs is None or record.outputs == 0 or record.result_domains


@pytest.mark.parametrize("record", _RECORDS)
def test_word_projection_agrees(record: WordRecord) -> None:
    """A Word that projects says when and why, and one that does not says neither."""
    if record.projects_when == ("never",):
        assert record.projects_reasons == ()
        assert record.partiality != "projecting"
    else:
        reasons = {_REASONS.get(when, "domainMiss") for when in record.projects_when}
        assert reasons == set(record.projects_reasons)
        assert record.partiality == "projecting"


@pytest.mark.parametrize("record", _RECORDS)
def test_word_errors_agree_with_roles(record: WordRecord) -> None:
    """What pairs operands can fail to pair them; what reads truth can meet something else."""
    if Counter(record.roles)["leaf"] > 1 or Counter(record.roles)["truth"] > 1:
        assert "shapeMismatch" in record.errors or record.roles[0] == "data"
    if "truth" in record.roles:
        assert "nonTruthValue" in record.errors


@pytest.mark.parametrize("record", _RECORDS)
def test_word_syntax_shows_operands_before_the_name(record: WordRecord) -> None:
    """The syntax line has the operands, the Word, and an arrow exactly where something is answered."""
    before, _, after = record.syntax.partition(record.name)
    assert record.inputs is None or len(before.split()) == record.inputs or "…" in before
    assert ("->" in after) == (record.outputs != 0)


@pytest.mark.parametrize("record", _RECORDS)
def test_word_examples_show_every_error(record: WordRecord) -> None:
    """Each category that a Word registers is shown by one of its examples."""
    shown = {example.error for example in record.examples}
    assert set(record.errors) <= shown


@pytest.mark.parametrize("record", _RECORDS)
def test_word_examples_use_the_word(record: WordRecord) -> None:
    """No example stands under the wrong Word."""
    for example in record.examples:
        assert record.name in example.source.upper().split(), example.source


@pytest.mark.parametrize("example", _EXAMPLES)
def test_word_example(example: Example) -> None:
    """The example ends as it is shown, under the server's ceilings."""
    result = ajisai.run(example.source, limits=ajisai.Limits.agent())
    if example.error is not None:
        assert result.outcome == f"error:{example.error}"
        return
    assert result.error is None
    assert result.display == example.stack
    assert tuple(result.output) == example.output


@pytest.mark.parametrize("record", _RECORDS)
def test_word_examples_answer_as_the_envelope_schema_says(record: WordRecord) -> None:
    """Whatever a Word's examples end in, hosts see it in the described form."""
    validator = jsonschema.Draft202012Validator(read_json("spec/envelope.schema.json"))
    for example in record.examples:
        validator.validate(ajisai.run(example.source, limits=ajisai.Limits.agent()).to_envelope())
