"""Every comparison of ``make bench`` once, at a small size: both sides agree there too."""

from __future__ import annotations

import pytest

from benchmarks.contracts import chain, chain_seconds
from benchmarks.harness import Family, comparisons, run_once, small_comparisons, take
from benchmarks.workloads import blocks, memory

SMALL = small_comparisons()


@pytest.mark.parametrize("work", SMALL)
def test_small_size_both_sides_agree(work):
    """A wrong answer on either side raises; times are taken, and not judged."""
    engine, plain = run_once(SMALL[work]())
    assert engine > 0
    assert plain > 0


def test_memory_of_both_sides():
    """Each side is weighed in a process of its own, and an integer has some bytes."""
    (gauge,) = memory.GAUGES
    reading = take(gauge)
    assert reading.engine > 8
    assert reading.plain is not None
    assert reading.plain > 8


def test_inference_of_a_short_chain():
    """The chain that is timed has the Words that it says, and all their contracts are found."""
    assert chain(3).count(" DEF") == 3
    contracts, prediction = chain_seconds(3, rounds=1)
    assert contracts > 0
    assert prediction > 0


def test_inference_with_a_gap_is_no_figure(monkeypatch):
    """What is not inferred whole has no time."""
    monkeypatch.setattr("benchmarks.contracts.chain", lambda count: "[ 2 MUL ] 'W0' DEF")
    with pytest.raises(ValueError, match="a chain of 2 Words"):
        chain_seconds(2, rounds=1)


def test_sizes_ascend_above_the_small_one():
    """A growth is fitted through sizes in order; the small size is for the tests only."""
    families = [one for one in blocks.COMPARISONS if isinstance(one, Family)]
    assert len(families) > 10
    for family in families:
        assert list(family.sizes) == sorted(set(family.sizes))
        assert family.small < family.sizes[0]


def test_unwanted_is_not_built():
    """A filter by name picks sizes before their operands are made."""
    assert [one.name for one in comparisons(lambda name: name == "MAP, 1 Word, 10,000")] == [
        "MAP, 1 Word, 10,000"
    ]
    assert list(comparisons(lambda name: False)) == []
