"""Fish: against all ways to place one value, and by example on shapes that are not lines."""

from itertools import islice, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sketches import UNUSUAL, sketch, unusual
from tiny_models import model_of

from sudokulib import geometry
from sudokulib.board import Board
from sudokulib.logic.proof import is_proved
from sudokulib.model import bits, compile_puzzle
from sudokulib.shapes import Cage, Shape
from sudokulib.solving.explaining.descriptions import describe
from sudokulib.strategies import strategies, strategy_named

FISH = [s.name for s in strategies() if s.family == "fish"]
SMALL = [name for name in FISH if name.endswith(("x-wing", "swordfish", "jellyfish"))]
BASIC = ["x-wing", "swordfish", "jellyfish"]
LATIN = geometry("latin-5")


def found(name, board):
    return list(strategy_named(name).find(board))


def with_places(of, value, places):
    """A board on which a value may stand in some cells only, and all else everywhere."""
    model = compile_puzzle(of.puzzle())
    return Board.of(
        model,
        [d if v in places else d & ~(1 << value) for v, d in enumerate(model.domains)],
    )


def drawn(text):
    """The numbers of the cells marked in a picture."""
    return {n for n, sign in enumerate("".join(text.split())) if sign != "."}


def latin_placements(places):
    """Every way to place one value in a Latin square of five."""
    for columns in permutations(range(5)):
        cells = {5 * row + column for row, column in enumerate(columns)}
        if cells <= places:
            yield cells


@given(st.sets(st.integers(0, 24), min_size=5), st.permutations(range(5)))
@settings(max_examples=150, deadline=None)
def test_in_a_latin_square_basic_fish_and_singles_do_all_that_one_value_allows(more, columns):
    """Counting lines against lines is complete (Hall): what is left is in some placement."""
    places = more | {5 * row + column for row, column in enumerate(columns)}
    board, before = with_places(LATIN, 0, places), None
    while before is not board:
        before = board
        for name in ("hidden-single", *BASIC):
            for step in found(name, board):
                board = step.apply(board)
    assert set(bits(board.places[0])) == set().union(*latin_placements(places))


@given(places=st.sets(st.integers(0, 24), min_size=5), columns=st.permutations(range(5)))
@settings(max_examples=30, deadline=None)
@pytest.mark.parametrize("name", SMALL)
def test_no_fish_takes_a_place_that_the_value_may_have(name, places, columns):
    places = places | {5 * row + column for row, column in enumerate(columns)}
    possible = set().union(*latin_placements(places))
    for step in found(name, with_places(LATIN, 0, places)):
        assert not possible & {v for v, _ in step.eliminations}


@pytest.mark.slow
@pytest.mark.parametrize("name", UNUSUAL)
def test_on_unusual_geometries_every_fish_is_sound_and_proved(name):
    caught = set()
    for seed in range(1 if len(unusual(name).cells) > 40 else 3):
        board, right = sketch(unusual(name), seed, 0.3)
        for technique in SMALL:
            for step in islice(strategy_named(technique).find(board), 12):
                caught.add(technique)
                assert not any(right[v] == x for v, x in step.eliminations)
                assert is_proved(board, step)
    assert len(caught) >= 2


def test_an_x_wing_has_its_parts_named():
    latin = geometry("latin-4")
    board = with_places(latin, 2, drawn("XX.. X.XX XX.. .XXX"))
    (step,) = found("x-wing", board)
    assert step.eliminations == ((4, 2), (13, 2))
    base, cover = step.roles
    assert (base.name, cover.name) == ("base", "cover")
    assert {cell for cell, _ in base.candidates} == {0, 1, 8, 9}
    assert len(step.arguments) == 1
    assert describe(step, latin.puzzle()) == (
        "X-wing: row 1 and row 3 each need 3, and all its places there lie in column 1 and "
        "column 2, which hold it there and nowhere else, so R2C1 and R4C2 are not 3"
    )


FINNED = "X..X.. .XX.XX X..XX. .XXXXX XXXXXX XXXXXX"


def test_a_fin_is_seen_by_the_target_or_nothing_follows():
    six = geometry("6x6")
    (step,) = found("finned-x-wing", with_places(six, 4, drawn(FINNED)))
    assert step.eliminations == ((21, 4),)
    assert step.roles[2].candidates == ((16, 4),)
    assert "or it is in the fin, which R4C4 sees" in describe(step, six.puzzle())
    latin = geometry("latin-6")
    assert not found("finned-x-wing", with_places(latin, 4, drawn(FINNED)))
    assert not found("x-wing", with_places(latin, 4, drawn(FINNED)))


def test_without_its_fin_a_base_may_have_one_place_left():
    six = geometry("6x6")
    board = with_places(six, 4, drawn(FINNED.replace("X..XX.", "X...X.")))
    assert ((21, 4),) in [s.eliminations for s in found("sashimi-x-wing", board)]
    assert not found("finned-x-wing", board)


def test_bases_may_be_cages_that_require_the_value():
    """Two cages of two cells with a sum of 3 hold a 1 each, in the first two columns."""
    latin = geometry("latin-4")
    cages = [Shape(Cage(cells, 3), (f"cage {cells}",)) for cells in ((0, 5), (8, 13))]
    puzzle = latin.puzzle().with_shapes(*cages)
    board = Board.start(compile_puzzle(puzzle))
    board = board.without((c, v) for c in (0, 5, 8, 13) for v in (2, 3))
    gone = {candidate for step in found("x-wing", board) for candidate in step.eliminations}
    assert {(cell, value) for cell in (4, 12, 1, 9) for value in (0, 1)} <= gone
    plain = Board.of(compile_puzzle(latin.puzzle()), board.masks)
    assert not found("x-wing", plain)


@pytest.mark.parametrize(("least", "steps"), [(0b11, 2), (0b111, 0)])
def test_bases_require_the_value_covers_only_forbid_to_repeat_it(least, steps):
    """Two pairs of two values each are houses, of three values they are not."""
    model = model_of(4, [least] * 4 + [15, 15], [(0, 1), (2, 3), (0, 2, 4), (1, 3, 5)])
    caught = found("x-wing", Board.start(model))
    assert [s.eliminations for s in caught] == [((4, v), (5, v)) for v in range(steps)]


def test_a_fish_of_smaller_fish_is_not_one():
    places = drawn("XX.... XX.... ..XX.. ..XX.. XXXXXX XXXXXX")
    board = with_places(geometry("latin-6"), 0, places)
    assert len(found("x-wing", board)) == 3
    assert not found("jellyfish", board)


def test_larger_fish_are_harder_and_so_are_freer_forms():
    rating = {name: strategy_named(name).rating for name in FISH}
    assert len(rating) == 42
    for prefix in ("", "finned-", "sashimi-", "franken-", "finned-mutant-"):
        sizes = [rating[prefix + name] for name in BASIC]
        assert sizes == sorted(set(sizes))
    assert [rating[name] for name in BASIC] == [3.2, 3.8, 5.2]
    assert rating["x-wing"] < rating["finned-x-wing"] < rating["mutant-x-wing"]
