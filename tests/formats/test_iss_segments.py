"""Automata that read segments as one word, against reading the segments with their breaks."""

from itertools import accumulate, pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulib import Alphabet
from sudokulib.formats.iss.automata import _Joiner, _numbered

VALUES = 2
ALPHABET = Alphabet.of("12")
states = st.integers(0, 3)
transitions = st.lists(st.tuples(states, st.integers(0, VALUES), states), max_size=12, unique=True)


def accepts(accept, steps, word):
    reached = {0}
    for value in word:
        reached = {target for origin, read, target in steps if origin in reached and read == value}
    return not reached.isdisjoint(accept)


def with_breaks(word, lengths):
    """Return the word with a value more than there are between its segments."""
    cuts = [0, *accumulate(lengths)]
    parts = [word[a:b] for a, b in pairwise(cuts)]
    return [value for n, part in enumerate(parts) for value in ([VALUES] * bool(n) + list(part))]


def check(found, accept, steps, lengths):
    """Compare an automaton for a whole word with reading its segments, on all words."""
    ends, joined = found
    assert len(set(joined)) == len(joined)
    assert _numbered(ends, joined) == found
    read = [(a, ALPHABET.index(one), b) for a, symbols, b in joined for one in symbols]
    for word in product(range(VALUES), repeat=sum(lengths)):
        if word:
            assert accepts(ends, read, word) == accepts(accept, steps, with_breaks(word, lengths))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(states, max_size=3),
    transitions,
    st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=3), min_size=1, max_size=2),
)
def test_segments_are_read_as_their_words_with_breaks(accept, steps, lines):
    joiner = _Joiner((accept, steps), ALPHABET)
    for lengths in lines:
        check(joiner.of_segments(lengths), accept, steps, lengths)
    check(joiner.of_one_segment(), accept, steps, [2])
