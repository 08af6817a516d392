"""Checks that the numbers of cells and symbols, and the position of a puzzle, do not matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random

import hypothesis
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.caching import cached_by
from sudokulib.board import Board, Candidate
from sudokulib.errors import SudokuError
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.model import Model, bits, compile_puzzle
from sudokulib.model.compiler import compile_shapes
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.library import geometry as geometry_named
from sudokulib.puzzles.geometries.symmetry import symmetry_generators
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Context
from sudokulib.solving.pipeline import Plan
from sudokulib.strategies import Strategy
from sudokulib.testing.order_checks import SINGLES, end_of
from sudokulib.testing.position import Position
from sudokulib.testing.position_strategies import SolutionCount, positions
from sudokulib.testing.replay import replay_code, subject_code, times_until
from sudokulib.testing.runner import StrategyLike, as_strategy, fails_on, run_check, with_choices
from sudokulib.testing.strata import Coverage
from sudokulib.testing.strategy_checks import RETRY_EXAMPLES, Cases, counterexample, drawn_for
from sudokulib.testing.tiny import tiny_geometry

_MOST_STEPS = 1000
"""Steps of a search beyond which it is not compared: a bound on time."""

_MOVES = 6
"""The most symmetries applied one after the other.

Those of the geometry are few generators, so that only several of them reach most of its motions.
"""

_USUAL = "4x4"
"""The geometry on which symmetries are tried by default."""

_FIRST = 60
"""Cases on fewer cells that are tried first, as their failures are easier to understand."""

_SAFE = ("cage", "distinct")
"""Kinds that read only their own cells, so that symmetries may move them."""

_Conclusion = tuple[Candidate, bool]
"""A candidate of a cell, and whether it is true."""

_ConclusionsOf = Callable[[Board], frozenset[_Conclusion] | None]
"""Returns the conclusions of a strategy on a board; None if there are too many to compare."""


@dataclass(frozen=True, slots=True)
class _Relabelling:
    """The new numbers of variables and symbols; hidden variables keep theirs."""

    cells: tuple[int, ...]
    values: tuple[int, ...]

    def masks(self, masks: Sequence[int]) -> tuple[int, ...]:
        """Return the values of variables, in the new order."""
        found = [0] * len(masks)
        for cell, mask in enumerate(masks):
            found[self.cells[cell]] = sum(1 << self.values[value] for value in bits(mask))
        return tuple(found)

    def conclusions(self, known: Iterable[_Conclusion]) -> frozenset[_Conclusion]:
        """Return conclusions by the new numbers."""
        return frozenset(((self.cells[c], self.values[v]), true) for (c, v), true in known)


_Case = tuple[Position, _Relabelling]


def check_relabelling(
    strategy: StrategyLike,
    *,
    cases: Cases | None = None,
    beside: Sequence[StrategyLike] | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
    coverage: bool = False,
) -> Coverage | None:
    """Check that other numbers for cells and symbols merely rename a strategy's conclusions.

    All conclusions of one search are compared; which step comes first may differ, and so may the
    reasons. The integers behind symbols move with them, so that sums stay the same. A strategy
    that gives up at some limit may give up elsewhere, and fail; searches of more than a thousand
    steps are not compared.

    A strategy that shows one of several equally short chains concludes less in one search than it
    could, and what it shows may depend on numbers. With ``beside`` the end must still be the same.

    Args:
        strategy, cases, settings, max_examples, coverage: as for `check_sound`.
        beside: strategies that run along with it, and with naked and hidden singles, until
            nothing applies; then the final boards are compared. By default one search is.

    Raises:
        AssertionError: with the smallest failing position, and the renaming.

    >>> check_relabelling("hidden-single", max_examples=20)
    """
    chosen = as_strategy(strategy)
    says = _says(chosen, beside)
    counted = Coverage() if coverage else None

    def compare(case: _Case) -> None:
        position, renaming = case
        model = _model(position.puzzle, renaming)
        _compare(chosen, says, position, renaming, _renamed(position, renaming, model))

    def replay(case: _Case) -> str:
        times = times_until(fails_on(compare), partial(_any_renaming, case[0]))
        return replay_code(
            "check_relabelling", subject_code(chosen), case[0], *_argument_code(beside), times=times
        )

    where = with_choices(drawn_for(chosen) if cases is None else cases, _any_renaming)
    check = _counting(compare, chosen, counted)
    try:
        run_check(check, where, settings=settings, max_examples=max_examples, replay=replay)
    except AssertionError:
        for cells, number in RETRY_EXAMPLES.items() if cases is None else ():
            where = with_choices(drawn_for(chosen, cells=cells), _any_renaming)
            run_check(check, where, settings=settings, max_examples=number, replay=replay)
        raise
    return counted


def check_symmetry(
    strategy: StrategyLike,
    *,
    geometry: Geometry | str = _USUAL,
    cases: Cases | None = None,
    beside: Sequence[StrategyLike] | None = None,
    settings: hypothesis.settings | None = None,
    max_examples: int | None = None,
    coverage: bool = False,
) -> Coverage | None:
    """Check that a symmetry of a geometry moves a strategy's conclusions along with the puzzle.

    As `check_relabelling`, but the geometry stays the very same object, and so does everything
    cached for it.

    Args:
        strategy: as for `check_sound`.
        geometry: a small geometry, or the name of one; some of its cells can be exchanged. By
            default 4x4, after some cases on six cells.
        cases: positions on it; further shapes may read nothing but their own cells. By default
            givens, candidates, cages and sets without repeats.
        beside: as for `check_relabelling`.
        settings, max_examples, coverage: as for `check_sound`.

    Raises:
        AssertionError: with the smallest failing position, and the symmetry.
        InvalidArgument: there is no such geometry, or nothing to exchange on it.

    >>> check_symmetry("hidden-single", geometry="latin-4", max_examples=20)
    """
    __tracebackhide__ = True
    chosen, place = as_strategy(strategy), _geometry(geometry)
    if geometry == _USUAL and cases is None:
        number = _FIRST if max_examples is None else min(_FIRST, max_examples)
        first = _six_cells()
        check_symmetry(
            chosen, geometry=first, beside=beside, settings=settings, max_examples=number
        )
    moves, says = _moves(place), _says(chosen, beside)
    if not moves:
        raise InvalidArgument(f"{place!r} has no symmetry; take one whose cells can be exchanged")
    if cases is None:
        solutions: SolutionCount = "one" if chosen.assumes == "unique" else "any"
        cases = positions(solutions=solutions, geometries=st.just(place), kinds=_SAFE)

    def some_moves(position: Position, chance: Random) -> _Case:
        if position.puzzle.geometry != place:
            raise InvalidArgument(f"a case is on {position.puzzle.geometry!r}, not on {place!r}")
        cells = tuple(range(len(position.board.masks)))
        for _ in range(chance.randint(1, _MOVES)):
            move = chance.choice(moves)
            cells = tuple(move[cell] if cell < len(move) else cell for cell in cells)
        return position, _Relabelling(cells, tuple(range(len(place.alphabet))))

    counted = Coverage() if coverage else None

    def compare(case: _Case) -> None:
        position, moved = case
        shapes = tuple(shape.moved(moved.cells) for shape in position.puzzle.shapes)
        model = compile_puzzle(replace(position.puzzle, shapes=shapes))
        _compare(chosen, says, position, moved, _renamed(position, moved, model))

    def replay(case: _Case) -> str:
        times = times_until(fails_on(compare), partial(some_moves, case[0]))
        where = f"geometry={place.name!r}" if place.name else "geometry=position.puzzle.geometry"
        more = (where, *_argument_code(beside))
        return replay_code("check_symmetry", subject_code(chosen), case[0], *more, times=times)

    where = with_choices(cases, some_moves)
    check = _counting(compare, chosen, counted)
    run_check(check, where, settings=settings, max_examples=max_examples, replay=replay)
    return counted


# It reads nothing but constants.
@cache
def _six_cells() -> Geometry:
    """Return two lines across three, for three symbols."""
    return tiny_geometry(3, 6, [(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)], {})


def _argument_code(beside: Sequence[StrategyLike] | None) -> tuple[str, ...]:
    """Return the argument ``beside`` as code, if there is one."""
    if beside is None:
        return ()
    return (f"beside=[{', '.join(subject_code(as_strategy(one)) for one in beside)}]",)


def _counting(
    check: Callable[[_Case], None], strategy: Strategy, counted: Coverage | None
) -> Callable[[_Case], None]:
    """Return a check that also counts what it was tried on."""
    if counted is None:
        return check

    def counting(case: _Case) -> None:
        check(case)
        found = next(iter(strategy.find(case[0].board)), None) is not None
        counted.add(case[0], found=found)

    return counting


def _geometry(place: Geometry | str) -> Geometry:
    if isinstance(place, Geometry):
        return place
    try:
        return geometry_named(place)
    except SudokuError as error:
        raise InvalidArgument(str(error)) from None


@cached_by(lambda place: place.exact_key, maxsize=16)
def _moves(place: Geometry) -> tuple[tuple[int, ...], ...]:
    """Return symmetries that generate others, without those that break a rule about neighbours."""
    puzzle = place.puzzle()
    values = tuple(range(len(place.alphabet)))
    hidden = range(len(place.cells) + len(place.hidden), len(compile_puzzle(puzzle).domains))

    def kept(move: tuple[int, ...]) -> bool:
        model = _model(puzzle, _Relabelling((*move, *hidden), values))
        return set(model.primitives) == set(compile_puzzle(puzzle).primitives)

    return tuple(filter(kept, symmetry_generators(place)))


def _any_renaming(position: Position, chance: Random) -> _Case:
    model = position.board.model
    cells, values = list(range(model.cells)), list(range(len(model.values)))
    chance.shuffle(cells)
    chance.shuffle(values)
    hidden = range(model.cells, len(model.domains))
    return position, _Relabelling((*cells, *hidden), tuple(values))


@cached_by(lambda puzzle, renaming: (puzzle.exact_key, renaming), maxsize=1024)
def _model(puzzle: Puzzle, renaming: _Relabelling) -> Model:
    """Compile a puzzle with other numbers for its cells and symbols; its domains are full.

    The integers behind symbols move with them, and so do the neighbours of cells.
    """
    context, cells = puzzle.context, renaming.cells
    alphabet, topology = context.alphabet, context.topology
    order = sorted(range(len(alphabet)), key=renaming.values.__getitem__)
    return compile_shapes(
        Context(
            Alphabet(
                tuple(alphabet.symbols[value] for value in order),
                tuple(alphabet.values[value] for value in order),
                alphabet.empty,
            ),
            renaming.masks(context.domains),
            topology.moved(cells),
            tuple(shape.moved(cells) for shape in context.shapes),
            context.hidden_cells,
        )
    )


def _renamed(position: Position, renaming: _Relabelling, model: Model) -> Board:
    """Return the board after a renaming; hidden variables may hold anything."""
    board, hidden = position.board, model.domains[model.cells :]
    domains = renaming.masks(position.puzzle.masks) + hidden
    masks = renaming.masks(board.masks[: model.cells]) + hidden
    solved = sum(1 << renaming.cells[cell] for cell in bits(board.solved))
    return Board.of(model.with_domains(domains), masks, solved)


def _compare(
    strategy: Strategy,
    says: _ConclusionsOf,
    position: Position,
    renaming: _Relabelling,
    there: Board,
) -> None:
    """Raise AssertionError if the strategy concludes something else on the renamed board."""
    model = position.board.model
    same = _Relabelling(tuple(range(len(model.domains))), tuple(range(len(model.values))))
    here, seen = says(_renamed(position, same, model)), says(there)
    if here is None or seen is None or renaming.conclusions(here) == seen:
        return
    back = _Relabelling(_inverse(renaming.cells), _inverse(renaming.values))
    words, seen = Words(position.puzzle), back.conclusions(seen)
    names = [words.cell(cell) for cell in range(model.cells)]
    symbols = position.puzzle.geometry.alphabet.symbols
    changes = _changes(names, renaming.cells) + _changes(symbols, renaming.values)
    what = f"concludes something else once {', '.join(changes)}"
    lines = [counterexample(strategy, what, position)]
    for when, more in (("as it stands", here - seen), ("renamed", seen - here)):
        if more:
            lines.append(f"only {when}: {words.conclusion(_step(strategy, more))}")
    raise AssertionError("\n".join(lines))


def _says(strategy: Strategy, beside: Sequence[StrategyLike] | None) -> _ConclusionsOf:
    """Return the function whose results are compared: one search, or a whole solve."""
    if beside is None:
        return lambda board: _in_one_search(strategy, board)
    if isinstance(beside, str) or not isinstance(beside, Sequence):
        raise InvalidArgument(f"beside={beside!r} must be a list of strategies")
    others = map(as_strategy, (*SINGLES, *beside))
    found = tuple(dict.fromkeys((*others, strategy)))
    plan = Plan(found, tuple(one.rating for one in found))
    return lambda board: _at_the_end(plan, board)


def _in_one_search(strategy: Strategy, board: Board) -> frozenset[_Conclusion] | None:
    """Return what all steps of a search conclude on cells; None if there are too many."""
    after = board
    for number, step in enumerate(strategy.find(board)):
        if number == _MOST_STEPS:
            return None
        after = step.apply(after)
    return _concluded(board, after)


def _at_the_end(plan: Plan, board: Board) -> frozenset[_Conclusion]:
    """Return what is known of the cells when no strategy applies any more."""
    return _concluded(board, end_of(board, plan))


def _concluded(board: Board, after: Board) -> frozenset[_Conclusion]:
    """Return what is known of the cells of a board that was not known before."""
    found = set()
    for cell in range(board.model.cells):
        for value in bits(board.masks[cell] & ~after.masks[cell]):
            found.add(((cell, value), False))
        if after.solved >> cell & ~(board.solved >> cell) & 1:
            found |= {((cell, value), True) for value in bits(after.masks[cell])}
    return frozenset(found)


def _step(strategy: Strategy, known: Iterable[_Conclusion]) -> Step:
    """Return conclusions as a step to be put into words; a placement says enough of its cell."""
    true = tuple(sorted(candidate for candidate, holds in known if holds))
    placed = {cell for cell, _ in true}
    false = (candidate for candidate, holds in known if not holds and candidate[0] not in placed)
    return Step(strategy.name, true, tuple(sorted(false)))


def _inverse(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(range(len(numbers)), key=numbers.__getitem__))


def _changes(names: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """Return in words which position is taken by which."""
    pairs = zip(names, numbers, strict=False)
    return [f"{name} is {names[new]}" for name, new in pairs if name != names[new]]
