"""Pictures of steps: pencil marks, parts in colours and signs, and only the faces concerned."""

from __future__ import annotations

from pathlib import Path

import sudokulib
from sudokulib.render.step_marks import draw_step, inks_of

EXAMPLES = Path(__file__).parents[2] / "examples"
SUPPER = sudokulib.load(EXAMPLES / "9x9" / "supper.yaml")


def test_every_part_of_a_step_is_in_its_picture() -> None:
    path = sudokulib.explain(SUPPER, profile="classic")
    for one in path:
        drawing = draw_step(one)
        inks = {piece.ink for line in drawing.lines for piece in line}
        assert set(inks_of(one.step, one.before).values()) <= inks
        if one.number > 25:
            break


def test_signs_say_the_same_without_colours() -> None:
    one = next(
        one
        for one in sudokulib.explain(SUPPER, profile="classic")
        if one.step.technique == "overlapping-shapes"
    )
    text = draw_step(one).plain()
    pattern = {variable for variable, _ in one.step.roles[0].candidates}
    assert text.count("*") == len(pattern)
    assert text.count("-") == len({variable for variable, _ in one.step.eliminations})


def test_narrow_pictures_show_fewer_marks() -> None:
    one = next(one for one in sudokulib.explain(SUPPER, profile="classic") if one.step.eliminations)
    widths = [max(map(len, draw_step(one, width=w).plain().splitlines())) for w in (100, 40, 20)]
    assert widths[0] > widths[1] > widths[2]
    assert all(wide <= room for wide, room in zip(widths, (100, 40, 20), strict=True))


def test_of_a_samurai_only_the_grids_of_the_step_are_drawn() -> None:
    puzzle = sudokulib.load(EXAMPLES / "samurai" / "crossroads.yaml")
    one = next(iter(sudokulib.explain(puzzle)))
    lines = draw_step(one).plain().splitlines()
    assert len(lines) == 19


def test_what_only_tells_whether_a_cell_has_a_value_marks_the_candidates_of_the_cell() -> None:
    puzzle = sudokulib.load(str(EXAMPLES / "polyominoes" / "five-forms.yaml"))
    found = next(one for one in sudokulib.explain(puzzle) if one.step.technique == "room-for-forms")
    inks = inks_of(found.step, found.before)
    assert min(v for v, _ in found.step.eliminations) >= found.words.model.cells
    lost = {found.words.statement(v, [x]) for (v, x), ink in inks.items() if ink == "target"}
    told = {found.words.statement(v, [x]) for v, x in found.step.eliminations}
    assert lost == told
