"""Make the puzzles of this folder: fill a geometry at random, then take givens away.

    python examples/make.py              # those that are missing
    python examples/make.py x samurai    # those whose path contains one of these words, anew

The same plan gives the same puzzle on any machine, as long as search and strategies stay the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import fill as wrapped
from textwrap import indent

import sudokulib
from sudokulib import Board, Geometry, Puzzle, Solution
from sudokulib.geometries.loader import read_geometry
from sudokulib.model import compile_geometry, compile_puzzle
from sudokulib.pipeline import run

HERE = Path(__file__).parent
SINGLES = ("naked-single", "hidden-single")


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
    """

    path: str
    geometry: str
    title: str
    description: str
    seed: int = 1
    strategies: Sequence[str] = ()


PLANS = [
    Plan("9x9/breakfast", "9x9", "Breakfast", "Singles will do.", 3, SINGLES),
    Plan("9x9/supper", "9x9", "Supper", "Needs more than singles.", 4),
    Plan("4x4/first", "4x4", "First of all", "For those who have never solved one.", 1, SINGLES),
    Plan("x/crossing", "x", "Crossing", "Both long diagonals are houses.", 5),
    Plan("windoku/four-panes", "windoku", "Four panes", "Four windows are houses too.", 2),
    Plan("jigsaw-9/puddles", "jigsaw-9", "Puddles", "Pieces instead of boxes.", 4),
    Plan(
        "toroidal-jigsaw/ring-road", "toroidal-jigsaw", "Ring road", "Pieces run over the edge.", 5
    ),
    Plan("samurai/crossroads", "samurai", "Crossroads", "Five grids that share boxes.", 7, SINGLES),
    Plan("tredoku-hook-5/hook", "tredoku-hook-5", "Hook", "Lines bend from face to face.", 9),
    Plan("tredoku-ring-6/ring", "tredoku-ring-6", "Ring", "Six faces round a hole.", 10),
    Plan(
        "cube-corner/corner", "cube-corner", "Corner", "Three faces of a cube, eight symbols.", 11
    ),
    Plan(
        "cube-full/dice", "cube-full", "Dice", "All six faces, and hoops round them.", 12, SINGLES
    ),
    Plan(
        "circular-4/target", "circular-4", "Target", "Four rings; neighbouring sectors differ.", 13
    ),
    Plan("tri-doku/pyramid", "tri-doku", "Pyramid", "Triangles, strips and hexagons.", 14),
    Plan("16x16/chessboards", "16x16", "Four by four", "Sixteen symbols.", 15, SINGLES),
    Plan(
        "alphabets/greek",
        "symbols: ΑΒΓΔΕΖΗΘΙ\nbuild: [{make: grid, size: 9x9, box: 3x3}]",
        "Nine letters",
        "A classic with Greek capitals.",
        16,
    ),
    Plan(
        "alphabets/fruit",
        "symbols: 🍎🍊🍋🍉🍇🍓\nbuild: [{make: grid, size: 6x6, box: 2x3}]",
        "Fruit salad",
        "Any characters can be symbols.",
        17,
        SINGLES,
    ),
    Plan(
        "alphabets/hexadecimal",
        "symbols: 0123456789ABCDEF\nbuild: [{make: grid, size: 16x16, box: 4x4}]",
        "From 0 to F",
        "Zero is a symbol here, so an empty cell is a dot.",
        18,
        SINGLES,
    ),
    Plan(
        "moebius/first-lap",
        "strip.yaml",
        "First lap",
        "A strip of six by six with a half twist: leave it on the right and you come back on "
        "the left, upside down. Its three loops have twelve cells each, and so have its three "
        "pieces, one of which lies over the seam. No column repeats a letter.",
        19,
    ),
]


def geometry_of(plan: Plan) -> Geometry:
    """The geometry that a plan speaks of."""
    if "\n" in plan.geometry:
        return read_geometry(plan.geometry)
    if plan.geometry.endswith(".yaml"):
        return sudokulib.geometry(HERE / Path(plan.path).parent / plan.geometry)
    return sudokulib.geometry(plan.geometry)


