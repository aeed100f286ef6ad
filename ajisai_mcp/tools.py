"""What agents read of the tools: names, descriptions, input schemas, and when to reach for the server."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any, Final, NamedTuple


def _flowing(text: str) -> str:
    """A text as models get it: only paragraphs and numbered points begin new lines."""
    return re.sub(r"(?<!\n)\n(?!\n|\d\. )", " ", cleandoc(text))


INSTRUCTIONS: Final = _flowing(
    """
    Ajisai computes exactly: fractions, square roots, money, statistics, lists, records and text, with nothing
    rounded unless the program asks. Call `compute` whenever an answer depends on arithmetic, also when it
    looks easy, and whenever a formula that somebody else wrote is to be evaluated safely. Do not work a
    number out yourself and then call it exact.

    A program is Words after their operands, all separated by spaces: `2 3 DIV 1 3 DIV ADD` leaves `1/1`. Read
    the resource ajisai://guide/quickstart before the first longer program, and ajisai://words/NAME or
    `word_contract` for one Word. Report `stackDisplay`. `outcome` says how the program ended: `value`,
    `nil:<reason>` (there is no answer, and this is why) or `error:<category>` (see `message` and
    `diagnosis.nextChecks`). A NIL and an error are answers to report or to repair, not reasons to guess.
    """
)

_MISTAKES: Final = _flowing(
    """
    What goes wrong most often:
    1. Infix and operators. Operands come first, and operations are Words: `1 2 ADD`, never `1 + 2` or
    `1 2 +`. ADD SUB MUL DIV POW SQRT EQ LT GT; to negate, `0 x SUB`.
    2. Missing spaces. Brackets are tokens: `[ 1 2 3 ]`, never `[1 2 3]`.
    3. Stack shufflers and control keywords. There is no DUP, SWAP, IF or WHILE. Name a value to use it again:
    `5 'X' BIND X X MUL`. Choose with `whenTrue whenFalse mask SELECT`; repeat with MAP, FILTER, FOLD, SCAN
    over a Vector: `1 10 RANGE 0 [ ADD ] FOLD`.
    4. Double quotes and floats. Text stands in single quotes; 0.1 is exactly 1/10; `2 SQRT` stays sqrt(2).
    Decimals are text that FORMAT writes: `2 SQRT 10 FORMAT`.
    """
)

_SOURCE: Final = {"type": "string", "description": "An Ajisai program. The empty text is the empty program."}
_WORDS: Final = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Names of phrasebook Words (ajisai://phrasebook) to define before the source.",
}
_PROGRAM: Final = {"source": _SOURCE, "words": _WORDS}
_WORD: Final = {
    "word": {"type": "string", "description": "The Word's name, in any case: ADD, member?, INDEX-OF."}
}


class ToolText(NamedTuple):
    """One tool as it is listed.

    Attributes:
        name: the name that is called.
        title: the name that people see.
        description: when to use it and how to read its answer; under 2 KB, which is where hosts cut.
        properties: the properties of the input schema; the first is required.
    """

    name: str
    title: str
    description: str
    properties: dict[str, Any]

    @property
    def input_schema(self) -> dict[str, Any]:
        """The input schema: flat, and closed to arguments that are not declared."""
        return {
            "type": "object",
            "properties": self.properties,
            "required": [next(iter(self.properties))],
            "additionalProperties": False,
        }


_COMPUTE: Final = """
    Run an Ajisai program and answer exactly: arithmetic, fractions, square roots, money, statistics, sorting,
    counting, records, JSON and text. Use it for every number you report that is not copied from somewhere; do
    not work it out yourself and dress the guess up as exact.

    {mistakes}

    Report `stackDisplay` (bottom first, exact). `outcome` is `value`, `nil:<reason>` or `error:<category>`;
    after an error read `message` and `diagnosis.nextChecks`, repair the program and call again. An
    irrational's `value` only approximates it; `semantics.exactTerms` is the number.
    """

_CHECK: Final = """
    Read an Ajisai program without running it: is it well-formed, does every name exist, do its `#:contract`
    lines hold? Use it before running something long, or to verify Words you define for others. `ok` means
    that a run cannot fail on form or names; it says nothing of the answer: for that, call `compute`, and do
    not infer a number from the check.

    {mistakes}
    """

_INFER_CONTRACTS: Final = """
    Infer, without running anything, the contract of each Word that the source defines with DEF: how many
    values it takes and leaves, whether it can leave the finite numbers, its purity, effects and cost. Use it
    to document or to guard Words: each contract comes with a `suggested` line
    `#:contract NAME inputs=… outputs=… field=…` that `check` verifies when it is put above the source. What
    cannot be decided is a named gap, never a guess; do not fill it with one.

    A definition: `[ 'X' BIND X X MUL ] 'SQUARE' DEF`.

    {mistakes}
    """

_OUTCOMES: Final = """
    List, without running anything, every outcome in which the program could end: `value`, `nil:<reason>`,
    `error:<category>`. Use it to see what a caller has to handle, or whether a formula can fail at all. The
    list never misses one, but may hold some that no input reaches; `exact: true` only when there is one. It
    tells no value: for the answer call `compute`, and do not present a prediction as a result.

    {mistakes}
    """

_WORD_CONTRACT: Final = """
    Look up one of Ajisai's 78 Words: operands, results, when it answers NIL, which errors it raises, its
    cost, and examples that run. Use it before you write a Word you are not sure of, or after an unknownWord
    error.
    For a name that does not exist, `suggestions` holds the nearest ones: there are no operators (`+` is ADD),
    no shufflers (DUP, SWAP: use BIND) and no control keywords (IF: use SELECT). It computes nothing; for a
    number call `compute`.
    """


def tool_texts() -> list[ToolText]:
    """The tools, in the order in which they are listed."""
    return [
        _tool("compute", "Compute exactly", _COMPUTE, _PROGRAM),
        _tool("check", "Check a program without running it", _CHECK, _PROGRAM),
        _tool("infer_contracts", "Infer the contracts of a program's Words", _INFER_CONTRACTS, _PROGRAM),
        _tool("outcomes", "List how a program could end", _OUTCOMES, _PROGRAM),
        _tool("word_contract", "Look up a Word", _WORD_CONTRACT, _WORD),
    ]


def _tool(name: str, title: str, description: str, properties: dict[str, Any]) -> ToolText:
    return ToolText(name, title, _flowing(description).format(mistakes=_MISTAKES), properties)
