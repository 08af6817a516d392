"""The shapes that a step looks at are framed."""

from pathlib import Path

import sudokulib
from sudokulib.render.frames import draw_frames
from sudokulib.render.ground import ground

EXAMPLES = Path(__file__).parents[2] / "examples"


def frames(puzzle, technique):
    step = next(one for one in sudokulib.explain(puzzle) if one.step.technique == technique)
    return step, list(draw_frames(step, ground(step.puzzle).plane))


def test_a_hidden_single_frames_its_house():
    puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    step, (frame,) = frames(puzzle, "hidden-single")
    assert (frame.ink, frame.closed) == ("frame-pattern", True)
    xs, ys = zip(*frame.runs[0], strict=True)
    (number,) = step.step.roles[0].primitives
    cells = [puzzle.geometry.cells[v].at for v in step.before.model.primitives[number].variables]
    assert (min(xs), min(ys)) == (min(c for _, c in cells) + 0.06, min(r for r, _ in cells) + 0.06)


def test_innies_frame_the_house_and_the_cages_they_follow_from_but_no_derived_sum():
    puzzle = sudokulib.load(EXAMPLES / "cage" / "sticking-out.yaml")
    step, found = frames(puzzle, "innies")
    assert step.step.roles[0].primitives[0] in step.before.model.derived
    inks = [frame.ink for frame in found]
    assert inks == ["frame-pattern", "frame-second", "frame-second"]  # box 3, cages 20 and 16
    assert [len(frame.runs[0]) for frame in found] == [4, 6, 6]
