"""Colours of clusters on shapes that no grid has: traps, wraps, clashes, and their texts."""

from hypothesis import given, settings
from support import grid
from tiny_models import board_of, gone, steps_of, tiny

from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.model import bits, compile_puzzle
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.strategies.chains.nodes import pairs
from sudokulib.strategies.colouring import clusters

ANY, REST = 0b111, 0b110


def colours(step):
    return [
        {variable for variable, _ in role.candidates}
        for role in step.roles
        if role.name == "colour"
    ]


def ladder(count, *more):
    """Houses of three cells, each sharing a cell with the next; value 0 has two places in each.

    Cells 0 to count are the places; those after them hold it nowhere, but for those of `more`.
    """
    sets = [(i, i + 1, count + 1 + i) for i in range(count)]
    return [*sets, *more], [ANY] * (count + 1) + [REST] * count


def test_what_sees_both_colours_is_trapped():
    sets, masks = ladder(3, (0, 7), (3, 7))
    (step,) = steps_of("simple-colouring", board_of(3, sets, *masks, ANY))
    assert step.eliminations == ((7, 0),)
    assert colours(step) == [{0, 2}, {1, 3}]


def test_what_sees_one_colour_only_is_not():
    sets, masks = ladder(3, (0, 7), (2, 7))
    assert not steps_of("simple-colouring", board_of(3, sets, *masks, ANY))


def test_a_colour_that_sees_itself_is_false():
    sets, masks = ladder(3, (0, 2))
    (step,) = steps_of("simple-colouring", board_of(3, sets, *masks))
    assert step.eliminations == ((0, 0), (2, 0))
    assert colours(step) == [{0, 2}, {1, 3}]
    assert step.roles[-1].name == "clash"


def two_clusters(*more):
    """Two ladders of one house each: cells 0 and 1, cells 3 and 4."""
    return [(0, 1, 2), (3, 4, 5), *more], [ANY, ANY, REST, ANY, ANY, REST]


def test_two_clusters_of_which_colours_exclude_each_other():
    sets, masks = two_clusters((0, 3), (1, 6), (4, 6))
    (step,) = steps_of("multi-colouring", board_of(3, sets, *masks, ANY))
    assert step.eliminations == ((6, 0),)
    assert colours(step) == [{0}, {1}, {3}, {4}]


def test_a_colour_that_excludes_both_of_another_cluster_is_false():
    sets, masks = ladder(2, (5, 6, 7), (0, 5), (2, 6))
    board = board_of(3, sets, *masks[:-2], REST, REST, ANY, ANY, REST)
    assert ((0, 0), (2, 0)) in gone("multi-colouring", board)
    assert not steps_of("simple-colouring", board)


def test_clusters_far_apart_say_nothing():
    sets, masks = two_clusters((1, 6), (4, 6))
    assert not steps_of("multi-colouring", board_of(3, sets, *masks, ANY))


def test_a_colour_that_empties_a_truth_is_false():
    """Cells 0, 1 and 2 are tied; if cells 0 and 2 were 0, cell 3 would have nothing left."""
    sets = [(0, 1), (1, 2), (0, 3), (2, 4), (3, 4)]
    board = board_of(4, sets, 0b0011, 0b0011, 0b0011, 0b0101, 0b0101)
    found = {candidate for eliminations in gone("3d-medusa", board) for candidate in eliminations}
    assert {(0, 0), (1, 1), (2, 0)} <= found


def test_two_colours_in_one_cell_leave_nothing_else_there():
    """The values 0 and 1 of cell 3 are tied to cell 0 from two sides."""
    houses = [(0, 3, 1), (0, 3, 2)]
    board = board_of(3, houses, 0b011, 0b110, 0b101, ANY)
    assert any((3, 2) in eliminations for eliminations in gone("3d-medusa", board))


@given(case=tiny())
@settings(max_examples=80, deadline=None)
def test_all_candidates_of_one_colour_are_true_or_all_of_the_other(case):
    from tiny_models import assignments

    board = Board.start(case.model)
    number = numbering(board.model).number
    for filling in list(assignments(case.model))[:20]:
        true = sum(1 << number(pair) for pair in enumerate(filling))
        for cluster in clusters(board, pairs(board)):
            one, other = (mask & true for mask in cluster.colours)
            assert (one, other) in {(cluster.colours[0], 0), (0, cluster.colours[1])}


@given(case=tiny())
@settings(max_examples=80, deadline=None)
def test_every_way_through_a_cluster_changes_colour_at_each_tie(case):
    board = Board.start(case.model)
    for cluster in clusters(board, pairs(board)):
        first = next(bits(cluster.colours[0]))
        for goal in cluster.edges:
            way = cluster.path(first, 1 << goal)
            assert [cluster.colours[i % 2] >> n & 1 for i, n in enumerate(way)] == [1] * len(way)


def test_the_text_names_both_colours_and_why_the_targets_see_them():
    puzzle = grid("9x9", "3x3", symbols="123456789").puzzle()
    kept = {(0, 0), (0, 4), (3, 4), (3, 1)}
    lost = [(r, c) for r in (0, 3) for c in range(9)] + [(r, 4) for r in range(9)]
    board = Board.start(compile_puzzle(puzzle)).without(
        (9 * row + column, 0) for row, column in set(lost) - kept
    )
    (step,) = steps_of("simple-colouring", board)
    assert describe(step, puzzle, board) == (
        "simple colouring: either 1 in R1C1 R4C5 (one colour) or 1 in R1C5 R4C2 (the other), "
        "by pairs in row 1, row 4 and column 5; "
        "R2C2=1 excludes R1C1=1 (box 1) and R4C2=1 (column 2); "
        "R3C2=1 excludes R1C1=1 (box 1) and R4C2=1 (column 2); "
        "R5C1=1 excludes R1C1=1 (column 1) and R4C2=1 (box 4); "
        "R6C1=1 excludes R1C1=1 (column 1) and R4C2=1 (box 4), "
        "so R2C2, R3C2, R5C1 and R6C1 are not 1"
    )
