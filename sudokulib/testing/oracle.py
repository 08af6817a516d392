"""The oracle of all checks: every filling is tried, and only the rules decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from sudokulib.model import Model, bits
from sudokulib.primitives import Primitive, Regions
from sudokulib.puzzles.puzzle import Puzzle

NO_REPEAT_KINDS = ("distinct", "house")
"""Kinds whose rule is that no value occurs twice in their cells."""


def fillings(
    puzzle: Puzzle, masks: Sequence[int] | None = None, *, turn: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield every filling for which every shape holds, as value indices, lazily.

    Cells with few values are filled first, and branches that repeat a value in a no-repeat shape
    are cut; any other rule is checked at the end, as it may read more cells than it names. Meant
    for few cells.

    Args:
        puzzle: the puzzle with the shapes.
        masks: the values to try for each cell, as bit masks; by default the puzzle's.
        turn: rotates the order in which values are tried, so that other fillings come first.

    >>> import sudokulib
    >>> len(list(fillings(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4"))))
    1
    """
    masks = puzzle.masks if masks is None else masks
    integers = puzzle.geometry.alphabet.values
    context = puzzle.context
    rules = [shape.rule for shape in puzzle.all_shapes if shape.kind not in NO_REPEAT_KINDS]
    for values in _different(masks, _peers(puzzle), turn):
        numbers = [integers[value] for value in values]
        if all(rule.holds(numbers, context) for rule in rules):
            yield values


def arrangements(puzzle: Puzzle, masks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every filling in which nothing repeats where it must not, whatever other rules say.

    These are the fillings that `fillings` tries.

    Args:
        puzzle: the puzzle with the shapes.
        masks: the values of each cell, as bit masks.
    """
    return _different(masks, _peers(puzzle), 0)


def _peers(puzzle: Puzzle) -> list[set[int]]:
    """Return for each cell those from which a no-repeat shape makes it differ."""
    peers: list[set[int]] = [set() for _ in puzzle.masks]
    for shape in puzzle.all_shapes:
        if shape.kind in NO_REPEAT_KINDS:
            for cell in shape.cells:
                peers[cell].update(shape.cells)
                peers[cell].discard(cell)
    return peers


def _different(
    masks: Sequence[int], peers: Sequence[set[int]], turn: int
) -> Iterator[tuple[int, ...]]:
    """Yield every way to choose a value for each cell, none twice among peers."""
    waiting = [(list(masks), set(range(len(masks))))]
    while waiting:
        left, empty = waiting.pop()
        if not empty:
            yield tuple(mask.bit_length() - 1 for mask in left)
            continue
        cell = min(empty, key=lambda c: (left[c].bit_count(), c))
        others = empty - {cell}
        near = peers[cell] & others
        for value in reversed(_turned(list(bits(left[cell])), turn * (cell + 1))):
            bit = 1 << value
            if not any(left[other] == bit for other in near):
                after = left.copy()
                after[cell] = bit
                for other in near:
                    after[other] &= ~bit
                waiting.append((after, others))


def _turned(values: list[int], turn: int) -> list[int]:
    cut = turn % len(values) if values else 0
    return values[cut:] + values[:cut]


def completions(
    model: Model, filling: Sequence[int], masks: Sequence[int] | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield every way to give hidden variables values with which all primitives hold.

    Args:
        model: the compiled puzzle.
        filling: a value index for each cell.
        masks: the values of every variable to try; by default the model's domains.

    Yields:
        Value indices of all variables.

    >>> import sudokulib
    >>> from sudokulib.model import compile_geometry
    >>> model = compile_geometry(sudokulib.geometry("4x4"))
    >>> list(completions(model, [0] * 16))
    []
    """
    every = model.domains if masks is None else masks
    return completing(model.primitives, len(filling), every)(filling)


def completing(
    primitives: Sequence[Primitive], first: int, masks: Sequence[int]
) -> Callable[[Sequence[int]], Iterator[tuple[int, ...]]]:
    """Return a function that gives variables values with which all of some primitives hold.

    Args:
        primitives: the primitives that must hold.
        first: how many of the first variables a filling gives a value.
        masks: the values of every variable to try; those of the first ones are not read.

    Returns:
        What takes a value index for each of the first variables, and yields every way to complete
        them, as value indices of all variables.

    >>> from sudokulib.primitives import AllDifferent
    >>> complete = completing([AllDifferent((0, 1))], 1, [1, 0b111])
    >>> list(complete([0]))
    [(0, 1), (0, 2)]
    """
    due: dict[int, list[Primitive]] = {}
    width = max((mask.bit_length() for mask in masks), default=0)
    for primitive in chain.from_iterable(_parts(one, width) for one in primitives):
        last = max(primitive.variables, default=-1)
        due.setdefault(max(last, first - 1), []).append(primitive)

    def holds(known: tuple[int, ...]) -> bool:
        chosen = due.get(len(known) - 1, ())
        return all(p.check([known[v] for v in p.variables]) for p in chosen)

    def fill(known: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not holds(known):
            return
        if len(known) == len(masks):
            yield known
            return
        for value in bits(masks[len(known)]):
            yield from fill((*known, value))

    return lambda filling: fill(tuple(filling))


def _parts(primitive: Primitive, width: int) -> Iterable[Primitive]:
    """Return constraints that say the same and that can be checked before all variables are known.

    Regions have a variable for every pair of cells that a rule asks about, of which each alone
    depends on two labels; to try all values of all of them would take for ever.
    """
    return primitive.parts(width) if isinstance(primitive, Regions) else (primitive,)
