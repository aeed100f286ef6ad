"""Layout is not content: a Word keeps its identity however its definition is written and laid out anew."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import ajisai
from ajisai.bounds import Failure, Limits, Meter
from ajisai.phrasebook import Phrasebook, load
from ajisai.syntax import Node, VectorNode, read, same_program, write_program

_BOOK = load(
    (Path(__file__).resolve().parents[2] / "phrasebook" / "phrasebook.ajisai").read_text(encoding="utf-8")
)
_GAP = st.sampled_from([" ", "\n", "\t  ", "\n\n\n", " # a comment\n", "\u3000"])


def _formatted(source: str) -> str:
    return write_program(read(source, Meter(Limits.playground())))


@given(st.sampled_from(_BOOK.names), st.data())
def test_word_keeps_its_identity_under_any_layout(name: str, data: st.DataObject) -> None:
    """Whitespace, comments, case and the formatter: the digest of the file stands."""
    *before, entry = _BOOK.prelude([name])
    written = "".join(
        (token if token.startswith("'") else data.draw(st.sampled_from([token, token.lower()])))
        + data.draw(_GAP)
        for token in _tokens(entry.source)
    )
    for source in (written, _formatted(written)):
        result = ajisai.run(f"{source}\n[ {name} ] 0 GET DIGEST", words=[word.name for word in before])
        assert result.display == (f"'{entry.digest}'",), source


def test_formatter_changes_no_program_of_the_corpus(project_root: Path) -> None:
    """Every source that reads is laid out as the same program, in a form that a second pass leaves alone."""
    tried = 0
    for path in sorted((project_root / "tests" / "conformance").glob("*.json")):
        for source in _sources(json.loads(path.read_text(encoding="utf-8"))):
            try:
                program = read(source, Meter(Limits.playground()))
            except Failure:
                continue
            formatted = write_program(program)
            again = read(formatted, Meter(Limits.playground()))
            assert same_program(program, again), source
            assert [each.text.rstrip() for each in program.comments] == [
                each.text.rstrip() for each in again.comments
            ]
            assert _formatted(formatted) == formatted
            tried += 1
    assert tried > 1000


def test_formatted_phrasebook_is_the_same_phrasebook(shipped: Phrasebook) -> None:
    """Blank lines doubled and indented: the formatter brings the file back as it ships."""
    loose = shipped.text.replace("\n\n", "\n\n\n\n").replace("\n#", "\n   #")
    assert _formatted(loose) == shipped.text


def _tokens(source: str) -> list[str]:
    """The tokens of a definition, found as the reader finds them."""
    program = read(source, Meter(Limits.playground()))
    tokens: list[str] = []
    todo: list[Node | str] = list(reversed(program.items))
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            tokens.append(node)
        elif isinstance(node, VectorNode):
            todo += ["]", *reversed(node.items), "["]
        else:
            tokens.append(source[node.start : node.end])
    return tokens


def _sources(case: object) -> list[str]:
    if isinstance(case, dict):
        own = [case["source"]] if isinstance(case.get("source"), str) else []
        return own + [source for value in case.values() for source in _sources(value)]
    if isinstance(case, list):
        return [source for value in case for source in _sources(value)]
    return []
