"""Walks over values that hold one container many times, and dictionaries whose keys Python hashes alike."""

from __future__ import annotations

import ajisai
from ajisai.values import Vector

LIMITS = ajisai.Limits.agent()
DEEP = "[ " * 250 + "1" + " ]" * 250
SHARED = f"[ {DEEP} ] 0 99999 RANGE 0 MUL GET"


def test_a_shared_deep_element_is_looked_at_once_per_level() -> None:
    """25,000,000 occurrences on 250 levels are measured without visiting each."""
    assert ajisai.run(f"{SHARED} DEPTH", limits=LIMITS).display == ("251/1",)


def test_lifting_over_shared_depth_is_refused_before_it_is_unshared() -> None:
    """A lifted answer would hold 25,000,000 Vectors of its own."""
    error = ajisai.run(f"{SHARED} 1 ADD", limits=LIMITS).error
    assert error is not None
    assert error.resource == "collectionWork"


def test_containers_are_counted_as_often_as_they_occur() -> None:
    """The count is of occurrences, whether shared or not."""
    row = Vector([Vector([])])
    assert Vector([row, row, row]).containers() == 7


def test_keys_that_python_hashes_alike_stay_linear() -> None:
    """100,000 multiples of 2**61 - 1 would otherwise collide in every dictionary."""
    source = "0 99999 RANGE 2305843009213693951 MUL 'V' BIND V V RECORD 2305843009213693951 HAS?"
    assert ajisai.run(source, limits=LIMITS).display == ("TRUE",)


def test_rows_that_python_hashes_alike_stay_linear() -> None:
    """The hash of a Vector is built from the same keys."""
    source = "0 9999 RANGE 2305843009213693951 MUL [ 10000 1 ] RESHAPE UNIQUE LENGTH"
    assert ajisai.run(source, limits=LIMITS).display == ("10000/1",)
