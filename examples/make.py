"""Make the puzzles of this folder: fill a geometry at random, then take givens away.

    python examples/make.py              # those that are missing
    python examples/make.py x samurai    # those whose path contains one of these words, anew

The plans are in plans.yml. Shapes are laid before the filling, which keeps to them. In shapes that
are clues, `?` becomes the smallest number for which the shape holds in the filling, and `=R1C2`
the number behind the symbol there.
The same plan gives the same puzzle on any machine, as long as search and strategies stay the same.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from random import Random
from textwrap import fill as wrapped
from textwrap import indent

import yaml

import sudokulib
from sudokulib import Board, Geometry, Puzzle, Solution
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.geometries.loader import read_geometry
from sudokulib.puzzles.loading import loads
from sudokulib.solving.pipeline import run

HERE = Path(__file__).parent
CLUE = re.compile(r"(?<=: )\?(?=[\s,}])")
CELL = re.compile(r"=([A-Z][\w.]*)")
SEARCH = "reference"
"""The back-end that fills and proves; another one would make other puzzles."""
LARGEST = 400
"""The largest clue that is tried."""


@dataclass(frozen=True)
class Plan:
    """A puzzle to make.

    Args:
        path: of its file, without the suffix.
        geometry: a name, the path of a file, or the lines of a geometry in place.
        title: of the puzzle.
        description: a sentence for people.
        seed: of all that is random in it.
        strategies: with which it must be solvable, without any guess; none: all we have.
        shapes: further shapes as they stand in the file, but for the clues.
        hidden: names of hidden cells for them.
        nodes: if shapes are there: the most that one proof may take of search.
        filling: the solution, where one at random would take too long to find.
    """

    path: str
    geometry: str
    title: str
    description: str
    seed: int = 1
    strategies: Sequence[str] = ()
    shapes: str = ""
    hidden: str = ""
    nodes: int = 300
    filling: str = ""


PLANS = [Plan(**plan) for plan in yaml.safe_load((HERE / "plans.yml").read_text("utf-8"))]


def geometry_of(plan: Plan) -> Geometry:
    """The geometry that a plan speaks of."""
    if "\n" in plan.geometry:
        return read_geometry(plan.geometry)
    if plan.geometry.endswith(".yaml"):
        return sudokulib.geometry(HERE / Path(plan.path).parent / plan.geometry)
    return sudokulib.geometry(plan.geometry)


def entries(shapes: str) -> list[str]:
    """The shapes one by one, each as the text of a list with one item."""
    return [entry for entry in re.split(r"(?m)^(?=- )", shapes) if entry.strip()]


def is_clue(entry: str) -> bool:
    """Return whether a shape waits for numbers from the filling."""
    return bool(CLUE.search(entry) or CELL.search(entry))


def laid(plan: Plan, shapes: str) -> Puzzle:
    """The plan's geometry with shapes and without givens."""
    geometry = geometry_of(plan)
    if not shapes:
        return geometry.puzzle()
    return loads("\n".join([f"geometry:{placed(plan)}", *hidden(plan), "shapes:", shapes]))


def placed(plan: Plan) -> str:
    """The geometry as a file has it, after the colon."""
    place = plan.geometry
    return "\n" + indent(place.rstrip(), "  ") if "\n" in place else f" {place}"


def hidden(plan: Plan) -> list[str]:
    """The field with the hidden cells, if there are any."""
    return [f"hidden: {plan.hidden}"] if plan.hidden else []


def clued(plan: Plan, entry: str, solution: Solution) -> str:
    """A shape with its numbers, as the filling has them."""
    values = [solution.puzzle.geometry.alphabet.values[i] for i in solution.indices]
    find = solution.puzzle.geometry.find
    entry = CELL.sub(lambda match: str(values[find(match[1])[0]]), entry)
    for number in range(LARGEST) if CLUE.search(entry) else [0]:
        text = CLUE.sub(str(number), entry)
        try:
            puzzle = laid(plan, text)
        except sudokulib.SudokuError:
            continue
        if all(shape.rule.holds(values, puzzle.context) for shape in puzzle.shapes):
            return text
    raise ValueError(f"{plan.path}: no number fits {entry.strip()}")


def given(puzzle: Puzzle, indices: Mapping[int, int]) -> Puzzle:
    """The puzzle with these givens."""
    masks = list(puzzle.geometry.domains)
    for cell, index in indices.items():
        masks[cell] &= 1 << index
    return replace(puzzle, masks=tuple(masks), given_values=tuple(sorted(indices.items())))


def filling(plan: Plan, puzzle: Puzzle, random: Random) -> Solution:
    """The filling that the plan states, or one at random."""
    if not plan.filling:
        return fill(puzzle, random)
    stated = puzzle.geometry.puzzle(plan.filling)
    return Solution(puzzle, tuple(index for _, index in stated.given_values))


