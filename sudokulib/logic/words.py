"""Names of the cells, symbols and shapes of a puzzle, and wordings of the facts behind a step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property

from sudokulib.basics.quoting import join_words
from sudokulib.board import Board, Candidate
from sudokulib.logic.directions import direction_counts
from sudokulib.logic.equations import equation, signed_sum, sum_category
from sudokulib.logic.forms import form_tables
from sudokulib.logic.names import ShapeNames, grouped_runs
from sudokulib.logic.step import Bound, Candidates, Link, Step, Swap, Truth
from sudokulib.model import bits, compile_puzzle
from sudokulib.primitives import AllDifferent, Regions
from sudokulib.puzzles.geometries.place_names import place_names
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Context, Kind, Shape
from sudokulib.shapes.fields import rule_fields
from sudokulib.shapes.unseen import Unseen

__all__ = ["Words", "join_words"]

_PLACES = ("border", "cell", "mark")
"""The last words of nouns for one place of a shape, such as "odd cell"; all have the plural."""

_IN = "in "
"""How a wording begins that says of a cell what it is in."""

_UNLIKE = "not "
"""How a wording begins that says what something is not."""

_NEGATIVE = (_UNLIKE, "neither ")
"""How wordings begin of which the opposite is not told by another "not"."""

_MOST_OTHERS = 3
"""The most values that are named instead of the opposite of "not" and "neither"."""


class Words:
    """Names in a puzzle.

    Args:
        puzzle: the puzzle with the cells, symbols and shapes.
        board: the board before the step that is described; by default that of the givens.

    Attributes:
        board: the same; it shows what was still possible.
    """

    def __init__(self, puzzle: Puzzle, board: Board | None = None) -> None:
        self.puzzle = puzzle
        self.model = compile_puzzle(puzzle)
        self.board = board or Board.start(self.model).placed(puzzle.given_values)
        named = place_names(puzzle.geometry)
        cells = puzzle.geometry.cells + puzzle.geometry.hidden
        self._cells = [named.get(number, cell.name) for number, cell in enumerate(cells)]
        self._symbols = puzzle.geometry.alphabet.symbols
        self._shapes = puzzle.all_shapes

    def for_board(self, board: Board) -> Words:
        """Return the same names, for a step on another board."""
        other = copy(self)
        other.board = board
        return other

    def cell(self, variable: int) -> str:
        """Return the name of a variable; a rule names its hidden ones and cells that it words."""
        if not self.is_cell(variable):
            return self._meaning(variable).name
        return self._cells[variable]

    def subject(self, variable: int) -> str:
        """Return the subject of a statement about a variable, for `cell` what names it."""
        seen = self.is_cell(variable)
        return self._cells[variable] if seen else self._meaning(variable).subject

    def is_cell(self, variable: int) -> bool:
        """Return whether a variable is told as a cell with a symbol, not in words of its own."""
        return variable < len(self._cells) and variable not in self._worded

    def cells(self, variables: Iterable[int], last: str = "and") -> str:
        """Return the names of some variables, as running text."""
        return join_words([self.cell(v) for v in variables], last)

    def subjects(self, variables: Iterable[int], last: str = "and") -> str:
        """Return the subjects of a statement about some variables, as running text."""
        return join_words([self.subject(v) for v in variables], last)

    def symbol(self, variable: int, value: int) -> str:
        """Return the symbol of a value of a variable, or the wording of a rule for a hidden one."""
        if self.is_cell(variable) and value < len(self._symbols):
            return self._symbols[value]
        known = self._worded if variable in self._worded else self._hidden
        if variable not in known:
            return str(value + 1)
        said = known[variable]
        if said.same and (other := self._with_same(variable, value)) is not None:
            return said.same.replace("{same}", known[other].subject)
        return said.values[value] if value < len(said.values) else str(value + 1)

    def _with_same(self, variable: int, value: int) -> int | None:
        """Return the first other label of a division into regions that is known to have a value."""
        labels = self._labels.get(variable, ())
        masks = self.board.masks
        return next((v for v in labels if masks[v] == 1 << value and v != variable), None)

    def symbols(self, mask: int) -> list[str]:
        """Return the symbols of a mask of values."""
        return [self._symbols[v] for v in bits(mask)]

    def shape(self, primitive: int) -> str:
        """Return the best-known name of a primitive's shape, as part of a sentence.

        A derived sum is named by its equation. Of a line with a direction, the part that says which
        way it leads through a cell is "the direction of the loop at R1C2".
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
        shape = (whole or shapes)[0]
        name = self._names.name(shape, shape.rule.part_at(seen or shape.cells, self._context))
        return f"the direction of {name}" if primitive in direction_counts(self.model) else name

    def common_shape(self, primitives: Sequence[int]) -> str:
        """Return the name of the shape that some primitives have in common, as a whole.

        Of one primitive alone the part that is meant is named, where its shape is in many places.
        """
        if len(primitives) == 1:
            return self.shape(primitives[0])
        shape = self._shapes[self.model.sources[primitives[0]][0]]
        noun = shape.rule.noun
        if noun.endswith(_PLACES) and not shape.labels:
            return f"the {noun}s"
        return self._names.name(shape, shape.cells)

    def shapes(self, primitives: Iterable[int]) -> str:
        """Return the names of the shapes of some primitives, each once, as running text.

        Runs of consecutive numbers are named by the first and the last.
        """
        return join_words(grouped_runs(list(dict.fromkeys(self.shape(p) for p in primitives))))

    def rule(self, primitive: int) -> str:
        """Return the name of a primitive's shape; for a derived sum also what it follows from.

        Where a primitive lists the places of one form of a shape, it is that form, "polyomino F".
        """
        if primitive in self.model.derived:
            return f"{self.shape(primitive)} ({self.derivation(primitive)})"
        if primitive in form_tables(self.model):
            said = self.symbol(self.model.primitives[primitive].variables[0], 1)
            if said.startswith(_IN):
                return said.removeprefix(_IN)
        return self.shape(primitive)

    def no_other_filling(self, primitive: int) -> str:
        """Return why something follows from a rule alone: ``the cage has no other filling``."""
        has = "have" if self.is_plural(primitive) else "has"
        what = "place" if primitive in form_tables(self.model) else "filling"
        return f"{self.rule(primitive)} {has} no other {what}"

    def no_filling(self, primitive: int) -> str:
        """Return what is wrong where a rule has no filling left."""
        name = self.rule(primitive)
        if primitive in form_tables(self.model):
            return f"no place is left for {name}"
        return f"{name} cannot be filled any more"

    def is_plural(self, primitive: int) -> bool:
        """Return whether the name of a primitive's rule is a plural, such as "the bridges"."""
        if primitive in form_tables(self.model):
            return False
        shape = self._shapes[self.model.sources[primitive][0]]
        noun, _, _ = shape.rule.noun.partition(" of ")  # a set of circles is one
        return not shape.labels and noun.endswith("s")

    def derivation(self, primitive: int) -> str:
        """Return what a derived sum follows from, as people say it: ``innies of piece 3``."""
        made, sort = equation(self.model, primitive), sum_category(self.model, primitive)
        houses = self.shapes(n for n, _ in made.houses) if made else ""
        if not houses or sort == "cage splitting":
            return f"from {self.origin(primitive)}"
        return f"{sort} of {houses}"

    def equation(self, primitive: int) -> str:
        """Return a sum as an equation: ``R1C4 + R3C7 = 12``; empty if it is not a plain sum."""
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
        """Return the names of the shapes that a derived sum follows from; else its own shape."""
        if primitive not in self.model.derived:
            return self.shape(primitive)
        shapes = (self._shapes[source] for source in self.model.sources[primitive])
        names = [self._names.name(shape, shape.cells) for shape in shapes]
        return join_words(grouped_runs(list(dict.fromkeys(names))))

    def candidate(self, candidate: Candidate) -> str:
        """Return a candidate as an equation (``R1C2=7``) or, if hidden, as a sentence."""
        variable, value = candidate
        if self.is_cell(variable):
            return f"{self.cell(variable)}={self.symbol(variable, value)}"
        return self.statement(variable, [value])

    def claim(self, candidate: Candidate) -> str:
        """Return a candidate as part of a sentence; if hidden, it begins with that."""
        said = self.candidate(candidate)
        return said if self.is_cell(candidate[0]) else f"that {said}"

    def statement(self, variable: int, values: Iterable[int], *, holds: bool = True) -> str:
        """Say that a variable has one of some values, or none of them: ``R1C2 is 3 or 7``."""
        return f"{self.subject(variable)} is {self.predicate(variable, values, holds=holds)}"

    def predicate(self, variable: int, values: Iterable[int], *, holds: bool = True) -> str:
        """Return what a variable is with one of some values, or with none of them: ``not 3``."""
        unlike = list(dict.fromkeys(values))
        if not holds:
            return self._not(variable, unlike)
        return join_words([self.symbol(variable, value) for value in unlike], "or")

    def _not(self, variable: int, values: list[int]) -> str:
        """Return a wording for none of some values; of few values it names the others."""
        domain = 0 if self.is_cell(variable) else self.model.root.domains[variable]
        others = list(bits(domain & ~sum({1 << value for value in values})))
        said = [self.symbol(variable, value) for value in values]
        two = len(values) == len(others) == 1
        if not two and len(said) == 1 and said[0].startswith(_UNLIKE):
            return said[0].removeprefix(_UNLIKE)  # not not part of the path
        if two or (0 < len(others) <= _MOST_OTHERS and _is_negative(said)):
            return join_words([self.symbol(variable, value) for value in others], "or")
        return f"{_UNLIKE}{join_words(said, 'or')}"

    def alternatives(self, candidates: Iterable[Candidate]) -> str:
        """Return candidates as a sentence, each variable once: ``R1C2 is 3 or 7 or R4C2 is 5``."""
        values: dict[int, list[int]] = {}
        for variable, value in candidates:
            values.setdefault(variable, []).append(value)
        return join_words([self.statement(*one) for one in values.items()], "or")

    def candidates(self, candidates: Candidates, last: str = "and") -> str:
        """Return candidates, those of one value together: ``7 in R1C1 R1C2``."""
        by_value: dict[str, list[str]] = {}
        said = []
        for variable, value in candidates:
            if self.is_cell(variable):
                by_value.setdefault(self.symbol(variable, value), []).append(self.cell(variable))
            else:
                said.append(self.candidate((variable, value)))
        parts = [f"{symbol} in {' '.join(cells)}" for symbol, cells in by_value.items()]
        return join_words(parts + said, last)

    def truth(self, truth: Truth | Swap) -> str:
        """Return why at least one of some candidates is true."""
        if isinstance(truth, Swap):
            return f"else {self.cells(v for v, _ in truth.pairs)} could be exchanged"
        if truth.primitive is None:
            assert truth.variable is not None
            return self._one_of(truth.variable, truth.candidates)
        where = self.rule(truth.primitive)
        if not truth.candidates:
            return self._broken(truth.primitive)
        if not self.is_cell(truth.candidates[0][0]):
            form = truth.primitive in form_tables(self.model)
            otherwise = f"else {where} could not be filled"
            return self.no_other_filling(truth.primitive) if form else otherwise
        if len({value for _, value in truth.candidates}) == 1:
            cells = self.cells((v for v, _ in truth.candidates), "or")
            return f"{self.symbol(*truth.candidates[0])} can only go to {cells} in {where}"
        return f"{where} needs {join_words([self.candidate(c) for c in truth.candidates], 'or')}"

    def link(self, link: Link | Bound) -> str:
        """Return why at most one of some candidates is true."""
        if isinstance(link, Bound):
            return f"{self.rule(link.primitive)} leaves no more room"
        what = self.candidates(link.candidates)
        through = f", in {self.shapes(link.primitives)}" if link.primitives else ""
        return f"only one of {what}{through}"

    def conclusion(self, step: Step) -> str:
        """Describe what a step places and removes, without candidates removed before.

        What a rule words twice, of a cell and of a hidden variable, is said once.
        """
        gone = [c for c in step.eliminations if self.board.allows(c)] or step.eliminations
        lost: dict[int, list[int]] = {}
        for variable, value in sorted(gone):
            lost.setdefault(variable, []).append(value)
        told = self._told_twice(step, lost)
        placed = [c for c in step.placements if c[0] not in told]
        for variable in list(lost):
            if self.model.plain_cells >> variable & 1 and self.is_cell(variable):
                left = self.board.masks[variable] & ~sum(1 << x for x in lost[variable])
                if left.bit_count() == 1:
                    placed.append((variable, left.bit_length() - 1))
                    del lost[variable]
        alike: dict[str, list[str]] = {}
        for variable, value in placed:
            if self.is_cell(variable):
                alike.setdefault(self.symbol(variable, value), []).append(self.cell(variable))
        said = [f"{join_words(cells)} = {symbol}" for symbol, cells in alike.items()]
        alike = {}
        for variable, value in placed:
            if not self.is_cell(variable):
                alike.setdefault(self.symbol(variable, value), []).append(self.subject(variable))
        for variable, values in lost.items():
            if variable not in told:
                what = self._left(variable, values) or self._not(variable, values)
                alike.setdefault(what, []).append(self.subject(variable))
        return "; ".join(said + [_are(*one) for one in alike.items()])

    def _told_twice(self, step: Step, lost: dict[int, list[int]]) -> set[int]:
        """Return the variables of which another one, with the same subject, says at least as much.

        Where an island is known, its cell is on an island; where a cell is on an island, it is not
        in the sea.
        """
        changed = [v for v, _ in step.placements if v in self._worded]
        cells = {self.subject(v): v for v in (*changed, *lost) if v in self._worded}
        found = set()
        for variable, values in lost.items():
            if self.is_cell(variable) or variable in self._worded:
                continue
            cell = cells.get(self.subject(variable))
            if cell is None or self._says_else(variable, cell):
                continue
            left = self.board.masks[variable] & ~sum(1 << value for value in values)
            words = {self.symbol(variable, value) for value in values}
            known = self.board.masks[cell].bit_count() == 1
            if known or not left & (left - 1):
                found.add(cell)
            elif words <= {self.symbol(cell, x) for x in bits(self.board.masks[cell])}:
                found.add(variable)
        return found

    def _says_else(self, variable: int, cell: int) -> bool:
        """Return whether a hidden variable is about something else than a cell in words."""
        return set(self._hidden[variable].values).isdisjoint(self._worded[cell].values)

    def _left(self, variable: int, gone: Iterable[int]) -> str:
        """Return what a hidden variable keeps: one value, or two that are fewer than it loses.

        All that it keeps if what it loses says what it is not.
        """
        values = list(gone)
        left = self.board.masks[variable] & ~sum(1 << value for value in values)
        lost = [self.symbol(variable, value) for value in values]
        few = left.bit_count() == 1 or left.bit_count() == 2 < len(values)
        few = few or (left > 0 and len(lost) > 1 and _is_negative(lost))
        symbols = [self.symbol(variable, value) for value in bits(left)]
        return join_words(symbols, "or") if few and not self.is_cell(variable) else ""

    def _one_of(self, variable: int, candidates: Candidates) -> str:
        if not candidates:
            return f"nothing is left for {self.cell(variable)}"
        symbols = [self.symbol(*candidate) for candidate in candidates]
        return f"{self.subject(variable)} can only be {join_words(symbols, 'or')}"

    def _broken(self, primitive: int) -> str:
        """Describe what a primitive lacks on the board."""
        cells = self.model.spans[primitive]
        for house in self.model.houses:
            if house.primitive == primitive:
                for value in bits(house.values):
                    if not self.board.places[value] & cells:
                        return f"{self._symbols[value]} has no place left in {self.rule(primitive)}"
        return self.no_filling(primitive)

    # Cached properties must not read the board, which differs in the copies that `for_board` makes.
    @cached_property
    def _plain(self) -> frozenset[int]:
        """The shapes that require, perhaps among other things, that cells differ."""
        numbers = (n for n, p in enumerate(self.model.primitives) if isinstance(p, AllDifferent))
        return frozenset(source for number in numbers for source in self.model.sources[number])

    @cached_property
    def _worded(self) -> dict[int, Unseen]:
        """The cells of layers that a rule tells in words of its own."""
        return {
            variable: description.described("", self._cells.__getitem__)
            for variable, description in self.model.descriptions.items()
            if variable < len(self._cells)
        }

    @cached_property
    def _labels(self) -> dict[int, tuple[int, ...]]:
        """For each label of a division into regions all of its labels, first cells first."""
        divisions = [one for one in self.model.primitives if type(one) is Regions]
        return {v: one.labels for one in divisions for v in one.labels}

    def _meaning(self, variable: int) -> Unseen:
        """Return the words for a variable that is not told as a cell with a symbol."""
        return self._worded[variable] if variable in self._worded else self._hidden[variable]

    @cached_property
    def _context(self) -> Context:
        return self.puzzle.context

    @cached_property
    def _names(self) -> ShapeNames:
        return ShapeNames(self.puzzle, self.subject)

    @cached_property
    def _hidden(self) -> dict[int, Unseen]:
        """The hidden variables of rules, in words."""
        shapes: dict[int, int] = {}
        for number, primitive in enumerate(self.model.primitives):
            for variable in primitive.variables:
                if variable >= len(self._cells):
                    shapes.setdefault(variable, number)
        return {variable: self._unseen(variable, number) for variable, number in shapes.items()}

    def _unseen(self, variable: int, primitive: int) -> Unseen:
        """Return the words for a hidden variable: its kind's own, or the case of its shape."""
        name = self.shape(primitive)
        if variable in self.model.descriptions:
            return self.model.descriptions[variable].described(name, self.subject)
        size = self.model.root.domains[variable].bit_length()
        numbered = tuple(f"case {case}" for case in range(1, size + 1))
        cases = self._shapes[self.model.sources[primitive][0]].rule.cases
        named = tuple(map(self._case, cases)) if len(cases) == size else numbered
        return Unseen(name, named, name)

    def _case(self, rule: Kind) -> str:
        """Return the name of one of several rules; a compound rule is named by its first part."""
        inner = next((own for one in rule_fields(type(rule)) for own in getattr(rule, one)), None)
        if inner is not None:
            return f"the case with {self._case(inner)}"
        return self._names.name(Shape(rule), rule.all_cells)


def _is_negative(said: Sequence[str]) -> bool:
    """Return whether a wording says what something is not."""
    return any(one.startswith(_NEGATIVE) for one in said)


def _are(what: str, subjects: list[str]) -> str:
    each = list(dict.fromkeys(subjects))  # a cell and its border may be told alike
    return f"{join_words(each)} {'is' if len(each) == 1 else 'are'} {what}"
