"""What the tests of contracts share."""

from __future__ import annotations

from ajisai import Limits
from ajisai.bounds import Meter
from ajisai.contracts import Analysis, Contract
from ajisai.syntax import read


def analysis(source: str, limits: Limits | None = None) -> Analysis:
    """What is known of a well-formed source."""
    ceilings = Limits.agent() if limits is None else limits
    return Analysis(read(source, Meter(ceilings)), limits=ceilings)


def contract(body: str, definitions: str = "") -> Contract:
    """The inferred contract of a body, given the definitions before it."""
    inferred = analysis(f"{definitions} [ {body} ] 'BODY' DEF").inference.word("BODY")
    assert inferred is not None
    return inferred


def outcomes(source: str, limits: Limits | None = None) -> set[str]:
    """The predicted outcomes of a well-formed source."""
    return set(analysis(source, limits).prediction.outcomes)
