"""The shapes that a step looks at are framed."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import sudokulib
from sudokulib.logic.step import Branch, Split, Truth
from sudokulib.render.background import background
from sudokulib.render.frames import draw_frames
from sudokulib.render.links import draw_links

EXAMPLES = Path(__file__).parents[2] / "examples"


def frames(puzzle, technique):
    step = next(one for one in sudokulib.explain(puzzle) if one.step.technique == technique)
    return step, list(draw_frames(step, background(step.puzzle).plane))


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


def arranged(step, **changes):
    """An explanation with another step, of which only a few things are asked."""
    return SimpleNamespace(step=replace(step.step, **changes), before=step.before)


FOUR = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")


def test_the_shapes_of_a_chain_are_told_by_its_arrows():
    step, _ = frames(FOUR, "hidden-single")
    (role,) = step.step.roles
    nodes = arranged(step, roles=(replace(role, name="node"), replace(role, name="cover")))
    assert [frame.ink for frame in draw_frames(nodes, background(FOUR).plane)] == ["frame-second"]


def test_each_case_of_a_forcing_chain_has_its_arrows():
    step, _ = frames(FOUR, "hidden-single")
    place = replace(step.step, placements=((15, 3),))
    ends = (Branch((1, 1), (place,)), Branch((1, 2), (place, place)))
    split = arranged(step, arguments=(Split(Truth(((1, 1), (1, 2)), variable=1), ends),))
    drawn = list(draw_links(split, background(FOUR).spots))
    assert [item.ink for item in drawn] == ["implied", "head"] * 2
    assert drawn[0].runs[0][0] != drawn[2].runs[0][0]