def fill(geometry: Geometry, random: Random) -> Solution:
    """A random filling: half of the cells by chance, the rest by the search."""
    while True:
        board = scattered(geometry, random)
        allowed = {
            cell.name: "".join(geometry.alphabet.of_mask(mask))
            if geometry.alphabet.compact
            else " ".join(geometry.alphabet.of_mask(mask))
            for cell, mask in zip(geometry.cells, board.masks, strict=True)
        }
        if not all(board.masks):
            continue
        try:
            found = list(
                islice(sudokulib.solutions(geometry.puzzle(allowed=allowed), nodes=500), 1)
            )
        except sudokulib.OutOfBudget:
            continue
        if found:
            return Solution(geometry.puzzle(), found[0].indices)


def scattered(geometry: Geometry, random: Random) -> Board:
    """A board with random symbols in half of the cells, always where fewest are possible."""
    board = Board.start(compile_geometry(geometry))
    for _ in range(len(geometry.cells) // 2):
        least = min(mask.bit_count() for mask in candidates(board))
        tied = [
            c for c, m in enumerate(board.masks) if is_open(board, c) and m.bit_count() == least
        ]
        cell = random.choice(tied)
        values = [v for v in range(len(geometry.alphabet)) if board.masks[cell] >> v & 1]
        if not values:
            break
        board = board.placed([(cell, random.choice(values))])
    return board


def is_open(board: Board, cell: int) -> bool:
    """Whether a cell has not been placed."""
    return bool(board.open >> cell & 1)


def candidates(board: Board) -> Iterator[int]:
    """The candidates of the open cells."""
    return (mask for cell, mask in enumerate(board.masks) if is_open(board, cell))


def thin(solution: Solution, random: Random, strategies: Sequence[str]) -> Puzzle:
    """The solution with as few givens as the strategies can do with, none to spare."""
    geometry = solution.puzzle.geometry
    givens = dict(solution)

    def drop(names: list[str]) -> None:
        """Take these away if one can do without, else try each half of them."""
        rest = {name: symbol for name, symbol in givens.items() if name not in names}
        if solved(geometry.puzzle(rest), strategies):
            for name in names:
                del givens[name]
        elif len(names) > 1:
            drop(names[: len(names) // 2])
            drop(names[len(names) // 2 :])

    order = list(givens)
    random.shuffle(order)
    drop(order)
    return geometry.puzzle(givens)


def solved(puzzle: Puzzle, strategies: Sequence[str]) -> bool:
    """Whether the strategies alone solve it; then the solution is the only one."""
    board = Board.start(compile_puzzle(puzzle)).placed(puzzle.givens)
    for _, after in run(board, strategies) if strategies else run(board):
        board = after
    return board.complete


def text_of(plan: Plan, puzzle: Puzzle, solution: Solution) -> str:
    """The puzzle as a file."""
    place = plan.geometry
    geometry = "\n" + indent(place, "  ") if "\n" in place else f" {place}"
    lines = [
        "# yaml-language-server: $schema=../../sudokulib/schema/puzzle.schema.json",
        "format: 1",
        f"geometry:{geometry}",
        f"title: {plan.title}",
        "author: sudokulib",
        described(plan.description),
        *block("givens", str(puzzle)),
        *block("solution", str(solution)),
    ]
    return "\n".join(lines) + "\n"


def described(text: str) -> str:
    """The field with the description: on its own line, or folded if it is long."""
    if len(text) < 80:
        return f"description: {text}"
    return "description: >-\n" + wrapped(text, 98, initial_indent="  ", subsequent_indent="  ")


def block(field: str, picture: str) -> Iterator[str]:
    """A field with a text picture; YAML wants the indent told where the first line has its own."""
    yield f"{field}: |{'2' if picture.startswith(' ') else ''}"
    yield from (f"  {line}".rstrip() for line in picture.splitlines())


def make(plan: Plan) -> None:
    """Make a puzzle and write its file."""
    random = Random(plan.seed)
    solution = fill(geometry_of(plan), random)
    puzzle = thin(solution, random, plan.strategies)
    path = HERE / f"{plan.path}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text_of(plan, puzzle, solution), encoding="utf-8")
    print(f"{plan.path}: {len(puzzle.givens)} givens in {len(puzzle.geometry.cells)} cells")


def main(words: Sequence[str]) -> None:
    """Make the plans that the words choose; without words, those without a file."""
    for plan in PLANS:
        chosen = any(word in plan.path for word in words)
        if chosen or (not words and not (HERE / f"{plan.path}.yaml").exists()):
            make(plan)


if __name__ == "__main__":
    main(sys.argv[1:])
