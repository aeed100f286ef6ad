"""What a walk gathers on its way through a body, beside the stack effect (LANG.CONTRACTS.INFERENCE)."""

from __future__ import annotations

from ajisai.contracts.contract import (
    COST_CLASSES,
    DETERMINISM,
    FREE,
    PARTIALITY,
    PURITY,
    Contract,
    Gap,
    worst,
    worst_cost,
)
from ajisai.machine.vocabulary import Cost, WordRecord

Path = tuple[int, ...]
"""Where an item is written: its place in the body, in the block inside it, and so on. Paths order exits."""

_LINEAR = COST_CLASSES.index("linear")


class Totals:
    """The joins of everything met so far."""

    __slots__ = (
        "_exits",
        "_gaps",
        "_grown",
        "_recorded",
        "cost",
        "determinism",
        "effects",
        "partiality",
        "purity",
    )

    def __init__(self) -> None:
        self.partiality = "total"
        self.purity = "pure"
        self.determinism = "deterministic"
        self.effects: dict[str, None] = {}
        self.cost = FREE
        self._exits: dict[str, Path] = {}
        self._gaps: dict[tuple[str, str], Gap] = {}
        self._grown = False
        self._recorded: set[tuple[str, bool]] = set()  # joined already, before or after sizes grew

    def exit(self, name: str, path: Path) -> None:
        """Note a Word or literal that leaves the finite numbers, at the first place it is written."""
        known = self._exits.get(name)
        if known is None or path < known:
            self._exits[name] = path

    def gap(self, gap: Gap) -> None:
        """Note what could not be decided, once per id and name."""
        self._gaps.setdefault((gap.id, gap.word), gap)

    def classes(self, partiality: str, purity: str, determinism: str) -> None:
        """Join the three classes of one call."""
        self.partiality = worst(PARTIALITY, self.partiality, partiality)
        self.purity = worst(PURITY, self.purity, purity)
        self.determinism = worst(DETERMINISM, self.determinism, determinism)

    def spend(self, cost: Cost) -> None:
        """Join the cost of one call.

        After a Word that builds a size its operands' sizes do not bound (RANGE, FILL), what is linear in
        its operand is no longer bounded by what the body was given.
        """
        if self._grown:
            cost = Cost(*("unbounded*" if COST_CLASSES.index(each) >= _LINEAR else each for each in cost))
        self.cost = worst_cost(self.cost, cost)
        self._grown = self._grown or cost.collection_work.startswith("unbounded")

    def record(self, record: WordRecord) -> None:
        """Join a Core Word as registered, its field apart."""
        known = (record.name, self._grown)
        if known in self._recorded:
            return
        self._recorded.add(known)
        self.classes(record.partiality, record.purity, record.determinism)
        self.effects.update(dict.fromkeys(record.effects))
        self.spend(record.cost)

    def include(self, contract: Contract, cost: Cost | None = None) -> None:
        """Join a contract, its field and gaps apart; ``cost`` instead of its own where it runs repeatedly."""
        self.classes(contract.partiality, contract.purity, contract.determinism)
        self.effects.update(dict.fromkeys(contract.effects))
        self.spend(contract.cost if cost is None else cost)

    def include_block(self, inner: Totals, cost: Cost) -> None:
        """Join what a block gathered that runs once per element, at that ``cost``."""
        self.classes(inner.partiality, inner.purity, inner.determinism)
        self.effects.update(inner.effects)
        self.spend(cost)
        for name, path in inner._exits.items():
            self.exit(name, path)
        for gap in inner._gaps.values():
            self.gap(gap)

    def contract(self, inputs: int | None, outputs: int | None) -> Contract:
        """The contract that these joins and a stack effect make."""
        exits = tuple(sorted(self._exits, key=self._exits.__getitem__))
        return Contract(
            inputs=inputs,
            outputs=outputs,
            field="leaving" if exits else "closed",
            exits=exits,
            partiality=self.partiality,
            purity=self.purity,
            determinism=self.determinism,
            effects=tuple(self.effects),
            cost=self.cost,
            gaps=tuple(self._gaps.values()),
        )
