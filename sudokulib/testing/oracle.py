"""The oracle of all checks: every filling is tried, and only what the rules say counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.model import Model, bits
from sudokulib.primitives import Primitive
from sudokulib.puzzle import Puzzle

__all__ = ["completed", "completions", "fillings"]

_PLAIN = ("distinct", "house")
"""Kinds whose rule is that no value stands twice in their cells."""


def fillings(
    puzzle: Puzzle, masks: Sequence[int] | None = None, *, turn: int = 0
) -> Iterator[tuple[int, ...]]:
    """Every filling for which every shape holds, as value indices, lazily.

    Cells are filled in order, and what repeats in a no-repeat shape is not gone on with; any other
    rule is asked at the end, as it may read more cells than it names. Meant for few cells.

    Args:
        puzzle: whose shapes.
        masks: the values to try for each cell, as bit masks; by default the puzzle's.
        turn: turns the order in which values are tried, so that other fillings come first.

    >>> import sudokulib
    >>> len(list(fillings(sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4"))))
    1
    """
    masks = puzzle.masks if masks is None else masks
    integers = puzzle.geometry.alphabet.values
    context = puzzle.context
    rules = [shape.rule for shape in puzzle.all_shapes if shape.kind not in _PLAIN]
    choices = [_turned(list(bits(mask)), turn * (c + 1)) for c, mask in enumerate(masks)]
    for values in _different(choices, _peers(puzzle)):
        numbers = [integers[value] for value in values]
        if all(rule.holds(numbers, context) for rule in rules):
            yield tuple(values)


def _peers(puzzle: Puzzle) -> list[set[int]]:
    """For each cell those from which a no-repeat shape makes it differ."""
    peers: list[set[int]] = [set() for _ in puzzle.masks]
    for shape in puzzle.all_shapes:
        if shape.kind in _PLAIN:
            for cell in shape.cells:
                peers[cell].update(shape.cells)
                peers[cell].discard(cell)
    return peers


def _different(choices: Sequence[Sequence[int]], peers: Sequence[set[int]]) -> Iterator[list[int]]:
    """Every way to choose a value for each cell, none twice among peers.

    The list is the same one each time. Cells without a choice come first.
    """
    order = sorted(range(len(choices)), key=lambda cell: len(choices[cell]) > 1)
    earlier = [[o for o in order[:n] if o in peers[cell]] for n, cell in enumerate(order)]
    values = [-1] * len(choices)
    levels = [iter(choices[order[0]])]
    while levels:
        level = len(levels) - 1
        cell = order[level]
        taken = {values[other] for other in earlier[level]}
        value = next((v for v in levels[-1] if v not in taken), None)
        if value is None:
            levels.pop()
            continue
        values[cell] = value
        if level + 1 == len(order):
            yield values
        else:
            levels.append(iter(choices[order[level + 1]]))


def _turned(values: list[int], turn: int) -> list[int]:
    cut = turn % len(values) if values else 0
    return values[cut:] + values[:cut]


def completions(
    model: Model, filling: Sequence[int], masks: Sequence[int] | None = None
) -> Iterator[tuple[int, ...]]:
    """Every way to give hidden variables values with which all primitives hold.

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
    return completed(model.primitives, filling, model.domains if masks is None else masks)


def completed(
    primitives: Sequence[Primitive], filling: Sequence[int], masks: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Every way to give the other variables values with which all of some primitives hold.

    Args:
        primitives: what must hold.
        filling: a value index for each of the first variables.
        masks: the values of every variable to try; those of the first ones are not read.

    Yields:
        Value indices of all variables.

    >>> from sudokulib.primitives import AllDifferent
    >>> list(completed([AllDifferent((0, 1))], [0], [1, 0b111]))
    [(0, 1), (0, 2)]
    """
    due: dict[int, list[Primitive]] = {}
    for primitive in primitives:
        last = max(primitive.variables, default=-1)
        due.setdefault(max(last, len(filling) - 1), []).append(primitive)

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

    return fill(tuple(filling))
