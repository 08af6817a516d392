"""Case distinctions: the selector, and primitives that read it themselves."""

from sudokulib.primitives import AllDifferent, Table, When

PAIR = Table((1, 2), frozenset({(0, 1), (2, 2)}))


def test_the_selector_comes_first_and_once() -> None:
    assert When.of(5, 1, PAIR) == When((5, 1, 2), 1, PAIR)
    assert When.of(2, 1, PAIR).variables == (2, 1)


def test_a_primitive_may_read_its_own_selector() -> None:
    both = When.of(2, 1, PAIR)
    assert both.check((1, 0))
    assert not both.check((1, 2))
    assert both.check((2, 0))
    assert both.propagate([0, 0b111, 0b010]) == {1: 0b001}


def test_the_case_goes_when_it_cannot_be() -> None:
    assert When.of(0, 2, PAIR).propagate([0b110, 0b010, 0b111]) == {0: 0b010}


def test_nothing_follows_while_both_are_possible() -> None:
    assert When.of(0, 2, PAIR).propagate([0b110, 0b011, 0b111]) == {}
    assert When.of(0, 2, PAIR).propagate([0b011, 0b010, 0b111]) == {}


def test_a_variable_without_values_fails_it_in_any_case() -> None:
    for domains in ([0, 7, 7], [1, 0, 7], [1, 7, 0], [0b100, 0, 7]):
        assert When.of(0, 2, PAIR).propagate(domains) is None
        assert not When.of(0, 2, PAIR).feasible(domains)


def test_whether_a_case_is_possible_is_decided_exactly() -> None:
    three = When.of(0, 0, AllDifferent((1, 2, 3)))
    assert three.propagate([0b01, 0b11, 0b11, 0b11]) == {}
    assert not three.feasible([0b01, 0b11, 0b11, 0b11])
    assert three.feasible([0b11, 0b11, 0b11, 0b11])


def test_what_is_moved_is_the_selector_and_what_it_chooses() -> None:
    assert When.of(0, 1, PAIR).moved([4, 7, 6]) == When.of(4, 1, PAIR.moved([4, 7, 6]))
