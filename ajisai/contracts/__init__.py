"""Contracts: what is known of a program before it runs (LANG.CONTRACTS)."""

from ajisai.contracts.contract import Contract, Gap
from ajisai.contracts.inference import Inference
from ajisai.contracts.records import core_record, to_record

__all__ = ["Contract", "Gap", "Inference", "core_record", "to_record"]
