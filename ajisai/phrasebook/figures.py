"""How much is known of a phrasebook's Words before they run: counted, not promised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ajisai.bounds import Limits, Meter
from ajisai.contracts import Analysis, Inference
from ajisai.contracts.outcomes import everything
from ajisai.contracts.source import program_items
from ajisai.phrasebook.model import Phrasebook
from ajisai.syntax import read
from ajisai.values import Vector
from ajisai.values.symbols import symbol_keys


class Figures(NamedTuple):
    """Counts over the Words and examples of a phrasebook.

    Attributes:
        words: how many there are.
        without_gap: how many infer without a gap.
        closed: how many cannot leave the finite numbers.
        examples: how many there are.
        predicted: outcome ids that the examples are predicted to end in, all together.
        listed: outcome ids that the Words they name could end in, wherever they stand, all together.
    """

    words: int
    without_gap: int
    closed: int
    examples: int
    predicted: int
    listed: int

    def lines(self) -> Iterator[str]:
        """The figures as lines for people."""
        yield f"{self.without_gap} of {self.words} Words infer without a gap; {self.closed} are closed"
        count = max(1, self.examples)
        yield (
            f"an example is predicted to end in {self.predicted / count:.1f} outcomes, "
            f"of {self.listed / count:.1f} that its Words list"
        )


def figures_of(phrasebook: Phrasebook) -> Figures:
    """The figures of a phrasebook. Nothing runs."""
    bodies = {entry.name: entry.word.body for entry in phrasebook}
    inference = Inference(lambda key: [bodies[key]] if key in bodies else [])
    contracts = [contract for name in bodies if (contract := inference.word(name)) is not None]
    predicted = listed = examples = 0
    for entry in phrasebook:
        for example in entry.examples:
            program = read(example.source, Meter(Limits.agent()))
            items, _ = program_items(program)
            named = symbol_keys(Vector(items)) & bodies.keys()
            prelude = {used.name: used.word.body for used in phrasebook.prelude(named)}
            predicted += len(Analysis(program, prelude).prediction.outcomes)
            listed += len(everything(items, prelude))
            examples += 1
    return Figures(
        words=len(bodies),
        without_gap=sum(not contract.gaps for contract in contracts),
        closed=sum(contract.field == "closed" for contract in contracts),
        examples=examples,
        predicted=predicted,
        listed=listed,
    )
