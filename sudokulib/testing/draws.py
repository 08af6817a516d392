"""Hypothesis strategies for geometries, shapes, puzzles, solutions and boards that find bugs.

What they draw is tiny, because everything is checked by trying all fillings: a few cells in any
sets, many of them houses, overlapping, across one another or parting the cells like a jigsaw, and
rules of any kind. Failures shrink to fewer symbols, cells and shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Literal, TypeVar, get_args

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from sudokulib.board import Board, Candidate
from sudokulib.filled import Solution
from sudokulib.geometries.geometry import Geometry
from sudokulib.geometries.library import geometry
from sudokulib.model import Model, bits, compile_puzzle
from sudokulib.puzzle import Puzzle
from sudokulib.shapes import Shape, kinds, merge_shapes
from sudokulib.testing.instances import instances, own_geometries
from sudokulib.testing.oracle import completions, fillings
from sudokulib.testing.position import Position
from sudokulib.testing.tiny import shrunk_masks, some_sets, tiny_geometry

__all__ = ["HowMany", "boards", "geometries", "positions", "puzzles", "shapes", "solutions"]

HowMany = Literal["any", "one", "many"]
"""How many solutions a puzzle may have: at least one, exactly one, several."""

SHIPPED = ("4x4", "latin-4", "circular-3", "samurai-4x4")
"""Small geometries of the library, each unlike the others."""

_MOST_FILLINGS = 400
"""Fillings of a puzzle that are listed before it is made smaller."""

_OPEN = 18
"""Cells up to which a board may have candidates that are in no filling."""

_LARGE = {"argyle", "asterisk", "girandola"}
"""Kinds for grids of one size, which is no small one."""

_OFTEN = ("cage", "distinct")
"""Kinds that are drawn more often than others."""

_DENSITIES = (0, 1, 2, 3, 3, 3)
"""How many values cells may hold beyond those of some fillings; most patterns need many."""

_FEW = 3
"""Rules of other kinds in one puzzle, at most."""


_T = TypeVar("_T")


def _named(name: str) -> Callable[[Callable[..., _T]], Callable[..., st.SearchStrategy[_T]]]:
    """As `st.composite`, for a strategy that is known, and printed, by the name of its maker."""

    def decorate(draw: Callable[..., _T]) -> Callable[..., st.SearchStrategy[_T]]:
        draw.__name__ = name
        return st.composite(draw)

    return decorate


def geometries(
    *, cells: int = 8, symbols: int = 4, shipped: bool = False
) -> st.SearchStrategy[Geometry]:
    """Tiny geometries of random sets without repeats; many of the sets are houses.

    Args:
        cells: at most so many, from 2 to 12.
        symbols: at most so many, from 2 to 9.
        shipped: whether some are small geometries of the library instead, which may be larger.

    >>> geometries(cells=4)
    geometries(cells=4)
    """
    _check_number("cells", cells, 2, 12)
    _check_number("symbols", symbols, 2, 9)
    tiny = _geometries(cells=cells, symbols=symbols)
    return tiny | st.sampled_from(SHIPPED).map(geometry) if shipped else tiny


@_named("geometries")
def _geometries(draw: st.DrawFn, *, cells: int = 8, symbols: int = 4) -> Geometry:
    values = draw(st.integers(2, symbols))
    count = draw(st.integers(2, cells))
    masks = st.integers(1, (1 << values) - 1)
    fewer = draw(st.just({}) | st.dictionaries(st.integers(0, count - 1), masks, max_size=2))
    sets = draw(some_sets(values, count))
    return tiny_geometry(values, count, sets, fewer)


def shapes(geometry: Geometry, *, kinds: Collection[str] | None = None) -> st.SearchStrategy[Shape]:
    """Shapes of any kind on the cells of a geometry; none that is impossible by itself.

    Args:
        geometry: where; its cells are few.
        kinds: names of kinds; by default all that suit any geometry.

    >>> import sudokulib
    >>> shapes(sudokulib.geometry("4x4"), kinds=["cag"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    hypothesis.errors.InvalidArgument: kinds=['cag'] must be some of cage, distinct, ...
    """
    if not isinstance(geometry, Geometry):
        raise InvalidArgument(f"geometry={geometry!r} is no Geometry")
    return _shapes(geometry=geometry, names=_kinds(kinds, usual()))


@_named("shapes")
def _shapes(draw: st.DrawFn, *, geometry: Geometry, names: Sequence[str]) -> Shape:
    rule = instances()[draw(st.sampled_from(names))](draw, geometry)
    assume(not rule.problem(geometry.context_of((*geometry.shapes, Shape(rule)))))
    return Shape(rule)


@cache
def usual() -> tuple[str, ...]:
    """The kinds that suit any geometry, by name, those for sets of cells first."""
    names = [kind.name for kind in kinds() if kind.name in instances()]
    plain = [name for name in names if name not in own_geometries()]
    return tuple(sorted(plain, key=lambda name: (name not in ("distinct", "cage"), name)))


def puzzles(
    *,
    solutions: HowMany = "any",
    geometries: st.SearchStrategy[Geometry] | None = None,
    kinds: Collection[str] | None = None,
) -> st.SearchStrategy[Puzzle]:
    """Tiny puzzles: givens, restricted cells and further shapes on a geometry.

    Args:
        solutions: ``"any"`` (at least one), ``"one"`` or ``"many"``.
        geometries: where to play; by default tiny ones and a few small ones of the library.
        kinds: names of kinds that further shapes may have; none for sets without repeats only.

    >>> puzzles(solutions="one", kinds=())
    puzzles(solutions='one', places=None, names=())
    """
    return _puzzles(**_checked(solutions, geometries, kinds))


def solutions(puzzle: Puzzle | Geometry) -> st.SearchStrategy[Solution]:
    """Solutions of a small puzzle or geometry; not each equally likely.

    Args:
        puzzle: what is solved; it needs a solution.

    >>> import sudokulib
    >>> full = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> solutions(full)
    solutions(puzzle=...)
    """
    puzzle = puzzle.puzzle() if isinstance(puzzle, Geometry) else puzzle
    if not isinstance(puzzle, Puzzle):
        raise InvalidArgument(f"puzzle={puzzle!r} is neither a Puzzle nor a Geometry")
    return _solutions(puzzle=puzzle)


@_named("solutions")
def _solutions(draw: st.DrawFn, *, puzzle: Puzzle) -> Solution:
    found = _listed(puzzle, draw(st.integers(0, 7)))
    assume(found)
    return Solution(puzzle, found[draw(st.integers(0, len(found) - 1))])


def positions(
    *,
    solutions: HowMany = "any",
    geometries: st.SearchStrategy[Geometry] | None = None,
    kinds: Collection[str] | None = None,
) -> st.SearchStrategy[Position]:
    """Puzzles in mid-solve, with the puzzle at hand; for the arguments see `puzzles`.

    The candidates are those of a few fillings, and some that no filling has: no more than a
    solver could have ruled out. What is said of a puzzle with one solution holds of the board.

    >>> positions(kinds=("cage",))
    positions(solutions='any', places=None, names=('cage',))
    """
    return _positions(**_checked(solutions, geometries, kinds))


def boards(
    *,
    solutions: HowMany = "any",
    geometries: st.SearchStrategy[Geometry] | None = None,
    kinds: Collection[str] | None = None,
) -> st.SearchStrategy[Board]:
    """Boards in mid-solve; for the arguments see `puzzles`."""
    return positions(solutions=solutions, geometries=geometries, kinds=kinds).map(_board)


def _board(position: Position) -> Board:
    return position.board


def _checked(
    solutions: HowMany,
    geometries: st.SearchStrategy[Geometry] | None,
    kinds: Collection[str] | None,
) -> dict[str, Any]:
    if solutions not in get_args(HowMany):
        raise InvalidArgument(f"solutions={solutions!r} is none of {get_args(HowMany)}")
    if geometries is not None and not isinstance(geometries, st.SearchStrategy):
        raise InvalidArgument(f"geometries={geometries!r} is no strategy of hypothesis")
    own = sorted(own_geometries().keys() - _LARGE) if geometries is None else []
    everything = (*usual(), *own)
    return {"solutions": solutions, "places": geometries, "names": _kinds(kinds, everything)}


def _kinds(chosen: Collection[str] | None, every: Sequence[str]) -> tuple[str, ...]:
    if chosen is None:
        return tuple(every)
    if isinstance(chosen, str) or not set(chosen) <= set(every):
        raise InvalidArgument(f"kinds={chosen!r} must be some of {', '.join(every)}")
    return tuple(chosen)


def _check_number(name: str, value: int, least: int, most: int) -> None:
    if not isinstance(value, int) or not least <= value <= most:
        raise InvalidArgument(f"{name}={value!r} is no number from {least} to {most}")


Filling = tuple[int, ...]


def _listed(puzzle: Puzzle, turn: int, most: int = _MOST_FILLINGS) -> list[Filling]:
    return list(islice(fillings(puzzle, turn=turn), most))


@_named("puzzles")
def _puzzles(
    draw: st.DrawFn,
    *,
    solutions: HowMany,
    places: st.SearchStrategy[Geometry] | None,
    names: Sequence[str],
) -> Puzzle:
    return _drawn(draw, solutions, places, names)[0]


def _drawn(
    draw: st.DrawFn,
    solutions: HowMany,
    places: st.SearchStrategy[Geometry] | None,
    names: Sequence[str],
) -> tuple[Puzzle, list[Filling]]:
    """A puzzle, and fillings of it: all of them, if they are not too many."""
    chosen = draw(st.just([]) | _some_names(names)) if names else []
    special = [name for name in chosen if name in own_geometries()]
    where = _everywhere() if places is None else places
    geometry = draw(own_geometries()[special[0]] if special else where)
    puzzle = _with_rules(draw, geometry.puzzle(), [n for n in chosen if n not in special[1:]])
    turn = draw(st.integers(0, 7))
    if puzzle.all_shapes != geometry.shapes:
        puzzle = replace(puzzle, masks=shrunk_masks(puzzle.masks, _MOST_FILLINGS, turn))
    found = _listed(puzzle, turn)
    assume(found)
    if solutions == "one":
        return _single(draw, puzzle, found)
    assume(solutions == "any" or len(found) > 1)
    return puzzle, found


@cache
def _some_names(names: Sequence[str]) -> st.SearchStrategy[list[str]]:
    """Kinds for one puzzle; every other one is of those on which most techniques rest."""
    often = [name for name in names if name in _OFTEN] or names
    return st.lists(st.sampled_from(often) | st.sampled_from(names), min_size=1, max_size=_FEW)


@cache
def _everywhere() -> st.SearchStrategy[Geometry]:
    tiny = _geometries()
    return st.one_of(tiny, tiny, tiny, tiny, st.sampled_from(SHIPPED).map(geometry))


def _with_rules(draw: st.DrawFn, puzzle: Puzzle, names: Sequence[str]) -> Puzzle:
    for name in names:
        rule = instances()[name](draw, puzzle.geometry)
        shape = Shape(rule, (f"{name} {len(puzzle.shapes) + 1}",))
        more = replace(puzzle, shapes=merge_shapes((*puzzle.shapes, shape)))
        context = more.context
        assume(not any(one.rule.problem(context) for one in context.shapes))
        puzzle = more
    return puzzle


def _single(draw: st.DrawFn, puzzle: Puzzle, found: list[Filling]) -> tuple[Puzzle, list[Filling]]:
    """The puzzle with so many givens and restrictions that one filling is left."""
    kept = found[draw(st.integers(0, len(found) - 1))]
    turn, given = draw(st.integers(0, 7)), draw(st.integers(0, 3))
    masks, givens = list(puzzle.masks), dict(puzzle.givens)
    order = sorted(range(len(kept)), key=lambda c: (c * 5 + turn) % len(kept))
    while len(found) == _MOST_FILLINGS or given:
        given = max(0, given - 1)
        cell = order.pop()
        masks[cell], givens[cell] = 1 << kept[cell], kept[cell]
        puzzle = replace(puzzle, masks=tuple(masks), givens=tuple(sorted(givens.items())))
        found = _listed(puzzle, turn)
        if not order:
            break
    for other in found:
        differing = [c for c, value in enumerate(other) if value != kept[c]]
        if differing and all(mask >> v & 1 for mask, v in zip(masks, other, strict=True)):
            cell = differing[turn % len(differing)]
            masks[cell] &= ~(1 << other[cell])
            turn += 1
    return replace(puzzle, masks=tuple(masks)), [kept]


@_named("positions")
def _positions(
    draw: st.DrawFn,
    *,
    solutions: HowMany,
    places: st.SearchStrategy[Geometry] | None,
    names: Sequence[str],
) -> Position:
    puzzle, found = _drawn(draw, solutions, places, names)
    numbers = st.integers(0, len(found) - 1)
    kept = [found[n] for n in draw(st.lists(numbers, min_size=1, max_size=6, unique=True))]
    model = compile_puzzle(puzzle)
    masks = _union(model, kept)
    for cell, more in enumerate(_further(draw, puzzle)):
        masks[cell] |= more & puzzle.masks[cell]
    if not _countable(puzzle, masks):
        masks = _union(model, kept[:1])
    for variable in range(model.cells, len(masks)):
        if draw(st.booleans()):
            masks[variable] = model.domains[variable]
    board = Board.of(model, masks).placed(puzzle.givens)
    return Position(puzzle, board.placed(_singles(board, draw(st.integers(0, 3)))))


def _union(model: Model, kept: Sequence[Filling]) -> list[int]:
    """The values of some fillings, those of hidden variables included."""
    masks = [0] * len(model.domains)
    for filling in kept:
        for way in completions(model, filling):
            for variable, value in enumerate(way):
                masks[variable] |= 1 << value
    return masks


def _further(draw: st.DrawFn, puzzle: Puzzle) -> list[int]:
    """Values that cells may hold besides: none, few, half of them, or all."""
    full = puzzle.geometry.alphabet.full
    any_ = st.integers(0, full)
    density = draw(st.sampled_from(_DENSITIES))
    if density == 0 or len(puzzle.masks) > _OPEN:
        return [0] * len(puzzle.masks)
    if density == 3:
        return [full] * len(puzzle.masks)
    one = [draw(any_) for _ in puzzle.masks]
    return [a & draw(any_) for a in one] if density == 1 else one


def _countable(puzzle: Puzzle, masks: Sequence[int]) -> bool:
    found = fillings(puzzle, masks[: len(puzzle.masks)])
    return next(islice(found, _MOST_FILLINGS, None), None) is None


def _singles(board: Board, which: int) -> list[Candidate]:
    """None of the cells that hold one value, all, or every other."""
    single = [c for c in bits(board.open) if board.masks[c].bit_count() == 1]
    chosen = {0: [], 1: single, 2: single[::2], 3: single[1::2]}[which]
    return [(cell, board.masks[cell].bit_length() - 1) for cell in chosen]
