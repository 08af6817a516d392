"""Hypothesis strategies for puzzles, solutions and boards that find bugs.

They draw tiny objects, because everything is checked by trying all fillings: a few cells in any
sets, many of them houses, overlapping, across one another or dividing the cells like a jigsaw, and
rules of any kind. Failures shrink to fewer symbols, cells and shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache
from itertools import compress, islice
from typing import Any, Literal, get_args

from hypothesis import assume, event
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib.board import Board, Candidate
from sudokulib.model import Model, bits, compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.puzzles.geometries.library import geometry
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.shapes import Shape, merge_shapes
from sudokulib.testing.geometry_strategies import (
    chosen_kinds,
    general_kinds,
    geometries,
    named,
)
from sudokulib.testing.instances import instances, own_geometries
from sudokulib.testing.oracle import NO_REPEAT_KINDS, arrangements, completing, fillings
from sudokulib.testing.patterns import with_patterns, with_value_pairs
from sudokulib.testing.position import Position
from sudokulib.testing.strata import FAMILIES, families_of, strata_of

SolutionCount = Literal["any", "one", "many"]
"""The wanted number of solutions: at least one, exactly one, several."""


_SQUARE = ("4x4", "latin-4")
"""Those with so few cells that even boards with many open cells have few fillings."""

_MOST_FILLINGS = 200
"""Fillings without repeats that a puzzle has at most; cells are given until it has no more.

With 100 and with 400, as many seeded mistakes were found; 400 take twice the time.
"""

_LARGE = {"argyle", "asterisk", "girandola"}
"""Kinds for grids of one size, which is not small."""

_CELLS = 8
"""The default for the most cells of tiny geometries.

A bound on time, as positions are checked against listed fillings.
"""

_TINY = 18
"""On average, 2 of this many plus 2 puzzles are on geometries of the library."""

_SYMBOLS = 6
"""The default for the most symbols of tiny geometries: a bound on time like `_CELLS`."""

_POOL, _LARGE_POOL = 40, 320
"""Fillings of a geometry among which one is sought that satisfies the rules.

20 or 80 for the first number found rules for as many kinds of 250 positions (2026-11). The second
number is for kinds that need rows or boxes, where a rule may fit only one of thirty.
"""

_TRIES = 4
"""The most rules drawn until one fits the filling for which a puzzle is made.

