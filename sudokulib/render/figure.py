"""Geometries, puzzles, boards, solutions and steps as scenes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sudokulib.board import Board, Candidate
from sudokulib.errors import SudokuError
from sudokulib.model import bits, compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.background import Background, background
from sudokulib.render.frames import draw_frames, draw_notes
from sudokulib.render.links import draw_links
from sudokulib.render.step_marks import inks_of, touched
from sudokulib.scene.depictions import depictions
from sudokulib.scene.drawn_layers import draw_pairs
from sudokulib.scene.items import Disc, Item, Label, Polyline, Scene, circled, fitted
from sudokulib.search.same_region import interchangeable_labels
from sudokulib.solving.candidates import TrueCandidates
from sudokulib.solving.explaining.solving_path import Explanation
from sudokulib.solving.subjects import PuzzleLike, as_puzzle

Subject = PuzzleLike | Solution | Explanation | TrueCandidates
"""The types that can be drawn."""

_NAME, _NAME_ROOM = 0.4, 0.82
"""The size of a cell's name and the space for it, in diameters of the cell's inner circle."""

MARK_BACKGROUNDS = {"pattern": "disc", "second": "square", "target": "disc", "placed": "diamond"}
"""Backgrounds of candidates that play a part in a step: form and colour both show the part."""


def figure(
    subject: Subject,
    *,
    view: str = "flat",
    board: Board | None = None,
    marks: bool = False,
    caption: bool | str = True,
    outcome: bool = True,
    coordinates: bool = False,
) -> Scene:
    """Return the scene of a subject.

    Args:
        subject: what to draw; a step is drawn on the board before it.
        view: one of `sudokulib.scene.plane.views_of`.
        board: candidates to show as pencil marks, where the subject is a puzzle.
        marks: whether every open cell of a puzzle shows its candidates: those of `board`, else
            those that the givens leave in the cells that see them.
        caption: whether rules that cannot be drawn are named below; a text stands there as well.
        outcome: whether a step shows what it places and removes.
        coordinates: whether each cell shows its name, and nothing else.

    Raises:
        SudokuError: the geometry has no such view, or marks are asked for of what is not a puzzle.
    """
    if not isinstance(subject, Explanation | Solution | TrueCandidates):
        subject = as_puzzle(subject)
    puzzle = subject if isinstance(subject, Puzzle) else subject.puzzle
    if marks and subject is not puzzle:
        raise SudokuError(
            "marks are of a puzzle: a solution has none, and a step shows those of its board; "
            "leave marks out"
        )
    on = background(puzzle, view, _known(subject, board, marks or coordinates))
    if coordinates:
        contents = list(_names(on))
    elif isinstance(subject, Explanation):
        inks = inks_of(subject.step, subject.before, outcome=outcome)
        contents = [
            *draw_frames(subject, on.plane),
            *_board(on, subject.before, inks),
            *draw_links(subject, on.spots, outcome=outcome),
            *draw_notes(subject, on.plane),
        ]
    elif isinstance(subject, TrueCandidates):
        unsaid = interchangeable_labels(compile_puzzle(puzzle)) - dict(puzzle.given_values).keys()
        on = replace(on, plain=on.plain | unsaid)
        contents = [
            *draw_pairs(puzzle, on.plane, subject.same_region),
            *_board(on, _board_of(subject), {}, every=True),
        ]
    elif isinstance(subject, Solution):
        contents = list(_symbols(on, dict(enumerate(subject.indices))))
    elif board is not None or marks:
        contents = list(_board(on, board or _after_givens(puzzle), {}, every=marks))
    else:
        contents = list(_symbols(on, dict(puzzle.given_values)))
    text = subject.text if isinstance(subject, Explanation) else str(subject)
    return on.scene(contents, caption=caption, text=text)


def _known(
    subject: Puzzle | Solution | Explanation | TrueCandidates, board: Board | None, every: bool
) -> Mapping[int, int] | None:
    """Return what is known in each cell, unless cells of layers are to be seen by themselves."""
    if isinstance(subject, Solution):
        return dict(enumerate(subject.indices))
    if isinstance(subject, Explanation):
        return known_values(subject.puzzle, subject.before)
    if isinstance(subject, TrueCandidates):
        return known_values(subject.puzzle, _board_of(subject)) if subject.complete else {}
    if board is not None or every:
        return None
    known = dict(subject.given_values)
    # The number of a region says nothing by itself about borders; an edge does.
    numbered = (one for one in depictions(subject) if one.look == "borders" and not one.values)
    numbers = {c for one in numbered for c in one.cells} & subject.geometry.topology.layered
    return None if known.keys() & numbers else known


def known_values(puzzle: Puzzle, board: Board) -> dict[int, int]:
    """Return the value index of each cell that is placed; in layers, that has one value left."""
    layered = puzzle.geometry.topology.layered
    decided = {c for c in layered if board.masks[c].bit_count() == 1}
    return {c: board.masks[c].bit_length() - 1 for c in sorted({*bits(board.solved)} | decided)}


def _names(on: Background) -> Iterator[Item]:
    """Yield the names of all cells, in letters of one size."""
    names = [cell.name for cell in on.puzzle.geometry.cells]
    size = fitted(names, _NAME, _NAME_ROOM) * 2 * min(on.plane.radii)
    for name, at in zip(names, on.plane.middles, strict=True):
        yield Label(at, name, size, "note")


def _symbols(on: Background, known: Mapping[int, int]) -> Iterator[Item]:
    """Yield symbols, given and found."""
    given = dict(on.puzzle.given_values)
    for cell, value in known.items():
        sign = on.written((cell, value))
        if cell in on.plain or sign != on.symbols[value]:
            continue
        at, size = on.place(cell)
        yield Label(at, sign, size, "given" if cell in given else "solved")


def _board_of(found: TrueCandidates) -> Board:
    """Return the board with these candidates, of which those that are alone are placed."""
    model = compile_puzzle(found.puzzle)
    single = sum(1 << n for n, mask in enumerate(found.masks) if mask.bit_count() == 1)
    masks = (*found.masks, *model.domains[len(found) :])
    return Board.of(model, masks, single if found.complete else 0)


def _after_givens(puzzle: Puzzle) -> Board:
    """Return the board with the givens placed and removed from the cells that see them."""
    return Board.start(compile_puzzle(puzzle)).placed(puzzle.given_values)


def _board(
    on: Background, board: Board, inks: Mapping[Candidate, str], *, every: bool = False
) -> Iterator[Item]:
    """Yield the placed symbols, and pencil marks with the parts that they play in a step.

    Cells that have lost no candidate stay empty unless `every` is true.
    """
    known = dict(on.puzzle.given_values) | known_values(on.puzzle, board)
    for cell in sorted({cell for cell, _ in inks} & known.keys() & on.depicted & on.own):
        (at, size), ink = on.place(cell), inks[cell, known[cell]]
        yield circled(at, 0.6 * size, f"role-{ink}", MARK_BACKGROUNDS[ink])
    yield from _symbols(on, known)
    concerned = {cell for cell, _ in inks if board.open >> cell & 1 or cell not in on.own}
    noted = set(bits(board.open)) if every else touched(board)
    for cell in sorted(noted - known.keys() - on.plain | concerned):
        for value in bits(board.masks[cell]):
            yield from _pencil(on, (cell, value), inks.get((cell, value), ""))


def _pencil(on: Background, candidate: Candidate, ink: str) -> Iterator[Item]:
    """Yield a candidate, on a background if it plays a part in a step."""
    at, room = on.spots[candidate]
    if ink in MARK_BACKGROUNDS:
        yield circled(at, 0.95 * room, f"role-{ink}", MARK_BACKGROUNDS[ink])
    style = "pencil-on" if ink else "pencil"
    yield Label(at, on.written(candidate), room * on.pencil_sizes[candidate[1]], style)
    if ink == "placed":
        yield Disc(at, 1.25 * room, "halo")
    if ink == "target":
        (x, y), r = at, 0.75 * room
        yield Polyline((((x - r, y + r), (x + r, y - r)),), "cross")
