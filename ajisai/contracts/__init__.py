"""Contracts: what is known of a program before it runs (LANG.CONTRACTS)."""

from ajisai.contracts.analysis import Analysis, WordContract
from ajisai.contracts.contract import Contract, Gap
from ajisai.contracts.declarations import Declaration, Declarations, Finding
from ajisai.contracts.inference import Inference
from ajisai.contracts.outcomes import Prediction, refused
from ajisai.contracts.records import core_record, to_record

__all__ = [
    "Analysis",
    "Contract",
    "Declaration",
    "Declarations",
    "Finding",
    "Gap",
    "Inference",
    "Prediction",
    "WordContract",
    "core_record",
    "refused",
    "to_record",
]