In 250 positions 328 of 376 wanted kinds got a rule; with 1 try 230 of 379, with 2 280 of 372, with
8 364 of 392 (`positions`, 2026-11).
"""


def puzzles(
    *,
    solutions: SolutionCount = "any",
    geometries: st.SearchStrategy[Geometry] | None = None,
    kinds: Collection[str] | None = None,
) -> st.SearchStrategy[Puzzle]:
    """Draw tiny puzzles: givens, restricted cells and further shapes on a geometry.

    Args:
        solutions: ``"any"`` (at least one), ``"one"`` or ``"many"``.
        geometries: their geometries; by default tiny ones and a few small ones of the library.
        kinds: names of kinds that further shapes may have; none for sets without repeats only.

    >>> puzzles(solutions="one", kinds=())
    puzzles(solutions='one', places=None, names=())
    """
    return _puzzles(**_checked(solutions, geometries, kinds))


def solutions(puzzle: Puzzle | Geometry) -> st.SearchStrategy[Solution]:
    """Draw solutions of a small puzzle or geometry; not all are equally likely.

    Args:
        puzzle: the puzzle or geometry; it needs a solution.

    >>> import sudokulib
    >>> full = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> solutions(full)
    solutions(puzzle=...)
    """
    puzzle = puzzle.puzzle() if isinstance(puzzle, Geometry) else puzzle
    if not isinstance(puzzle, Puzzle):
        raise InvalidArgument(f"puzzle={puzzle!r} is neither a Puzzle nor a Geometry")
    return _solutions(puzzle=puzzle)


@named("solutions")
def _solutions(draw: st.DrawFn, *, puzzle: Puzzle) -> Solution:
    found = list(islice(fillings(puzzle, turn=draw(st.integers(0, 7))), _MOST_FILLINGS))
    assume(found)
    return Solution(puzzle, found[draw(st.integers(0, len(found) - 1))])


def positions(
    *,
    solutions: SolutionCount = "any",
    geometries: st.SearchStrategy[Geometry] | None = None,
    kinds: Collection[str] | None = None,
) -> st.SearchStrategy[Position]:
    """Draw puzzles in mid-solve, with the puzzle at hand; for the arguments see `puzzles`.

    The candidates are those of a few fillings, and some that no filling has: no more than a
    solver could have ruled out. With ``solutions="one"`` the board too has one solution.

    >>> positions(kinds=("cage",))
    positions(solutions='any', places=None, names=('cage',))
    """
    return _positions(**_checked(solutions, geometries, kinds))


def stratified(
    *, solutions: SolutionCount = "any", geometries: st.SearchStrategy[Geometry] | None = None
) -> tuple[st.SearchStrategy[Position], ...]:
    """Return strategies for positions of any kind, then one for each of `strata.FAMILIES`.

    Rules that an automaton reads come three times, as they become one primitive or another
    depending on whether their cells must differ; rules of several cases four times, as they fit
    less often: of 300 boards 29 had one where they came twice, and 14 had a hidden variable that
    was not known where they came three times (2026-11).

    Args:
        solutions, geometries: as for `positions`.
    """
    given = _checked(solutions, geometries, None)
    families = families_of(_every(geometries))
    words, cases = (next(f for f in families if set(f) & {*FAMILIES[n]}) for n in _EXTRA_FAMILIES)
    chosen = ((), *families[:-1], words, cases, families[-1], cases, words, cases)
    return (_positions(**given), *(_positions(**given, family=family) for family in chosen))


_EXTRA_FAMILIES = ("Regular", "When")


def boards(
    *,
    solutions: SolutionCount = "any",
    geometries: st.SearchStrategy[Geometry] | None = None,
    kinds: Collection[str] | None = None,
) -> st.SearchStrategy[Board]:
    """Draw boards in mid-solve; for the arguments see `puzzles`."""
    return positions(solutions=solutions, geometries=geometries, kinds=kinds).map(_board)


def _board(position: Position) -> Board:
    return position.board


def _checked(
    solutions: SolutionCount,
    geometries: st.SearchStrategy[Geometry] | None,
    kinds: Collection[str] | None,
) -> dict[str, Any]:
    if solutions not in get_args(SolutionCount):
        raise InvalidArgument(f"solutions={solutions!r} is none of {get_args(SolutionCount)}")
    if geometries is not None and not isinstance(geometries, st.SearchStrategy):
        raise InvalidArgument(f"geometries={geometries!r} is not a strategy of hypothesis")
    names = None if kinds is None else chosen_kinds(kinds, _every(geometries))
    return {"solutions": solutions, "places": geometries, "names": names}


def _every(places: st.SearchStrategy[Geometry] | None) -> tuple[str, ...]:
    """Return the kinds that may be drawn: on given geometries only those that suit any."""
    own = sorted(own_geometries().keys() - _LARGE) if places is None else []
    return (*general_kinds(), *own)


Filling = tuple[int, ...]


@named("puzzles")
def _puzzles(
    draw: st.DrawFn,
    *,
    solutions: SolutionCount,
    places: st.SearchStrategy[Geometry] | None,
    names: Sequence[str] | None,
) -> Puzzle:
    return _draw_puzzle(draw, solutions, places, names)[0]


def _draw_puzzle(
    draw: st.DrawFn,
    solutions: SolutionCount,
    places: st.SearchStrategy[Geometry] | None,
    names: Sequence[str] | None,
    family: tuple[str, ...] | None = None,
) -> tuple[Puzzle, list[Filling]]:
    """Draw a puzzle with all its fillings, for one of which it has been made."""
    every = _every(places) if names is None else tuple(names)
    chosen = draw(_some_names(every, ((), *families_of(every)) if family is None else (family,)))
    special = [name for name in chosen if name in own_geometries()]
    where = _everywhere() if places is None else places
    geometry = draw(own_geometries()[special[0]] if special else where)
    turn = draw(_TURNS)
    pool = _pool(geometry, turn, _LARGE_POOL if special else _POOL)
    assume(pool)
    puzzle, kept = _with_rules(draw, geometry, pool, [n for n in chosen if n not in special[1:]])
    puzzle = _with_givens(draw, puzzle, kept)
    if solutions == "one":
        return _single(draw, puzzle, kept)
    found = list(fillings(puzzle, turn=turn))
    assume(solutions == "any" or len(found) > 1)
    return puzzle, found


_TURNS = st.integers(0, 7)


# The key covers everything it reads except constants.
@cache
def _some_names(
    names: tuple[str, ...], families: tuple[tuple[str, ...], ...]
) -> st.SearchStrategy[list[str]]:
    """Return a strategy for the kinds in one puzzle: none, or one of a family and perhaps more."""
    own = set(own_geometries())
    more = st.sampled_from((None, None, None, *(name for name in names if name not in own)))
    return st.builds(
        lambda first, second: [*first, second] if first and second else first,
        st.sampled_from(families).flatmap(_one_of),
        more,
    )


# The key covers everything it reads except constants.
@cache
def _one_of(family: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    return st.sampled_from(family).map(lambda name: [name]) if family else st.just([])


# It reads nothing but constants.
@cache
def _everywhere() -> st.SearchStrategy[Geometry]:
    tiny = geometries(cells=_CELLS, symbols=_SYMBOLS)
    small = (None,) * _TINY  # `one_of` would merge equal strategies
    return st.sampled_from((*small, *_SQUARE)).flatmap(
        lambda name: tiny if name is None else st.just(geometry(name))
    )


def _pool(geometry: Geometry, first: int, most: int) -> list[Filling]:
    """Return some fillings of a geometry: a few similar ones for each rotation of its values."""
    ways = (fillings(geometry.puzzle(), turn=first + turn) for turn in range(_WAYS))
    found = (filling for way in ways for filling in islice(way, most // _WAYS))
    return list(dict.fromkeys(found))


_WAYS = 8
"""Rotations of the values from which the fillings of a pool begin.