def fill(puzzle: Puzzle, random: Random) -> Solution:
    """A random filling: some of the cells by chance, the rest by the search.

    Without shapes half of the cells are left to chance; with shapes fewer, the fewer the more
    often it was in vain.
    """
    cells = len(puzzle.geometry.cells)
    for failures in count():
        share = cells // (4 + 2 * failures) if puzzle.shapes else cells // 2
        board = scattered(puzzle, share, random)
        if not all(board.masks):
            continue
        started = replace(puzzle, masks=board.masks[:cells])
        try:
            found = list(
                islice(sudokulib.solutions(started, nodes=500 if share else 5000, search=SEARCH), 1)
            )
        except sudokulib.OutOfBudget:
            found = []
        if found:
            return Solution(puzzle, found[0].indices)
        if not share:
            break
    raise ValueError("no filling was found; are there too many shapes?")


def scattered(puzzle: Puzzle, share: int, random: Random) -> Board:
    """A board with random symbols in some of the cells, always where fewest are possible."""
    board = Board.start(compile_puzzle(puzzle))
    cells = range(len(puzzle.geometry.cells))
    for _ in range(share):
        least = min(board.masks[c].bit_count() for c in cells if is_open(board, c))
        tied = [c for c in cells if is_open(board, c) and board.masks[c].bit_count() == least]
        cell = random.choice(tied)
        values = [v for v in range(len(puzzle.geometry.alphabet)) if board.masks[cell] >> v & 1]
        if not values:
            break
        board = board.placed([(cell, random.choice(values))])
    return board


def is_open(board: Board, cell: int) -> bool:
    """Return whether a cell has not been placed."""
    return bool(board.open >> cell & 1)


def thin(plan: Plan, solution: Solution, random: Random) -> Puzzle:
    """The solution with as few givens as will do, none to spare."""
    puzzle = solution.puzzle
    givens = dict(enumerate(solution.indices))

    def drop(cells: list[int]) -> None:
        """Take these away if one can do without, else try each half of them."""
        rest = {cell: index for cell, index in givens.items() if cell not in cells}
        if is_solved(plan, given(puzzle, rest)):
            for cell in cells:
                del givens[cell]
        elif len(cells) > 1:
            drop(cells[: len(cells) // 2])
            drop(cells[len(cells) // 2 :])

    order = list(givens)
    random.shuffle(order)
    drop(order)
    return given(puzzle, givens)


def is_solved(plan: Plan, puzzle: Puzzle) -> bool:
    """Return whether the means that the plan allows lead to a single solution."""
    if puzzle.shapes and not plan.strategies:
        return is_unique(puzzle, plan.nodes)
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)
    for _, after in run(board, plan.strategies) if plan.strategies else run(board):
        board = after
    return board.complete


def is_unique(puzzle: Puzzle, nodes: int) -> bool:
    """Return whether a short search shows that there is a single solution."""
    try:
        return sudokulib.is_unique(puzzle, nodes=nodes, search=SEARCH)
    except sudokulib.OutOfBudget:
        return False


def text_of(plan: Plan, shapes: str, puzzle: Puzzle) -> str:
    """The puzzle as a file, without the solution."""
    lines = [
        "# yaml-language-server: $schema=../../sudokulib/schema/puzzle.schema.json",
        "format: 1",
        f"geometry:{placed(plan)}",
        f"title: {plan.title}",
        "author: sudokulib",
        described(plan.description),
        *hidden(plan),
        *(["shapes:", indent(shapes.rstrip(), "  ")] if shapes else []),
        *block("givens", str(puzzle)),
    ]
    return "\n".join(lines) + "\n"


def described(text: str) -> str:
    """The field with the description: on its own line, or folded if it is long."""
    if len(text) < 80 and ": " not in text:
        return f"description: {text}"
    return "description: >-\n" + wrapped(text, 98, initial_indent="  ", subsequent_indent="  ")


def block(field: str, picture: str) -> Iterator[str]:
    """A field with a text picture; YAML wants the indent told where the first line has its own."""
    yield f"{field}: |{'2' if picture.startswith(' ') else ''}"
    yield from (f"  {line}".rstrip() for line in picture.splitlines())


def make(plan: Plan) -> None:
    """Make a puzzle and write its file."""
    random = Random(plan.seed)
    listed = entries(plan.shapes)
    filled = filling(plan, laid(plan, "".join(e for e in listed if not is_clue(e))), random)
    shapes = "".join(clued(plan, e, filled) if is_clue(e) else e for e in listed)
    solution = Solution(laid(plan, shapes), filled.indices)
    puzzle = thin(plan, solution, random)
    text = text_of(plan, shapes, puzzle) + "\n".join(block("solution", str(solution))) + "\n"
    path = HERE / f"{plan.path}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"{plan.path}: {len(puzzle.givens)} givens in {len(puzzle.geometry.cells)} cells")
    bare = given(puzzle.geometry.puzzle(), dict(puzzle.given_values))
    if shapes and is_unique(bare, 100 * plan.nodes):
        print(f"{plan.path}: its shapes say nothing new")


def main(words: Sequence[str]) -> None:
    """Make the plans that the words choose; without words, those without a file."""
    for plan in PLANS:
        chosen = any(word in plan.path for word in words)
        if chosen or (not words and not (HERE / f"{plan.path}.yaml").exists()):
            make(plan)


if __name__ == "__main__":
    main(sys.argv[1:])
