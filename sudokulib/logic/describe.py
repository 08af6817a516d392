"""A step in words, for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudokulib.board import Candidate
from sudokulib.logic.step import Premise, Step
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzle import Puzzle

__all__ = ["describe", "title"]

_SIZES = {2: "pair", 3: "triple", 4: "quadruple"}


def describe(step: Step, puzzle: Puzzle) -> str:
    """A step as one sentence, with the names of cells and the labels of shapes.

    Args:
        step: a step on the board of `puzzle`.
        puzzle: whose cells, symbols and shapes it speaks of.

    Returns:
        For example ``hidden single: 7 can only go to R2C4 in window 2, so R2C4 = 7``.
    """
    words = _Words(puzzle)
    facts = "; ".join(words.fact(premise) for premise in step.premises)
    return f"{title(step)}: {facts}, so {words.conclusion(step)}"


def title(step: Step) -> str:
    """The technique as people call it; tuples by their size.

    >>> title(Step("naked-tuples-fast", premises=(Premise((0, 1), 0b11, (0,), False),)))
    'naked pair'
    """
    words = step.technique.replace("-", " ")
    if not step.premises or "tuples" not in words:
        return words
    size = len(step.premises[0].variables)
    return words.removesuffix(" fast").replace("tuples", _SIZES.get(size, f"{size}-tuple"))


class _Words:
    """Names of the cells, symbols and shapes of a puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._cells = puzzle.geometry.cells + puzzle.geometry.hidden
        self._symbols = puzzle.geometry.alphabet.symbols
        self._shapes = puzzle.all_shapes
        self._model = compile_puzzle(puzzle)

    def fact(self, premise: Premise) -> str:
        cells, symbols = self.cells(premise.variables), _listed(self.symbols(premise.values))
        first, others = premise.primitives[:1], premise.primitives[1:]
        if not premise.variables:
            return f"no filling of {self.rule(first[0])} is left otherwise"
        if premise.confined:
            text = f"{symbols} can only go to {cells}{self.among(' in ', first)}"
        elif len(premise.variables) == 1:
            text = f"{cells} can only be {symbols}"
        else:
            text = f"{cells}{self.among(' in ', first)} hold only {symbols}"
        return f"{text}{self.among(', seen through ', others)}"

    def conclusion(self, step: Step) -> str:
        placed = [f"{self.cell(cell)} = {self._symbols[v]}" for cell, v in step.placements]
        lost = _by_cell(step.eliminations)
        gone = [f"{self.cell(cell)} is not {_listed(self.symbols(m), 'or')}" for cell, m in lost]
        return ", ".join(placed + gone)

    def cell(self, variable: int) -> str:
        if variable < len(self._cells):
            return self._cells[variable].name
        return f"hidden variable {variable}"

    def cells(self, variables: Iterable[int]) -> str:
        return " ".join(self.cell(v) for v in variables)

    def symbols(self, mask: int) -> list[str]:
        return [self._symbols[v] for v in bits(mask)]

    def name(self, number: int) -> str:
        return self._puzzle.name_of(self._shapes[number])

    def rule(self, primitive: int) -> str:
        """The shape that a primitive is, or what a derived sum follows from."""
        if primitive not in self._model.derived:
            return self.among("", [primitive])
        labels = [self.name(s) for s in self._model.sources[primitive]]
        cells = self.cells(self._model.primitives[primitive].variables)
        return f"{cells}, whose sum follows from {_listed(list(dict.fromkeys(labels)))},"

    def among(self, words: str, primitives: Sequence[int]) -> str:
        labels = (self.name(self._model.sources[p][0]) for p in primitives)
        return words + _listed(list(dict.fromkeys(labels))) if primitives else ""


def _by_cell(eliminations: Iterable[Candidate]) -> Iterable[tuple[int, int]]:
    masks: dict[int, int] = {}
    for cell, value in eliminations:
        masks[cell] = masks.get(cell, 0) | 1 << value
    return masks.items()


def _listed(words: Sequence[str], last: str = "and") -> str:
    """Words as in running text.

    >>> _listed(["3", "5", "7"])
    '3, 5 and 7'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
