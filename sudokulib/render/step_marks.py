"""The picture of a step: pencil marks before it, and the parts that candidates play in it.

Each part has a colour (of Okabe and Ito, which colour-blind people can tell apart) and a sign
before the cell: ``*`` the pattern, ``+`` its additions, such as fins and wings, ``-`` a cell that
loses candidates, ``=`` one that is placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Fillings, Role, Step, Swap, Truth
from sudokulib.model import bits
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.render.drawing import Drawing, Ink
from sudokulib.render.text import PencilMarks, draw
from sudokulib.scene.glyphs import visible
from sudokulib.solving.explaining.solving_path import Explanation

_SIGNS: dict[Ink, str] = {"pattern": "*", "second": "+", "target": "-", "placed": "="}
"""Signs of the parts; later ones prevail where a cell has several."""

LEGEND = "* the pattern, + what else it has, - loses candidates, = is placed"
"""The explanation of the signs."""

_MAIN = frozenset(
    {
        "pattern",
        "base",
        "set",
        "petal",
        "pairs",
        "plus",
        "pivot",
        "node",
        "stem",
        "case",
        "truth",
        "sum",
        "innies",
        "outies",
    }
)
"""Roles at the core of a pattern; any other is an addition."""


def draw_step(
    explanation: Explanation,
    *,
    width: int | None = None,
    ascii_only: bool = False,
    outcome: bool = True,
) -> Drawing:
    """Draw the board before a step, with the candidates that the step uses and changes.

    Of several faces only those are drawn that the step lies on. All pencil marks are shown if
    there is room, else those of the cells concerned, else none. A cell stays empty where nothing
    has been excluded yet, unless the step concerns it.

    Args:
        explanation: the step.
        width: the columns available; None: as many as it takes.
        ascii_only: see `sudokulib.render.text.draw`.
        outcome: whether to show what it places and removes.
    """
    board, puzzle = explanation.before, explanation.puzzle
    inks = inks_of(explanation.step, board, outcome=outcome)
    concerned = {variable for variable, _ in inks}
    signs: dict[int, tuple[str, Ink]] = {}
    for ink, sign in _SIGNS.items():
        signs |= {variable: (sign, ink) for (variable, _), one in inks.items() if one == ink}
    pencils = (
        PencilMarks(_marks(puzzle, board, inks, touched(board) | concerned), signs),
        PencilMarks(_marks(puzzle, board, inks, concerned), signs),
        PencilMarks(_marks(puzzle, board, inks, set()), signs),
    )
    within = _faces(puzzle, concerned)
    return draw(puzzle, width=width, ascii_only=ascii_only, pencils=pencils, within=within)


def touched(board: Board) -> set[int]:
    """Return the open cells that have lost a candidate."""
    return {
        cell for cell in bits(board.open) if board.masks[cell] != board.model.root.domains[cell]
    }


def inks_of(step: Step, board: Board, *, outcome: bool = True) -> dict[Candidate, Ink]:
    """Return the part of each candidate on the board in a step, hidden variables left out.

    Of those that only tell whether a cell has a value, it is that of the cell's candidates.

    Args:
        step: the step.
        board: the board before it.
        outcome: whether what it places and removes is among them.
    """
    found: dict[Candidate, Ink] = {}
    for role, ink in _roles(step):
        for candidate in role.candidates:
            found.setdefault(candidate, ink)
    if not step.roles:
        found |= dict.fromkeys(_premises(step, board), "pattern")
    if outcome:
        found |= dict.fromkeys(step.eliminations, "target")
        found |= dict.fromkeys(step.placements, "placed")
    told: dict[Candidate, Ink] = {}
    for candidate, ink in found.items():
        for one in _on_cells(board, candidate):
            if board.allows(one) and (ink in _OUTCOMES or one not in told):
                told[one] = ink
    return told


_OUTCOMES = ("target", "placed")
"""The parts of what a step concludes, which go before all others."""


def _on_cells(board: Board, candidate: Candidate) -> Iterator[Candidate]:
    """Yield the candidates of a cell that say the same as one, which may be hidden."""
    variable, value = candidate
    if variable < board.model.cells:
        yield candidate
    elif variable in board.model.indicators:
        cell, own = board.model.indicators[variable]
        yield from ((cell, x) for x in bits(board.masks[cell]) if (x == own) == bool(value))


def _roles(step: Step) -> Iterator[tuple[Role, Ink]]:
    """Yield the roles that mark candidates, with the parts; what is in several has the first.

    Covers are not among them: frames show these, and fins stand out from their candidates.
    """
    names = [role.name for role in step.roles]
    colours = 0
    # Restricted common candidates are in sets, which would hide them.
    for role in sorted(step.roles, key=lambda role: role.name != "restricted"):
        main = role.name in _MAIN and not (role.name == "set" and "pairs" in names)
        if role.name == "colour":
            main = colours % 2 == 0
            colours += 1
        if role.name != "cover":
            yield role, "pattern" if main else "second"


def _premises(step: Step, board: Board) -> Iterator[Candidate]:
    """Yield the candidates of the truths, and all open ones of examined primitives."""
    for part in step.parts():
        if isinstance(part, Truth | Swap):
            yield from part.candidates
        elif isinstance(part, Fillings):
            for variable in board.model.primitives[part.primitive].variables:
                if board.masks[variable].bit_count() > 1:
                    yield from ((variable, value) for value in bits(board.masks[variable]))


def _marks(
    puzzle: Puzzle, board: Board, inks: Mapping[Candidate, Ink], cells: set[int]
) -> dict[int, list[tuple[str, Ink]]]:
    """Return the contents of each cell that was not given: a symbol, or some candidates."""
    symbols = [visible(symbol) for symbol in puzzle.geometry.alphabet.symbols]
    given = {cell for cell, _ in puzzle.given_values}
    gap = "" if puzzle.geometry.alphabet.compact else " "
    found: dict[int, list[tuple[str, Ink]]] = {}
    for cell in range(board.model.cells):
        values = list(bits(board.masks[cell]))
        if cell in given:
            continue
        if board.solved >> cell & 1:
            found[cell] = [(symbols[values[0]], "solved")]
        elif cell in cells:
            # Each mark is preceded by a gap, perhaps an empty one, so that there is a mark.
            marks: list[tuple[str, Ink]] = []
            for value in values:
                marks.append((gap if marks else "", "mark"))
                marks.append((symbols[value], inks.get((cell, value), "mark")))
            found[cell] = marks
    return found


def _faces(puzzle: Puzzle, concerned: set[int]) -> set[int]:
    """Return the cells of the faces on which a step lies; empty if these are all cells."""
    cells = puzzle.geometry.cells
    names = {face for cell in cells for face in cell.faces}
    if len(names) < 2 or not concerned:
        return set()
    left, chosen = set(concerned), set()
    while left:
        best = max(sorted(names), key=lambda name: sum(name in cells[c].faces for c in left))
        rest = {c for c in left if best not in cells[c].faces}
        if len(rest) == len(left):
            return set()
        chosen.add(best)
        left = rest
    return {number for number, cell in enumerate(cells) if chosen.intersection(cell.faces)}