Fillings are listed in order, so those that follow from one beginning are much alike.
"""


def _with_rules(
    draw: st.DrawFn, geometry: Geometry, pool: Sequence[Filling], names: Sequence[str]
) -> tuple[Puzzle, Filling]:
    """Draw a rule of each kind, if a few tries find any; return the puzzle and a filling that fits.

    Clues are read off the first of some fillings, by a geometry on which it is the only one; if it
    does not fit a rule, another filling may.
    """
    puzzle, integers = geometry.puzzle(), geometry.alphabet.values
    stated = [shape for shape in geometry.shapes if shape.kind not in NO_REPEAT_KINDS]
    for name in names:
        known = replace(geometry, domains=tuple(1 << value for value in pool[0]))
        for _ in range(_TRIES):
            rule = instances()[name](draw, known)
            shape = Shape(rule, (f"{name} {len(puzzle.shapes) + 1}",))
            more = replace(puzzle, shapes=merge_shapes((*puzzle.shapes, shape)))
            context = more.context
            rules = [one.rule for one in (*more.shapes, *stated)]
            if not any(one.rule.problem(context) for one in (shape, *context.shapes)):
                numbers = ([integers[value] for value in filling] for filling in pool)
                fitting = [all(rule.holds(one, context) for rule in rules) for one in numbers]
                if any(fitting):
                    puzzle, pool = more, list(compress(pool, fitting))
                    break
    return puzzle, pool[0]


def _with_givens(draw: st.DrawFn, puzzle: Puzzle, kept: Filling) -> Puzzle:
    """Return the puzzle with none, some or most of a filling given, and with few fillings."""
    order = draw(_orders(len(kept)))
    given = draw(st.sampled_from((0, 0, len(kept) // 3, max(0, len(kept) - 4))))
    while given < len(kept) - 2 and _too_many(puzzle, kept, order[:given]):
        given += 1
    return _given(puzzle, kept, order[:given])


# The key covers everything it reads except constants.
@cache
def _orders(count: int) -> st.SearchStrategy[Sequence[int]]:
    return st.permutations(range(count))


def _given(puzzle: Puzzle, kept: Filling, cells: Sequence[int]) -> Puzzle:
    masks, givens = list(puzzle.masks), dict(puzzle.given_values)
    for cell in cells:
        masks[cell], givens[cell] = 1 << kept[cell], kept[cell]
    return replace(puzzle, masks=tuple(masks), given_values=tuple(sorted(givens.items())))


def _too_many(puzzle: Puzzle, kept: Filling, cells: Sequence[int]) -> bool:
    """Return whether there are too many fillings with some cells given."""
    masks = _given(puzzle, kept, cells).masks
    return next(islice(arrangements(puzzle, masks), _MOST_FILLINGS, None), None) is not None


def _single(draw: st.DrawFn, puzzle: Puzzle, kept: Filling) -> tuple[Puzzle, list[Filling]]:
    """Return the puzzle with enough restrictions that one filling is left."""
    turn, masks = draw(st.integers(0, 7)), list(puzzle.masks)
    for other in fillings(puzzle):
        differing = [c for c, value in enumerate(other) if value != kept[c]]
        if differing and all(mask >> v & 1 for mask, v in zip(masks, other, strict=True)):
            cell = differing[turn % len(differing)]
            masks[cell] &= ~(1 << other[cell])
            turn += 1
    return replace(puzzle, masks=tuple(masks)), [kept]


@named("positions")
def _positions(
    draw: st.DrawFn,
    *,
    solutions: SolutionCount,
    places: st.SearchStrategy[Geometry] | None,
    names: Sequence[str] | None,
    family: tuple[str, ...] | None = None,
) -> Position:
    puzzle, found = _draw_puzzle(draw, solutions, places, names, family)
    model = compile_puzzle(puzzle)
    numbers = st.integers(0, len(found) - 1)
    kept = [found[n] for n in draw(st.lists(numbers, min_size=1, max_size=4, unique=True))]
    masks = list(_candidates(draw, model, kept))
    if not _several(masks[: model.cells]):  # it is determined, but the board need not show that yet
        masks[: model.cells] = puzzle.masks
    assume(_several(masks[: model.cells]))
    masks += _hidden(draw, model, kept)
    board = Board.of(model, masks).placed(puzzle.given_values)
    position = Position(puzzle, board.placed(_singles(board, draw(st.integers(0, 3)))))
    assume(_several(position.board.masks[: model.cells]))
    for axis, what in strata_of(position):
        event(f"{axis}: {what}")
    return position


_BOARDS = st.sampled_from(("all", "patterns", "pairs", "some", "patterns", "pairs", "few", "all"))


def _several(masks: Sequence[int]) -> bool:
    """Return whether some cell has more than one candidate."""
    return any(mask & mask - 1 for mask in masks)


def _candidates(draw: st.DrawFn, model: Model, kept: Sequence[Filling]) -> Sequence[int]:
    """Draw the candidates of the cells: all, those of some fillings and more, or in patterns."""
    domains = model.domains[: model.cells]
    way = draw(_BOARDS)
    if way == "all":
        return domains
    if way == "patterns":
        return with_patterns(draw, model, domains, kept[0])
    if way == "pairs":
        return with_value_pairs(draw, domains, kept[0])
    masks = [0] * model.cells
    for filling in kept:
        masks = [mask | 1 << value for mask, value in zip(masks, filling, strict=True)]
    if way == "some":
        full = st.integers(0, (1 << len(model.values)) - 1)
        masks = [mask | draw(full) & own for mask, own in zip(masks, domains, strict=True)]
    return masks


def _hidden(draw: st.DrawFn, model: Model, kept: Sequence[Filling]) -> list[int]:
    """Draw the values of hidden variables: all, or those that they take in some fillings."""
    domains = model.domains[model.cells :]
    if not domains or draw(_WIDE):
        return list(domains)
    masks = [0] * len(domains)
    complete = completing(model.primitives, model.cells, model.domains)
    for filling in kept:
        for way in complete(filling):
            for variable, value in enumerate(way[model.cells :]):
                masks[variable] |= 1 << value
    return masks


_WIDE = st.sampled_from((True, True, False))


def _singles(board: Board, which: int) -> list[Candidate]:
    """Return none, all, or every other of the open cells that hold one value."""
    single = [c for c in bits(board.open) if board.masks[c].bit_count() == 1]
    chosen = {0: [], 1: single, 2: single[::2], 3: single[1::2]}[which]
    return [(cell, board.masks[cell].bit_length() - 1) for cell in chosen]
