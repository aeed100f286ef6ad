"""Every rule by the name of its Core Word; what evaluates, collects or names is done by the walk itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ajisai.contracts.forecast import (
    collection_rules,
    number_rules,
    order_rules,
    record_rules,
    shape_rules,
    text_rules,
    truth_rules,
)
from ajisai.contracts.forecast.facts import Rule

RULES: Final[Mapping[str, Rule]] = {
    **truth_rules.RULES,
    **number_rules.RULES,
    **collection_rules.RULES,
    **shape_rules.RULES,
    **order_rules.RULES,
    **record_rules.RULES,
    **text_rules.RULES,
}
