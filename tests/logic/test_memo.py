"""Which results are cached, and for how long."""

from tiny_models import model_of

from sudokulib.board import Board
from sudokulib.logic.memo import cached_by_places, unless_known_empty


def test_a_look_in_vain_is_not_repeated_under_its_key():
    board = Board.start(model_of(3, [7] * 3, [(0, 1, 2)]))
    computed = []

    def compute(*found):
        computed.append(found)
        yield from found

    assert list(unless_known_empty(board, "empty", compute())) == []
    assert list(unless_known_empty(board.without([(0, 0)]), "empty", compute("x"))) == []
    assert list(unless_known_empty(board, "full", compute(1, 2))) == [1, 2]
    assert list(unless_known_empty(board, "full", compute(3))) == [3]
    assert computed == [(), (1, 2), (3,)]


def test_a_look_that_was_not_finished_is_not_in_vain():
    board = Board.start(model_of(3, [7] * 3, [(0, 1, 2)]))
    begun = unless_known_empty(board, "key", iter([1]))
    assert next(begun) == 1
    begun.close()
    assert list(unless_known_empty(board, "key", iter([2]))) == [2]


def test_other_constraints_are_another_matter():
    one, other = (Board.start(model_of(3, [7] * 3, [cells])) for cells in ((0, 1, 2), (0, 1)))
    assert list(unless_known_empty(one, "key", iter([]))) == []
    assert list(unless_known_empty(other, "key", iter([1]))) == [1]


def test_the_places_of_a_value_are_looked_at_again_when_they_change():
    computed = []

    @cached_by_places
    def number(model, value, places):
        computed.append((value, places))
        return places.bit_count()

    board = Board.start(model_of(3, [7] * 3, [(0, 1, 2)]))
    assert number(board) == [(0, 3), (1, 3), (2, 3)]
    assert number(board.without([(0, 1)])) == [(0, 3), (1, 2), (2, 3)]
    assert computed == [(0, 7), (1, 7), (2, 7), (1, 6)]
    assert number(board.placed([(2, 0)])) == [(1, 2), (2, 2)]
    assert computed[4:] == [(1, 3), (2, 3)]
