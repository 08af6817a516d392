"""What people call the cells, symbols and shapes of a puzzle, and the facts a step rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Bound, Candidates, Link, Step, Swap, Truth
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzle import Puzzle

__all__ = ["Words", "listed"]


class Words:
    """Names in a puzzle.

    Args:
        puzzle: whose cells, symbols and shapes are named.
        board: the board before the step that is told; by default that of the givens.

    Attributes:
        board: the same, for whoever tells what was still possible.
    """

    def __init__(self, puzzle: Puzzle, board: Board | None = None) -> None:
        self.puzzle = puzzle
        self.model = compile_puzzle(puzzle)
        self.board = board or Board.start(self.model).placed(puzzle.givens)
        self._cells = puzzle.geometry.cells + puzzle.geometry.hidden
        self._symbols = puzzle.geometry.alphabet.symbols
        self._shapes = puzzle.all_shapes

    def on(self, board: Board) -> Words:
        """The same names, for a step on another board."""
        other = copy(self)
        other.board = board
        return other

    def cell(self, variable: int) -> str:
        """The name of a variable."""
        if variable < len(self._cells):
            return self._cells[variable].name
        return f"hidden variable {variable}"

    def cells(self, variables: Iterable[int]) -> str:
        """The names of some variables, as a list of words."""
        return " ".join(self.cell(v) for v in variables)

    def symbol(self, variable: int, value: int) -> str:
        """What is drawn for a value of a variable; hidden ones may have values of their own."""
        if variable < self.model.cells and value < len(self._symbols):
            return self._symbols[value]
        return f"case {value + 1}"

    def symbols(self, mask: int) -> list[str]:
        """What is drawn for the values of a mask."""
        return [self._symbols[v] for v in bits(mask)]

    def shape(self, primitive: int) -> str:
        """The best-known name of the shape that a primitive comes from."""
        return self.puzzle.name_of(self._shapes[self.model.sources[primitive][0]])

    def shapes(self, primitives: Iterable[int]) -> str:
        """The names of the shapes that some primitives come from, each once, as running text."""
        return listed(list(dict.fromkeys(self.shape(p) for p in primitives)))

    def rule(self, primitive: int) -> str:
        """The shape that a primitive is, or what a derived sum follows from."""
        if primitive not in self.model.derived:
            return self.shape(primitive)
        names = [self.puzzle.name_of(self._shapes[s]) for s in self.model.sources[primitive]]
        cells = self.cells(self.model.primitives[primitive].variables)
        return f"{cells}, whose sum follows from {listed(list(dict.fromkeys(names)))},"

    def candidate(self, candidate: Candidate) -> str:
        """A candidate as an equation, such as ``R1C2=7``."""
        return f"{self.cell(candidate[0])}={self.symbol(*candidate)}"

    def candidates(self, candidates: Candidates) -> str:
        """Candidates, those of one value together: ``7 in R1C1 R1C2``."""
        by_value: dict[str, list[str]] = {}
        for variable, value in candidates:
            by_value.setdefault(self.symbol(variable, value), []).append(self.cell(variable))
        return listed([f"{symbol} in {' '.join(cells)}" for symbol, cells in by_value.items()])

    def truth(self, truth: Truth | Swap) -> str:
        """Why at least one of some candidates is true."""
        if isinstance(truth, Swap):
            return f"else {self.cells(v for v, _ in truth.pairs)} could be exchanged"
        if truth.primitive is None:
            symbols = [self.symbol(*candidate) for candidate in truth.candidates]
            assert truth.variable is not None
            return f"{self.cell(truth.variable)} can only be {listed(symbols, 'or')}"
        values = {value for _, value in truth.candidates}
        where = self.rule(truth.primitive)
        if len(values) == 1:
            cells = self.cells(v for v, _ in truth.candidates)
            return f"{self.symbol(*truth.candidates[0])} can only go to {cells} in {where}"
        cases = listed([self.candidate(c) for c in truth.candidates], "or")
        return f"{where} needs {cases}" if cases else f"{where} cannot be filled"

    def link(self, link: Link | Bound) -> str:
        """Why at most one of some candidates is true."""
        if isinstance(link, Bound):
            return f"{self.rule(link.primitive)} leaves no more room"
        what = self.candidates(link.candidates)
        through = f", in {self.shapes(link.primitives)}" if link.primitives else ""
        return f"only one of {what}{through}"

    def conclusion(self, step: Step) -> str:
        """What a step places and removes."""
        placed = [f"{self.cell(v)} = {self.symbol(v, x)}" for v, x in step.placements]
        lost: dict[int, list[str]] = {}
        for variable, value in step.eliminations:
            lost.setdefault(variable, []).append(self.symbol(variable, value))
        gone = [f"{self.cell(v)} is not {listed(symbols, 'or')}" for v, symbols in lost.items()]
        return ", ".join(placed + gone)


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as in running text.

    >>> listed(["3", "5", "7"])
    '3, 5 and 7'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
