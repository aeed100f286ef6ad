"""The guide for agents: every example is run, under the ceilings that agents have."""

from __future__ import annotations

import re

import pytest

from ajisai import Limits, agent
from ajisai.assets import read_bytes

_GUIDE = read_bytes("spec/quickstart.md").decode("utf-8")
_BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", _GUIDE, re.MULTILINE | re.DOTALL)
_EXAMPLES = [
    [part.strip() for part in line.split("# =>")] for _, block in _BLOCKS for line in block.splitlines()
]


@pytest.mark.parametrize("example", _EXAMPLES, ids=lambda example: example[0])
def test_quickstart_example(example: list[str]) -> None:
    """Each line is a whole program, and leaves the stack or the ERROR that is shown beside it."""
    source, shown = example
    envelope = agent.answer("compute", {"source": source}, limits=Limits.agent())
    category = envelope.get("error", {}).get("category")
    found = f"ERROR {category}" if category else " ".join(envelope["stackDisplay"])
    assert found == shown


def test_quickstart_shows_enough() -> None:
    """Blocks of one kind only, and many examples."""
    assert {kind for kind, _ in _BLOCKS} == {"ajisai"}
    assert len(_EXAMPLES) >= 30


def test_quickstart_call_with_phrasebook_words() -> None:
    """The request in the text is one."""
    request = {"source": "[ 1 2 6 ] MEAN", "words": ["MEAN"]}
    assert '{"source": "[ 1 2 6 ] MEAN", "words": ["MEAN"]}' in _GUIDE
    assert agent.answer("compute", request, limits=Limits.agent())["stackDisplay"] == ["3/1"]


def test_quickstart_names_every_tool_and_resource() -> None:
    """An agent that reads only the guide knows what there is."""
    for name in (*agent.TOOLS, "ajisai://phrasebook", "ajisai://limits", "ajisai://contracts"):
        assert name in _GUIDE
    for name in ("ajisai://words/NAME", "ajisai://vocabulary", "ajisai://schema/result"):
        assert name in _GUIDE


def test_quickstart_phrasebook_names_exist() -> None:
    """The Words that are named as the phrasebook's are in it."""
    words = re.search(r"`ajisai://phrasebook`: ([A-Z, \n]+?) and a hundred", _GUIDE)
    assert words is not None
    names = re.findall(r"[A-Z]+", words[1])
    assert len(names) >= 5
    agent.answer("check", {"source": "", "words": names}, limits=Limits.agent())
