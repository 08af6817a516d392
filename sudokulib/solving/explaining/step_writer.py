"""Steps as plain data, for JSON; `sudokulib.solving.explaining.step_reader` reads them back.

Cells, symbols and shapes are written by name, for people; a shape carries its number in the model
as well, which the reader uses. A hidden variable of a rule has no name: it is written as ``#`` and
its number, and its values are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sudokulib.board import Candidate
from sudokulib.logic.step import (
    Argument,
    Bound,
    Fillings,
    Link,
    Rank,
    Role,
    Split,
    Step,
    Swap,
    Truth,
)
from sudokulib.logic.words import Words

Data = dict[str, Any]


class StepWriter:
    """A writer of steps as data.

    Args:
        words: names in the puzzle.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._model = words.model
        self._names = [cell.name for cell in words.puzzle.geometry.cells]
        self._symbols = words.puzzle.geometry.alphabet.symbols

    def step(self, step: Step) -> Data:
        """Return a step as data, with everything it rests on."""
        return {
            "technique": step.technique,
            "rating": step.rating,
            "placements": self.candidates(step.placements),
            "eliminations": self.candidates(step.eliminations),
            "arguments": [self._argument(one) for one in step.arguments],
            "roles": [self._role(one) for one in step.roles],
        }

    def candidates(self, candidates: Iterable[Candidate]) -> list[Data]:
        """Return candidates as data, by name."""
        return [self._candidate(one) for one in candidates]

    def _candidate(self, candidate: Candidate) -> Data:
        variable, value = candidate
        if variable < len(self._names):
            return {"cell": self._names[variable], "symbol": self._symbols[value]}
        return {"cell": f"#{variable}", "symbol": str(value)}

    def _variable(self, variable: int) -> str:
        return self._names[variable] if variable < len(self._names) else f"#{variable}"

    def _shape(self, number: int) -> Data:
        return {"number": number, "name": self._words.rule(number)}

    def _role(self, role: Role) -> Data:
        return {
            "name": role.name,
            "candidates": self.candidates(role.candidates),
            "shapes": [self._shape(number) for number in role.primitives],
        }

    def _argument(self, argument: Argument) -> Data:
        if isinstance(argument, Rank):
            return self._rank(argument)
        if isinstance(argument, Fillings):
            cut = None if argument.cut is None else list(argument.cut)
            return {"type": "fillings", "shape": self._shape(argument.primitive), "cut": cut}
        if isinstance(argument, Split):
            return {
                "type": "split",
                "truth": self._part(argument.truth),
                "branches": [
                    {
                        "candidate": self._candidate(branch.candidate),
                        "steps": [self.step(one) for one in branch.steps],
                    }
                    for branch in argument.branches
                ],
            }
        return {
            "type": "refutation",
            "candidate": self._candidate(argument.candidate),
            "holds": argument.holds,
            "steps": [self.step(one) for one in argument.steps],
        }

    def _rank(self, rank: Rank) -> Data:
        return {
            "type": "rank",
            "truths": [self._part(one) for one in rank.truths],
            "links": [self._part(one) for one in rank.links],
            "divisor": rank.divisor,
        }

    def _part(self, part: Truth | Swap | Link | Bound | Rank) -> Data:
        if isinstance(part, Rank):
            return self._rank(part)
        if isinstance(part, Truth):
            return {
                "type": "truth",
                "candidates": self.candidates(part.candidates),
                "cell": None if part.variable is None else self._variable(part.variable),
                "shape": None if part.primitive is None else self._shape(part.primitive),
            }
        if isinstance(part, Swap):
            return self._swap(part)
        if isinstance(part, Link):
            return {
                "type": "link",
                "candidates": self.candidates(part.candidates),
                "shapes": [self._shape(number) for number in part.primitives],
            }
        return {
            "type": "bound",
            "terms": [{**self._candidate(c), "weight": weight} for c, weight in part.terms],
            "most": part.most,
            "shape": self._shape(part.primitive),
        }

    def _swap(self, swap: Swap) -> Data:
        return {
            "type": "swap",
            "pairs": [
                {
                    "cell": self._variable(variable),
                    "symbols": [self._candidate((variable, value))["symbol"] for value in pair],
                }
                for variable, pair in swap.pairs
            ],
            "candidates": self.candidates(swap.candidates),
        }
