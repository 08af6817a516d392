"""The shapes that a step looks at are framed."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import sudokulib
from sudokulib.logic.step import Branch, Rank, Refutation, Role, Split, Truth
from sudokulib.render.background import background
from sudokulib.render.frames import _crowded, draw_frames, draw_notes
from sudokulib.render.links import draw_links
from sudokulib.render.step_marks import inks_of
from sudokulib.scene.items import Label, Polyline

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


def test_innies_frame_the_house_and_the_cages_they_follow_from_and_have_brackets():
    puzzle = sudokulib.load(EXAMPLES / "cage" / "sticking-out.yaml")
    step, found = frames(puzzle, "innies")
    assert step.step.roles[0].primitives[0] in step.before.model.derived
    sums = list(draw_notes(step, background(puzzle).plane))
    assert [one.ink for one in sums] == ["bracket", "bracket-plate", "bracket-text"]
    (total,) = step.before.model.primitives[step.step.roles[0].primitives[0]].totals
    assert sums[2].text == f"Σ {total}"
    inks = [frame.ink for frame in found]
    assert inks == ["frame-pattern", "frame-second", "frame-second"]  # box 3, cages 20 and 16
    assert [len(frame.runs[0]) for frame in found] == [4, 6, 6]


def test_cells_that_count_negatively_have_brackets_of_their_own():
    puzzle = sudokulib.load(EXAMPLES / "cage" / "sticking-out.yaml")
    step = next(
        one for one in sudokulib.explain(puzzle) if one.step.technique == "innies-and-outies"
    )
    labels = [one for one in draw_notes(step, background(puzzle).plane) if isinstance(one, Label)]
    assert sorted(one.text for one in labels) == ["+", "−"]


def test_nets_end_at_brackets_around_their_contradiction():
    step, _ = frames(FOUR, "hidden-single")
    truth = Truth((), primitive=step.step.roles[0].primitives[0])
    end = replace(
        step.step, arguments=(Rank((truth,), ()),), roles=(Role("pattern", A[:1]),), placements=()
    )
    net = replace(step.step, arguments=(Refutation((0, 1), (end,)),), roles=())
    bracket, _, label = draw_notes(replace(step, step=net), background(FOUR).plane)
    assert (bracket.ink, len(bracket.runs), label.text) == ("bracket", 4, "2?")


def test_long_cases_are_numbered_without_arrows():
    step, _ = frames(FOUR, "hidden-single")
    open_ = [(cell, value) for cell in (1, 2, 3, 4) for value in (1, 2, 3)]
    steps = tuple(replace(step.step, placements=(one,)) for one in [*open_, (5, 0)])
    net = replace(step.step, arguments=(Refutation((0, 0), steps),), roles=())
    items = list(draw_links(replace(step, step=net), background(FOUR).spots))
    texts = [one.text for one in items if isinstance(one, Label)]
    assert texts == [str(number) for number in range(14)]
    assert not any(isinstance(one, Polyline) for one in items)


def arranged(step, **changes):
    """An explanation with another step, of which only a few things are asked."""
    return SimpleNamespace(
        step=replace(step.step, **changes), before=step.before, puzzle=step.puzzle
    )


FOUR = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")


A, B = ((1, 1), (1, 2), (2, 2)), ((13, 1), (13, 3))
"""Candidates of two sets: two cells of the first row, and one below the first of them."""


def two_sets():
    """A step of two almost locked sets with a common candidate that only one of them can hold."""
    step, _ = frames(FOUR, "hidden-single")
    roles = (Role("set", A), Role("set", B), Role("restricted", ((1, 1), (13, 1))))
    return arranged(step, roles=roles, placements=())


def test_each_of_several_sets_has_a_tint_a_frame_and_a_letter():
    drawn = list(draw_frames(two_sets(), background(FOUR).plane))
    looks = [[f"set-{n}", f"frame-set-{n}", f"badge-{n}", "badge-letter"] for n in (1, 2)]
    assert [item.ink for item in drawn] == looks[0] + looks[1]
    assert [item.text for item in drawn if isinstance(item, Label)] == ["A", "B"]
    frame = drawn[1].runs[0]
    assert (min(frame), max(frame)) == ((1.06, 0.06), (2.94, 0.94))


def test_a_single_set_has_no_letter():
    step = two_sets()
    one = arranged(step, roles=step.step.roles[:1])
    assert list(draw_frames(one, background(FOUR).plane)) == []


def test_restricted_common_candidates_stand_out_from_their_sets_and_are_joined():
    step, on = two_sets(), background(FOUR)
    inks = inks_of(step.step, step.before)
    restricted = {one for one, ink in inks.items() if ink == "second"}
    assert restricted == {one for one in ((1, 1), (13, 1)) if step.before.allows(one)} != set()
    (line,) = draw_links(step, on.spots)
    assert isinstance(line, Polyline)
    assert line.ink == "weak"
    (x, top), *_, (u, bottom) = line.runs[0]
    at, end = on.spots[1, 1][0], on.spots[13, 1][0]
    assert top - at[1] < 0.4 > end[1] - bottom
    assert abs(x - at[0]) < 0.4 > abs(u - end[0])


def test_fins_stand_out_from_the_cover_which_its_frames_show():
    step, _ = frames(FOUR, "hidden-single")
    board = step.before
    base, fin, other = [(c, v) for c in (1, 2, 3) for v in range(4) if board.allows((c, v))][:3]
    roles = (Role("base", (base,)), Role("cover", (base, other), (0,)), Role("fins", (fin,)))
    found = inks_of(arranged(step, roles=roles, placements=()).step, board)
    assert found == {base: "pattern", fin: "second"}


def test_all_sets_of_a_large_fish_have_frames_but_many_shapes_on_one_cell_have_none():
    rows = [tuple(range(8 * row, 8 * row + 8)) for row in range(5)]
    columns = [tuple(range(column, 64, 8)) for column in range(5)]
    assert not _crowded([*rows, *columns])
    assert _crowded([(0, number) for number in range(1, 10)])


def test_the_shapes_of_a_chain_are_told_by_its_arrows():
    step, _ = frames(FOUR, "hidden-single")
    (role,) = step.step.roles
    nodes = arranged(step, roles=(replace(role, name="node"), replace(role, name="cover")))
    assert [frame.ink for frame in draw_frames(nodes, background(FOUR).plane)] == ["frame-second"]


def arrows(step, **options):
    """The text and the ends of each arrow, and all inks."""
    drawn = list(draw_links(step, background(FOUR).spots, **options))
    lines = [item.runs[0] for item in drawn if isinstance(item, Polyline) and item.ink != "band"]
    texts = [item.text for item in drawn if isinstance(item, Label)]
    return {text: (line[0], line[-1]) for text, line in zip(texts, lines, strict=True)}, drawn


def near(point, candidate):
    """Whether an end of a line is at a candidate of the 4x4."""
    (x, y), room = background(FOUR).spots[candidate]
    return abs(point[0] - x) < 2 * room > abs(point[1] - y)


def of_cases(**changes):
    """A step of two cases: value 1 or 2 of cell 1, each of which places a 3 in the last cell."""
    step, _ = frames(FOUR, "hidden-single")
    place = replace(step.step, placements=((15, 3),))
    ends = (Branch((1, 1), (place,)), Branch((1, 2), (place, place)))
    split = Split(Truth(((1, 1), (1, 2)), variable=1), ends)
    return arranged(step, arguments=(split,), roles=(), placements=(), **changes)


def test_each_case_of_a_forcing_chain_has_its_arrows():
    found, drawn = arrows(of_cases())
    assert [item.ink for item in drawn] == ["implied", "head", "plate", "plate-number"] * 2
    assert list(found) == ["a1", "b1"]
    assert all(near(end, (15, 3)) for _, end in found.values())
    assert near(found["a1"][0], (1, 1))
    assert near(found["b1"][0], (1, 2))


def test_a_case_points_at_what_it_removes_unless_the_outcome_is_hidden():
    step = of_cases(eliminations=((3, 1),))  # a 1 in the row of cell 1
    found, drawn = arrows(step)
    assert list(found) == ["a1", "a2", "b1"]
    assert near(found["a2"][0], (1, 1))
    assert near(found["a2"][1], (3, 1))
    assert [item.ink for item in drawn if isinstance(item, Polyline)][1] == "weak"
    assert list(arrows(step, outcome=False)[0]) == ["a1", "b1"]


def chain(*names):
    """A step whose chain goes from cell 0 to the nearest of a group of two, and on to cell 15."""
    step, _ = frames(FOUR, "hidden-single")
    nodes = ((0, 1),), ((3, 1), (2, 1)), ((15, 1),)
    return arranged(step, roles=[Role(name, node) for name in names for node in nodes])


def test_arrows_of_a_chain_are_numbered_in_order_and_end_at_candidates():
    found, drawn = arrows(chain("node"))
    arrow = ["head", "plate", "plate-number"]
    assert [item.ink for item in drawn] == ["band", "strong", *arrow, "weak", *arrow]
    assert list(found) == ["1", "2"]
    assert near(found["1"][0], (0, 1))
    assert near(found["1"][1], (2, 1))
    assert near(found["2"][0], (3, 1))
    assert near(found["2"][1], (15, 1))
    spots = background(FOUR).spots
    assert drawn[0].runs == ((spots[2, 1][0], spots[3, 1][0]),)


def test_each_of_two_chains_has_a_letter_and_a_common_group_one_band():
    found, drawn = arrows(chain("node", "second-node"))
    assert list(found) == ["a1", "a2", "b1", "b2"]
    assert [item.ink for item in drawn].count("band") == 1
