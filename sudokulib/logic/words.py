"""What people call the cells, symbols and shapes of a puzzle, and the facts a step rests on."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cached_property

from sudokulib.board import Board, Candidate
from sudokulib.logic.equations import equation, signed_sum, sort_of_sum
from sudokulib.logic.names import ShapeNames, in_runs, listed
from sudokulib.logic.step import Bound, Candidates, Link, Step, Swap, Truth
from sudokulib.model import bits, compile_puzzle
from sudokulib.primitives import AllDifferent, When
from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Shape

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
        """The name of a variable; one that a rule is made of is called after its shape."""
        if variable < len(self._cells):
            return self._cells[variable].name
        shape, part, parts = self._hidden[variable]
        if variable in self._cases:
            return shape
        return f"the case of {shape}" if parts == 1 else f"part {part} of {shape}"

    def cells(self, variables: Iterable[int], last: str = "and") -> str:
        """The names of some variables, as running text."""
        return listed([self.cell(v) for v in variables], last)

    def symbol(self, variable: int, value: int) -> str:
        """What is drawn for a value of a variable; those of rules are numbered from 1.

        A case that is a shape of its own is called by its name.
        """
        if variable < len(self._cells) and value < len(self._symbols):
            return self._symbols[value]
        cases = self._cases.get(variable, ())
        return cases[value] if value < len(cases) else str(value + 1)

    def symbols(self, mask: int) -> list[str]:
        """What is drawn for the values of a mask."""
        return [self._symbols[v] for v in bits(mask)]

    def shape(self, primitive: int) -> str:
        """The best-known name of the shape that a primitive comes from, as part of a sentence.

        A derived sum is named by its equation.
        """
        if primitive in self.model.derived:
            equation = self.equation(primitive)
            return f"the sum {equation}" if equation else f"the rest of {self.origin(primitive)}"
        found = self.model.primitives[primitive]
        seen = [v for v in found.variables if v < len(self._cells)]
        sources = self.model.sources[primitive]
        if not isinstance(found, AllDifferent):
            sources = tuple(s for s in sources if s not in self._plain) or sources
        shapes = [self._shapes[source] for source in sources]
        whole = [shape for shape in shapes if set(shape.cells) == set(seen)]
        return self._names.name((whole or shapes)[0], seen)

    def shapes(self, primitives: Iterable[int]) -> str:
        """The names of the shapes that some primitives come from, each once, as running text.

        Numbered ones that follow one another are told by the first and the last.
        """
        return listed(in_runs(list(dict.fromkeys(self.shape(p) for p in primitives))))

    def rule(self, primitive: int) -> str:
        """The shape that a primitive is; of a derived sum also what it follows from."""
        if primitive not in self.model.derived:
            return self.shape(primitive)
        return f"{self.shape(primitive)} ({self.derivation(primitive)})"

    def derivation(self, primitive: int) -> str:
        """What a derived sum follows from, as people call it: ``innies of piece 3``."""
        made, sort = equation(self.model, primitive), sort_of_sum(self.model, primitive)
        houses = self.shapes(n for n, _ in made.houses) if made else ""
        if not houses or sort == "cage splitting":
            return f"from {self.origin(primitive)}"
        return f"{sort} of {houses}"

    def equation(self, primitive: int) -> str:
        """A sum as an equation: ``R1C4 + R3C7 = 12``; empty if it is no plain sum."""
        known = signed_sum(self.model, primitive)
        if known is None:
            return ""
        plus, minus, total = known.plus, known.minus, known.total
        if total < 0:
            plus, minus, total = minus, plus, -total
        text = " + ".join(map(self.cell, bits(plus)))
        if not total and plus and minus:
            return f"{text} = {' + '.join(map(self.cell, bits(minus)))}"
        text += "".join(f" − {self.cell(v)}" for v in bits(minus))
        return f"{text.strip()} = {total}"

    def origin(self, primitive: int) -> str:
        """The shapes that a derived sum follows from; of a rule that is given its own shape."""
        if primitive not in self.model.derived:
            return self.shape(primitive)
        shapes = (self._shapes[source] for source in self.model.sources[primitive])
        names = [self._names.name(shape, shape.cells) for shape in shapes]
        return listed(in_runs(list(dict.fromkeys(names))))

    def candidate(self, candidate: Candidate) -> str:
        """A candidate as an equation, such as ``R1C2=7``."""
        variable, value = candidate
        if variable in self._cases:
            return f"{self.cell(variable)} is {self.symbol(variable, value)}"
        if variable >= len(self._cells):
            shape, _, parts = self._hidden[variable]
            if parts == 1:
                return f"case {self.symbol(variable, value)} of {shape}"
        return f"{self.cell(variable)}={self.symbol(variable, value)}"

    def candidates(self, candidates: Candidates, last: str = "and") -> str:
        """Candidates, those of one value together: ``7 in R1C1 R1C2``."""
        by_value: dict[str, list[str]] = {}
        for variable, value in candidates:
            by_value.setdefault(self.symbol(variable, value), []).append(self.cell(variable))
        parts = [f"{symbol} in {' '.join(cells)}" for symbol, cells in by_value.items()]
        return listed(parts, last)

    def truth(self, truth: Truth | Swap) -> str:
        """Why at least one of some candidates is true."""
        if isinstance(truth, Swap):
            return f"else {self.cells(v for v, _ in truth.pairs)} could be exchanged"
        if truth.primitive is None:
            assert truth.variable is not None
            return self._one_of(truth.variable, truth.candidates)
        where = self.rule(truth.primitive)
        if not truth.candidates:
            return self._broken(truth.primitive, where)
        if truth.candidates[0][0] >= len(self._cells):
            return f"else {where} could not be filled"
        if len({value for _, value in truth.candidates}) == 1:
            cells = self.cells((v for v, _ in truth.candidates), "or")
            return f"{self.symbol(*truth.candidates[0])} can only go to {cells} in {where}"
        return f"{where} needs {listed([self.candidate(c) for c in truth.candidates], 'or')}"

    def link(self, link: Link | Bound) -> str:
        """Why at most one of some candidates is true."""
        if isinstance(link, Bound):
            return f"{self.rule(link.primitive)} leaves no more room"
        what = self.candidates(link.candidates)
        through = f", in {self.shapes(link.primitives)}" if link.primitives else ""
        return f"only one of {what}{through}"

    def conclusion(self, step: Step) -> str:
        """What a step places and removes; what is gone from the board already is left out."""
        placed = [self._is(candidate) for candidate in step.placements]
        gone = [c for c in step.eliminations if self.board.allows(c)] or step.eliminations
        lost: dict[int, list[str]] = {}
        for variable, value in sorted(gone):
            lost.setdefault(variable, []).append(self.symbol(variable, value))
        alike: dict[tuple[str, ...], list[int]] = {}
        for variable, symbols in lost.items():
            alike.setdefault(tuple(symbols), []).append(variable)
        return "; ".join(placed + [self._are_not(*one) for one in alike.items()])

    def _is(self, candidate: Candidate) -> str:
        variable, value = candidate
        if variable in self._cases:
            return self.candidate(candidate)
        return f"{self.cell(variable)} = {self.symbol(variable, value)}"

    def _are_not(self, symbols: tuple[str, ...], variables: list[int]) -> str:
        verb = "is" if len(variables) == 1 else "are"
        return f"{self.cells(variables)} {verb} not {listed(symbols, 'or')}"

    def _one_of(self, variable: int, candidates: Candidates) -> str:
        if not candidates:
            return f"nothing is left for {self.cell(variable)}"
        symbols = [self.symbol(*candidate) for candidate in candidates]
        return f"{self.cell(variable)} can only be {listed(symbols, 'or')}"

    def _broken(self, primitive: int, where: str) -> str:
        """What a primitive lacks that nothing on the board gives it."""
        cells = self.model.spans[primitive]
        for house in self.model.houses:
            if house.primitive == primitive:
                for value in bits(house.values):
                    if not self.board.places[value] & cells:
                        return f"{self._symbols[value]} has no place left in {where}"
        return f"{where} cannot be filled any more"

    @cached_property
    def _plain(self) -> frozenset[int]:
        """The shapes that say, perhaps among other things, that cells differ."""
        numbers = (n for n, p in enumerate(self.model.primitives) if isinstance(p, AllDifferent))
        return frozenset(source for number in numbers for source in self.model.sources[number])

    @cached_property
    def _names(self) -> ShapeNames:
        return ShapeNames(self.puzzle, self.cell)

    @cached_property
    def _cases(self) -> dict[int, tuple[str, ...]]:
        """The names of the shapes of which a hidden variable says which holds."""
        found = {}
        for primitive, sources in zip(self.model.primitives, self.model.sources, strict=True):
            rules = self._shapes[sources[0]].rule.cases if isinstance(primitive, When) else ()
            if rules and primitive.variables[0] not in found:
                names = [self._names.name(Shape(rule), rule.all_cells) for rule in rules]
                if len(set(names)) < len(names):
                    names = [f"case {number}" for number in range(1, len(names) + 1)]
                found[primitive.variables[0]] = tuple(names)
        return found

    @cached_property
    def _hidden(self) -> dict[int, tuple[str, int, int]]:
        """The variables that rules are made of: their shape, and which of how many of it."""
        owned: dict[str, list[int]] = {}
        seen = set(range(len(self._cells)))
        for number, primitive in enumerate(self.model.primitives):
            for variable in set(primitive.variables) - seen:
                seen.add(variable)
                owned.setdefault(self.shape(number), []).append(variable)
        return {
            variable: (shape, part, len(variables))
            for shape, variables in owned.items()
            for part, variable in enumerate(sorted(variables), 1)
        }
