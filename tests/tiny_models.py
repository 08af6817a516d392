"""Tiny models of random all-different shapes, and the oracle that tries every assignment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st

from sudokulib.basics.alphabet import Alphabet
from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Step
from sudokulib.model import Model, bits
from sudokulib.model.compiler import compile_shapes
from sudokulib.shapes import Context, Distinct, Shape
from sudokulib.shapes.topology import Mesh
from sudokulib.solving.pipeline import run
from sudokulib.strategies import strategy_named


@dataclass(frozen=True)
class Tiny:
    """The values that the geometry and the puzzle allow in each cell, and sets without repeats."""

    values: int
    domains: tuple[int, ...]
    masks: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]

    @property
    def model(self) -> Model:
        return model_of(self.values, self.domains, self.sets).with_domains(self.masks)

    def renamed(self, cells: Sequence[int], values: Sequence[int]) -> Tiny:
        """The same with cell c called ``cells[c]`` and value v called ``values[v]``."""
        return Tiny(
            self.values,
            renamed(self.domains, cells, values),
            renamed(self.masks, cells, values),
            tuple(tuple(sorted(cells[c] for c in cells_)) for cells_ in self.sets),
        )


def renamed(masks: Sequence[int], cells: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """Masks after a renaming of cells and values."""
    result = [0] * len(masks)
    for cell, mask in enumerate(masks):
        result[cells[cell]] = sum(1 << values[v] for v in bits(mask))
    return tuple(result)


def model_of(values: int, domains: Sequence[int], sets: Sequence[tuple[int, ...]]) -> Model:
    """The model of cells with these domains in which each of the sets has no repeats."""
    context = Context(
        Alphabet.of(range(1, values + 1)),
        tuple(domains),
        Mesh().freeze(),
        tuple(Shape(Distinct(cells), (f"set {i}",)) for i, cells in enumerate(sets)),
    )
    return compile_shapes(context)


def board_of(values: int, sets: Sequence[tuple[int, ...]], *masks: int) -> Board:
    """The board of cells with these candidates, in which each of the sets has no repeats."""
    return Board.of(model_of(values, [(1 << values) - 1] * len(masks), sets), masks)


def steps_of(name: str, board: Board) -> list[Step]:
    """The steps of a strategy."""
    return list(strategy_named(name).find(board))


def gone(name: str, board: Board) -> list[tuple[Candidate, ...]]:
    """The eliminations of each step of a strategy."""
    return [step.eliminations for step in steps_of(name, board)]


def assignments(model: Model) -> Iterator[tuple[int, ...]]:
    """Every solution, by trying all."""
    sets = [p.variables for p in model.primitives]
    for filling in product(*(list(bits(mask)) for mask in model.domains)):
        if all(len({filling[c] for c in cells}) == len(cells) for cells in sets):
            yield filling


def possible(model: Model) -> tuple[int, ...]:
    """For each cell the values that it takes in some solution."""
    masks = [0] * len(model.domains)
    for filling in assignments(model):
        for cell, value in enumerate(filling):
            masks[cell] |= 1 << value
    return tuple(masks)


def end(model: Model, strategies: Sequence[str]) -> Board:
    """The last board of the pipeline."""
    board = Board.start(model)
    for _, after in run(board, strategies):
        board = after
    return board


def fixpoint(model: Model, strategies: Sequence[str]) -> tuple[int, ...] | None:
    """The candidates where the pipeline ends; None for a contradiction."""
    board = end(model, strategies)
    return None if board.broken else board.masks


@st.composite
def tiny(draw: st.DrawFn) -> Tiny:
    """Up to six cells, five values and five sets; many are houses, many have no solution."""
    values = draw(st.integers(2, 5))
    cells = draw(st.integers(2, 6))
    full = (1 << values) - 1
    domain = st.just(full) | st.integers(1, full)
    domains = draw(st.lists(domain, min_size=cells, max_size=cells))
    masks = [mask & draw(st.just(full) | st.integers(1, full)) or mask for mask in domains]
    chosen = st.lists(
        st.integers(0, cells - 1), min_size=2, max_size=min(cells, values), unique=True
    ).map(lambda cells_: tuple(sorted(cells_)))
    sets = draw(st.lists(chosen, min_size=1, max_size=5, unique=True))
    return Tiny(values, tuple(domains), tuple(masks), tuple(sets))
