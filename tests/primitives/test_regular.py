"""Automata: made of a step function, compared, and limited."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulib.errors import LimitError
from sudokulib.primitives import Automaton, Regular
from sudokulib.primitives import regular as module

# Words of 0 and 1 with an even number of ones.
EVEN = Automaton.of([0], lambda state, value: [state ^ value], lambda state: not state, 2)


def test_an_automaton_from_a_step_function() -> None:
    assert Regular((0, 1, 2), EVEN).check((1, 0, 1))
    assert not Regular((0, 1, 2), EVEN).check((1, 1, 1))
    assert Automaton(1, ((1, 2), (2, 1)), 1) == EVEN


def test_several_states_to_begin_in_and_to_go_to() -> None:
    made = Automaton.of("abb", lambda state, value: "bc"[: value + 1], lambda s: s == "c", 2)
    assert (made.start, made.accept) == (0b011, 0b100)
    assert made.steps == ((0b010, 0b110),) * 3


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.sets(st.integers(0, 2)), st.integers(0, 3)), max_size=9
    ),
    st.sets(st.integers(0, 3)),
)
def test_an_automaton_from_lists_of_steps(steps: list[Any], ends: set[int]) -> None:
    after = {state: [(read, b) for a, read, b in steps if a == state] for state in range(4)}
    made = Automaton.of_steps([0], after.__getitem__, ends.__contains__, 3)
    same = Automaton.of(
        [0], lambda state, value: [b for read, b in after[state] if value in read],
        ends.__contains__, 3,
    )  # fmt: skip
    for word in product(range(3), repeat=3):
        assert Regular((0, 1, 2), made).check(word) == Regular((0, 1, 2), same).check(word)


def test_states_after_some_states_and_values() -> None:
    assert [EVEN.after(states, domain) for states in (1, 2, 3) for domain in (0, 1, 2, 3)] == [
        *(0, 1, 2, 3),
        *(0, 2, 1, 3),
        *(0, 3, 3, 3),
    ]


def test_equal_automata_are_equal_whoever_made_them() -> None:
    again = Automaton(EVEN.start, EVEN.steps, EVEN.accept)
    assert again == EVEN
    assert hash(again) == hash(EVEN)
    assert Regular((0, 1), again) == Regular((0, 1), EVEN)


@pytest.mark.parametrize(
    "other",
    [
        Automaton(2, EVEN.steps, 1),
        Automaton(1, ((1, 2), (2, 2)), 1),
        Automaton(1, EVEN.steps, 2),
        1,
    ],
)
def test_other_automata_are_not_equal(other: object) -> None:
    assert other != EVEN


def test_automata_of_one_hash_need_not_be_equal() -> None:
    other = Automaton(1, EVEN.steps, 2)
    object.__setattr__(other, "_hash", hash(EVEN))
    assert other != EVEN


def test_values_with_the_same_steps_are_kept_and_lost_together() -> None:
    # 0 and 2, and 1 and 3, are alike: the words with an even number of odd values.
    parity = Automaton.of([0], lambda state, value: [state ^ value % 2], lambda s: not s, 4)
    rule = Regular((0, 1, 2), parity)
    for domains in product(range(1, 16), repeat=3):
        words = [word for word in product(range(4), repeat=3) if sum(word) % 2 == 0]
        left = [w for w in words if all(d >> x & 1 for d, x in zip(domains, w, strict=True))]
        every = [sum({1 << word[place] for word in left}) for place in range(3)]
        found = rule.propagate(domains)
        assert (found is None) == (not left)
        if found is not None:
            assert [found.get(v, domains[v]) for v in range(3)] == every


def test_an_automaton_without_states_accepts_nothing() -> None:
    nothing = Automaton.of([], lambda state, value: [state], lambda state: True, 2)
    assert Regular((0,), nothing).propagate([3]) is None


def test_an_automaton_without_end_is_refused() -> None:
    with pytest.raises(LimitError, match="20,000 states"):
        Automaton.of([0], lambda state, value: [2 * state + value + 1], bool, 2)
    with pytest.raises(LimitError, match="20,000 states"):
        Automaton.of_steps([0], lambda state: [((0, 1), state + 1)], bool, 2)


def test_the_limit_of_states_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STATES", 5)
    for last in (4, 5):
        step = lambda state, _, last=last: [min(state + 1, last)]  # noqa: E731
        if last == 4:
            assert len(Automaton.of([0], step, bool, 1).steps) == 5
        else:
            with pytest.raises(LimitError, match="more than 5 states"):
                Automaton.of([0], step, bool, 1)
