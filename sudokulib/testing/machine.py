"""A state machine for boards: they must stay right under any sequence of operations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.model import Model, bits
from sudokulib.strategies import Strategy
from sudokulib.testing.geometry_strategies import geometries
from sudokulib.testing.oracle import completions
from sudokulib.testing.position import Position, as_text
from sudokulib.testing.position_strategies import positions
from sudokulib.testing.runner import StrategyLike, as_strategy
from sudokulib.testing.strategy_checks import bounded_steps


@dataclass(frozen=True)
class _BoardModel:
    """A reference model of a board, in sets: the oracle of `Board`.

    Args:
        left: for each variable its candidates.
        placed: the variables that have been placed.
        ways: the fillings that may be true, a value for each variable: those of the first board
            that no choice has ruled out.
    """

    left: tuple[frozenset[int], ...]
    placed: frozenset[int]
    ways: frozenset[tuple[int, ...]]

    def without(self, gone: Iterable[Candidate]) -> _BoardModel:
        left = [set(values) for values in self.left]
        for variable, value in gone:
            left[variable].discard(value)
        return _BoardModel(tuple(map(frozenset, left)), self.placed, self.ways)

    def placing(self, model: Model, chosen: Candidate) -> _BoardModel:
        """Return the model after a placement: others leave the variable, its value the peers."""
        variable, value = chosen
        left = [set(values) for values in self.left]
        left[variable] &= {value}
        for other in _different(model, variable) if variable < model.cells else ():
            left[other].discard(value)
        return _BoardModel(tuple(map(frozenset, left)), self.placed | {variable}, self.ways)

    def settled(self, model: Model) -> _BoardModel:
        """Return the model after what follows of itself, from indicators and in plain cells."""
        for hidden, (cell, value) in model.indicators.items():
            has, told = self.left[cell], self.left[hidden]
            gone = {(hidden, 1)} if value not in has else set()
            gone |= {(hidden, 0)} if has == {value} else set()
            gone |= {(cell, value)} if told == {0} else set()
            gone |= {(cell, other) for other in has - {value}} if told == {1} else set()
            if any(one in self.left[v] for v, one in gone):
                return self.without(gone).settled(model)
        for cell in range(model.cells):
            plain = cell in model.descriptions or not _different(model, cell)
            if plain and len(self.left[cell]) == 1 and cell not in self.placed:
                (value,) = self.left[cell]
                return self.placing(model, (cell, value)).settled(model)
        return self

    def allowing(self, ways: Iterable[tuple[int, ...]]) -> _BoardModel:
        return _BoardModel(self.left, self.placed, frozenset(ways))


def _different(model: Model, cell: int) -> set[int]:
    """Return the cells that some primitive makes different from one."""
    groups = (g for p in model.primitives for g in p.groups() if cell in g)
    return {other for group in groups for other in group if other < model.cells} - {cell}


@dataclass(frozen=True)
class _Entry:
    """A board, its model, and the board before it."""

    board: Board
    plain: _BoardModel
    before: Board | None

    def __repr__(self) -> str:
        return "<a board>"


class BoardMachine(RuleBasedStateMachine):
    """A stateful test of hypothesis: boards are placed on, eliminated from, and solved.

    Each rule takes any of the boards so far, so undoing and branching are tried too. Each board is
    compared with sets in plain Python, and must allow everything that may still be true: the
    fillings of the first board without those that placing and eliminating by hand ruled out. Old
    boards must stay as they were, and what is cached for one must not be used for another.

    Attributes:
        strategies: the strategies whose steps are applied; see `for_strategies`.
        positions: the positions it begins with; by default any drawn one with one solution.
        board_type: the type of the first board.

    >>> machine = BoardMachine.for_strategies(["naked-single", "hidden-single"])
    >>> [strategy.name for strategy in machine.strategies]
    ['naked-single', 'hidden-single']
    """

    strategies: ClassVar[tuple[Strategy, ...]] = ()
    positions: ClassVar[st.SearchStrategy[Position] | None] = None
    board_type: ClassVar[type[Board]] = Board

    boards: Bundle[_Entry] = Bundle("boards")

    def __init__(self) -> None:
        super().__init__()
        self.position: Position | None = None
        self.entries: list[_Entry] = []
        self.kept: list[tuple[object, ...]] = []

    @classmethod
    def for_strategies(cls, strategies: Iterable[StrategyLike]) -> type[Self]:
        """Return the machine for steps of some strategies: registered ones by name, or others."""
        chosen = tuple(map(as_strategy, strategies))
        return type(cls.__name__, (cls,), {"strategies": chosen, "__module__": cls.__module__})

    @initialize(target=boards, data=st.data())
    def begin(self, data: st.DataObject) -> _Entry:
        """Begin with a position."""
        where = self.positions
        if where is None:
            where = positions(solutions="one", geometries=geometries(cells=6))
        self.position = position = data.draw(where)
        old = position.board
        model = old.model
        board = self.board_type(model, old.masks, old.places, old.solved)
        ways = [way for f in position.fillings for way in completions(model, f, old.masks)]
        left = tuple(frozenset(bits(mask)) for mask in old.masks)
        return self._noted(
            board, _BoardModel(left, frozenset(bits(old.solved)), frozenset(ways)), None
        )

    @rule(target=boards, entry=boards, data=st.data())
    def place(self, entry: _Entry, data: st.DataObject) -> _Entry:
        """Place some candidate, by hand."""
        chosen = data.draw(_candidates(entry.board))
        model = entry.board.model
        plain = entry.plain.placing(model, chosen).settled(model)
        variable, value = chosen
        ways = [way for way in entry.plain.ways if way[variable] == value]
        return self._noted(entry.board.placed([chosen]), plain.allowing(ways), entry.board)

    @rule(target=boards, entry=boards, data=st.data())
    def eliminate(self, entry: _Entry, data: st.DataObject) -> _Entry:
        """Eliminate some candidates, by hand; perhaps one of them again."""
        gone = data.draw(st.lists(_candidates(entry.board), min_size=1, max_size=3))
        ways = [way for way in entry.plain.ways if all(way[var] != value for var, value in gone)]
        plain = entry.plain.without(gone).settled(entry.board.model).allowing(ways)
        return self._noted(entry.board.without(gone), plain, entry.board)

    @precondition(lambda self: self.strategies)
    @rule(target=boards, entry=boards, data=st.data())
    def step(self, entry: _Entry, data: st.DataObject) -> _Entry:
        """Apply a step of some strategy, which must not rule out what may be true."""
        board, plain = entry.board, entry.plain
        if board.broken:
            return entry
        strategy = data.draw(st.sampled_from(self.strategies))
        steps = list(bounded_steps(strategy, board))
        fresh = Board(board.model, board.masks, board.places, board.solved)
        assert steps == list(bounded_steps(strategy, fresh)), self._message(
            f"{strategy.name} finds other steps on a board that is remembered", board
        )
        if not steps:
            return entry
        chosen = data.draw(st.sampled_from(steps))
        plain = plain.without(chosen.eliminations)
        for candidate in chosen.placements:
            plain = plain.placing(board.model, candidate)
        plain = plain.settled(board.model)
        lost = [way for way in plain.ways if not _allows(plain, way)]
        assert not lost, self._message(f"{strategy.name} {self._wrong(chosen)}", board)
        return self._noted(chosen.apply(board), plain, board)

    def _noted(self, board: Board, plain: _BoardModel, before: Board | None) -> _Entry:
        entry = _Entry(board, plain, before)
        self.entries.append(entry)
        self.kept.append(_parts(board))
        return entry

    def _wrong(self, step: Step) -> str:
        assert self.position is not None
        return (
            f"concludes {Words(self.position.puzzle).conclusion(step)}, which rules out a filling"
        )

    def _message(self, what: str, board: Board) -> str:
        assert self.position is not None
        return f"{what}\n{as_text(self.position.puzzle, board)}"

    @invariant()
    def boards_are_what_they_should_be(self) -> None:
        """Check the newest board, in each of the ways in which it can be examined."""
        if self.entries and (wrong := _wrong(self.entries[-1])):
            raise AssertionError(self._message(f"a board {wrong}", self.entries[-1].board))

    @invariant()
    def old_boards_stay(self) -> None:
        """Check that an operation on one board changes no other, nor what is cached for it."""
        for entry, kept in zip(self.entries, self.kept, strict=True):
            assert _parts(entry.board) == kept, self._message("an old board changes", entry.board)
        memos = {id(entry.board): id(entry.board.memo) for entry in self.entries}
        if len(set(memos.values())) < len(memos):
            raise AssertionError(
                self._message("two boards remember together", self.entries[-1].board)
            )


def _candidates(board: Board) -> st.SearchStrategy[Candidate]:
    """Return a strategy for candidates of the cells, be they on the board or gone."""
    values = st.integers(0, len(board.model.values) - 1)
    return st.tuples(st.integers(0, board.model.cells - 1), values)


def _allows(plain: _BoardModel, way: tuple[int, ...]) -> bool:
    return all(value in values for value, values in zip(way, plain.left, strict=True))


def _parts(board: Board) -> tuple[object, ...]:
    return board.masks, board.places, board.solved


def _wrong(entry: _Entry) -> str:
    """Return what is wrong with a board, to follow its name; empty if nothing is."""
    board, plain = entry.board, entry.plain
    cells = set(range(board.model.cells))
    if tuple(frozenset(bits(mask)) for mask in board.masks) != plain.left:
        return f"has other candidates than it should: {plain.left}"
    for value, place in enumerate(board.places):
        if set(bits(place)) != {cell for cell in cells if value in plain.left[cell]}:
            return f"has other places for {value} than cells with that candidate"
    unplaced = cells - plain.placed
    views = set(bits(board.solved)), set(bits(board.open)), board.complete, board.broken
    right = set(plain.placed), unplaced, not unplaced, _broken(board.model, plain)
    if views != right:
        return f"says (solved, open, complete, broken) = {views}, but is {right}"
    return _lost(entry)


def _lost(entry: _Entry) -> str:
    """Return the surplus or missing parts of a board, given its predecessor and the fillings."""
    new, before = entry.board.masks, entry.before
    if before is not None and any(a & ~b for a, b in zip(new, before.masks, strict=True)):
        return "has candidates that had gone"
    if not all(_allows(entry.plain, way) for way in entry.plain.ways):
        return "rules out a filling that may be true"
    return ""


def _broken(model: Model, plain: _BoardModel) -> bool:
    """Return whether a variable has no candidate left, or a house no place for a needed value."""
    for house in model.houses:
        union = frozenset[int]().union(*(plain.left[cell] for cell in house.variables))
        if any(value not in union for value in bits(house.values)):
            return True
    return not all(plain.left)
